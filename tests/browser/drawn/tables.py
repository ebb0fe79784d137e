"""The tables that these tests open, and the screens on which."""

from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize

from game import catalogue
from game.screens.contract import Presentation
from game.screens.table_view import TableView
from tests.browser.driving.drawn import Drawn
from tests.browser.driving.drawn_views import by_turns, corner, nine, solo
from tests.browser.driving.people import LAPTOP, PHONE

ZOOMED: ViewportSize = {"width": 320, "height": 256}
"""1280 x 1024 at 400 % (WCAG 1.4.10)."""
SMALL: ViewportSize = {"width": 320, "height": 568}
LOW: ViewportSize = {"width": 640, "height": 300}
LEAST_CARD = 44
"""CSS px."""

CORNER, NINE = catalogue.of("around_the_corner"), catalogue.of("nine_to_nothing")
Opens = Callable[..., Drawn]

KINDS: dict[str, tuple[Callable[[], TableView], Presentation]] = {
    "race": (corner, CORNER),
    "a full race": (lambda: corner(draw=36), CORNER),
    "race with sums": (lambda: corner(3, options={"hints": True}), CORNER),
    "solo": (solo, CORNER),
    "sun": (lambda: corner(4, options={"mode": "sun"}), CORNER),
    "turns": (lambda: by_turns(3), CORNER),
    "turns with a clock": (lambda: by_turns(4, turn_clock=30_000), CORNER),
    "nine": (nine, NINE),
    "nine of four": (lambda: nine(4, checking="classmates"), NINE),
}
ALL = pytest.mark.parametrize("kind", KINDS)
SCREENS: list[ViewportSize] = [SMALL, PHONE, LOW, {"width": 768, "height": 954}, LAPTOP]
EVERY_SCREEN = pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: str(screen["width"]))
