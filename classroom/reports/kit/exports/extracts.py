"""Rows of evidence for a file, read round by round, so that a class's year is never in memory at once."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from classroom.models import Classroom, ClassSession, Practice, Sitting, Student
from classroom.reports.kit.exports.columns import EvidenceRow
from classroom.reports.kit.exports.names import file_name, session_file_name, student_file_name, today
from game.models import Event, Evidence, Round

ROUNDS_AT_ONCE = 5
"""Rounds per batch: a round of four has about 300 rows, so a batch takes a fraction of a second."""


@dataclass(frozen=True, slots=True)
class Extract:
    """Evidence of one kind in the order of the file, of one student or of all who played; `name` has no suffix."""

    kind: type[Evidence]
    classroom: Classroom
    rounds: QuerySet[Round]
    name: str
    student: Student | None = None


def of_session(kind: type[Evidence], session: ClassSession) -> Extract:
    rounds = Round.objects.filter(table__in=session.sittings.values("seat__table")).order_by("table", "number")
    return Extract(kind, session.classroom, rounds, session_file_name(session))


def of_classroom(kind: type[Evidence], classroom: Classroom, part: str) -> Extract:
    """Return every round of the class, including practice, oldest first; `part` is that part of the file's name that
    describes its contents."""
    sat = Sitting.objects.filter(session__classroom=classroom)
    practised = Practice.objects.filter(student__classroom=classroom)
    return Extract(kind, classroom, _rounds(sat, practised), file_name(classroom.name, part, today()))


def of_student(kind: type[Evidence], student: Student) -> Extract:
    classroom = student.classroom
    rounds = _rounds(Sitting.objects.filter(student=student), student.practices.all())
    return Extract(kind, classroom, rounds, student_file_name(student), student)


def batches(extract: Extract) -> Iterator[list[EvidenceRow]]:
    """Yield the rows in the order of the rounds, then of time."""
    sessions = _sessions_by_table(extract.classroom)
    there = Q(classroom=extract.classroom) | Q(sittings__session__classroom=extract.classroom)
    names = dict(Student.everybody.filter(there).order_by().values_list("pk", "name"))
    waiting = iter(list(extract.rounds.values_list("pk", flat=True)))
    while some := list(islice(waiting, ROUNDS_AT_ONCE)):
        rounds, lines = Round.objects.select_related("table").in_bulk(some), line_times(some)
        yield [
            EvidenceRow(
                session=sessions.get(rounds[row.round_id].table_id),
                played=rounds[row.round_id],
                student=names.get(row.player, ""),
                record=row,
                line_ms=lines.get((row.round_id, row.line)),
            )
            for row in _in_order(extract, some)
        ]


def line_times(rounds: list[int]) -> dict[tuple[int, int], int]:
    """Return the measured round trips of the connection, by round and place in its log."""
    found = Event.objects.filter(round__in=rounds, client__contains='"rtt"').values_list("round", "n", "client")
    return {(played, n): json.loads(client)["rtt"] for played, n, client in found}


def _in_order(extract: Extract, rounds: list[int]) -> list[Any]:
    place = {pk: place for place, pk in enumerate(rounds)}
    is_decision = ExpressionWrapper(extract.kind.is_decision(), BooleanField())
    every: QuerySet[Any] = extract.kind._default_manager.annotate(tried=is_decision)
    found = every.filter(round__in=rounds)
    if extract.student:
        found = found.filter(player=extract.student.pk)
    return sorted(
        found.values_list(named=True), key=lambda row: (place[row.round_id], row.started_at, row.seat, row.id)
    )


def _rounds(sat: QuerySet[Sitting], practised: QuerySet[Practice]) -> QuerySet[Round]:
    theirs = Q(table__in=sat.values("seat__table")) | Q(pk__in=practised.values("round"))
    return Round.objects.filter(theirs).order_by("dealt_at", "pk")


def _sessions_by_table(classroom: Classroom) -> dict[int, ClassSession]:
    sessions = classroom.sessions.in_bulk()
    tables = Sitting.objects.filter(session__classroom=classroom).values_list("seat__table", "session").distinct()
    return {table: sessions[session] for table, session in tables}
