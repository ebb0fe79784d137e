"""A platform that is made known by hand, and the key that stands for this box."""

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from lti_tool.models import Key, LtiRegistration

from classroom.lti import keys
from classroom.management.commands import new_secret
from classroom.models import AuditEntry
from tests.conftest import words
from tests.lti.conftest import admin_of
from tests.lti.platform import Platform

PAGE = reverse("lti_platforms")


def typed(home: str, **changed: str) -> dict[str, str]:
    pages = {"issuer": "", "auth_url": "/auth", "token_url": "/token", "keyset_url": "/jwks"}
    return {"name": "Moodle", "client_id": "tool-1"} | {name: home + path for name, path in pages.items()} | changed


def test_a_platform_made_known_by_hand_sends_its_people(ana_teacher):
    admin = admin_of(ana_teacher)
    with Platform() as platform:
        page = words(admin.post(PAGE, typed(platform.home), follow=True))
        assert "Moodle" in page
        assert "can come in now" in page
        answer = platform.launches(Client(), "ana-sub", ["Instructor"])
    assert answer["Location"] == reverse("lti_connect")
    assert AuditEntry.objects.filter(page="lti_platforms", kind=AuditEntry.Kind.SETTING).exists()


def test_an_address_with_a_query_of_its_own_keeps_it(ana_teacher):
    with Platform() as platform:
        admin_of(ana_teacher).post(PAGE, typed(platform.home, auth_url=f"{platform.home}/auth?tenant=7"))
        asked = platform.announces(Client())
    assert (asked["tenant"], asked["scope"]) == ("7", "openid")


def test_its_page_says_our_addresses_and_what_they_lack(ana_teacher, monkeypatch):
    page = words((admin := admin_of(ana_teacher)).get(PAGE))
    assert "need a public name and https" in page
    monkeypatch.setattr(settings, "PUBLIC_HOST", "play.school.example")
    assert "need a public name and https" not in words(admin.get(PAGE))
    for name in ("lti_launch", "lti_login", "lti_jwks"):
        assert f"http://testserver{reverse(name)}" in page


@pytest.mark.parametrize("changed", [
    {"issuer": "http://moodle.example"}, {"token_url": "moodle"}, {"keyset_url": ""}, {"name": ""}, {"client_id": ""},
])  # fmt: skip
def test_what_is_not_whole_is_refused_and_stays_typed(ana_teacher, changed):
    answer = admin_of(ana_teacher).post(PAGE, typed("https://moodle.example", **changed))
    assert answer.status_code == 422
    assert 'value="https://moodle.example/auth"' in answer.content.decode()
    assert not LtiRegistration.objects.exists()


def test_the_same_platform_is_not_made_twice_but_let_in_again(ana_teacher):
    admin = admin_of(ana_teacher)
    admin.post(PAGE, typed("https://moodle.example"))
    twice = admin.post(PAGE, typed("https://moodle.example", auth_url="https://evil.example/"))
    assert (twice.status_code, "comes in already" in words(twice)) == (422, True)
    assert admin.post(PAGE, {"end": "9" * 5000}).status_code == 404
    admin.post(PAGE, {"end": LtiRegistration.objects.get().pk})
    admin.post(PAGE, typed("https://moodle.example"))
    assert LtiRegistration.objects.active().get().auth_url == "https://moodle.example/auth"


def test_nobody_but_an_admin_makes_a_platform_known(ben_client):
    assert ben_client.post(PAGE, typed("https://moodle.example")).status_code == 404
    assert not LtiRegistration.objects.exists()


def test_our_key_is_not_to_be_read_in_the_database(platform):
    keys.ensure_key()
    assert "PRIVATE" not in Key.objects.get().private_key
    known = keys.registration_of(LtiRegistration.objects.get())
    assert "PRIVATE" in (known.get_tool_private_key() or "")
    call_command("rotate_keys")
    keys.ensure_key()
    assert not Key.objects.filter(private_key__contains="PRIVATE").exists()


def test_with_another_secret_of_the_box_there_is_another_key(platform, tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "DATA", tmp_path)
    before = Key.objects.get().public_key
    new_secret.rotate()
    keys.registration_of(LtiRegistration.objects.get())
    assert Key.objects.get().public_key != before
