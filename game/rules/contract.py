"""The contract that every card game's module keeps, and the words that go in and out: moves and events.

A game is a module with the constants and functions of `Game`. All chance is in the deal's seed, all time is in the
moves (`at`, server milliseconds since 1970).
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
"""Kinds of events that a table understands in every game that has them. Every game folds GO, HELD and RESUMED (the
teacher's pause and its end), and STOPPED. EXHAUSTED ends a round in which nobody finished and nobody could, SUNSET one
whose players have not finished together in time. Kinds are stored in logs: never rename one."""
UNFINISHED = frozenset({EXHAUSTED, SUNSET})

READY, START, LEFT, BACK, TAKEOVER, CLOCK = "ready", "start", "left", "back", "takeover", "clock"
RELEASED, SAID, GAVE_UP, SEEN, PICTURED, CHEERED = "released", "said", "gave_up", "seen", "pictured", "cheered"
TABLE_EVENTS = frozenset({READY, START, LEFT, BACK, TAKEOVER, CLOCK, RELEASED, SAID, GAVE_UP, SEEN, PICTURED, CHEERED})
"""Kinds of events that a table logs beside a game's (see game.log.table_state); no position changes by one."""

STOP, FOLD, SKIP = "stop", "fold", "skip"
"""Kinds of moves that only the table makes: end the round, leave for good, end a turn whose player is away."""


class Refused(Exception):  # noqa: N818 -- not an error: an answer, the commonest one at a table
    """A move that the rules do not allow. Nothing has changed. `reason` is a word the screens have a sentence for."""

    def __init__(self, reason: str, **details: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.details = details


class UnknownKindError(ValueError):
    """An event of the log whose kind nobody knows: the log is another game's, or a newer program's."""

    def __init__(self, event: "Event") -> None:
        super().__init__(f"no such kind of event: {event.kind}")
        self.event = event


class Carries(Enum):
    """Payload of a move on the wire beside its kind and its id (see game.wire)."""

    NOTHING = "nothing"
    CARD = "card"
    """The card that was tapped, and the count of the top card that its player saw."""
    PICKED_CARD = "picked card"
    """The card that was picked before; the rules refuse several."""
    CARDS = "cards"
    """The cards that were picked, in their order."""
    NUMBER = "number"
    """The number of something on the table, such as a lay; it is `Move.top`. The value of its button is `check-12`."""


class Move(NamedTuple):
    """Wish of a seat, to be judged. `top` is the count of what the player saw: the top card's, or a lay's number.

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
    """Entry of the log: something that happened. `seat` is None where the table itself acted (go, standstill)."""

    kind: str
    seat: int | None = None
    card: int | None = None
    top: int | None = None
    at: int = 0
    cards: tuple[int, ...] = ()


class Result(NamedTuple):
    """End of a round, by seat. `places` start at 1 and are shared by equals, and are empty where the seats play
    together and nobody has one; `left` counts the cards in hand.

    `points` where the game counts points.
    """

    places: tuple[int, ...]
    left: tuple[int, ...]
    points: tuple[int, ...] = ()


def unchanged(position: P, event: Event) -> P:
    """Return the position as it is, for an event that is the table's; raise UnknownKindError for any other."""
    if event.kind not in TABLE_EVENTS:
        raise UnknownKindError(event)
    return position


def by_reaction(position: object) -> bool:
    """Game.by_reaction of a game in which nobody has to be first."""
    return False


def rivals(position: object, event: Event) -> tuple[int, ...]:
    """Game.rivals of such a game."""
    return ()


def motors(position: object) -> Mapping[int, Motor]:
    """Game.motors of such a game."""
    return {}


def fitted(position: object, event: Event) -> bool:
    """Game.fitted of a game in which nobody has to be first."""
    return False


def stands(position: object, event: Event) -> bool:
    """Game.stands of a game in which nothing that was put down comes back."""
    return True


class Position(Protocol):
    """The part of a game's position that a table reads; all the rest is the game's own business."""

    @property
    def seats(self) -> int:
        """Number of players at the table."""

    @property
    def phase(self) -> str:
        """dealt, playing, held (the teacher's pause), over; or a game's own phase, which a countdown ends."""

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None where nobody's is."""

    @property
    def turn_since(self) -> int:
        """Begin of that turn, server ms since 1970."""

    @property
    def folded(self) -> frozenset[int]:
        """The seats that have left the round for good."""

    @property
    def go_at(self) -> int | None:
        """Begin of play, server ms since 1970; None before."""


class SeatView(Protocol):
    """A seat as everybody sees it."""

    @property
    def left(self) -> int:
        """Number of cards it still has; 0 in a game without hands, of which nobody is told."""

    @property
    def place(self) -> int | None:
        """Its place, once the round is over."""


class View(Protocol):
    """The part of a game's view that a table and its computers read; all the rest is for the game's own screens.

    A game with hands gives `hand`, too: the cards of that seat, () for an onlooker. One that is played by
    `computer.think` gives `moves`: what the seat may do now.
    """

    @property
    def seat(self) -> int | None:
        """Seat whose view it is; None is an onlooker's."""

    @property
    def phase(self) -> str:
        """As in Position."""

    @property
    def top(self) -> int:
        """A count that grows with every card that everybody sees: a new one makes computers think anew."""

    @property
    def turn(self) -> int | None:
        """As in Position."""

    @property
    def seats(self) -> Sequence[SeatView]:
        """Seats as everybody sees them."""

    @property
    def paused_until(self) -> int:
        """Until when this seat may do nothing, server ms since 1970; 0 where it need not wait."""

    @property
    def result(self) -> Result | None:
        """Places and cards left, once the round is over."""


class Game(Protocol):
    """The contract every game's module keeps. Positions and views are values of its own types."""

    NAME: str
    """The game's name in the database and in the names of its folders."""
    VERSION: int
    """The number of its rules, kept with every round. It grows with every change of what a recorded round comes to; the
    rules before stay, as one of `rules.EARLIER`."""
    SEATS: range
    """How many may sit at a table; `deal` raises ValueError where the options want another number."""
    MOVES: Mapping[str, Carries]
    """The kinds of moves that a browser may send, and what each carries; a kind carries the same in every game."""
    EVENTS: frozenset[str]
    """All kinds of events that `apply` knows, those of older logs too."""
    PLACED: frozenset[str]
    """Kinds of events that put down cards of a hand, for good or until a check."""
    TRIED: frozenset[str]
    """Kinds of events that show whether a player was right: the right ones and `wrong`. Cards that were beaten, or fit
    whatever they are, do not count."""
    ENDS: frozenset[str]
    """Kinds of events that end a round."""
    NOT_DONE: frozenset[str]
    """Kinds of events that are logged and leave the cards where they were: the move was judged, and not done."""
    OWN_BUSINESS: frozenset[str]
    """Kinds of events that change nothing on anybody else's screen."""

    def deal(self, options: Mapping[str, Any], seats: int, seed: int) -> Position:
        """Return the position before the first move."""

    def moves(self, position: Any, seat: int) -> tuple[Move, ...]:
        """Return every move the rules allow that seat now (without times); of right lays one with most points."""

    def judge(self, position: Any, move: Move) -> Event:
        """Return what the move comes to, wrong and beaten plays too; raise Refused where nothing is to be logged."""

    def apply(self, position: Any, event: Event) -> Any:
        """Trust: fold an event of the log into the position.

        Those of TABLE_EVENTS change nothing; raise UnknownKindError for any other that is not of EVENTS.
        """

    def due(self, position: Any, at: int) -> Event | None:
        """Return what the table itself must do now without anybody's move (a standstill, the end), or None."""

    def next_due(self, position: Any) -> int | None:
        """Return when (`at`) the clock alone will make something due, or None: for a timer, so that nobody polls."""

    def resume(self, position: Any, at: int) -> Event:
        """Return what the end of a countdown comes to: go, or the next standstill where still nobody can play."""

    def view(self, position: Any, seat: int | None) -> View:
        """Return what that seat may see; None is an onlooker, who sees no hand."""

    def think(self, view: Any, pace: Any, rng: Random, difficulty: float = 0) -> Any:
        """Return what a computer in that seat does next, and after how long (computer.Thought)."""

    def result(self, position: Any) -> Result | None:
        """Return places and cards left, or None while the round runs."""

    def by_reaction(self, position: Any) -> bool:
        """Return whether the quickest card on a top card is first in this round, and not the one that arrives first.
        Then the position has `top`, as the view, and moves name the one that their player saw."""

    def rivals(self, position: Any, event: Event) -> Sequence[int]:
        """Return the other seats that could put a card on the same top card as an event of PLACED that is not folded in
        yet: one of them may have been first (game.rules.first)."""

    def motors(self, position: Any) -> Mapping[int, Motor]:
        """Return what a card takes each seat that plays with one key, beyond a finger's."""

    def fitted(self, position: Any, event: Event) -> bool:
        """Return whether an event that put nothing down was right all the same, and only late."""

    def stands(self, position: Any, event: Event) -> bool:
        """Return whether what an event of PLACED put down lies there still, and for good."""
