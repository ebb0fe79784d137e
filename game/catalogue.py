"""The catalogue of games: how each is shown at a table and what it says about students. The one place that lists them.

A game is added here and in `game.rules`; a test adds one in both with `use`.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from game import rules
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

    def plus(self, game: Presentation) -> "Presentations":
        """Return the catalogue with one game more."""
        beside = {name: found for name, found in self.measured.items() if name not in self.games}
        return Presentations.of((*self.games.values(), game), beside)


CATALOGUE = Presentations.of(
    (AROUND_THE_CORNER, NineToNothing(pace.pace_of)), {PracticeEvidence.NAME: PracticeEvidence()}
)
"""Read at every question, so that `use` takes effect at once."""


def use(catalogue: Presentations) -> None:
    """Ask this catalogue from now on, and the rules of its games."""
    global CATALOGUE
    CATALOGUE = catalogue
    rules.CATALOGUE = rules.Catalogue.of(*(game.rules for game in catalogue.games.values()), earlier=rules.EARLIER)


def of(game: str) -> Presentation:
    """Return how the game of that name is shown; KeyError where there is none."""
    return CATALOGUE.games[game]


def measured(game: str) -> Measured:
    """Return what rounds of that name say about students; KeyError where there is no such game."""
    return CATALOGUE.measured[game]
