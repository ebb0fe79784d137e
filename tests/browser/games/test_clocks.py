"""What the clocks of a table show and say, while time runs only when it is told to."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Browser, Page, expect

from game.around_the_corner import screens
from game.around_the_corner.solo import SoloStanding
from game.screens.table_view import TableView
from tests.browser.drawn.test_focus import LISTENS
from tests.browser.driving.drawn import Drawn
from tests.browser.driving.drawn_views import by_turns, solo
from tests.browser.driving.people import PHONE

SLOW = """() => {
  server.answers.ping = ({ c }) => ({ t: "pong", c: c - 500, s: Date.now(), n: server.n });
  server.refuse = false;
  dispatchEvent(new Event("online"));
}"""
"""A socket is to be had again, and half a second long."""
HEARD = "() => window.heard"


@contextmanager
def standing(browser: Browser, view: TableView) -> Iterator[Drawn]:
    """The page of this table a minute after it came, with what it says from now on."""
    drawn = Drawn(browser, PHONE, view)
    clock = drawn.page.clock
    clock.install()
    drawn.opens()
    clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    clock.run_for(2000)
    drawn.page.evaluate(LISTENS)
    yield drawn
    drawn.leaves()


def now(page: Page) -> int:
    return int(page.evaluate("() => Date.now()"))


def running(started_at: int, frame: int) -> TableView:
    view = solo()
    assert isinstance(view.extra, SoloStanding)
    return view._replace(extra=replace(view.extra, started_at=started_at, frame=frame))


def test_a_clock_says_its_moments_once_and_none_that_is_past(browser: Browser) -> None:
    half, last30, last10 = "Half of the time is over.", "30 seconds left.", "10 seconds left."
    with standing(browser, solo()) as drawn:
        page = drawn.page
        drawn.pushes(screens.clock(running(now(page), 80_000)))
        page.clock.run_for(75_000)
        assert page.evaluate(HEARD) == [half, last30, last10]
        expect(page.locator("[data-time]")).to_have_text("1:15")
        assert page.locator("#clock progress").evaluate("bar => bar.value") >= 74_000
        drawn.pushes(screens.clock(running(now(page) - 45_000, 60_000)))
        page.clock.run_for(10_000)
        assert page.evaluate(HEARD) == [half, last30, last10, last10]


def test_the_clock_of_a_turn_says_once_that_little_is_left_and_whose_turn_it_is(browser: Browser) -> None:
    view = by_turns(2, turn_clock=30_000)
    with standing(browser, view) as drawn:
        page = drawn.page
        drawn.pushes(screens.board(view._replace(phase="countdown", go_at=1, n=58)))
        drawn.pushes(screens.board(view._replace(n=59)))
        expect(page.locator("#says")).to_have_text("")  # whose turn it is stands there instead of GO
        page.clock.run_for(1000)
        page.evaluate("() => { heard.length = 0; }")
        turn = screens.turn(view._replace(view=view.view._replace(turn_ends=now(page) + 15_000)))
        for seconds in (3, 8):
            drawn.pushes(turn)
            page.clock.run_for(1000 * seconds)
        expect(page.locator("#turn.short")).to_have_count(1)
        assert page.evaluate(HEARD) == ["10 s"]


def test_a_line_that_stays_lost_says_what_to_do_and_takes_it_back(browser: Browser) -> None:
    with standing(browser, by_turns()) as drawn:
        page, root = drawn.page, drawn.page.locator("#table")
        banner, alert = page.locator("[data-banner-text]"), page.locator("#alert")
        page.route("**/board/**", lambda _route: None)
        page.evaluate("() => { server.refuse = true; server.close(1006); }")
        for ms, words in ((1400, ""), (200, "data-lost"), (18_500, "data-lost-long")):
            page.clock.run_for(ms)
            expect(banner).to_have_text(words and root.get_attribute(words) or "")
        expect(alert).to_have_text(root.get_attribute("data-lost-long") or "")
        page.evaluate(SLOW)
        page.clock.run_for(100)
        expect(page.locator("[data-banner]")).to_be_hidden()
        expect(alert).to_be_empty()
        expect(page.locator("#net")).to_have_attribute("data-net", "slow")
