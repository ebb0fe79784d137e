"""The catalogue of games: how each is shown at a table and what it says about students. The one place that lists them.

A game is added here and in `game.rules`.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from game.around_the_corner import pace
from game.around_the_corner.practice import PracticeEvidence
from game.around_the_corner.presentation import GAME as AROUND_THE_CORNER
from game.log.round_log import Measured
from game.nine_to_nothing.presentation import NineToNothing
from game.screens.contract import Presentation


class Presentations(NamedTuple):
    """Games by name: those that are played at live tables, and all whose rounds are read for the reports."""

    games: Mapping[str, Presentation]
    measured: Mapping[str, Measured]

    @classmethod
    def of(cls, games: Iterable[Presentation], beside: Mapping[str, Measured]) -> "Presentations":
        """Return the catalogue of these games; `beside` are rounds that are played at no live table."""
        shown = {game.rules.NAME: game for game in games}
        return cls(MappingProxyType(shown), MappingProxyType({**shown, **beside}))


CATALOGUE = Presentations.of(
    (AROUND_THE_CORNER, NineToNothing(pace.pace_of)), {PracticeEvidence.NAME: PracticeEvidence()}
)


def of(game: str) -> Presentation:
    """Return how the game of that name is shown; KeyError where there is none."""
    return CATALOGUE.games[game]


def measured(game: str) -> Measured:
    """Return what rounds of that name say about students; KeyError where there is no such game."""
    return CATALOGUE.measured[game]
