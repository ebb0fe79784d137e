"""A teacher's changes of seats while a session runs: move a child, seat those who wait, clear a table."""

from collections.abc import Callable

from django.db import transaction
from django.utils.translation import gettext

from classroom.models import ClassSession, Sitting, Student
from classroom.server.database import changes
from classroom.sessions.seating import by_group
from classroom.sessions.seating.between_rounds import leave, present_at, waiting_of
from classroom.sessions.seating.lay_tables import lay
from classroom.sessions.seating.proposals import groups_for
from classroom.sessions.seating.queries import free_number, most_seats, shared_tables
from game.models import Table
from game.tables import close_table

State = ClassSession.State


class NotThere(Exception):
    """The child cannot move to that table; `words` say why."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


@transaction.atomic
def move(*, session: ClassSession, student: Student, to: int) -> Table | None:
    """Move a child to table number `to`, from the next deal on. Return the table that it leaves."""
    here = changes.locked(session)
    if here.state != State.PLAYING:
        raise NotThere(gettext("This session is not running any more."))
    if not here.attendances.filter(student=student).exists():
        raise NotThere(gettext("%(name)s is not in this session.") % {"name": student.name})
    target = next((table for table in shared_tables(here) if table.number == to), None)
    if target is None:
        raise NotThere(gettext("Table %(number)s is not open any more.") % {"number": to})
    sitting = Sitting.objects.filter(session=here, student=student, left_at=None).select_related("seat__table").first()
    if sitting and sitting.seat.table_id == target.pk:
        raise NotThere(gettext("%(name)s sits at table %(number)s already.") % {"name": student.name, "number": to})
    expected = here.attendances.filter(table=to).exclude(student=student).count()
    if vars(target)["children"] + expected >= most_seats(here):
        raise NotThere(
            gettext("Table %(number)s is full: at most %(seats)s sit together.")
            % {"number": to, "seats": most_seats(here)}
        )
    here.attendances.filter(student=student).update(table=to)
    if sitting is None:
        return None
    leave(here, sitting.seat.table, [student], to=to)
    return sitting.seat.table


@transaction.atomic
def seat_waiting(session: ClassSession, is_here: Callable[[int], bool]) -> list[int]:
    """Make new tables for the children who wait and are present; return their numbers as players. Raises TooFew for one
    alone.

    Nobody is seated while the session is paused, because the new table would play alone.
    """
    here = changes.locked(session)
    if here.state != State.PLAYING or here.paused_at:
        return []
    students = [attendance.student for attendance in waiting_of(here) if is_here(attendance.student_id)]
    if not students:
        return []
    late = None if by_group.is_by_group(here) else [[student] for student in students]
    lay(here, groups_for(here, students, late), first=free_number(here))
    return [student.pk for student in students]


@transaction.atomic
def clear(session: ClassSession, table: Table) -> list[int]:
    """Close this table and unseat everybody at it for good; return their numbers as players."""
    close_table(table)
    students = [sitting.student for sitting in present_at(table)]
    leave(session, table, students, to=None)
    return [student.pk for student in students]
