"""Results of rounds in any game: places, points and refused moves, read from the log by the game's rules.

For a game without measures these are the whole report.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classroom.models import Classroom, ClassSession, Sitting, Student
from classroom.reports.kit.exports.columns import Column, Files, Sheet
from classroom.reports.kit.exports.names import file_name, session_file_name, student_file_name, today
from classroom.reports.kit.rows import OfStudents, StudentRow, rows_of, students_of
from game.log import counts
from game.log.counts import RoundCounts
from game.models import Round, Seat

ROUNDS_AT_ONCE = 20


class SeatResult(NamedTuple):
    """A student's result in one round; place, cards left and points are None if the round was not finished."""

    session: ClassSession
    played: Round
    student: str
    player: int
    seat: int
    place: int | None
    left: int | None
    points: int | None
    not_done: int


@dataclass(frozen=True, slots=True)
class Results:
    """Results of a student's rounds. `points` is None in a game without points."""

    rounds: int = 0
    firsts: int = 0
    points: int | None = None
    not_done: int = 0

    @property
    def played(self) -> bool:
        return self.rounds > 0


class SessionLine(NamedTuple):
    session: ClassSession
    rounds: int
    students: int


@dataclass(frozen=True, slots=True)
class PlainReport(OfStudents[Results]):
    """A session of any game; `unread` rounds could not be read and are left out."""

    rows: list[StudentRow[Results]]
    unread: int


def report_of(session: ClassSession, student: Student | None = None) -> PlainReport:
    """Return the results of all in the session, or of one student."""
    students = [student] if student else list(students_of(session))
    rounds = _rounds_of([session])
    found = [result for some in _batches(rounds) for result in some]
    of_player: dict[int, list[SeatResult]] = defaultdict(list)
    for result in found:
        of_player[result.player].append(result)
    unread = len(rounds) - len({result.played.pk for result in found})
    return PlainReport(rows_of(students, [_together(of_player[student.pk]) for student in students]), unread)


def _together(found: Sequence[SeatResult]) -> Results:
    points = [result.points for result in found if result.points is not None]
    return Results(
        rounds=len(found),
        firsts=sum(result.place == 1 for result in found),
        points=sum(points) if points else None,
        not_done=sum(result.not_done for result in found),
    )


def sessions_of(classroom: Classroom, name: str, student: Student | None = None) -> list[SessionLine]:
    """Return the sessions of this game in which anybody (or the student) played, newest first."""
    sat = Sitting.objects.filter(session__classroom=classroom, session__game=name)
    if student:
        sat = sat.filter(student=student)
    counted = sat.order_by().values("session").annotate(
        rounds=Count("seat__table__rounds", distinct=True), students=Count("student", distinct=True)
    )  # fmt: skip
    sessions = ClassSession.objects.in_bulk([row["session"] for row in counted])
    lines = [SessionLine(sessions[row["session"]], row["rounds"], row["students"]) for row in counted]
    return sorted(lines, key=lambda line: (line.session.opened_at, line.session.pk), reverse=True)


def have_played(name: str, students: Iterable[Student]) -> bool:
    players = [student.pk for student in students]
    return Sitting.objects.filter(student__in=players, session__game=name, seat__table__rounds__isnull=False).exists()


def session_files(session: ClassSession) -> Files:
    return _files(session_file_name(session), [session])


def classroom_files(classroom: Classroom, game_name: str) -> Files:
    return _files(file_name(classroom.name, "all-rounds", today()), _sessions(classroom, game_name))


def student_files(student: Student, game_name: str) -> Files:
    return _files(student_file_name(student), _sessions(student.classroom, game_name), student)


def _sessions(classroom: Classroom, game_name: str) -> list[ClassSession]:
    return list(classroom.sessions.filter(game=game_name).order_by("opened_at", "pk"))


def _files(name: str, sessions: Sequence[ClassSession], student: Student | None = None) -> Files:
    def batches() -> Iterator[list[SeatResult]]:
        for some in _batches(_rounds_of(sessions)):
            yield [result for result in some if student is None or result.player == student.pk]

    return Files(name, (Sheet("rounds", _("Rounds"), COLUMNS, batches),), "rounds")


def _rounds_of(sessions: Sequence[ClassSession]) -> list[tuple[ClassSession, Round]]:
    """Return the rounds with the session of each, in order; two queries."""
    by_pk = {session.pk: session for session in sessions}
    sat = Sitting.objects.filter(session__in=list(by_pk)).order_by()
    session_of = dict(sat.values_list("seat__table", "session").distinct())
    rounds = Round.objects.filter(table__in=list(session_of)).select_related("table")
    ordered = sorted(rounds, key=lambda played: (played.dealt_at, played.table.number, played.pk))
    return [(by_pk[session_of[played.table_id]], played) for played in ordered]


def _batches(rounds: Sequence[tuple[ClassSession, Round]]) -> Iterator[list[SeatResult]]:
    for start in range(0, len(rounds), ROUNDS_AT_ONCE):
        some = rounds[start : start + ROUNDS_AT_ONCE]
        counted = counts.of_rounds(some[0][0].game, [played for _session, played in some])
        seats = _seats([played for _session, played in some])
        yield [row for session, played in some for row in _results(session, played, counted[played.pk], seats)]


def _seats(rounds: Sequence[Round]) -> dict[int, list[Seat]]:
    """Return the seats of students by table."""
    found = defaultdict(list)
    for seat in Seat.objects.filter(table__in={played.table_id for played in rounds}, player__isnull=False):
        found[seat.table_id].append(seat)
    return found


def _results(
    session: ClassSession, played: Round, counted: RoundCounts, seats: dict[int, list[Seat]]
) -> Iterator[SeatResult]:
    """Yield the results of the round, none if its log cannot be read, so that other rounds are still reported."""
    end = counted.end
    for seat in seats[played.table_id] if counted.scores else ():
        number = seat.number
        place = end.places[number] if end and end.places else None
        left = end.left[number] if end else None
        points = end.points[number] if end and end.points else None
        not_done = counted.not_done[number]
        yield SeatResult(session, played, seat.name, seat.player or 0, number, place, left, points, not_done)


COLUMNS = (
    Column("session", gettext_lazy("Number of the class session."), lambda row: row.session.pk),
    Column("date", gettext_lazy("Day of the class session."), lambda row: row.session.day),
    Column("table", gettext_lazy("Number of the table in the session."), lambda row: row.played.table.number),
    Column("round", gettext_lazy("Number of the round at that table, from 1."), lambda row: row.played.number),
    Column("seat", gettext_lazy("Number of the seat, from 0."), lambda row: row.seat),
    Column("student", gettext_lazy("Name at the table."), lambda row: row.student),
    Column("student_number", gettext_lazy("Cardinal's number for the student."), lambda row: row.player),
    Column(
        "place",
        gettext_lazy("Place in the round, shared by equals; empty if not over, and where a table played together."),
        lambda row: row.place,
    ),
    Column("left", gettext_lazy("Cards left at the end."), lambda row: row.left),
    Column("points", gettext_lazy("Points; empty in a game that counts none."), lambda row: row.points),
    Column("not_done", gettext_lazy("How many moves were refused by the rules."), lambda row: row.not_done),
)
