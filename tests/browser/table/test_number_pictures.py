"""Number pictures on the cards of one child: they cover nothing, keep cards big, and come when the ladder says so.

No server: the pages are drawn as the server draws them (drawn.py).
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect

from game import catalogue
from game.around_the_corner import screens
from game.rules.picture_ladder import ALWAYS, ASKED, SOON
from game.screens.contract import Presentation
from game.screens.table_view import TableView
from tests.browser.drawn.conftest import opens, windows
from tests.browser.drawn.tables import Opens
from tests.browser.driving.drawn_views import by_turns, corner, nine, solo
from tests.browser.driving.looks import faults
from tests.browser.driving.people import LAPTOP, PHONE

__all__ = ["opens", "windows"]

pytestmark = pytest.mark.long

SMALL: ViewportSize = {"width": 320, "height": 568}
PHONE_390: ViewportSize = {"width": 390, "height": 844}
LEAST_CARD, LEAST_TARGET, LEAST_COUNTER = 44, 48, 6
"""CSS px."""
CORNER, NINE = catalogue.of("around_the_corner"), catalogue.of("nine_to_nothing")
TABLES: dict[str, tuple[Callable[[], TableView], Presentation]] = {
    "a full race": (lambda: corner(draw=36), CORNER),
    "race": (corner, CORNER),
    "solo": (solo, CORNER),
    "turns": (lambda: by_turns(3), CORNER),
    "nine": (lambda: nine(turns=0), NINE),
}
APART = """() => [...document.querySelectorAll("#hand .card:has(.ten), .pile .card:has(.ten)")].map(card => {
  const text = document.createRange(); text.selectNodeContents(card.querySelector(".n"));
  const [digit, ten, whole] = [text, card.querySelector(".ten"), card].map(part => part.getBoundingClientRect());
  const over = Math.min(digit.right, ten.right) - Math.max(digit.left, ten.left) > 1 &&
    Math.min(digit.bottom, ten.bottom) - Math.max(digit.top + .22 * digit.height, ten.top) > .22 * digit.height;
  const out = ten.left < whole.left - 1 || ten.right > whole.right + 1 || ten.bottom > whole.bottom + 1;
  return { over, out, wide: ten.width, least: Math.min(whole.width, whole.height) };
})"""

COUNTERS = """() => {
  const { width, height } = document.querySelector("symbol[id^=t] circle").closest("symbol").viewBox.baseVal;
  const radius = document.querySelector("symbol[id^=t] circle").r.baseVal.value;
  return [...document.querySelectorAll("#hand .ten")].map(ten => 2 * radius *
    Math.min(ten.clientWidth / width, ten.clientHeight / height));
}"""
"""How wide the counters of each card in the hand are."""


def pictured(view: TableView, rung: int) -> TableView:
    return view._replace(options={**view.options, "own": {f"{view.seat}": {"pictures": rung}}})


@pytest.mark.parametrize("table", TABLES)
def test_counters_cover_no_digit_and_every_card_stays_big(opens: Opens, table: str) -> None:
    view, shown = TABLES[table]
    drawn = opens(pictured(view(), ALWAYS), SMALL, shown)
    for screen, page in drawn.at(SMALL, LAPTOP):
        cards = page.evaluate(APART)
        assert len(cards) >= 5, screen
        assert [card for card in cards if card["over"] or card["out"]] == [], screen
        assert min(card["least"] for card in cards) >= LEAST_CARD - 0.05, screen
        assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") == 0, screen
    assert faults(drawn.page) == []


@pytest.mark.parametrize("table", ["a full race", "turns", "nine"])
def test_counters_are_big_enough_to_be_counted_in_the_fullest_hand(opens: Opens, table: str) -> None:
    view, shown = TABLES[table]
    for screen, page in opens(pictured(view(), ALWAYS), SMALL, shown).at(SMALL, PHONE, PHONE_390, LAPTOP):
        assert min(page.evaluate(COUNTERS)) >= LEAST_COUNTER, screen


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_after_three_seconds_the_counters_come_and_a_new_top_card_hides_them_again(opens: Opens, motion: str) -> None:
    view = pictured(corner(), SOON)
    page = opens(view, SMALL, reduced_motion=motion).page
    frame = page.locator("#hand .ten").first
    expect(frame).to_be_visible()
    clock = page.context.new_cdp_session(page)
    clock.send("Animation.setPlaybackRate", {"playbackRate": 0})
    page.evaluate("html => window.server.push(html)", screens.played(view._replace(view=view.view._replace(top=2)), 1))
    expect(frame).to_be_hidden()
    clock.send("Animation.setPlaybackRate", {"playbackRate": 1})
    expect(frame).to_be_visible()


@pytest.mark.parametrize("table", TABLES)
def test_the_button_that_shows_them_is_big_and_covers_nothing(opens: Opens, table: str) -> None:
    view, shown = TABLES[table]
    page = opens(pictured(view(), ASKED), SMALL, shown).page
    button = page.get_by_role("button", name="Show the counters")
    button.click(trial=True)
    box = button.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= LEAST_TARGET
    assert page.evaluate("() => document.documentElement.scrollWidth") == SMALL["width"]


def test_on_request_a_button_shows_the_counters(opens: Opens) -> None:
    view = pictured(corner(), ASKED)
    drawn = opens(view, SMALL)
    page = drawn.page
    frame = page.locator("#hand .ten").first
    expect(frame).to_be_hidden()
    drawn.answers_moves({"t": "ok", "html": screens.pictured(view._replace(pictured=True))})
    page.get_by_role("button", name="Show the counters").click()
    expect(frame).to_be_visible()
    expect(page.get_by_role("button", name="Show the counters")).to_have_count(0)
