"""The sums that students laid in Nine to Nothing, and their counts (measurement 4.4).

One query of claims, the rest is counting. The first try for a target in a turn counts for right, wrong and speed; the
points made of those possible count every right sum.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from classroom import persons
from classroom.measures import Estimate, Speed
from classroom.measures.intervals import median, median_interval
from classroom.measures.showing import SPEED_PALE_FROM
from classroom.reports.kit.rows import Tally, pace
from game.models import Claim
from game.nine_to_nothing.claims import CLASSMATE, COMPUTER, MISSED, NOBODY, RIGHT, SELF, WRONG
from game.nine_to_nothing.words import sum_of
from game.rules.nine_to_nothing.cards import terms
from game.rules.nine_to_nothing.diagnosis import NineCode
from game.screens.sentences import signed

CHECKINGS = {"referee": _("Cardinal checks"), "classmates": _("Classmates check")}
CODES: dict[str, Promise] = {
    NineCode.CHANGE_FORGOTTEN: _("right if the sign change were not there"),
    NineCode.SIGN_FLIP: _("one card counted with the wrong sign"),
    NineCode.IGNORED_SIGNS: _("right if all signs were plus"),
    NineCode.CARD_NOT_COUNTED: _("right without one of the cards"),
    NineCode.OPPOSITE: _("right number, wrong sign"),
    NineCode.OFF_BY_ONE: _("one too many or too few"),
    NineCode.OFF_BY_TEN: _("ten too many or too few"),
    NineCode.OTHER: _("no pattern"),
}


class LaidSum(NamedTuple):
    """Columns of a claim used for the counts."""

    player: int
    table: int
    target: int
    kind: str
    size: int
    ending: str
    noticed: str
    points: int
    possible: int
    milliseconds: int | None
    timed: bool
    retry: bool
    codes: list[str]
    cards: list[int]
    total: int | None
    checking: str
    started_at: int


@dataclass(frozen=True, slots=True)
class SumTally(Tally):
    """First tries. `missed`: turns with a possible sum and no try. `made` of `possible` points in right sums.

    Of the wrong sums that classmates could find: `own` were taken back, `found` by another player, `unseen` by nobody.
    `span`: when the first and the last sum could be laid (ms since 1970). `by_kind`: right ones and all, by kind.
    """

    made: int = 0
    possible: int = 0
    own: int = 0
    found: int = 0
    unseen: int = 0
    span: tuple[int, int] | None = None
    by_kind: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def of_hundred_points(self) -> int | None:
        return round(100 * self.made / self.possible) if self.possible else None


class WrongSum(NamedTuple):
    """A wrong sum: its text, its value, its target, and its possible reasons."""

    written: str
    total: int
    target: int
    reasons: list[Promise]
    times: int

    @property
    def makes(self) -> str:
        return signed(self.total)


def sums(
    *,
    players: Sequence[int] | None = None,
    tables: Sequence[int] | None = None,
    checking: str = "",
    since: int = 0,
    until: int | None = None,
) -> list[LaidSum]:
    """Return the claims of these players, in any class, at these tables without a number picture, in the order of play;
    with `checking` only those checked that way. One query."""
    found = Claim.objects.filter(started_at__gte=since, pictured=False).order_by("started_at", "round", "line")
    if until is not None:
        found = found.filter(started_at__lt=until)
    if players is not None:
        found = found.filter(player__in=persons.players_of(*players))
    if tables is not None:
        found = found.filter(round__table__in=tables)
    if checking:
        found = found.filter(checking=checking)
    columns = ["round__table" if name == "table" else name for name in LaidSum._fields]
    told = [LaidSum(*row) for row in found.values_list(*columns)]
    student_of = {} if players is None else persons.students_by_player(players, (row.player for row in told))
    return [row._replace(player=student_of.get(row.player, row.player)) for row in told]


def first_tries(told: Iterable[LaidSum]) -> list[LaidSum]:
    return [row for row in told if not row.retry and row.ending != MISSED]


def tally(told: Iterable[LaidSum]) -> SumTally:
    """Return the counts of these sums."""
    told = list(told)
    first = [row for row in told if not row.retry]
    endings = Counter(row.ending for row in first)
    noticed = Counter(row.noticed for row in first if row.ending == WRONG)
    right = [row for row in told if row.ending == RIGHT]
    return SumTally(
        right=endings[RIGHT],
        wrong=endings[WRONG],
        missed=endings[MISSED],
        made=sum(row.points for row in right),
        possible=sum(row.possible for row in right),
        own=noticed[SELF],
        found=noticed[CLASSMATE] + noticed[COMPUTER],
        unseen=noticed[NOBODY],
        speed=_speed(first),
        pace=_pace(first),
        by_kind=_by_kind(first),
        timed=sum(row.timed and bool(row.milliseconds) for row in first),
        span=(min(row.started_at for row in told), max(row.started_at for row in told)) if told else None,
    )


def clocked(row: LaidSum) -> bool:
    """Return whether it is a right sum whose time is known."""
    return bool(row.ending == RIGHT and row.timed and row.milliseconds)


def _pace(first: Iterable[LaidSum]) -> Estimate | None:
    """Return the right sums per minute of thinking, including the time of wrong ones (measurement 2.3)."""
    timed = [row for row in first if row.timed and row.milliseconds]
    return pace(
        sum(row.ending == RIGHT for row in timed), len(timed), sum(row.milliseconds or 0 for row in timed) / 1000
    )


def _by_kind(first: Iterable[LaidSum]) -> dict[str, tuple[int, int]]:
    tried = [row for row in first if row.ending != MISSED]
    return {
        kind: (sum(row.ending == RIGHT for row in tried if row.kind == kind), sum(row.kind == kind for row in tried))
        for kind in sorted({row.kind for row in tried})
    }


def _speed(first: Iterable[LaidSum]) -> Speed:
    """Return the median time of right sums; there is no race here, so it is the plain median (measurement 3.5)."""
    seconds = [(row.milliseconds or 0) / 1000 for row in first if clocked(row)]
    if len(seconds) < SPEED_PALE_FROM:
        return Speed(len(seconds))
    return Speed(len(seconds), median(seconds), median_interval(seconds))


def wrong_sums(told: Iterable[LaidSum]) -> list[WrongSum]:
    """Return the wrong sums, including retries, the most frequent first; the same faces in the same order are one
    sum."""
    written = [(sum_of(terms(row.cards)), row) for row in told if row.ending == WRONG]
    times = Counter((text, row.target) for text, row in written)
    first = {(text, row.target): row for text, row in reversed(written)}
    ordered = sorted(times, key=lambda key: (-times[key], -key[1], key[0]))
    reasons = {key: [CODES[code] for code in row.codes if code in CODES] for key, row in first.items()}
    return [WrongSum(key[0], first[key].total or 0, key[1], reasons[key], times[key]) for key in ordered]
