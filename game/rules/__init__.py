"""The rules of the card games, and nothing else.

Rule 1: nothing here imports Django, reads a clock or draws a random number after the deal.
Rule 2: a Position never changes; `judge` says what a move comes to, `apply` folds that event into the next position.
Rule 3: `view` is the only way out for a hidden card.

The contract is in `contract`; this is the catalogue. A game's module imports the contract, never the catalogue.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from game.rules import around_the_corner, nine_to_nothing
from game.rules.contract import Carries, Event, Game, Move, Refused, Result, UnknownKindError

__all__ = [
    "CATALOGUE", "GAMES", "Carries", "Catalogue", "Event", "Game", "Move", "Refused", "Result", "UnknownKindError",
    "carries", "game",
]  # fmt: skip

GAMES: tuple[Game, ...] = (around_the_corner, nine_to_nothing)


class Catalogue(NamedTuple):
    """The games there are by name; over all of them the kinds of moves on the wire, and the kinds of events."""

    games: Mapping[str, Game]
    moves: Mapping[str, Carries]
    events: frozenset[str]
    placed: frozenset[str]
    ends: frozenset[str]

    @classmethod
    def of(cls, *games: Game) -> "Catalogue":
        """Return the catalogue of these games. ValueError where a name or a kind of move means two things."""
        by_name = {known.NAME: known for known in games}
        carried = {(kind, what) for known in games for kind, what in known.MOVES.items()}
        if len(by_name) < len(games) or len(dict(carried)) < len(carried):
            raise ValueError(f"a name or a kind of move is taken: {', '.join(known.NAME for known in games)}")
        return cls(
            MappingProxyType(by_name),
            MappingProxyType(dict(carried)),
            frozenset().union(*(known.EVENTS for known in games)),
            frozenset().union(*(known.PLACED for known in games)),
            frozenset().union(*(known.ENDS for known in games)),
        )


CATALOGUE = Catalogue.of(*GAMES)
"""Read at every question, so that a test may put a catalogue with another game in its place."""


def game(name: str) -> Game:
    """Return the game of that name; KeyError where there is none."""
    return CATALOGUE.games[name]


def carries(kind: str) -> Carries | None:
    """Return what a move of this kind carries on the wire; None where no game has one."""
    return CATALOGUE.moves.get(kind)
