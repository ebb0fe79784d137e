"""The rules of the card games, and nothing else.

Rule 1: nothing here imports Django, reads a clock or draws a random number after the deal.
Rule 2: a Position never changes; `judge` says what a move comes to, `apply` folds that event into the next position.
Rule 3: `view` is the only way out for a hidden card.

The contract is in `contract`; this is the catalogue. A game's module imports the contract, never the catalogue.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from game.rules import around_the_corner, nine_to_nothing
from game.rules.around_the_corner import version_1 as corner_1
from game.rules.contract import Carries, Event, Game, Move, Refused, Result, UnknownKindError
from game.rules.nine_to_nothing import version_1 as nine_1

GAMES: tuple[Game, ...] = (around_the_corner, nine_to_nothing)
EARLIER: tuple[Game, ...] = (corner_1, nine_1)
"""Games by earlier rules (another VERSION of the same NAME), by which rounds dealt with them are judged and read."""
VERSION = "rules"
"""The option that keeps which version of its game's rules dealt a round; a round without it is of version 1."""


class NewerRulesError(LookupError):
    """A round was dealt by rules that this program does not know, since a newer program runs beside it."""


class Catalogue(NamedTuple):
    """The games by name, with the kinds of moves on the wire and the kinds of events of all games together."""

    games: Mapping[str, Game]
    moves: Mapping[str, Carries]
    events: frozenset[str]
    placed: frozenset[str]
    ends: frozenset[str]
    versions: Mapping[tuple[str, int], Game]

    @classmethod
    def of(cls, *games: Game, earlier: Iterable[Game] = ()) -> "Catalogue":
        """Return the catalogue of these games and their earlier versions. Raises ValueError if a name, a version or a
        kind of move is ambiguous."""
        everything = (*games, *earlier)
        by_name = {known.NAME: known for known in games}
        versions = {(known.NAME, known.VERSION): known for known in everything}
        carried = {(kind, what) for known in everything for kind, what in known.MOVES.items()}
        if len(by_name) < len(games) or len(versions) < len(everything) or len(dict(carried)) < len(carried):
            raise ValueError(f"a name or a kind of move is taken: {', '.join(known.NAME for known in everything)}")
        return cls(
            MappingProxyType(by_name),
            MappingProxyType(dict(carried)),
            frozenset().union(*(known.EVENTS for known in everything)),
            frozenset().union(*(known.PLACED for known in everything)),
            frozenset().union(*(known.ENDS for known in everything)),
            MappingProxyType(versions),
        )


CATALOGUE = Catalogue.of(*GAMES, earlier=EARLIER)
"""Read at every call, so that a test may replace it by a catalogue with another game."""


def game(name: str) -> Game:
    """Return the game with this name. Raises KeyError."""
    return CATALOGUE.games[name]


def dealt_by(name: str, options: Mapping[str, Any]) -> Game:
    """Return the game, in the version whose rules dealt a round with these options. Raises NewerRulesError."""
    version = options.get(VERSION, 1)
    if known := CATALOGUE.versions.get((name, version)):
        return known
    raise NewerRulesError(f"{name} by rules {version}")


def carries(kind: str) -> Carries | None:
    """Return what a move of this kind carries on the wire; None if no game has such moves."""
    return CATALOGUE.moves.get(kind)
