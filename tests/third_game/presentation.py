"""How Match It is shown: by the defaults, on its one template."""

from pathlib import Path

from game.screens.contract import Presentation
from tests.third_game import rules

TEMPLATES = Path(__file__).parent / "templates"


class MatchIt(Presentation):
    """A game of which nothing but the rules and a board is known."""

    rules = rules
