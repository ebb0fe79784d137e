"""Pull the plug in the middle of a race while children tap: nothing acknowledged is lost, and the race goes on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import TWO, People, alone
from tests.browser.driving.people import CUT_OFF, FINGER_MS, Child
from tests.browser.driving.play import somebody_plays
from tests.browser.driving.server import Server
from tests.browser.over_http.people import RACE
from tests.browser.prepared import copied

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Server]:
    """A server that may be killed."""
    with alone(copied(prepared, tmp_path_factory.mktemp("killed"))) as server:
        yield server


Race = tuple[Child, Child]


@pytest.fixture
def race(people: People) -> Race:
    _, (amir, bea) = people.in_a_race(*TWO)
    people.forgive(CUT_OFF)
    for child in (amir, bea):
        for _ in range(3):
            child.draws()
    return amir, bea


def cut_off(server: Server, *children: Child) -> None:
    """Kill the server; each page remembers the board that it shows."""
    for child in children:
        child.page.evaluate("() => { window.before = document.getElementById('board'); }")
    server.kill()


def comes_back(child: Child) -> None:
    """By itself: nobody reloads anything. The server's greeting has laid the board anew."""
    child.page.wait_for_function("() => !window.before?.isConnected")
    expect(child.page.locator("#table:not(.lost)")).to_have_count(1)
    child.has_a_line()
    expect(child.banner()).to_be_hidden()


def test_the_race_goes_on_after_every_kill_with_the_same_hands_and_the_same_top_card(
    server: Server, race: Race
) -> None:
    for _ in range(3):
        somebody_plays(*race)
        hands, top = [child.hand() for child in race], race[0].seq()
        cut_off(server, *race)
        for child in race:
            expect(child.page.locator("#table.lost")).to_have_count(1)
            for card in list(child.hand())[:1]:
                child.taps(card)
            child.page.locator("#drawbox").click()
        expect(race[0].banner()).to_contain_text("Lost the table. Your cards are safe.")
        server.start()
        for child, hand in zip(race, hands, strict=True):
            comes_back(child)
            child.sees_top(top)
            assert child.hand() == hand
    somebody_plays(*race)
    race[1].draws()


def test_a_kill_between_two_quick_taps_loses_none_that_was_shown_as_done(server: Server, race: Race) -> None:
    amir, bea = race
    for _ in range(5):
        amir.draws()
    shown = amir.hand()
    amir.page.wait_for_timeout(FINGER_MS)
    amir.page.locator("#drawbox").click()
    cut_off(server, amir, bea)
    server.start()
    comes_back(amir)
    comes_back(bea)
    assert set(shown) <= set(amir.hand())
    assert amir.cards.count() - len(shown) in (0, 1)
    somebody_plays(amir, bea)


def test_a_countdown_goes_on_where_it_was_when_the_server_is_killed_in_it(server: Server, people: People) -> None:
    _, children = people.at_a_table(*TWO)
    people.forgive(CUT_OFF)
    for child in children:
        child.is_ready()
    expect(children[0].page.locator("#over")).not_to_have_attribute("data-phase", "waiting")
    server.kill()
    server.start()
    for child in children:
        child.waits_for("playing")
        comes_back(child)
        child.draws()


def test_waiting_children_and_the_monitor_come_back_too(server: Server, people: People) -> None:
    teacher = people.with_a_class()
    code = teacher.lets_in(RACE.but(table_size="2"))
    teacher.looks_at()
    children = [people(Child), people(Child)]
    children[0].joins(code, "Amir")
    people.forgive(CUT_OFF)
    server.kill()
    server.start()
    children[1].joins(code, "Bea")
    expect(teacher.page.get_by_role("button", name="Start with 2")).to_be_visible()
    expect(children[0].page.locator("[data-banner]")).to_be_hidden()
    teacher.starts()
    for child in children:  # a page that is asked for in the moment of the kill is the browser's own: it says so itself
        child.comes_to_the_table()
    server.kill()
    server.start()
    for child in children:
        comes_back(child)
        child.is_ready()
    expect(teacher.page.locator(".tile .badge")).to_have_text("playing")
