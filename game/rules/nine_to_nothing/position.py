"""A round of Nine to Nothing as a value: the session's options, the cards on the table, and the turn."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from game.rules.contract import Event
from game.rules.hands import held_in
from game.rules.nine_to_nothing.cards import HIGHEST, NINE, points, total
from game.rules.options import Check, one_of, read, truth, whole

MODES = ("turns", "same_hand")
CHECKINGS = ("referee", "classmates")
SUMS = ("hidden", "after", "live")
HAND = 7
SHORTEST_WINDOW_MS, LONGEST_WINDOW_MS = 3_000, 20_000
"""Limits of the check window. A longer one could outlast the wait for an absent player (game.live.turn_clock.SKIP)."""
MOST_AT_ONE_HAND = 40
"""Most seats that may share one hand: a class."""
BARREN_TURNS = 20
"""Turns of every player without a lay after which the round ends: our choice, as the sources say nothing."""


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a session (rules 2). `check_window` is the ms to check a lay of 0.

    `mode` same_hand: everybody has the same hand and target at once, for `hand_limit` ms (Rule 10). `running_sum` is
    when a player's own screen shows the sum of the picked cards: hidden, after a wrong lay, live. `highest` is the
    highest number on the cards and the first target: 9, or 5. `ask` allows *Is it possible?*, `best` shows after a lay
    the longest one possible.
    """

    mode: str = "turns"
    checking: str = "referee"
    running_sum: str = "hidden"
    ask: bool = True
    best: bool = True
    check_window: int = 10_000
    hand_limit: int = 120_000
    dealer: int = 0
    highest: int = NINE

    @property
    def same_hand(self) -> bool:
        return self.mode == "same_hand"

    @property
    def by_classmates(self) -> bool:
        return self.checking == "classmates"

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Options":
        """Return the options stored in JSON; unknown keys are ignored. Raises ValueError for an invalid value."""
        return cls(**read(cls, data, _SENSIBLE))


_SENSIBLE: Mapping[str, Check] = {
    "mode": one_of(MODES),
    "checking": one_of(CHECKINGS),
    "running_sum": one_of(SUMS),
    "ask": truth,
    "best": truth,
    "check_window": whole(SHORTEST_WINDOW_MS, LONGEST_WINDOW_MS),
    "hand_limit": whole(10_000, 600_000),
    "highest": lambda value: type(value) is int and value in HIGHEST,
    "dealer": whole(0, MOST_AT_ONE_HAND - 1),
}


class Lay(NamedTuple):
    """Cards laid for a target, right or wrong. `number` counts the lays of the round from 1; `hand` is the hand before
    it."""

    number: int
    seat: int
    target: int
    cards: tuple[int, ...]
    hand: tuple[int, ...]

    @property
    def total(self) -> int:
        return total(self.cards)

    @property
    def points(self) -> int:
        return points(self.cards)

    @property
    def is_right(self) -> bool:
        return self.total == self.target


class Position(NamedTuple):
    """A round at one moment. Cards are ids; piles lie bottom first, so the last is the top; plural fields are by seat.

    `stage` of the turn: draw (nothing else may be done yet), lay (and then discard), penalty (a check was right: only
    discard), closing (0 is laid, the others may check it until `closes_at`). `open_lays` are the numbers of the lays
    that may be checked; `checked` of these were found right; `checkers` have used up their check; `okayed` pressed OK.
    `discarded`: the turn of the open lays has had its discard. `barren` counts turns since the last lay. `asked` is
    each seat's `hand_changes` when it last asked *Is it possible?*. `told` is the last event visible to everybody,
    `returned` the lay that came back by it. `goal` is the target if all have the same hand, and `done` are the seats
    that lay no more. `stopped_at` is when the teacher paused the table (phase `held`).
    """

    options: Options
    seed: int
    draw_pile: tuple[int, ...]
    discard_pile: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    hand_changes: tuple[int, ...]
    asked: tuple[int, ...]
    laid: tuple[tuple[Lay, ...], ...]
    turn: int | None
    turns: int = 1
    turn_since: int = 0
    stage: str = "draw"
    discarded: bool = False
    lays: int = 0
    open_lays: tuple[int, ...] = ()
    checked: frozenset[int] = frozenset()
    checkers: frozenset[int] = frozenset()
    okayed: frozenset[int] = frozenset()
    closes_at: int | None = None
    shuffles: int = 0
    barren: int = 0
    folded: frozenset[int] = frozenset()
    phase: str = "dealt"
    told: Event | None = None
    returned: Lay | None = None
    finisher: int | None = None
    go_at: int | None = None
    over_at: int | None = None
    stopped_at: int | None = None
    goal: int | None = None
    done: frozenset[int] = frozenset()

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def dealer(self) -> int:
        return self.options.dealer

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that still take turns."""
        seats = range(self.seats)
        return tuple(seat for seat in seats if seat not in self.folded) if self.folded else tuple(seats)

    def held(self, seat: int) -> tuple[int, ...]:
        return held_in(self.hands[seat])

    def target(self, seat: int) -> int | None:
        """Return that seat's next target, None once it has laid 0."""
        if self.goal is not None:
            return self.goal
        wanted = self.options.highest - len(self.laid[seat])
        return wanted if wanted >= 0 else None

    def need(self, seat: int) -> int:
        """Return how many cards a turn's draw brings if the piles have enough (rules 2.3)."""
        return max(1, HAND - len(self.held(seat)))

    def points(self, seat: int) -> int:
        return sum(lay.points for lay in self.laid[seat])

    def lay(self, number: int | None) -> Lay | None:
        """Return the lay with that number, None if it is not on the table."""
        return next((lay for lays in self.laid for lay in lays if lay.number == number), None)

    def open_lay(self, number: int | None) -> Lay | None:
        """Return that lay if it may still be checked, else None."""
        return self.lay(number) if number in self.open_lays else None

    def drawable(self) -> int:
        """Return how many cards the draw pile could give, including shuffled discards."""
        return len(self.draw_pile) + max(0, len(self.discard_pile) - 1)
