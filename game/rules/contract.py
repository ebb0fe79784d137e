"""The contract of every card game's module, and its input and output: moves and events.

A game is a module with the constants and functions of `Game`. All randomness comes from the deal's seed, all times from
the moves (`at`, server milliseconds since 1970).
"""

from collections.abc import Mapping, Sequence
from enum import Enum
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

from game.rules.scanning import Motor

P = TypeVar("P")

GO, STANDSTILL, PAUSED, HELD, RESUMED, STOPPED = "go", "standstill", "paused", "held", "resumed", "stopped"
PASSED, TIME_UP, SKIPPED, SORTED = "passed", "time_up", "skipped", "sorted"
EXHAUSTED, SUNSET = "exhausted", "sunset"
"""Kinds of events that a table handles for every game that uses them. Every game folds GO, HELD and RESUMED (the
teacher's pause and its end), and STOPPED. EXHAUSTED ends a round in which nobody finished and nobody could, SUNSET one
whose players have not finished together in time. Kinds are stored in logs: never rename one."""
UNFINISHED = frozenset({EXHAUSTED, SUNSET})

READY, START, LEFT, BACK, TAKEOVER, CLOCK = "ready", "start", "left", "back", "takeover", "clock"
RELEASED, SAID, GAVE_UP, SEEN, PICTURED, CHEERED = "released", "said", "gave_up", "seen", "pictured", "cheered"
TABLE_EVENTS = frozenset({READY, START, LEFT, BACK, TAKEOVER, CLOCK, RELEASED, SAID, GAVE_UP, SEEN, PICTURED, CHEERED})
"""Kinds of events that a table logs beside a game's (see game.log.table_state); they change no position."""

STOP, FOLD, SKIP = "stop", "fold", "skip"
"""Kinds of moves that only the table makes: end the round, leave for good, end an absent player's turn."""


class Refused(Exception):  # noqa: N818 -- not an error: an answer, the commonest one at a table
    """A move that the rules do not allow; nothing has changed. `reason` is a key to the sentence shown on screen."""

    def __init__(self, reason: str, **details: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.details = details


class UnknownKindError(ValueError):
    """An event in the log is of an unknown kind: the log is another game's, or a newer program's."""

    def __init__(self, event: "Event") -> None:
        super().__init__(f"no such kind of event: {event.kind}")
        self.event = event


class Carries(Enum):
    """Payload of a move on the wire beside its kind and its id (see game.wire)."""

    NOTHING = "nothing"
    CARD = "card"
    """The tapped card, and the count of the top card that its player saw."""
    PICKED_CARD = "picked card"
    """One card picked before; the rules refuse several."""
    CARDS = "cards"
    """The picked cards, in their order."""
    NUMBER = "number"
    """The number of something on the table, such as a lay; it is `Move.top`. The value of its button is `check-12`."""


class Move(NamedTuple):
    """A move requested by a seat. `top` is the count of what the player saw: the top card's, or a lay's number.

    `since_top` is the ms since that was painted; `cards` are those of a lay, in order.
    """

    kind: str
    seat: int
    card: int | None = None
    top: int | None = None
    at: int = 0
    since_top: int | None = None
    cards: tuple[int, ...] = ()


class Event(NamedTuple):
    """Entry of the log: something that happened. `seat` is None for an event of the table itself (go, standstill)."""

    kind: str
    seat: int | None = None
    card: int | None = None
    top: int | None = None
    at: int = 0
    cards: tuple[int, ...] = ()


class Result(NamedTuple):
    """End of a round, by seat. `places` start at 1, equals share one; they are empty if the seats play together. `left`
    counts the cards in hand.

    `points` only in a game that counts points.
    """

    places: tuple[int, ...]
    left: tuple[int, ...]
    points: tuple[int, ...] = ()


def unchanged(position: P, event: Event) -> P:
    """Return the position unchanged for an event of the table. Raises UnknownKindError for any other."""
    if event.kind not in TABLE_EVENTS:
        raise UnknownKindError(event)
    return position


def by_reaction(position: object) -> bool:
    """Default of Game.by_reaction, for a game in which nobody has to be first."""
    return False


def rivals(position: object, event: Event) -> tuple[int, ...]:
    """Default of Game.rivals, for a game in which nobody has to be first."""
    return ()


def motors(position: object) -> Mapping[int, Motor]:
    """Default of Game.motors, for a game in which nobody has to be first."""
    return {}


def fitted(position: object, event: Event) -> bool:
    """Default of Game.fitted, for a game in which nobody has to be first."""
    return False


def stands(position: object, event: Event) -> bool:
    """Default of Game.stands, for a game in which no placed card is ever taken back."""
    return True


class Position(Protocol):
    """The part of a game's position that a table reads."""

    @property
    def seats(self) -> int:
        """Number of players at the table."""

    @property
    def phase(self) -> str:
        """dealt, playing, held (the teacher's pause), over; or a phase of the game that a countdown ends."""

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is, or None."""

    @property
    def turn_since(self) -> int:
        """Start of that turn, server ms since 1970."""

    @property
    def folded(self) -> frozenset[int]:
        """The seats that have left the round for good."""

    @property
    def go_at(self) -> int | None:
        """Start of play, server ms since 1970; None before."""


class SeatView(Protocol):
    """A seat as visible to everybody."""

    @property
    def left(self) -> int:
        """Number of cards it still has; 0 in a game without hands, whose screens do not show it."""

    @property
    def place(self) -> int | None:
        """Its place, once the round is over."""


class View(Protocol):
    """The part of a game's view that a table and its computers read.

    A game with hands also has `hand`: that seat's cards, () for an onlooker. One played by `computer.think` has
    `moves`: the seat's allowed moves.
    """

    @property
    def seat(self) -> int | None:
        """The seat whose view it is; None for an onlooker."""

    @property
    def phase(self) -> str:
        """The phase, as in Position."""

    @property
    def top(self) -> int:
        """A count that grows with every card visible to everybody: a new one makes computers think again."""

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is, as in Position."""

    @property
    def seats(self) -> Sequence[SeatView]:
        """The seats as visible to everybody."""

    @property
    def paused_until(self) -> int:
        """Until when this seat has to wait, server ms since 1970; 0 if it need not."""

    @property
    def result(self) -> Result | None:
        """Places and cards left, once the round is over."""


class Game(Protocol):
    """The contract of every game's module. Positions and views are values of its own types."""

    NAME: str
    """The game's name in the database and in the names of its folders."""
    VERSION: int
    """The number of its rules, stored with every round. It grows when the same moves would lead to another outcome; the
    previous rules stay in `rules.EARLIER`."""
    SEATS: range
    """Possible numbers of seats; `deal` raises ValueError if the options require another number."""
    MOVES: Mapping[str, Carries]
    """The kinds of moves that a browser may send, with their payload; a kind carries the same in every game."""
    EVENTS: frozenset[str]
    """All kinds of events that `apply` knows, including those of older logs."""
    PLACED: frozenset[str]
    """Kinds of events that put down cards of a hand, for good or until a check."""
    TRIED: frozenset[str]
    """Kinds of events that show whether a player was right: the right ones and `wrong`. Cards that were beaten, or that
    always fit, do not count."""
    ENDS: frozenset[str]
    """Kinds of events that end a round."""
    NOT_DONE: frozenset[str]
    """Kinds of events that are logged although the move was not carried out: the cards stay where they were."""
    OWN_BUSINESS: frozenset[str]
    """Kinds of events that change nothing on other players' screens."""

    def deal(self, options: Mapping[str, Any], seats: int, seed: int) -> Position:
        """Return the position before the first move."""

    def moves(self, position: Any, seat: int) -> tuple[Move, ...]:
        """Return every move that the rules allow that seat now (without times); of all right lays only one with most
        points."""

    def judge(self, position: Any, move: Move) -> Event:
        """Return the event of the move, also for wrong and beaten plays. Raises Refused if nothing is to be logged."""

    def apply(self, position: Any, event: Event) -> Any:
        """Fold an event of the log into the position, without judging it.

        Events of TABLE_EVENTS change nothing. Raises UnknownKindError for kinds that are not in EVENTS either.
        """

    def due(self, position: Any, at: int) -> Event | None:
        """Return the event that the table itself must log now (a standstill, the end), or None."""

    def next_due(self, position: Any) -> int | None:
        """Return when (`at`) a clock will make an event due, or None: used for a timer, so that nothing polls."""

    def resume(self, position: Any, at: int) -> Event:
        """Return the event at the end of a countdown: go, or the next standstill if still nobody can play."""

    def view(self, position: Any, seat: int | None) -> View:
        """Return what that seat may see; an onlooker (None) sees no hand."""

    def think(self, view: Any, pace: Any, rng: Random, difficulty: float = 0) -> Any:
        """Return a computer's next move in that seat, and its delay (computer.Thought)."""

    def result(self, position: Any) -> Result | None:
        """Return places and cards left, or None while the round is running."""

    def by_reaction(self, position: Any) -> bool:
        """Return whether in this round the quickest card on a top card is first, instead of the first to arrive. If so,
        the position has `top` like the view, and moves name the top card that their player saw."""

    def rivals(self, position: Any, event: Event) -> Sequence[int]:
        """Return the other seats that could put a card on the same top card as an event of PLACED that is not folded in
        yet: one of them may have been first (game.rules.first)."""

    def motors(self, position: Any) -> Mapping[int, Motor]:
        """Return the motor time of each seat that plays with one key, beyond a finger's."""

    def fitted(self, position: Any, event: Event) -> bool:
        """Return whether an event that put nothing down was right and only late."""

    def stands(self, position: Any, event: Event) -> bool:
        """Return whether the cards put down by an event of PLACED are still there, and for good."""
