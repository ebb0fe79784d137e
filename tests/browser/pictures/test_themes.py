"""Every page in every theme: what is chosen, or cannot be pressed, is marked by more than the colour of its letters."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.pictures.screen import THEMES, WIDTHS, Screen
from tests.browser.pictures.shown import Pictures

pytestmark = [pytest.mark.django_db, pytest.mark.long]

MARKS = (Path(__file__).parent / "marks.js").read_text()
LAPTOP = 1366
CHOOSING = ("aria-current", "checked", "disabled")
"""What the HTML of a page has where something is chosen or cannot be pressed."""


def test_what_is_chosen_looks_chosen_in_every_theme(browser: Browser, pictures: Pictures) -> None:
    screen, found = Screen(browser), dict[str, list[str]]()
    for name, shown in pictures.items():
        if shown.kind != "paper" and any(word in shown.html for word in CHOOSING):
            screen.shows(shown)
            for _width, page in screen.at_widths({LAPTOP: WIDTHS[LAPTOP]}):
                for theme in THEMES:
                    screen.in_theme(theme)
                    found[f"{name} {theme}"] = page.evaluate(MARKS)[:3]
    screen.closes()
    assert {name: faults for name, faults in found.items() if faults} == {}
