"""Whose cards a file holds, and its rows: read round by round, so that a year of a class never stands in memory."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.text import slugify

from classroom.models import Classroom, ClassSession, Practice, Sitting, Student
from classroom.reports.around_the_corner.sources.columns import Row, local_day
from game.models import Attempt, Round

ROUNDS_AT_ONCE = 5
"""A round of four has about 300 rows: so many rounds are a fraction of a second's work."""


@dataclass(frozen=True, slots=True)
class Extract:
    """Rounds in the order of the file, of one student or of all who played them; `name` is the file's, no ending."""

    classroom: Classroom
    rounds: QuerySet[Round]
    name: str
    student: Student | None = None


def of_session(session: ClassSession) -> Extract:
    rounds = Round.objects.filter(table__in=session.sittings.values("seat__table")).order_by("table", "number")
    name = file_name(session.classroom.name, f"session-{session.pk}", f"{local_day(session.opened_at)}")
    return Extract(session.classroom, rounds, name)


def of_classroom(classroom: Classroom) -> Extract:
    """Return every round of the class, practice too, oldest first."""
    sat = Sitting.objects.filter(session__classroom=classroom)
    practised = Practice.objects.filter(student__classroom=classroom)
    return Extract(classroom, _rounds(sat, practised), file_name(classroom.name, "all-cards", _today()))


def of_student(student: Student) -> Extract:
    classroom = student.classroom
    rounds = _rounds(Sitting.objects.filter(student=student), student.practices.all())
    return Extract(classroom, rounds, student_file_name(student), student)


def student_file_name(student: Student) -> str:
    return file_name(student.classroom.name, student.name or f"student-{student.pk}", _today())


def file_name(*parts: str) -> str:
    """Return the parts in letters that every file system takes."""
    return "-".join(slugify(part) or "x" for part in parts)


def batches(extract: Extract) -> Iterator[list[Row]]:
    """Yield the rows in the order of the rounds, then of time."""
    sessions = _sessions_by_table(extract.classroom)
    names = dict(Student.everybody.filter(classroom=extract.classroom).values_list("pk", "name"))
    waiting = iter(list(extract.rounds.values_list("pk", flat=True)))
    while some := list(islice(waiting, ROUNDS_AT_ONCE)):
        rounds = Round.objects.select_related("table").in_bulk(some)
        attempts = Attempt.objects.filter(round__in=some)
        if extract.student:
            attempts = attempts.filter(player=extract.student.pk)
        place = {pk: place for place, pk in enumerate(some)}
        ordered = sorted(attempts, key=lambda one: (place[one.round_id], one.started_at, one.seat, one.pk))
        yield [
            Row(sessions.get(rounds[one.round_id].table_id), rounds[one.round_id], names.get(one.player, ""), one)
            for one in ordered
        ]


def _rounds(sat: QuerySet[Sitting], practised: QuerySet[Practice]) -> QuerySet[Round]:
    theirs = Q(table__in=sat.values("seat__table")) | Q(pk__in=practised.values("round"))
    return Round.objects.filter(theirs).order_by("dealt_at", "pk")


def _sessions_by_table(classroom: Classroom) -> dict[int, ClassSession]:
    sessions = classroom.sessions.in_bulk()
    tables = Sitting.objects.filter(session__classroom=classroom).values_list("seat__table", "session").distinct()
    return {table: sessions[session] for table, session in tables}


def _today() -> str:
    return f"{local_day(timezone.now())}"
