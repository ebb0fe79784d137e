"""The catalogue of games, the only list of them above the rules: how each is shown at a table, and what its rounds say
about students.

A game is added here and in `game.rules`.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from game.around_the_corner import pace
from game.around_the_corner.practice import PracticeEvidence
from game.around_the_corner.presentation import GAME as AROUND_THE_CORNER
from game.log.reader import Measured
from game.nine_to_nothing.presentation import NineToNothing
from game.screens.contract import Presentation


class Presentations(NamedTuple):
    """Games by name: those played at live tables, and all whose rounds are read for the reports."""

    games: Mapping[str, Presentation]
    measured: Mapping[str, Measured]

    @classmethod
    def of(cls, games: Iterable[Presentation], beside: Mapping[str, Measured]) -> "Presentations":
        """Return the catalogue of these games; `beside` are rounds that are not played at a live table."""
        shown = {game.rules.NAME: game for game in games}
        return cls(MappingProxyType(shown), MappingProxyType({**shown, **beside}))


CATALOGUE = Presentations.of(
    (AROUND_THE_CORNER, NineToNothing(pace.pace_of)), {PracticeEvidence.NAME: PracticeEvidence()}
)


def of(game: str) -> Presentation:
    """Return the presentation of the game with this name. Raises KeyError."""
    return CATALOGUE.games[game]


def measured(game: str) -> Measured:
    """Return what reads evidence from rounds of the game with this name. Raises KeyError."""
    return CATALOGUE.measured[game]
