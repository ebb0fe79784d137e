"""The catalogue of how games are shown at a table, by the names that the rules give them."""

from collections.abc import Mapping

from game.around_the_corner import presentation
from game.nine_to_nothing import presentation as nine_shown
from game.rules import around_the_corner, nine_to_nothing
from game.screens.contract import Showing

SHOWN: Mapping[str, Showing] = {around_the_corner.NAME: presentation, nine_to_nothing.NAME: nine_shown}


def of(game: str) -> Showing:
    """Return how the game of that name is shown; KeyError where there is none."""
    return SHOWN[game]
