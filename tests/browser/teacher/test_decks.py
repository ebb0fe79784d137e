"""Decks, posters and the score sheet fit A4 and Letter, and look well on a screen."""

import re

import pytest

from tests.browser.conftest import People
from tests.browser.driving import looks
from tests.browser.driving.people import Child

pytestmark = pytest.mark.long
SHEETS = {
    "/print/around_the_corner/deck/": 10,
    "/print/nine_to_nothing/deck/": 19,
    "/print/around_the_corner/poster/": 1,
    "/print/nine_to_nothing/poster/": 1,
    "/print/scores/": 1,
}
"""By address how many sheets it is, with one of backs for each deck."""


def test_everything_to_print_is_as_many_sheets_as_the_shelf_says(people: People) -> None:
    page = people(Child).page
    found = {}
    for address in SHEETS:
        page.goto(address)
        for paper in ("A4", "Letter"):
            file = page.pdf(format=paper, print_background=True)
            found[address, paper] = len(re.findall(rb"/Type\s*/Page\b", file))
    assert found == {(address, paper): sheets for address, sheets in SHEETS.items() for paper in ("A4", "Letter")}


def test_it_looks_well_on_a_screen(people: People) -> None:
    page = people(Child).page
    wrong = []
    for address in ("/print/", *SHEETS, "/help/games/around_the_corner/", "/how-to-play/nine_to_nothing/try/?step=2"):
        page.goto(address)
        wrong += looks.faults(page, where=address)
    assert wrong == []
