"""Views of a position, from which the screens of Nine to Nothing are drawn: plain values that reveal no hidden card."""

from typing import NamedTuple

from game.rules.contract import Result
from game.rules.nine_to_nothing.cards import Card, Term
from game.rules.nine_to_nothing.position import Options


class LayView(NamedTuple):
    """A lay on the table as visible to everybody: its claimed target, and its terms (value, and the sign change if
    any).

    `open`: it may still be checked; `checked`: it was checked, and right. `total` is its real sum and `points` its
    points; a screen shows `target` as the sum of a lay on the table, and `total` only of one that came back.
    """

    number: int
    seat: int
    target: int
    terms: tuple[Term, ...]
    total: int
    points: int
    open: bool
    checked: bool

    @property
    def stands(self) -> bool:
        """Whether the lay counts: it was found right, or can no longer be checked."""
        return self.checked or not self.open


class BestLay(NamedTuple):
    """Comparison of the seat's last lay with the longest one in its hand (rules 2.6)."""

    made: int
    possible: int
    terms: tuple[Term, ...]


class News(NamedTuple):
    """The last event visible to everybody: its kind, its seat, and its object.

    kind: drew and took (`cards` of them), laid (`lay`), discarded (`card`), caught and took_back (`lay` came back),
    checked (`lay` was right), okayed, done, skipped (`card` if one was owed), folded. `seat` is the checker's for
    caught and checked.
    """

    kind: str
    seat: int | None
    lay: LayView | None = None
    card: Card | None = None
    cards: int = 0


class SeatView(NamedTuple):
    """A seat as visible to everybody. `target` None: 0 is laid. `place` once the round is over. `hand` counts the
    cards.

    `points` are those of lays that stand; an open lay is only a claim. `okayed` while a lay of 0 waits.
    """

    points: int
    target: int | None
    laid: tuple[LayView, ...]
    hand: int
    folded: bool
    okayed: bool
    place: int | None

    @property
    def left(self) -> int:
        """Number of cards it still has, under the name required by contract.SeatView."""
        return self.hand


class Longest(NamedTuple):
    """A sum of the shared hand: its terms, its points, and how many seats had it as their last one."""

    terms: tuple[Term, ...]
    points: int
    seats: int


class SameHand(NamedTuple):
    """The hand that all have (rule 10). `hand` is empty before GO; `ends_at` is server ms since 1970.

    `having` counts the seats with a right sum, `done` those that lay no more, of `playing`. `own` is the seat's own
    sum. Once the round is over: `longest` are the sums with most points, `possible` is a longest one that the hand
    allowed.
    """

    target: int
    hand: tuple[Card, ...]
    having: int
    done: int
    playing: int
    mine_done: bool
    own: LayView | None
    longest: tuple[Longest, ...]
    possible: BestLay | None
    ends_at: int | None


class View(NamedTuple):
    """The table as visible to one seat (`seat` None: an onlooker).

    `may` names this seat's possible moves, for its buttons: draw, take (from the discard pile), lay, discard, done (end
    a turn after its discard), check, mistake, ok, ask, sort. `checkable` and `mistakable` are the numbers of the lays
    that `check` and `mistake` may name (as `top`). `stage` of the turn: draw, lay, penalty (the seat whose turn it is
    must discard), closing (see `closes_at`, server ms since 1970). `need` is how many cards a draw brings. `top` counts
    the turns and lays, as events new to everybody. `possible` is the answer to *Is it possible?* for the present hand,
    None if not asked. `best` is None for other seats. `hand` are slots, None an empty one.
    """

    seat: int | None
    options: Options
    phase: str
    stage: str
    turn: int | None
    top: int
    seats: tuple[SeatView, ...]
    hand: tuple[Card | None, ...]
    hand_changes: int
    target: int | None
    need: int
    draw_pile: int
    discard_pile: int
    discard_top: Card | None
    open_lays: tuple[LayView, ...]
    may: frozenset[str]
    checkable: tuple[int, ...]
    mistakable: tuple[int, ...]
    possible: bool | None
    best: BestLay | None
    news: News | None
    closes_at: int | None
    dealer: int
    paused_until: int
    go_at: int | None
    over_at: int | None
    result: Result | None
    same: SameHand | None
