"""Checks of classmates' sums: wrong sums that a student found or missed, and right ones they doubted."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from classroom import persons
from classroom.measures import Accuracy, Estimate
from classroom.measures.finding import found_alone
from game.log.table_state import GAVE_UP, LEFT, TAKEOVER
from game.models import Claim, Event, Seat
from game.nine_to_nothing.claims import CLASSMATE, COMPUTER, NOBODY, WRONG
from game.rules.nine_to_nothing.events import CAUGHT, CHECKED, LAID

GONE = (TAKEOVER, LEFT, GAVE_UP)
"""Events of a player who is away and cannot check everything: such a round is no evidence of their checking."""
Watcher = int | tuple[int, int]
"""A student's number, or table and seat of a computer, which may find a wrong sum first."""


class Checks(NamedTuple):
    """`found` wrong sums of others, `missed` those that nobody found, `doubted` checks of right sums; `alone` is the
    share that the student would find if nobody else looked."""

    found: int = 0
    missed: int = 0
    doubted: int = 0
    alone: Estimate | None = None

    @property
    def made(self) -> bool:
        return self.found + self.missed + self.doubted > 0

    @property
    def accuracy(self) -> Accuracy:
        """The share of wrong sums that the student finds; counts beside it exclude those that another player found."""
        return Accuracy(self.found, self.found + self.missed, self.alone)


class SumToFind(NamedTuple):
    """Wrong sum on the table, the watchers who could find it, and the one who did, if any."""

    watchers: frozenset[Watcher]
    finder: Watcher | None


class _Act(NamedTuple):
    """An entry of a log: `n` its place, `top` the number of its lay."""

    round: int
    table: int
    n: int
    kind: str
    seat: int
    top: int | None


def checks_of(
    players: Iterable[int], *, tables: Sequence[int] | None = None, since: int = 0, until: int | None = None
) -> dict[int, Checks]:
    """Return the checks of each of these players at these tables, between these moments (ms), the end exclusive; four
    queries."""
    asked = persons.players(tuple(players))
    at_table = _watchers(asked, tables)
    acts = _acts(set(at_table), since, until)
    gone = {(act.round, act.seat) for act in acts if act.kind in GONE}
    sums = _wrong_sums(at_table, acts, gone, since, until)
    doubts = [act for act in acts if act.kind == CHECKED and (act.round, act.seat) not in gone]
    found = counted(sums, Counter(at_table[act.table].get(act.seat, 0) for act in doubts))
    return {who: checks for who, checks in found.items() if isinstance(who, int) and who in asked}


def counted(sums: Sequence[SumToFind], doubted: Counter[Watcher]) -> dict[Watcher, Checks]:
    """Return each watcher's counts for these wrong sums, and the right ones each has `doubted`."""
    found = Counter(each.finder for each in sums if each.finder is not None)
    missed = Counter(who for each in sums if each.finder is None for who in each.watchers)
    alone = _alone(sums)
    known = found.keys() | missed.keys() | doubted.keys()
    return {who: Checks(found[who], missed[who], doubted[who], alone.get(who)) for who in known}


def _watchers(student_of: Mapping[int, int], tables: Sequence[int] | None) -> dict[int, dict[int, Watcher]]:
    """Return the watchers at the tables of these players, by table and seat."""
    seats = Seat.objects.filter(table__in=Seat.objects.filter(player__in=[*student_of]).values("table"))
    if tables is not None:
        seats = seats.filter(table__in=tables)
    found: defaultdict[int, dict[int, Watcher]] = defaultdict(dict)
    for table, number, player in seats.values_list("table", "number", "player"):
        found[table][number] = student_of.get(player, player) if player else (table, number)
    return found


def _acts(tables: set[int], since: int, until: int | None) -> list[_Act]:
    """Return lays, checks, and absences."""
    lines = Event.objects.filter(round__table__in=tables, kind__in=(LAID, CAUGHT, CHECKED, *GONE), seat__isnull=False)
    lines = lines.filter(at__gte=since) if until is None else lines.filter(at__gte=since, at__lt=until)
    rows = lines.order_by().values_list("round", "round__table", "n", "kind", "seat", "top")
    return [_Act(*row[:4], row[4] or 0, row[5]) for row in rows]


def _wrong_sums(
    at_table: Mapping[int, Mapping[int, Watcher]],
    acts: Sequence[_Act],
    gone: set[tuple[int, int]],
    since: int,
    until: int | None,
) -> list[SumToFind]:
    """Return each wrong sum of a student that others could find, except those that came back with an earlier one."""
    caught = {(act.round, act.top): act.seat for act in acts if act.kind == CAUGHT}
    finder = {(act.round, act.n): caught.get((act.round, act.top)) for act in acts if act.kind == LAID}
    wrong = Claim.objects.filter(round__table__in=set(at_table), started_at__gte=since, ending=WRONG)
    wrong = wrong.filter(checking="classmates", noticed__in=(NOBODY, CLASSMATE, COMPUTER))
    wrong = wrong.exclude(noticed=NOBODY, came_back=True)
    if until is not None:
        wrong = wrong.filter(started_at__lt=until)
    found = []
    for played, table, line, layer, noticed in wrong.order_by().values_list(
        "round", "round__table", "line", "seat", "noticed"
    ):
        seats = {seat: who for seat, who in at_table[table].items() if seat != layer and (played, seat) not in gone}
        first = None if noticed == NOBODY else finder.get((played, line))
        if noticed == NOBODY or first in seats:
            found.append(SumToFind(frozenset(seats.values()), None if first is None else seats[first]))
    return found


def _alone(sums: Sequence[SumToFind]) -> dict[Watcher, Estimate | None]:
    """Return for each watcher the share that they would find alone."""
    watchers = {who: place for place, who in enumerate({who for each in sums for who in each.watchers})}
    watching = np.zeros((len(sums), len(watchers)), bool)
    for row, each in enumerate(sums):
        watching[row, [watchers[who] for who in each.watchers]] = True
    first = np.array([-1 if each.finder is None else watchers[each.finder] for each in sums], np.intp)
    return dict(zip(watchers, found_alone(watching, first), strict=True))
