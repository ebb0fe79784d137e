"""What every card game's module keeps to, and the words that go in and out: moves and events.

A game is a module with the functions of `Game`. All chance is in the deal's seed, all time is in the moves (`at`,
server milliseconds since 1970).
"""

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple, Protocol


class Refused(Exception):  # noqa: N818 -- not an error: an answer, the commonest one at a table
    """A move that the rules do not allow. Nothing has changed. `reason` is a word the screens have a sentence for."""

    def __init__(self, reason: str, **details: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.details = details


class Move(NamedTuple):
    """What a seat wants. `top` is the count of what the player saw: the top card's, or a lay's in Nine to Nothing.

    `since_top` is ms since that was painted; `cards` are those of a lay, in the order in which they lie.
    """

    kind: str
    seat: int
    card: int | None = None
    top: int | None = None
    at: int = 0
    since_top: int | None = None
    cards: tuple[int, ...] = ()


class Event(NamedTuple):
    """What happened; a line of the log. `seat` is None where the table itself acted (go, standstill)."""

    kind: str
    seat: int | None = None
    card: int | None = None
    top: int | None = None
    at: int = 0
    cards: tuple[int, ...] = ()


class Result(NamedTuple):
    """How a round ended, by seat. `places` start at 1 and are shared by equals; `left` counts the cards in hand.

    `points` where the game counts points.
    """

    places: tuple[int, ...]
    left: tuple[int, ...]
    points: tuple[int, ...] = ()


class Game(Protocol):
    """The contract every game's module keeps. P is its Position, V its View."""

    NAME: str
    OWN_BUSINESS: frozenset[str]
    """Kinds of events that change nothing on anybody else's screen."""

    def deal(self, options: Mapping[str, Any], seats: int, seed: int) -> Any:
        """Return the position before the first move."""

    def moves(self, position: Any, seat: int) -> tuple[Move, ...]:
        """Return every move the rules allow that seat now (without times); of right lays one with most points."""

    def judge(self, position: Any, move: Move) -> Event:
        """Return what the move comes to, wrong and beaten plays too; raise Refused where nothing is to be logged."""

    def play(self, position: Any, move: Move) -> Any:
        """Ask: return the next position, or raise Refused (also for a wrong or a beaten card)."""

    def apply(self, position: Any, event: Event) -> Any:
        """Trust: fold an event of the log into the position."""

    def due(self, position: Any, at: int) -> Event | None:
        """Return what the table itself must do now without anybody's move (a standstill, the end), or None."""

    def next_due(self, position: Any) -> int | None:
        """Return when (`at`) the clock alone will make something due, or None: for a timer, so that nobody polls."""

    def resume(self, position: Any, at: int) -> Event:
        """Return what the end of a countdown comes to: go, or the next standstill where still nobody can play."""

    def view(self, position: Any, seat: int | None) -> Any:
        """Return what that seat may see; None is an onlooker, who sees no hand."""

    def think(self, view: Any, pace: Any, rng: Random, difficulty: float = 0) -> Any:
        """Return what a computer in that seat does next, and after how long (computer.Thought)."""

    def result(self, position: Any) -> Result | None:
        """Return places and cards left, or None while the round runs."""
