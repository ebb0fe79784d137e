"""Context of the seating plan: tables with the faces at them, the lines between children, and the acts that a press
would do."""

from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from classroom.models import ClassSession, SeatingLine, Student
from classroom.sessions import seating
from classroom.sessions.games.contract import MOST_SEATS
from classroom.sessions.seat_plan.forms import SeatPlan, Seats, TablesForm, field_of
from classroom.sessions.seating.grouping import broken
from classroom.sessions.seating.proposals import levels_of
from classroom.sessions.table_options import Row, TableOptionsForm

WAYS = (
    ("mixed", gettext_lazy("Mixed levels"), gettext_lazy("sure and new at each table")),
    ("similar", gettext_lazy("Like levels"), gettext_lazy("even games, same pace")),
    ("random", gettext_lazy("Anyone"), gettext_lazy("by chance")),
)
"""Ways of proposing tables: the stored word, its name, and what it is good for."""


class Chip(NamedTuple):
    """A child on the plan; `near` and `far` name the children whom a line keeps at the same or at another table."""

    student: Student
    field: str
    near: str
    far: str


class TableChips(NamedTuple):
    """A table of the plan: its number, 0 for children without one; its children; its settings."""

    number: int
    chips: list[Chip]
    own: Row | None

    @property
    def has_free_seat(self) -> bool:
        return not self.number or len(self.chips) < MOST_SEATS


class LineSaid(NamedTuple):
    """A line between two children, and whether the plan keeps it."""

    line: SeatingLine
    is_broken: bool


def context(session: ClassSession, form: TablesForm, own: TableOptionsForm, plan: SeatPlan, by: str) -> dict[str, Any]:
    here = {student.pk: student for student in form.students}
    lines = _said(seating.lines_of(session), plan.seats)
    return {
        "session": session,
        "classroom": session.classroom,
        "form": form,
        "own": own,
        "here": here,
        "tables": _tables(here.values(), plan.seats, lines, own),
        "plan": plan,
        "picked": here.get(plan.picked),
        "new_table": next(number for number in count(1) if number not in plan.seats.values()),
        "lines": lines,
        "broken": [said.line for said in lines if said.is_broken],
        "ways": WAYS,
        "by": by,
        "few": _few_data(list(here.values())) if by in ("similar", "mixed") else "",
        "sizes": _sizes(plan.seats),
    }


def _said(lines: Iterable[SeatingLine], seats: Seats) -> list[LineSaid]:
    tables: dict[int, list[int]] = {}
    for child, number in seats.items():
        if number:
            tables.setdefault(number, []).append(child)
    known = {line: (line.one_id, line.other_id, line.together) for line in lines}
    wrong = broken(list(tables.values()), list(known.values()))
    return [LineSaid(line, ends in wrong) for line, ends in known.items()]


def _tables(
    here: Iterable[Student], seats: Seats, lines: Sequence[LineSaid], own: TableOptionsForm
) -> list[TableChips]:
    """Return the tables in order, children without one at the end."""
    rows = {row.number: row for row in own.rows()} if own.choices else {}
    chips = [(seats.get(student.pk, 0), _chip(student, lines)) for student in here]
    numbers = sorted({number for number, _chip in chips if number})
    if any(not number for number, _chip in chips):
        numbers.append(0)
    return [TableChips(each, [chip for at, chip in chips if at == each], rows.get(each)) for each in numbers]


def _chip(student: Student, lines: Sequence[LineSaid]) -> Chip:
    ends = [(said.line.together, {said.line.one, said.line.other}) for said in lines]
    others = [(together, (pair - {student}).pop().name) for together, pair in ends if student in pair]
    near, far = (", ".join(name for together, name in others if together == wanted) for wanted in (True, False))
    return Chip(student, field_of(student), near, far)


def _few_data(here: Sequence[Student]) -> str:
    """Return in words on how little data the levels rest, "" where all are known."""
    known = levels_of(here)
    unknown = len(here) - len(known)
    if not known:
        return _("Nobody has played enough yet to tell levels. These tables are at random.")
    if not unknown:
        return ""
    words = ngettext(
        "The level of %(n)s child is not known yet; it counts as the middle.",
        "The level of %(n)s children is not known yet; it counts as the middle.",
        unknown,
    )
    return words % {"n": unknown}


def _sizes(seats: Seats) -> str:
    """Return the tables in words: 7 tables of 3, 1 of 2."""
    numbers = [number for number in seats.values() if number]
    sizes = sorted((numbers.count(number) for number in set(numbers)), reverse=True)
    parts = []
    for size in sorted(set(sizes), reverse=True):
        count = sizes.count(size)
        words = ngettext("%(n)s table of %(size)s", "%(n)s tables of %(size)s", count)
        parts.append(words % {"n": count, "size": size})
    return ", ".join(parts)
