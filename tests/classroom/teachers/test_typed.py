"""What was typed while the sign-in had ended comes back after the next one."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests.conftest import words

NAMES = "Amir O.\nZoë\nÞóra"


def sign_in(browser: Client, login: str, then: str = "") -> str:
    form = {"login": login, "password": "seven ate nine", "next": then}
    return str(browser.post(reverse("account_login"), form)["Location"])


@pytest.fixture
def her_browser(ana_teacher) -> Client:
    browser = Client()
    sign_in(browser, "ana@school.example")
    return browser


def paste(browser: Client, classroom) -> str:
    """Paste names into a class and return where the answer leads."""
    return str(browser.post(reverse("roster", args=[classroom.pk]), {"text": NAMES, "step": "check"})["Location"])


def test_names_pasted_after_a_sign_out_are_sent_with_one_press_after_signing_in(her_browser, class_4b):
    her_browser.post(reverse("account_logout"))
    to_sign_in = paste(her_browser, class_4b)
    assert sign_in(her_browser, "ana@school.example", reverse("typed")) == reverse("typed") in unescape(to_sign_in)
    page = her_browser.get(reverse("typed"))
    assert "Þóra" in words(page)
    sent = dict(re.findall(r'type="hidden" name="(text|step)" value="([^"]*)"', page.content.decode()))
    assert unescape(sent["text"]) == NAMES
    assert f'action="{reverse("roster", args=[class_4b.pk])}"' in page.content.decode()
    assert "Þóra" in words(her_browser.post(reverse("roster", args=[class_4b.pk]), sent, follow=True))


def test_a_colleague_at_the_same_computer_is_not_shown_what_was_typed(her_browser, class_4b, ben_teacher):
    her_browser.post(reverse("account_logout"))
    paste(her_browser, class_4b)
    assert sign_in(her_browser, "ben@school.example", reverse("typed")) == reverse("typed")
    assert her_browser.get(reverse("typed")).url == reverse("home")


def test_nothing_is_kept_of_what_a_strange_browser_sends(class_4b):
    stranger = Client()
    assert reverse("roster", args=[class_4b.pk]) in paste(stranger, class_4b)
    assert not stranger.session.keys()


def test_a_form_that_is_older_than_the_sign_in_can_be_sent_again_from_the_refusal(ana_teacher, class_4b):
    browser = Client(enforce_csrf_checks=True, headers={"Origin": "http://testserver"})
    refused = browser.post(reverse("roster", args=[class_4b.pk]), {"text": NAMES, "csrfmiddlewaretoken": "x" * 64})
    assert refused.status_code == 403
    sent = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', refused.content.decode())
    assert ("text", NAMES) in [(name, unescape(value)) for name, value in sent]
    assert [value for name, value in sent if name == "csrfmiddlewaretoken"] not in ([], ["x" * 64])


def test_a_form_of_another_site_is_refused_without_a_button_that_sends_it(ana_teacher, class_4b):
    browser = Client(enforce_csrf_checks=True, headers={"Origin": "http://evil.example"})
    refused = browser.post(reverse("roster", args=[class_4b.pk]), {"text": NAMES})
    assert (refused.status_code, "Þóra" in refused.content.decode()) == (403, False)
