"""The school's mail server, from one address to Django's settings."""

import runpy

import pytest
from django.conf import settings

from classroom.server import mail_server


def settings_with(monkeypatch: pytest.MonkeyPatch, **variables: str) -> dict:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(settings.BASE_DIR / "classroom" / "settings.py"))


def test_the_address_becomes_the_settings_of_the_smtp_backend(monkeypatch):
    found = settings_with(monkeypatch, CARDINAL_EMAIL_URL="smtp://ana%40school:s%3Ae@mail.school.example:2525")
    assert found["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend"
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"]) == ("mail.school.example", 2525)
    assert (found["EMAIL_HOST_USER"], found["EMAIL_HOST_PASSWORD"]) == ("ana@school", "s:e")
    assert (found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == (True, False)


def test_without_it_no_link_to_a_new_password_is_shown_to_anybody(monkeypatch):
    monkeypatch.delenv("CARDINAL_EMAIL_URL", raising=False)
    assert settings_with(monkeypatch)["EMAIL_BACKEND"].endswith("without_mail.EmailBackend")


@pytest.mark.parametrize(
    ("address", "port", "tls", "ssl"),
    [
        ("smtp://mail.school.example", 587, True, False),
        ("smtps://mail.school.example", 465, False, True),
        ("smtp://localhost:25", 25, False, False),
    ],
)
def test_the_port_and_the_encryption_follow_from_each_other(address, port, tls, ssl):
    found = mail_server.read(address)
    assert (found.port, found.use_tls, found.use_ssl) == (port, tls, ssl)


@pytest.mark.parametrize(
    "address",
    ["mail.school.example", "https://mail.school.example", "smtp://", "smtp://a:b", "smtp://a:b@mail.example:587x"],
)
def test_an_address_that_is_none_stops_the_start_with_a_sentence(monkeypatch, address):
    with pytest.raises(SystemExit, match="CARDINAL_EMAIL_URL has to look like"):
        settings_with(monkeypatch, CARDINAL_EMAIL_URL=address)
