"""Nothing at the seats of a table is off the screen, with long names and last cards; counters can be counted."""

from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize

from game.rules.picture_ladder import ALWAYS
from game.screens.table_view import TableView
from tests.browser.drawn.tables import NINE, Opens
from tests.browser.driving.drawn_views import NAMES, by_turns, corner, nine, one_left
from tests.browser.driving.people import LAPTOP, PHONE

pytestmark = pytest.mark.long

ANDROID: ViewportSize = {"width": 360, "height": 640}
IPAD: ViewportSize = {"width": 768, "height": 1024}
LOW: ViewportSize = {"width": 1024, "height": 600}
LONG = ("Anna-Lísa-Lyngbø", "Þorgerður Katrín", "Maximiliane-Sophie", "Guðmundur Ingi")


def last_cards(seat: int) -> TableView:
    """Four players, each with one card left."""
    view = corner(4, 1, seat).view
    seats = tuple(each._replace(left=1) for each in view.seats)
    return corner(4, 1, seat)._replace(view=view._replace(seats=seats))


AT_SEATS: dict[str, Callable[[], TableView]] = {
    "one card left": lambda: last_cards(0),
    "one card left, seen from the last seat": lambda: last_cards(3),
    "three": one_left,
    "long names": lambda: corner(4, 6, names=LONG),
    "long names of two": lambda: corner(2, 6, names=LONG[:2]),
    "long names by turns": lambda: by_turns(4)._replace(names=LONG),
}


@pytest.mark.parametrize("screen", [LOW, LAPTOP], ids=lambda screen: f"{screen['height']}")
def test_against_the_sun_the_name_of_who_sits_opposite_lies_above_the_piles(opens: Opens, screen: ViewportSize) -> None:
    page = opens(corner(4, 6, options={"mode": "sun"}), screen).page
    ends = page.locator(".seat .name").evaluate_all(_BOTTOMS)
    assert sorted(ends)[0] <= page.locator("#drawbox").evaluate("pile => pile.getBoundingClientRect().top")


_BOTTOMS = "names => names.map(name => name.getBoundingClientRect().bottom)"


@pytest.mark.parametrize("seats", AT_SEATS)
def test_names_and_counts_of_seats_stand_on_the_screen(opens: Opens, seats: str) -> None:
    for screen, page in opens(AT_SEATS[seats]()).at(PHONE, IPAD, {"width": 834, "height": 1194}, LAPTOP):
        assert page.locator(".seat :is(.name, .left)").evaluate_all(_OFF) == [], screen


_OFF = """parts => parts.map(part => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return [part.textContent, part.getBoundingClientRect(), range.getBoundingClientRect()];
  }).filter(([, box, text]) => box.left < 0 || box.right > innerWidth || text.left < box.left - 1)
  .map(([text, box]) => `${text}: ${box.left} to ${box.right} of ${innerWidth}`)"""


LEAST_DOT = 6
"""CSS px: what a child can count."""


def test_the_counters_on_a_low_card_can_be_counted(opens: Opens) -> None:
    page = opens(corner()._replace(options={"own": {"0": {"pictures": ALWAYS}}}), ANDROID).page
    frames = page.locator("#hand .ten").evaluate_all(
        "all => all.map(ten => Math.max(ten.clientWidth, ten.clientHeight))"
    )
    assert frames
    assert min(frames) * 9 / 62 >= LEAST_DOT


LEAST_AT_SEATS = 16
"""CSS px, on a laptop."""


def test_the_seats_of_nine_to_nothing_can_be_read_across_a_table(opens: Opens) -> None:
    view = nine(4, checking="classmates")._replace(names=NAMES, away=frozenset({1}), computer=frozenset({2}))
    page = opens(view, LAPTOP, NINE).page
    sizes = page.locator(".climber :is(.name, .mark, .counts)").evaluate_all(
        "parts => parts.map(part => [part.textContent.trim(), parseFloat(getComputedStyle(part).fontSize)])"
    )
    assert [(text, size) for text, size in sizes if size < LEAST_AT_SEATS] == []


def test_with_a_devices_own_colours_only_the_seat_whose_turn_it_is_has_an_edge(opens: Opens) -> None:
    """A border of no colour is drawn there as text is, through the names; a button's picture is not drawn at all."""
    page = opens(by_turns(3), PHONE, forced_colors="active").page
    edges = page.locator(".seat").evaluate_all("seats => seats.map(seat => getComputedStyle(seat).borderTopColor)")
    canvas = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    assert [edge == canvas for edge in edges].count(False) == 1
    assert page.locator("#sort").evaluate("sort => getComputedStyle(sort, '::before').display") == "none"
