"""Proposed groups when tables are made: as they sat before, by the session's settings, or as the teacher chose."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from classroom.models import ClassSession, SeatingLine, Student
from classroom.server.database import changes
from classroom.sessions.seating import by_group
from classroom.sessions.seating.grouping import (
    TooFew,
    mixed_groups,
    random_groups,
    same_groups,
    shuffled,
    similar_groups,
    with_lines,
)
from classroom.sessions.seating.queries import fewest, is_one_table, most_seats, plays_alone
from classroom.sessions.seating.ratings import levels_of


def groups_for(
    session: ClassSession, students: Sequence[Student], before: Sequence[Sequence[Student]] | None = None
) -> list[list[Student]]:
    """Return who sits together: as they sat `before`, or by the session's settings. Raises TooFew where nobody could
    play."""
    if len(students) < fewest(session):
        raise TooFew
    if plays_alone(session) or len(students) == 1:
        return [[student] for student in students]
    if is_one_table(session):
        return random_groups(students, most_seats(session))
    if before:
        return same_groups(before, session.table_size)
    return proposed(session, students, session.options.get("tables", "random"))


def proposed(session: ClassSession, students: Sequence[Student], way: str) -> list[list[Student]]:
    """Return groups made in this way: random, similar, mixed, groups (each standing group apart, at random), or hand
    (as the teacher has chosen). All but the last keep the lines between children as far as possible."""
    if way == "hand":
        return chosen_groups(session, students)
    if way == by_group.WAY:
        return [group for part in by_group.parted(students) for group in proposed(session, part, "random")]
    levels: dict[Student, float] = {}
    if way in ("similar", "mixed"):
        known = levels_of(students)
        levels = {student: known[student.pk] for student in students if student.pk in known}
        made = {"similar": similar_groups, "mixed": mixed_groups}[way](students, levels, session.table_size)
    else:
        made = random_groups(shuffled(students), session.table_size)
    return with_lines(made, [(line.one, line.other, line.together) for line in lines_of(session)], levels)


def lines_of(session: ClassSession) -> QuerySet[SeatingLine]:
    """Return the lines between children of the session's class."""
    here = SeatingLine.objects.filter(one__classroom=session.classroom_id, other__classroom=session.classroom_id)
    return here.filter(one__removed_at=None, other__removed_at=None).select_related(
        "one__classroom", "other__classroom"
    )


def chosen_groups(session: ClassSession, students: Sequence[Student]) -> list[list[Student]]:
    """Return the groups that the teacher chose; children without a table join the emptiest one, or share new ones."""
    chosen = dict(session.attendances.values_list("student", "table"))
    groups: dict[int, list[Student]] = {}
    for student in students:
        if number := chosen.get(student.pk):
            groups.setdefault(number, []).append(student)
    unseated = [[student] for student in shuffled(students) if not chosen.get(student.pk)]
    return same_groups([group for _, group in sorted(groups.items())] + unseated, session.table_size)


def groups_before(session: ClassSession) -> list[list[Student]]:
    """Return the groups that sit together now or sat at the end, in the order of tables and seats; then each other
    child alone."""
    students = Student.objects.select_related("group", "classroom").filter(attendances__session=session).in_bulk()
    groups: dict[int, list[Student]] = {}
    seated = session.sittings.filter(left_at=None).order_by("seat__table__number", "seat__number")
    for table, student in seated.values_list("seat__table", "student"):
        if student in students:
            groups.setdefault(table, []).append(students.pop(student))
    return [*groups.values(), *([late] for late in students.values())]


def choose(session: ClassSession, chosen: Mapping[int, int | None]) -> None:
    """Store the table numbers that a teacher gave to students before the start."""
    attendances = list(session.attendances.filter(student__in=chosen))
    for attendance in attendances:
        attendance.table = chosen[attendance.student_id]
    changes.write_each(attendances, "table")


def with_options(session: ClassSession, **options: Any) -> None:
    """Change some of the session's options before it starts."""
    changes.change(session, options={**session.options, **options})
