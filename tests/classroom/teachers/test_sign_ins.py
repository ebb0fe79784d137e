"""The browsers that a teacher is signed in in: seen on the account's page, and ended from another one."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from classroom import sign_ins
from classroom.models import BrowserSession, Student
from tests.classroom.conftest import open_lobby
from tests.conftest import PASSWORD, signed_in, words

FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
SIGN_IN = {"login": "ana@school.example", "password": PASSWORD}


@pytest.fixture
def staff_room(ana_teacher) -> Client:
    """Another browser of Ana's, in the staff room."""
    browser = Client(headers={"User-Agent": FIREFOX})
    browser.post(reverse("account_login"), SIGN_IN)
    return browser


@pytest.mark.parametrize(
    ("agent", "browser"),
    [
        (FIREFOX, "Firefox, Windows"),
        ("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/139.0 Safari/537.36", "Chrome, ChromeOS"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/139.0 Safari/537.36 Edg/139.0", "Edge, Windows"),
        ("Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) Version/17.0 Safari/604.1", "Safari, iPad"),
        ("Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/139.0 Safari/537.36", "Chrome, Linux"),
        ("curl/8", ""),
    ],
)
def test_a_browser_is_named_by_what_it_says_it_is(agent, browser):
    assert sign_ins.browser_of(agent) == browser


def test_the_account_page_lists_ones_browsers_and_no_address(ana_client, staff_room, ben_client):
    page = words(ana_client.get(reverse("account")))
    assert "Firefox, Windows" in page
    assert "in 2 browsers" in page
    assert "127.0.0.1" not in page + str(list(BrowserSession.objects.values()))


def test_one_browser_is_signed_out_from_another(ana_client, staff_room):
    assert staff_room.get(reverse("classes")).status_code == 200
    there = BrowserSession.objects.get(browser="Firefox, Windows")
    ana_client.post(reverse("account_sign_ins"), {"sign_in": there.pk})
    assert staff_room.get(reverse("classes")).status_code == 302
    assert ana_client.get(reverse("classes")).status_code == 200


def test_all_others_are_signed_out_at_once(ana_client, ana_teacher, staff_room):
    phone = signed_in(ana_teacher)
    ana_client.post(reverse("account_sign_ins"))
    assert [browser.get(reverse("classes")).status_code for browser in (phone, staff_room)] == [302, 302]
    assert BrowserSession.objects.count() == 1


def scans_a_card(browser: Client, child: Student) -> None:
    browser.get(reverse("card", args=[child.card]))


def joins(browser: Client, child: Student) -> None:
    session = open_lobby(child.classroom)
    browser.post(reverse("join_names", args=[session.code]), {"student": child.pk})


def leaves(browser: Client, _child: Student) -> None:
    browser.post(reverse("leave"))


@pytest.mark.parametrize("sits_down", [scans_a_card, joins, leaves])
def test_a_browser_stays_on_the_list_where_a_child_signs_in_or_out_there_too(
    sits_down, ana_client, staff_room, class_4b
):
    before = staff_room.cookies[settings.SESSION_COOKIE_NAME].value
    sits_down(staff_room, class_4b.students.first())
    assert staff_room.cookies[settings.SESSION_COOKIE_NAME].value != before
    assert "Firefox, Windows" in words(ana_client.get(reverse("account")))
    ana_client.post(reverse("account_sign_ins"))
    assert staff_room.get(reverse("classes")).status_code == 302


def test_nobody_ends_somebody_elses(ben_client, staff_room):
    there = BrowserSession.objects.get(browser="Firefox, Windows")
    assert ben_client.post(reverse("account_sign_ins"), {"sign_in": there.pk}).status_code == 404
    assert staff_room.get(reverse("classes")).status_code == 200


def test_a_new_password_takes_the_others_off_the_list_and_keeps_this_one(ana_client, staff_room):
    ana_client.post(reverse("account_password"), {"password": PASSWORD, "new": "eight ate nine once"})
    assert staff_room.get(reverse("classes")).status_code == 302
    assert "in 1 browser " in words(ana_client.get(reverse("account")))


def test_it_is_noted_when_a_browser_was_used_last_but_not_at_every_page(ana_client):
    before = BrowserSession.objects.get().seen_at
    ana_client.get(reverse("classes"))
    assert BrowserSession.objects.get().seen_at == before
    sign_ins._seen.clear()
    ana_client.get(reverse("classes"))
    assert BrowserSession.objects.get().seen_at > before


def test_what_has_no_session_any_more_is_forgotten(ana_client, staff_room):
    ana_client.post(reverse("account_logout"))
    sign_ins.forget_old()
    assert [row.browser for row in BrowserSession.objects.all()] == ["Firefox, Windows"]
