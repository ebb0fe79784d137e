"""Rows that belong to a class with its earlier years, or to the whole school: one query a table.

Only ended sessions and finished rounds are included. What children of these classes played elsewhere (before they moved
here) is included as rounds; the other children at such a table are anonymous in the file.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from classroom.models import (
    Attendance,
    Classroom,
    ClassSession,
    Homework,
    Practice,
    Sitting,
    Student,
    Teacher,
    Teaching,
)
from classroom.transfer import schema
from game.models import Event, Round, Seat, Table


@dataclass(frozen=True, slots=True)
class ArchiveScope:
    """The classes of a file by their numbers; `kind` is schema.CLASS or schema.SCHOOL."""

    kind: str
    classrooms: Sequence[int]

    def rows(self) -> dict[str, QuerySet]:
        """Return the rows of each table of the schema."""
        ended = ClassSession.everything.filter(classroom__in=self.classrooms, state=ClassSession.State.ENDED)
        children = Student.everybody.filter(classroom__in=self.classrooms, merged_into=None)
        tables = self._tables(ended, children)
        rounds = Round.objects.filter(table__in=tables, finished_at__isnull=False)
        homework = Homework.objects.filter(classroom__in=self.classrooms)
        found: dict[str, QuerySet] = {
            "classroom": Classroom.objects.filter(pk__in=self.classrooms),
            "student": children,
            "session": ended,
            "homework": homework,
            "homework_student": Homework.students.through.objects.filter(homework__in=homework),
            "table": tables,
            "seat": Seat.objects.filter(table__in=tables),
            "round": rounds,
            "event": Event.objects.filter(round__in=rounds),
            "attendance": Attendance.objects.filter(session__in=ended, student__in=children),
            "sitting": Sitting.objects.filter(session__in=ended, student__in=children),
            "practice": Practice.objects.filter(student__in=children, round__in=rounds),
            "teacher": Teacher.objects.none(),
            "teaching": Teaching.objects.none(),
        }
        return found | (self._people() if self.kind == schema.SCHOOL else {})

    def _people(self) -> dict[str, QuerySet]:
        active = Teacher.objects.filter(is_active=True)
        teachings = Teaching.objects.filter(classroom__in=self.classrooms, teacher__in=active)
        return {"teacher": active, "teaching": teachings}

    @staticmethod
    def _tables(ended: QuerySet[ClassSession], children: QuerySet[Student]) -> QuerySet[Table]:
        """Return the tables of these sessions and those at which the children sat, without those of open sessions."""
        playing = Sitting.objects.exclude(session__state=ClassSession.State.ENDED).values("seat__table")
        sat = Seat.objects.filter(player__in=children.values("pk")).values("table")
        theirs = Q(pk__in=Sitting.objects.filter(session__in=ended).values("seat__table")) | Q(pk__in=sat)
        return Table.objects.filter(theirs).exclude(pk__in=playing)


def of_class(classroom: Classroom, owned: QuerySet[Classroom]) -> ArchiveScope:
    """Return the scope of a class and its earlier years, as far as they are among `owned`."""
    found = [classroom.pk]
    before = classroom.previous_id
    while before is not None and before not in found and owned.filter(pk=before).exists():
        found.append(before)
        before = Classroom.objects.filter(pk=before).values_list("previous", flat=True).first()
    return ArchiveScope(schema.CLASS, sorted(found))


def of_school() -> ArchiveScope:
    return ArchiveScope(schema.SCHOOL, list(Classroom.objects.order_by("pk").values_list("pk", flat=True)))
