"""Learning platforms register themselves by a link, with our keys and theirs."""

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from lti_tool.models import Key, LtiRegistration

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


@pytest.mark.parametrize("said", [{"issuer": 7}, {"jwks_uri": None}, {f"{LTI}-platform-configuration": []}])
def test_a_configuration_that_is_none_is_refused_in_words(platform, ana_teacher, said):
    with Platform() as second:
        second.says = said
        assert second.register(signed_in(ana_teacher)).status_code == 502


def test_keys_change_and_old_ones_hold_for_a_week(platform):
    call_command("rotate_keys")
    assert Key.objects.active().count() == 2
    assert len(Client().get(reverse("lti_jwks")).json()["keys"]) == 2


def test_the_first_platform_makes_the_key_of_this_box(ana_teacher):
    assert not Key.objects.exists()
    with Platform() as first:
        first.register(admin_of(ana_teacher))
        assert first.tool_keys == Key.objects.as_jwks()
    assert Key.objects.active().count() == 1
