"""Settings of the environment: what is not understood ends the start in a sentence that names it."""

import runpy

import pytest
from django.conf import settings


def settings_with(monkeypatch: pytest.MonkeyPatch, **variables: str) -> dict:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(settings.BASE_DIR / "classroom" / "settings.py"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CARDINAL_WORKERS", "two"),
        ("CARDINAL_WORKERS", "0"),
        ("CARDINAL_KEEP_YEARS", "-1"),
        ("CARDINAL_TIME_ZONE", "Madrid"),
        ("CARDINAL_TIME_ZONE", "Europe"),
        ("CARDINAL_TIME_ZONE", "../../etc/passwd"),
        ("CARDINAL_HOST", "https://play.school.example/"),
        ("CARDINAL_HOST", "play.school.example:8443"),
        ("CARDINAL_HOST", "skóli.example"),
    ],
)
def test_a_setting_that_is_not_understood_stops_the_start_with_a_sentence(monkeypatch, name, value):
    with pytest.raises(SystemExit) as ended:
        settings_with(monkeypatch, **{name: value})
    assert str(ended.value.code).startswith(f"{name} is not understood: {value!r} is not a ")
    assert f"It looks like {name}=" in str(ended.value.code)


@pytest.mark.parametrize("value", ["", " "])
def test_an_empty_setting_is_none(monkeypatch, value):
    names = ("CARDINAL_WORKERS", "CARDINAL_KEEP_YEARS", "CARDINAL_TIME_ZONE", "CARDINAL_HOST")
    found = settings_with(monkeypatch, **dict.fromkeys(names, value))
    assert (found["WORKERS"], found["KEEP_YEARS"], found["PUBLIC_HOST"]) == (1, 0, "")
    assert not found["TIME_ZONE_IS_FIXED"]


def test_the_public_name_is_compared_as_browsers_write_it(monkeypatch):
    """Browsers send host names in small letters, and the origin of a socket is compared letter by letter."""
    found = settings_with(monkeypatch, CARDINAL_HOST="Play.School.Example")
    assert (found["PUBLIC_HOST"], found["ALLOWED_HOSTS"]) == ("play.school.example", ["play.school.example"])


def test_settings_that_are_understood_take_effect(monkeypatch):
    found = settings_with(monkeypatch, CARDINAL_TIME_ZONE="America/Argentina/Ushuaia", CARDINAL_KEEP_YEARS="3")
    assert (found["TIME_ZONE"], found["TIME_ZONE_IS_FIXED"], found["KEEP_YEARS"]) == (
        "America/Argentina/Ushuaia", True, 3,
    )  # fmt: skip
