"""A school firewall that lets no socket through: the page asks once a second and posts what was tapped."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import People
from tests.browser.driving.drawn import Drawn
from tests.browser.driving.drawn_views import by_turns, corner
from tests.browser.driving.fake_server import Table
from tests.browser.driving.people import LAPTOP, PHONE, Child
from tests.browser.driving.play import somebody_misfits, somebody_plays
from tests.browser.over_http.people import RACE

SILENT = 4
"""After so many questions, one a second, a child who was not heard meanwhile would count as away."""
BOARD, MOVE = "**/board/**", "**/move/**"
HTMX = re.compile(r"/htmx\b[^/]*\.js")
NO_SOCKET = "() => { server.refuse = true; server.close(1006); }"
SOCKETS_OF_200_MS = """() => {
  server.refuse = false;
  server.answers.ping = ({ c }) => ({ t: "pong", c: c - 200, s: Date.now(), n: server.n });
}"""
NOTES_ALERTS = """() => {
  window.alerts = [];
  const alert = document.getElementById("alert");
  new MutationObserver(() => alerts.push(alert.textContent)).observe(alert, { childList: true });
}"""
ONE_AFTER_ANOTHER = 900
"""Fewer ms than a page waits between two questions."""


class Walled(Child):
    """A child behind the firewall. Nothing of the fallback is the test's: sockets simply never open."""

    falls = "setTimeout(() => this.onclose?.({ code: 1006 })); tried.push(performance.now())"

    def opens_a_page(self):
        page = super().opens_a_page()
        page.add_init_script(
            "window.tried = []; window.WebSocket = class { static OPEN = 1; readyState = 3;"
            f" constructor() {{ {self.falls}; }} close() {{}} send() {{}} }};"
        )
        return page


class Swallowed(Walled):
    """A child behind a firewall that answers nothing, as a server does that stands still."""

    falls = ""


@pytest.fixture(scope="module")
def race(same_people: People) -> list[Walled]:
    """Both sit behind the wall, also in the waiting room and at the countdown."""
    teacher = same_people.with_a_class()
    children = same_people.come_in(teacher.lets_in(RACE.but(table_size="2")), (Walled, LAPTOP), (Walled, PHONE))
    for child in children:
        child.goes("/waiting/")
    teacher.by_http.starts()
    same_people.go_to_their_tables(children)
    same_people.hear_go(children)
    return children


def test_the_way_from_the_waiting_room_to_go_works_by_asking(race: list[Walled]) -> None:
    for child in race:
        assert child.phase == "playing"
        expect(child.page.locator("#net")).to_have_attribute("data-net", "slow")
        expect(child.banner()).to_be_hidden()
        assert child.page.evaluate(TRIED_BEFORE_ASKING) == 1


TRIED_BEFORE_ASKING = """() => {
  const asks = performance.getEntriesByType("resource").find(({ name }) => name.includes("/board/"));
  return tried.filter((at) => at < asks.startTime).length;
}"""
"""How many sockets the page had tried when it asked for the first time."""


def test_a_play_is_on_the_other_screens_with_the_next_answer(race: list[Walled]) -> None:
    for child in race:
        child.draws()
    other = race[1]
    news: list[str] = []
    other.page.on("response", lambda answer: news.append(answer.url) if answer.status == 200 else None)
    player = somebody_plays(race[0])
    other.sees_top(player.seq())
    assert any("/board/" in url for url in news)
    expect(other.page.locator("#top .said")).to_contain_text(f"{player.name} played")


def test_a_wrong_card_is_answered_in_words_and_comes_back(race: list[Walled]) -> None:
    child = race[1]
    child.sees_top(race[0].seq())
    _, card = somebody_misfits(child)
    child.taps(card)
    child.is_told(re.compile(r"\d+ does not fit on \d+ ±[123]\."))
    expect(child.page.locator(f"#{card}")).to_be_visible()
    expect(child.page.locator("#table.locked")).to_have_count(0)


def test_nobody_behind_the_wall_counts_as_away(race: list[Walled]) -> None:
    for _ in range(SILENT):
        with race[0].page.expect_response(BOARD):
            pass
    for child in race:
        expect(child.page.locator(".seat.away")).to_have_count(0)


@pytest.mark.parametrize("without", [Walled, Swallowed])
def test_one_with_and_one_without_a_socket_play_together(people: People, without: type[Walled]) -> None:
    _, (near, far) = people.in_a_race((Child, PHONE), (without, LAPTOP))
    for player in (near, far):
        played = somebody_plays(player)
        for child in (near, far):
            child.sees_top(played.seq())
            child.looks()


@pytest.fixture
def table(child: Child) -> Iterator[Table]:
    table = Table(child, PHONE)
    yield table
    table.leaves()


def asks(table: Table) -> None:
    """Let no socket open any more: after two failures the page asks."""
    with table.page.expect_request(BOARD):
        table.page.evaluate(NO_SOCKET)


def has_a_socket_again(table: Table) -> None:
    """As soon as the device says that it is online, not only at the next try of its own."""
    assert table.page.evaluate(ONLINE) == 1
    table.page.wait_for_function("() => server.opened")


ONLINE = """() => {
  Object.assign(server, { opened: 0, tried: 0, refuse: false });
  dispatchEvent(new Event("online"));
  return server.tried;
}"""


def test_a_page_whose_socket_comes_back_and_goes_again_asks_no_more_often(table: Table) -> None:
    asks(table)
    has_a_socket_again(table)
    asks(table)
    table.page.evaluate("() => performance.clearResourceTimings()")
    times = table.page.wait_for_function(FOUR_TIMES).json_value()
    assert min(later - earlier for earlier, later in pairwise(times)) > ONE_AFTER_ANOTHER


FOUR_TIMES = """() => {
  const asked = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/board/"));
  return asked.length >= 4 && asked.map(({ startTime }) => startTime);
}"""
"""When the page has asked, by its own clock: a busy machine may tell of it too late."""


def test_a_question_that_fails_once_a_socket_is_back_does_not_count(table: Table) -> None:
    table.person.forgives("net::ERR_FAILED")
    asked: list[Route] = []
    table.page.route(BOARD, lambda route: asked.append(route))
    asks(table)
    has_a_socket_again(table)
    expect(table.page.locator("#table")).not_to_have_class(re.compile("lost"))
    with table.page.expect_event("requestfailed"):
        asked[0].abort()
    table.page.evaluate("() => new Promise(done => setTimeout(done))")
    assert table.page.locator("#net").get_attribute("data-net") != "off"


def test_a_page_whose_questions_and_moves_are_refused_is_loaded_again(browser: Browser) -> None:
    """Its table is over, or its device is another child's by now: the page that comes says so."""
    drawn = Drawn(browser, PHONE, corner())
    page = drawn.opens()
    page.route(BOARD, lambda route: route.fulfill(status=404))
    with page.expect_event("domcontentloaded"):
        page.evaluate(NO_SOCKET)
    page.unroute(BOARD)
    page.wait_for_function("() => server.opened")
    page.evaluate(NO_SOCKET)
    expect(page.locator("#net")).to_have_attribute("data-net", "slow")
    _is_loaded_again_at_a_refused_move(page)
    drawn.leaves()


def test_a_move_whose_script_does_not_come_is_not_sent_and_the_next_one_fetches_it(browser: Browser) -> None:
    drawn = Drawn(browser, PHONE, by_turns(3))
    page = drawn.opens()
    page.route(HTMX, lambda route: route.abort())
    page.locator("#s1 .card").click()
    expect(page.locator("#says")).to_have_text(str(page.locator("[data-live]").get_attribute("data-unsent")))
    page.unroute(HTMX)
    _is_loaded_again_at_a_refused_move(page)
    drawn.leaves()


def _is_loaded_again_at_a_refused_move(page: Page) -> None:
    page.route(MOVE, lambda route: route.fulfill(status=403))
    with page.expect_event("domcontentloaded"):
        page.locator("#s0 .card").click()


def test_a_page_that_nothing_reaches_says_so_once_and_has_a_socket_soon_after_an_answer(
    browser: Browser,
) -> None:
    drawn = Drawn(browser, PHONE, corner())
    page, clock, speed = drawn.page, drawn.page.clock, drawn.page.locator("#net")
    clock.install()
    drawn.opens()
    lost = page.locator("[data-live]").evaluate("({ dataset }) => [dataset.lost, dataset.lostLong]")
    page.route(BOARD, lambda route: route.fulfill(status=503))
    page.evaluate(NOTES_ALERTS)
    clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    page.evaluate(NO_SOCKET)
    for _ in range(25):
        clock.run_for(1000)
    expect(page.locator("[data-banner-text]")).to_have_text(lost[1])
    assert page.evaluate("() => alerts") == lost
    page.unroute(BOARD)
    page.evaluate(SOCKETS_OF_200_MS)
    clock.run_for(2500)
    expect(speed).to_have_attribute("data-net", "slow")
    clock.run_for(1000)
    expect(speed).to_have_attribute("data-net", "ok")
    drawn.leaves()
