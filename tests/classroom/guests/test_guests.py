"""A guest plays one round against computers: at its own table only, counted nowhere, forgotten within the hour."""

from datetime import timedelta

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.conf import settings
from django.template.loader import render_to_string
from django.test import AsyncClient, Client
from django.urls import reverse
from django.utils import timezone

from classroom.guests import rounds
from classroom.models import GuestTable
from game.live import registry
from game.models import Event, Evidence, Round, Seat, Table
from game.projection import project
from tests.classroom.reports.test_replay import play

pytestmark = pytest.mark.django_db(transaction=True)
PLAY = reverse("play")
ROWS = (Table, Seat, Round, Event, GuestTable)


@pytest.fixture
def guest() -> Client:
    return Client(HTTP_ACCEPT_LANGUAGE="is")


def begins(browser: Client) -> Table:
    """Press the button and return the table that the browser is led to."""
    table_page = browser.post(PLAY).headers["Location"]
    return Table.objects.get(code=table_page.split("/")[2])


def page_of(table: Table) -> str:
    return reverse("table", args=[table.code])


def test_one_press_leads_to_a_table_of_the_younger_deck_in_the_readers_language(guest):
    table = begins(guest)
    page = guest.get(page_of(table)).content.decode()
    assert 'lang="is"' in page
    assert "Kolkrabbi" in page
    assert (table.options["highest"], [seat.computer for seat in table.seats.all()]) == (
        5,
        ["", "gentle", "gentle", "gentle"],
    )


def test_the_next_round_has_the_whole_deck_and_ends_the_one_before(guest):
    first, second = begins(guest), begins(guest)
    first.refresh_from_db()
    assert (first.closed_at is None, second.options["highest"]) == (False, 10)
    assert guest.get(page_of(first)).status_code == 404


def test_a_guest_is_let_in_nowhere_else_and_nobody_else_at_its_table(guest, bea_client, ana_client, their_table):
    table = begins(guest)
    assert guest.get(page_of(their_table)).status_code == 404
    assert guest.get(reverse("classes")).status_code == 302
    assert guest.get(reverse("practice")).status_code != 200
    for other in (Client(), bea_client, ana_client):
        assert other.get(page_of(table)).status_code == 404


@pytest.mark.parametrize("cookie", ["-1", "-1:1t0000:forged", "1"])
def test_a_cookie_that_we_did_not_sign_opens_nothing(guest, cookie):
    table = begins(guest)
    guest.cookies[settings.GUEST_COOKIE_NAME] = cookie
    assert guest.get(page_of(table)).status_code == 404


def test_the_cookie_of_a_guest_is_too_old_once_its_round_is_forgotten(guest):
    table = begins(guest)
    with time_machine.travel(timezone.now() + rounds.LIFETIME + timedelta(seconds=2)):
        assert guest.get(page_of(table)).status_code == 404


async def test_a_stranger_without_a_session_plays_no_guests_cards(socket_of):
    """A guest has no session either: its open socket is not to be known by that."""
    browser = AsyncClient()
    address = (await browser.post(PLAY)).headers["Location"]
    await socket_of(browser, f"/ws{address}").opens()
    move = {"t": "ready", "aid": "page-1"}
    assert (await AsyncClient().post(f"{address}move/", move)).status_code == 404
    assert (await browser.post(f"{address}move/", move)).status_code == 302
    stranger = socket_of(AsyncClient(), f"/ws{address}")
    assert await stranger.connects()
    assert await stranger.closing() == 4401


def test_a_signed_in_teacher_tries_a_round_as_a_guest(ana_client):
    """The page of a table is drawn on the event loop, where asking for the account would be a query."""
    table = begins(ana_client)
    page = ana_client.get(page_of(table))
    assert (page.status_code, "Ms Ana" in page.content.decode()) == (200, False)


def test_a_child_in_a_lesson_plays_with_its_class(bea_client, lesson):
    assert bea_client.post(PLAY).url == reverse("waiting")
    assert not GuestTable.objects.exists()


def play_to_the_end(table: Table) -> Round:
    played = table.rounds.get()
    play(played)
    Round.objects.update(finished_at=timezone.now())
    return played


def test_after_the_round_it_says_so_offers_one_more_and_nothing_of_it_is_evidence(guest):
    table = begins(guest)
    played = play_to_the_end(table)
    assert project.project(played.pk) == 0
    assert not any(kind.objects.exists() for kind in Evidence.kinds())
    page = guest.get(page_of(table)).content.decode()
    assert "Þetta var ein umferð." in page
    assert reverse("my_page") not in page
    assert 'class="grown"' in page


def test_a_guest_without_a_run_is_shown_no_empty_panel():
    assert 'class="grown"' not in render_to_string("game/over/_own_round.html", {"guest": True, "number": ""})


async def test_nothing_of_a_guest_is_left_within_the_hour():
    browser = AsyncClient()
    address = (await browser.post(PLAY)).headers["Location"]
    await browser.post(f"{address}move/", {"t": "ready", "aid": "page-1"})
    (held,) = registry.held()
    later = timezone.now() + timedelta(minutes=31)
    assert later < timezone.now() + timedelta(hours=1)
    await rounds.look_after()
    assert registry.held() == [held]
    with time_machine.travel(later):
        await rounds.look_after()
    assert (registry.held(), held.is_left) == ([], True)
    assert not await sync_to_async(lambda: any(rows.objects.exists() for rows in ROWS))()


def test_where_all_tables_are_taken_the_next_guest_is_told_so_until_one_is_free(guest, monkeypatch):
    monkeypatch.setattr(rounds, "MOST", 2)
    tables = [begins(Client()), begins(Client())]
    refused = guest.post(PLAY)
    assert (refused.status_code, refused.headers["Retry-After"], Table.objects.count()) == (503, "60", 2)
    assert "Öll borð eru upptekin" in refused.content.decode()
    Round.objects.filter(table=tables[0]).update(finished_at=timezone.now())
    assert guest.post(PLAY).status_code == 302


def test_a_school_may_switch_it_off(client, settings):
    assert PLAY in client.get(reverse("home")).content.decode()
    settings.GUESTS = False
    assert PLAY not in client.get(reverse("home")).content.decode()
    assert client.post(PLAY).status_code == 404
