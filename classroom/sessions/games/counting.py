"""Counts of what the children of a class session did, in its log.

A line of the log is a child's if it comes from the seat where the child sat, and no computer played that seat at the
moment (from "takeover" to "back"). What a browser says of itself, like the id of a move, counts for nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Set
from typing import NamedTuple

from django.db.models import Count, F, QuerySet

from classroom.models import ClassSession, Sitting, Student
from game.log import reader
from game.log.table_state import BACK, TAKEOVER
from game.models import Event as Line
from game.models import Round
from game.rules import Event

Counts = Counter[tuple[int, str]]
"""How many lines of the log by student and kind."""


class SessionTries(NamedTuple):
    """Tries of a child in a session, and how many of them were right."""

    tried: int
    right: int

    @property
    def wrong(self) -> int:
        return self.tried - self.right

    @property
    def wrong_of_100(self) -> float:
        return 100 * self.wrong / self.tried if self.tried else 0.0


def tries(counted: Counts, tried: Set[str], placed: Set[str]) -> dict[int, SessionTries]:
    """Return by student what they tried; what was `placed` was right."""
    found: defaultdict[int, Counter[bool]] = defaultdict(Counter)
    for (student, kind), count in counted.items():
        if kind in tried:
            found[student][kind in placed] += count
    return {student: SessionTries(mine.total(), mine[True]) for student, mine in found.items()}


def logs_of(rounds: QuerySet[Round]) -> list[tuple[Round, list[Event]]]:
    """Return rounds with their logs. One query for all logs."""
    logs = reader.events_of([played.pk for played in rounds])
    return [(played, [event for _n, event in logs[played.pk]]) for played in rounds]


def counts(session: ClassSession, kinds: Set[str], student: Student | None = None) -> Counts:
    """Count the lines of these kinds of all children of the session, or of one. Three queries, four with computers."""
    sat = Sitting.objects.filter(session=session, **({"student": student} if student else {}))
    seats = {(table, seat): who for table, seat, who in sat.values_list("seat__table", "seat__number", "student")}
    lines = Line.objects.filter(round__table__in={table for table, _seat in seats}, seat__isnull=False).order_by()
    rows = lines.filter(kind__in=kinds).values_list("round__table", "seat", "kind").annotate(Count("pk"))
    counted: Counts = Counter()
    for table, seat, kind, count in rows:
        if (table, seat) in seats:
            counted[seats[table, seat], kind] += count
    for table, seat, kind in _by_computers(lines, kinds):
        if (table, seat) in seats:
            counted[seats[table, seat], kind] -= 1
    return counted


def by_student(session: ClassSession, kinds: Set[str], student: Student | None = None) -> Counter[int]:
    """Count the lines of these kinds by student."""
    found: Counter[int] = Counter()
    for (who, _kind), count in counts(session, kinds, student).items():
        found[who] += count
    return found


def of_player(player: int, kinds: Set[str], since: int = 0) -> int:
    """Return how many lines of these kinds a player has in all class sessions since then (ms since 1970). Two queries,
    three with computers."""
    seat = {"round__table__seats__player": player, "round__table__seats__sitting__isnull": False}
    lines = Line.objects.filter(**seat, round__table__seats__number=F("seat"), at__gte=since)
    return lines.filter(kind__in=kinds).count() - len(_by_computers(lines, kinds))


def _by_computers(lines: QuerySet[Line], kinds: Set[str]) -> list[tuple[int, int, str]]:
    """Return table, seat and kind of what computers did in seats of children, the round through to its end or until
    the child was back."""
    taken = lines.filter(kind=TAKEOVER).values_list("round", flat=True)
    rounds = set(taken)
    if not rounds:
        return []
    playing: defaultdict[int, set[int]] = defaultdict(set)
    theirs = []
    log = lines.filter(round__in=rounds, kind__in={*kinds, TAKEOVER, BACK}).order_by("round", "n")
    for played, table, seat, kind in log.values_list("round", "round__table", "seat", "kind"):
        if seat is None:
            continue
        if kind == TAKEOVER:
            playing[played].add(seat)
        elif kind == BACK:
            playing[played].discard(seat)
        elif seat in playing[played]:
            theirs.append((table, seat, kind))
    return theirs
