"""What the children of a class session placed, counted in its log: the one count behind every page that says so.

A line of the log is a child's if it comes from the seat where the child sat, and no computer played that seat at the
moment (from "takeover" to "back"). What a browser says of itself, like the id of a move, counts for nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet

from classroom.models import ClassSession, Sitting, Student
from classroom.sessions.games.nine_results import sums_of
from classroom.sessions.rounds import rounds_of
from game.log.table_state import BACK, TAKEOVER
from game.models import Event
from game.rules import nine_to_nothing

PLACED = ("played", "finished", "laid")
COUNTED = (*PLACED, "wrong")

Counts = Counter[tuple[int, str]]
"""How many lines of the log by student and kind."""


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards of Around the Corner: those that fitted, last cards of a round (they need no sum), and wrong ones."""

    fitted: int
    last: int
    wrong: int

    @property
    def placed(self) -> int:
        return self.fitted + self.last

    @property
    def tried(self) -> int:
        return self.fitted + self.wrong


def summary(session: ClassSession) -> dict[str, Any]:
    """Return what the children did together, and the rounds: the same on the page after a session and in its report."""
    lines = rounds_of(session)
    shown: dict[str, Any] = {"rounds": lines, "round_count": len(lines)}
    if session.game == nine_to_nothing.NAME:
        return shown | {"sums": sums_of(session)}
    return shown | {"cards": cards_of_class(session)}


def cards_of_class(session: ClassSession) -> Cards:
    """Return what all children of the session placed."""
    kinds: Counter[str] = Counter()
    for (_student, kind), count in counts(session).items():
        kinds[kind] += count
    return Cards(kinds["played"], kinds["finished"], kinds["wrong"])


def placed_by(session: ClassSession, student: Student | None = None, kinds: Sequence[str] = ()) -> Counter[int]:
    """Count by student what they placed (a card or, in Nine to Nothing, a sum), or the lines of these kinds."""
    wanted = kinds or (("laid",) if session.game == nine_to_nothing.NAME else ("played", "finished"))
    placed: Counter[int] = Counter()
    for (who, kind), count in counts(session, student).items():
        if kind in wanted:
            placed[who] += count
    return placed


def counts(session: ClassSession, student: Student | None = None) -> Counts:
    """Count the lines of all children of the session, or of one. Three queries, four where a computer took over."""
    sat = Sitting.objects.filter(session=session, **({"student": student} if student else {}))
    seats = {(table, seat): who for table, seat, who in sat.values_list("seat__table", "seat__number", "student")}
    lines = Event.objects.filter(round__table__in={table for table, _seat in seats}, seat__isnull=False).order_by()
    rows = lines.filter(kind__in=COUNTED).values_list("round__table", "seat", "kind").annotate(Count("pk"))
    counted: Counts = Counter()
    for table, seat, kind, count in rows:
        if (table, seat) in seats:
            counted[seats[table, seat], kind] += count
    for table, seat, kind in _by_computers(lines):
        if (table, seat) in seats:
            counted[seats[table, seat], kind] -= 1
    return counted


def _by_computers(lines: QuerySet[Event]) -> list[tuple[int, int, str]]:
    """Return table, seat and kind of what computers did in seats of children, the round through to its end or until
    the child was back."""
    taken = lines.filter(kind=TAKEOVER).values_list("round", flat=True)
    rounds = set(taken)
    if not rounds:
        return []
    playing: defaultdict[int, set[int]] = defaultdict(set)
    theirs = []
    log = lines.filter(round__in=rounds, kind__in=(*COUNTED, TAKEOVER, BACK)).order_by("round", "n")
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
