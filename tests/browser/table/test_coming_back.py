"""Reload, back button, closed lids, another device: the same seat and the same hand. How long it took is printed."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import TWO, People
from tests.browser.driving.people import PHONE, Child
from tests.browser.driving.play import somebody_plays
from tests.browser.figures import FIGURES

pytestmark = pytest.mark.long

Race = tuple[Child, Child]


@contextmanager
def comes_back(child: Child) -> Iterator[None]:
    """Whatever happens in here, afterwards the child has its seat, its hand and a line as before, by itself."""
    hand, seat, top = child.hand(), _seat(child), child.seq()
    since = time.monotonic()
    yield
    child.comes_to_the_table()
    child.sees_top(top)
    expect(child.page.locator("#table:not(.lost)")).to_have_count(1)
    child.has_a_line()
    _took(since)
    assert (child.hand(), _seat(child)) == (hand, seat)


def _took(since: float) -> None:
    FIGURES.append(f"back at the table after {time.monotonic() - since:.1f} s (issue 2: at most 2)")


def _seat(child: Child) -> str | None:
    return child.page.locator("#table").get_attribute("data-seat")


@pytest.fixture(scope="module")
def race(same_people: People) -> Race:
    """Amir and Bea in the middle of a race, which goes on from test to test."""
    _, (amir, bea) = same_people.in_a_race(*TWO)
    for child in (amir, bea):
        for _ in range(3):
            child.draws()
    somebody_plays(amir, bea)
    return amir, bea


def test_a_reload_brings_the_same_seat_and_the_same_hand(race: Race) -> None:
    amir, bea = race
    with comes_back(amir):
        amir.page.reload()
    assert somebody_plays(amir, bea)


def test_the_back_button_leads_back_to_the_same_hand(race: Race) -> None:
    amir, bea = race
    with comes_back(amir):
        amir.goes("/")
        amir.page.go_back()
    assert somebody_plays(amir, bea)


def test_a_table_opened_again_from_the_history_is_not_an_old_picture_of_it(race: Race) -> None:
    amir, _ = race
    amir.draws()
    amir.goes("/join/")
    amir.page.go_back()
    amir.comes_to_the_table()
    amir.draws()
    hand = amir.hand()
    amir.page.go_forward()
    amir.follows("Go on")
    amir.comes_to_the_table()
    assert amir.hand() == hand


def test_a_closed_page_opened_again_has_the_same_seat(race: Race) -> None:
    amir, bea = race
    with comes_back(amir):
        url = amir.page.url
        amir.page.close()
        amir.page = amir.opens_a_page()
        amir.page.goto(url)
    amir.draws()
    expect(bea.page.locator(".seat.away")).to_have_count(0)


def test_a_name_is_refused_to_another_device_while_its_own_is_there_and_given_when_it_is_gone(people: People) -> None:
    teacher, (amir, bea) = people.in_a_race(*TWO)
    amir.draws()
    hand, seat = amir.hand(), _seat(amir)
    code = teacher.code
    other = people(Child, PHONE)
    other.forgives("status of 409")
    other.goes(f"/join/{code}/")
    other.taps_name("Amir")
    other.sees("Amir is here already. Is it you? Ask your teacher.")

    amir.page.close()
    expect(bea.page.locator(f"#seat-{seat}")).to_contain_text("away")
    since = time.monotonic()
    other.taps_name("Amir")
    other.comes_to_the_table()
    _took(since)
    assert (other.hand(), _seat(other)) == (hand, seat)
    other.draws()
    expect(bea.page.locator(f"#seat-{seat}")).not_to_contain_text("away")


def test_the_first_of_two_windows_of_a_seat_is_told_in_words(race: Race) -> None:
    amir, _ = race
    first, amir.page = amir.page, amir.opens_a_page()
    amir.page.goto(first.url)
    expect(first.locator("[data-banner]")).to_contain_text("Your table is open on another screen.")
    amir.draws()
    first.get_by_role("button", name="Try now").click()
    expect(first.locator("#hand button.card")).to_have_count(amir.cards.count())
    expect(amir.banner()).to_contain_text("Your table is open on another screen.")
    amir.page = first


def test_a_page_whose_line_is_silent_says_so_and_comes_back_by_itself(race: Race) -> None:
    amir, bea = race
    amir.forgives("WebSocket connection|net::ERR_")
    with comes_back(amir):
        amir.context.set_offline(True)
        amir.page.wait_for_function("() => document.getElementById('table').classList.contains('lost')")
        amir.context.set_offline(False)
    amir.context.set_offline(True)
    expect(amir.banner()).to_contain_text(re.compile("Lost the table. Your cards are safe."))
    amir.context.set_offline(False)
    expect(amir.banner()).to_be_hidden()
    expect(amir.page.get_by_role("alert")).not_to_contain_text("Lost the table")
    assert somebody_plays(amir, bea)
