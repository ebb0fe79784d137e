"""A monitor on which nothing moves but numbers: a tile is as high after its round as in it."""

import pytest
from django.utils import translation
from django.utils.translation import gettext

from classroom.live.monitor.seat_tiles import SeatTile
from classroom.live.monitor.tiles import TableTile, tile_html
from game.nine_to_nothing import words
from game.screens.contract import SmallCard
from tests.browser.pictures.screen import Screen
from tests.browser.pictures.shown import Pictures

pytestmark = [pytest.mark.django_db, pytest.mark.long]

FULL = 4
TABLES = 7
STATES = "waiting", "playing", "finished"
HIGH = """([html, many]) => {
  const tiles = document.querySelector(".tiles");
  tiles.innerHTML = html.repeat(many);
  return Math.round(tiles.lastElementChild.getBoundingClientRect().bottom - tiles.getBoundingClientRect().top);
}"""
"""How far down the last of so many of these tiles ends."""


LINES = """([html, many]) => {
  document.querySelector(".tiles").innerHTML = html.repeat(many);
  return [...document.querySelectorAll(".who a, .net > span")].map(part => {
    const words = document.createRange();
    words.selectNodeContents(part);
    return new Set([...words.getClientRects()].map(line => Math.round(line.top))).size;
  });
}"""
"""On how many lines each name stands, and how good each connection is."""
FEW = 3


def tile(badge: str, **changed: object) -> str:
    seat = {
        "student": 7, "character": "fox", "colour": "teal", "net": "", "standing": "5", "held": 50, "away": None,
        "ready": True, "computer": False, "reason": "", "turn": False, "place": None, "left": 5,
        **changed,
    }  # fmt: skip
    seats = tuple(SeatTile(number=number, name="Amir", **seat) for number in range(FULL))  # type: ignore[arg-type]
    card = SmallCard("7", "±1", 1) if badge == "playing" else None
    return tile_html(TableTile(1, "ABC", 1, 1, badge, 0, "", card, None, False, seats))


@pytest.mark.parametrize("language", ["en", "is", "es"])
def test_a_tile_is_as_high_before_and_after_its_round_as_in_it(
    screen: Screen, pictures: Pictures, language: str
) -> None:
    screen.shows(pictures["teacher-playing-monitor"])
    with translation.override(language):
        tiles = {badge: tile(badge) for badge in STATES}
    found = {
        width: {page.evaluate(HIGH, [html, TABLES]) for html in tiles.values()}
        for width, page in screen.at_widths({390: 844, 1366: 768})
    }
    assert {width: high for width, high in found.items() if len(high) > 1} == {}


@pytest.mark.parametrize("many", [FEW, TABLES])
@pytest.mark.parametrize("language", ["en", "is", "es"])
def test_on_a_phone_no_word_beside_a_standing_in_words_is_broken(
    screen: Screen, pictures: Pictures, language: str, many: int
) -> None:
    screen.shows(pictures["teacher-playing-monitor"])
    with translation.override(language):
        said = gettext("at %(target)s · %(points)s") % {"target": 9, "points": words.points(12)}
        html = tile("playing", net="slow", left=None, held=None, standing=said)
    for _width, page in screen.at_widths({320: 568, 390: 844}):
        assert max(page.evaluate(LINES, [html, many])) <= 2
