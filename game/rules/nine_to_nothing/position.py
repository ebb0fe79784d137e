"""A round of Nine to Nothing as a value: what a session chose, what lies on the table, whose turn it is."""

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
"""A longer window could outlast the wait for a player who is away (game.live.turn_clock.SKIP)."""
MOST_AT_ONE_HAND = 40
"""So many seats may share one hand: a class."""
BARREN_TURNS = 20
"""So many turns of every player without anything laid, and the round is over: the sources are silent."""


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a session (rules 2). `check_window` is ms, for a lay of 0.

    `mode` same_hand: everybody has the same hand and target at once, for `hand_limit` ms (Rule 10).
    `running_sum` says when a player's own screen shows what the picked cards make: hidden, after a wrong lay, live.
    `highest` is the highest number on the cards and the first target: 9, or 5. `ask` allows *Is it possible?*, `best`
    shows after a lay the longest that was there.
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
        return self.checking == "classmates" and not self.same_hand

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Options":
        """Read options out of JSON; keys of others are left alone, ValueError where a value is nonsense."""
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
    """Cards laid for a target, true or false. `number` counts the lays of the round from 1; `hand` is what was held."""

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
    """A round at one moment. Cards are ids; piles lie bottom first, so the last is the top; by seat where plural.

    `stage` of the turn: draw (nothing else may be done yet), lay (and then discard), penalty (a check was right: only
    discard), closing (0 is laid, the others may check it until `closes_at`).
    `open_lays` are the numbers of the lays that may be checked; `checked` of these were found right; `checkers` have
    used their check up; `okayed` pressed OK. `discarded` says that the turn whose lays are open has had its discard.
    `barren` counts turns since something was laid. `asked` is each seat's `hand_changes` when it last asked *Is it
    possible?*. `told` is the last event that everybody saw, `returned` the lay that came back by it.
    `goal` is the target where all have the same hand, and `done` are those who want to lay no more.
    `stopped_at` is when the teacher paused the table (phase `held`).
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
        """The seats that still take their turns."""
        seats = range(self.seats)
        return tuple(seat for seat in seats if seat not in self.folded) if self.folded else tuple(seats)

    def held(self, seat: int) -> tuple[int, ...]:
        return held_in(self.hands[seat])

    def target(self, seat: int) -> int | None:
        """Return what that seat has to make next, None once it has laid 0."""
        if self.goal is not None:
            return self.goal
        wanted = self.options.highest - len(self.laid[seat])
        return wanted if wanted >= 0 else None

    def need(self, seat: int) -> int:
        """Return how many cards a turn's draw brings where there are enough (rules 2.3)."""
        return max(1, HAND - len(self.held(seat)))

    def points(self, seat: int) -> int:
        return sum(lay.points for lay in self.laid[seat])

    def lay(self, number: int | None) -> Lay | None:
        """Return the lay of that number, None where it does not lie on the table."""
        return next((lay for lays in self.laid for lay in lays if lay.number == number), None)

    def open_lay(self, number: int | None) -> Lay | None:
        """Return that lay if it may still be checked."""
        return self.lay(number) if number in self.open_lays else None

    def drawable(self) -> int:
        """Return how many cards a draw from the draw pile could bring, the discards shuffled in."""
        return len(self.draw_pile) + max(0, len(self.discard_pile) - 1)
