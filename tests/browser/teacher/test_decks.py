"""Decks, rules, posters and the score sheet fit A4 and Letter, and look well on a screen."""

import re

import pytest

from tests.browser.conftest import People
from tests.browser.driving import looks
from tests.browser.driving.people import Child

pytestmark = pytest.mark.long
SHEETS = {
    "deck.around_the_corner": 10,
    "deck.nine_to_nothing": 19,
    "rules.around_the_corner": 1,
    "rules.nine_to_nothing": 1,
    "poster.around_the_corner": 1,
    "poster.nine_to_nothing": 1,
    "scores": 1,
}
"""How many sheets each of them is, with one of backs for each deck."""
ALL = "&".join(f"sheet={name}" for name in SHEETS)


def test_everything_to_print_is_as_many_sheets_as_the_shelf_says(people: People) -> None:
    page = people(Child).page
    found = {}
    wanted = {f"sheet={name}": sheets for name, sheets in SHEETS.items()} | {ALL: sum(SHEETS.values())}
    for asked in wanted:
        page.goto(f"/print/sheets/?{asked}")
        for paper in ("A4", "Letter"):
            file = page.pdf(format=paper, print_background=True)
            found[asked, paper] = len(re.findall(rb"/Type\s*/Page\b", file))
    assert found == {(asked, paper): sheets for asked, sheets in wanted.items() for paper in ("A4", "Letter")}


def test_what_is_printed_fits_a_screen_and_axe_finds_nothing(people: People) -> None:
    page = people(Child).page
    wrong = []
    for address in (
        "/print/",
        f"/print/sheets/?{ALL}",
        "/help/games/around_the_corner/",
        "/how-to-play/nine_to_nothing/try/?step=2",
    ):
        page.goto(address)
        wrong += looks.faults(page, where=address)
    assert wrong == []


def test_what_stands_on_a_card_stays_on_it(people: People) -> None:
    page = people(Child).page
    page.goto("/print/sheets/?sheet=deck.around_the_corner&sheet=deck.nine_to_nothing")
    over = page.evaluate("""() => [...document.querySelectorAll("svg:has(rect) text")].filter((text) => {
      const card = text.closest("svg").querySelector("rect").getBoundingClientRect();
      const words = text.getBoundingClientRect();
      return words.left < card.left || words.right > card.right;
    }).map((text) => text.textContent)""")
    assert over == []
