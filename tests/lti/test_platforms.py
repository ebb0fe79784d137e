"""Learning platforms register themselves by a link, with our keys and theirs, or are made known by hand."""

import time
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from lti_tool.models import Key, LtiRegistration

from classroom.lti import keys
from classroom.management.commands import new_secret
from classroom.models import AuditEntry
from tests.conftest import signed_in, words
from tests.lti.conftest import admin_of
from tests.lti.platform import LTI, Platform


def test_a_platform_is_registered_by_a_link_that_works_once(platform, ana_teacher):
    assert LtiRegistration.objects.get().client_id == "tool-1"
    tool = platform.registered["https://purl.imsglobal.org/spec/lti-tool-configuration"]
    assert platform.registered["redirect_uris"] == ["http://testserver/lti/launch/"]
    assert "email" not in tool["claims"]
    assert platform.registered["bearer"] == "Bearer r1"
    admin = signed_in(ana_teacher)
    made = admin.post(reverse("lti_platforms")).content.decode()
    path = made.partition('<code class="link">http://testserver')[2].partition("</code>")[0]
    for status in (200, 404):
        answer = Client().get(path, {"openid_configuration": f"{platform.home}/configuration"})
        assert answer.status_code == status
    assert Client().get(path.replace("register/", "register/x")).status_code == 404


def test_a_link_of_yesterday_registers_nobody(platform, ana_teacher):
    made = signed_in(ana_teacher).post(reverse("lti_platforms")).content.decode()
    path = made.partition('<code class="link">http://testserver')[2].partition("</code>")[0]
    with time_machine.travel(time.time() + 24 * 3600 + 60):
        answer = Client().get(path, {"openid_configuration": f"{platform.home}/configuration"})
    assert answer.status_code == 404


def test_canvas_is_told_where_cardinal_stands_and_that_it_opens_a_window(ana_teacher):
    with Platform() as canvas:
        canvas.says = {f"{LTI}-platform-configuration": {"product_family_code": "canvas"}}
        canvas.register(admin_of(ana_teacher))
    course, choosing = canvas.registered[f"{LTI}-tool-configuration"]["messages"]
    assert course["placements"] == ["course_navigation"]
    assert course["https://canvas.instructure.com/lti/display_type"] == "new_window"
    assert choosing["placements"] == ["assignment_selection"]


def test_the_link_of_who_is_no_admin_any_more_registers_nothing(platform, ana_teacher):
    made = signed_in(ana_teacher).post(reverse("lti_platforms")).content.decode()
    path = made.partition('<code class="link">http://testserver')[2].partition("</code>")[0]
    ana_teacher.is_school_admin = False
    ana_teacher.save()
    assert Client().get(path, {"openid_configuration": f"{platform.home}/configuration"}).status_code == 404
    ana_teacher.is_school_admin, ana_teacher.is_active = True, False
    ana_teacher.save()
    assert Client().get(path, {"openid_configuration": f"{platform.home}/configuration"}).status_code == 404


def test_a_platform_is_asked_over_https_only(platform, ana_teacher):
    made = signed_in(ana_teacher).post(reverse("lti_platforms")).content.decode()
    path = made.partition('<code class="link">http://testserver')[2].partition("</code>")[0]
    answer = Client().get(path, {"openid_configuration": "http://platform.example/configuration"})
    assert answer.status_code == 502
    assert "not https" in answer.content.decode()


@pytest.mark.parametrize("name", ["authorization_endpoint", "token_endpoint", "jwks_uri"])
def test_a_platform_with_an_open_line_is_not_kept(platform, ana_teacher, name):
    with Platform() as second:
        second.says = {name: "http://platform.example/open"}
        answer = second.register(signed_in(ana_teacher))
    assert (answer.status_code, "not https" in words(answer)) == (502, True)
    assert LtiRegistration.objects.count() == 1


@pytest.mark.parametrize(
    "issuer",
    ["https://*", "https://a.example https://b.example", "https://a.example;script-src", "http://a.example", ""],
)
def test_a_platform_whose_name_is_no_address_is_not_kept(platform, ana_teacher, issuer):
    """Its name says who may frame us: a policy of everybody's pages would be written by it."""
    with Platform() as second:
        second.says = {"issuer": issuer}
        assert second.register(signed_in(ana_teacher)).status_code == 502
    assert LtiRegistration.objects.count() == 1


def test_a_platform_that_says_it_is_another_one_does_not_get_its_people(platform, connected, ana_teacher):
    before = LtiRegistration.objects.values().get()
    with Platform() as second:
        second.says = {"issuer": platform.home}
        answer = second.register(signed_in(ana_teacher))
    assert (answer.status_code, "known with other addresses" in words(answer)) == (502, True)
    assert LtiRegistration.objects.values().get() == before


def test_a_platform_that_is_shut_out_does_not_come_back_by_itself(platform, ana_teacher):
    admin = signed_in(ana_teacher)
    admin.post(reverse("lti_platforms"), {"end": LtiRegistration.objects.get().pk})
    answer = platform.register(admin)
    assert (answer.status_code, "was shut out" in words(answer)) == (502, True)


@pytest.mark.parametrize("name", ["issuer", "jwks_uri"])
def test_an_address_that_fits_into_no_column_is_refused(platform, ana_teacher, name):
    with Platform() as second:
        second.says = {name: f"https://moodle.example/{'x' * 250}"}
        answer = second.register(signed_in(ana_teacher))
    assert (answer.status_code, "too long" in words(answer)) == (502, True)
    assert LtiRegistration.objects.count() == 1


def test_a_platform_may_give_its_tokens_in_another_name(ana_teacher):
    with Platform() as first:
        first.says = {"authorization_server": "https://tokens.example"}
        first.register(admin_of(ana_teacher))
    assert LtiRegistration.objects.get().to_registration().get_auth_audience() == "https://tokens.example"


@pytest.mark.parametrize("said", [{"issuer": 7}, {"jwks_uri": None}, {f"{LTI}-platform-configuration": []}])
def test_a_configuration_that_is_none_is_refused_in_words(platform, ana_teacher, said):
    with Platform() as second:
        second.says = said
        assert second.register(signed_in(ana_teacher)).status_code == 502


def test_keys_change_and_old_ones_hold_for_a_week(platform):
    call_command("rotate_keys")
    assert Key.objects.active().count() == 2
    assert len(Client().get(reverse("lti_jwks")).json()["keys"]) == 2
    Key.objects.update(datetime_created=timezone.now() - timedelta(days=8))
    call_command("rotate_keys")
    assert Key.objects.active().count() == 1


def test_the_first_platform_makes_the_key_of_this_box(ana_teacher):
    assert not Key.objects.exists()
    with Platform() as first:
        first.register(admin_of(ana_teacher))
        assert first.tool_keys == Key.objects.as_jwks()
    assert Key.objects.active().count() == 1


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
