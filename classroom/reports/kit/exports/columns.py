"""Sheets of the files: their rows, and described columns.

Values are plain: text, numbers, a day, a time, or None; `formats` decides how a file writes them.

Rows of evidence for a file, read round by round, so that a class's year is never in memory at once.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from typing import Any, NamedTuple

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from classroom.measures import Estimate
from classroom.models import Classroom, ClassSession, Practice, Sitting, Student
from classroom.reports.kit.exports.names import file_name, session_file_name, student_file_name, today
from classroom.server.time_zone import moment
from game.models import Event, Evidence, Round

OWN = "own"
"""The key of per-seat settings in a round's options (see sessions.accommodations)."""

Value = str | int | float | date | datetime | None

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


class EstimateRow(NamedTuple):
    """One estimate of one child; shares are of 1, seconds are seconds. `way`: the mode, or who checked."""

    student: Student
    way: str
    measure: str
    estimate: Estimate
    n: int
    since: date | None
    until: date | None


@dataclass(frozen=True, slots=True)
class Column:
    """Column of a file: its name in the first line, its meaning, and the function from a row to its value."""

    name: str
    meaning: Promise | str
    value: Callable[[Any], Value]


class Sheet(NamedTuple):
    """Table of a file. `key` is its name in an address; `batches` returns its rows in batches, at every call anew."""

    key: str
    title: str
    columns: tuple[Column, ...]
    batches: Callable[[], Iterator[list[Any]]]


class Files(NamedTuple):
    """Downloads of one name: a CSV of one sheet (`main` by default), and an XLSX of all.

    `name` has no suffix; `constants` are figures used for the numbers, with their meaning.
    """

    name: str
    sheets: tuple[Sheet, ...]
    main: str
    constants: tuple[tuple[str, Value, str], ...] = ()

    def sheet(self, key: str) -> Sheet:
        """Return the sheet with this key, `main` for any other."""
        by_key = {sheet.key: sheet for sheet in self.sheets}
        return by_key.get(key, by_key[self.main])


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """Row of evidence with its context: the class session (None in practice), round and name.

    `line_ms` is the round trip of the device's connection, None if it was not measured.
    """

    session: ClassSession | None
    played: Round
    student: str
    record: Any
    line_ms: int | None = None


def field(name: str, meaning: Promise | str) -> Column:
    """Return a column that copies a field of the record."""
    return Column(name, meaning, lambda row: getattr(row.record, name))


def flag(name: str, meaning: Promise | str) -> Column:
    """Return a column with 1 if this field of the record is true, otherwise 0."""
    return Column(name, meaning, lambda row: int(getattr(row.record, name)))


def _settings(row: EvidenceRow) -> str:
    """Return the settings of the round as text, cached for all its rows."""
    known = vars(row.played)
    if "settings" not in known:
        known["settings"] = _written({name: value for name, value in row.played.options.items() if name != OWN})
    return str(known["settings"])


def _own(row: EvidenceRow) -> str:
    return _written(row.played.options.get(OWN, {}).get(f"{row.record.seat}", {}))


def _written(settings: Mapping[str, Any]) -> str:
    return "; ".join(f"{name}={json.dumps(value)}" for name, value in sorted(settings.items()))


def _started(row: EvidenceRow) -> datetime:
    return moment(row.record.started_at)


def _day(row: EvidenceRow) -> date:
    return row.session.day if row.session else timezone.localdate(_started(row))


COMMON = (
    Column(
        "session",
        _("Number of the class session; empty in practice."),
        lambda row: row.session.pk if row.session else None,
    ),
    Column("date", _("Day of the class session or of the practice, year-month-day."), _day),
    Column("table", _("Number of the table in the session."), lambda row: row.played.table.number),
    Column("round", _("Number of the round at that table, from 1."), lambda row: row.played.number),
    Column("round_number", _("Cardinal's number for the round."), lambda row: row.played.pk),
    Column("seat", _("Number of the seat at the table, from 0."), lambda row: row.record.seat),
    Column(
        "line", _("Place in the round's log of what ended it; there the replay shows it."), lambda row: row.record.line
    ),
    Column("student", _("Name on the roster."), lambda row: row.student),
    Column("student_number", _("Cardinal's number for the student."), lambda row: row.record.player),
    Column(
        "started_at",
        _("When it could be answered, by the server's clock: UTC, ISO 8601 in a CSV, local time in an XLSX."),
        _started,
    ),
)
"""The first columns of every file of evidence."""

SETTINGS = (
    flag(
        "tried",
        _("1 if pages count it as tried: a first answer, right or wrong, to what had one, without a number picture."),
    ),
    field("rung", _("How number pictures were shown: 0 not, 1 always, 2 after 3 s, 3 on request, 4 no more.")),
    flag("pictured", _("1 if a number picture was there before the answer, an accommodation; in no report.")),
    Column("settings", _("Settings of the round, as name=value."), _settings),
    Column("own_settings", _("Settings that were this student's alone, as name=value; empty: as for everybody."), _own),
    Column(
        "line_ms",
        _("What the device's connection to the server took there and back; milliseconds."),
        lambda row: row.line_ms,
    ),
)
"""The last columns of every file of evidence."""


def estimate_columns(way: str, what: Promise | str, measures: Promise | str, method: int) -> tuple[Column, ...]:
    """Return the columns; `way` names the one whose values are never merged, `method` is the version of the
    formulas."""
    return (
        Column("student", _("Name on the roster."), lambda row: row.student.name),
        Column("student_number", _("Cardinal's number for the student."), lambda row: row.student.pk),
        Column(way, what, lambda row: row.way),
        Column("measure", measures, lambda row: row.measure),
        Column("value", _("Best estimate."), lambda row: round(float(row.estimate.value), 4)),
        Column("low", _("Low end of the range."), lambda row: round(float(row.estimate.low), 4)),
        Column("high", _("High end of the range."), lambda row: round(float(row.estimate.high), 4)),
        Column("percent", _("In how many of 100 cases such a range holds the truth."), lambda row: 95),
        Column("n", _("Answers behind the estimate: in races timed ones, none to an own top card."), lambda row: row.n),
        Column("since", _("First day of these answers."), lambda row: row.since),
        Column("until", _("Last day of these answers."), lambda row: row.until),
        Column("quick_seconds", _("What the class calls quick."), lambda row: row.student.classroom.quick_seconds),
        Column("version", _("Version of the formulas; numbers of two versions are not compared."), lambda row: method),
    )


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
