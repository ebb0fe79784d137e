"""A class's sessions, and the page after one: totals, attendance, notes, and comparison with earlier sessions."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet

from classroom.models import Attendance, Classroom, ClassSession, Sitting, Student
from classroom.sessions import accommodations, counts, teams
from classroom.sessions.counts import Chair, SessionCounts
from classroom.sessions.forms import NoteForm
from classroom.sessions.games import catalogue
from game.log.counts import RoundCounts
from game.models import Round, Seat
from game.screens.sentences import minutes


@dataclass(frozen=True, slots=True)
class Left:
    """Player of a seat and its score: cards left, or points. `won`: nobody did better."""

    name: str
    score: int
    computer: bool
    won: bool


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round that has begun. `milliseconds` from GO to its end, None while it runs; `finished`: a player finished."""

    pk: int
    table: int
    number: int
    milliseconds: int | None
    finished: bool
    left: tuple[Left, ...]

    @property
    def time(self) -> str:
        return minutes(self.milliseconds or 0)


def rounds_of(session: ClassSession, counted: SessionCounts) -> list[RoundLine]:
    """Return the rounds with a GO, never ranked: by table, or by round where all tables have the same deal, so that
    equal deals are together."""
    began = [(played, counts) for played, counts in counted.rounds if counts.has_begun]
    seats = Seat.objects.filter(table__in={played.table_id for played, _counts in began})
    chairs = {(seat.table_id, seat.number): seat for seat in seats}
    lines = [_line(played, counts, chairs) for played, counts in began]
    by_round = session.options.get("same_deal", False)
    return sorted(lines, key=lambda line: (line.number, line.table) if by_round else (line.table, line.number))


def _line(played: Round, counts: RoundCounts, chairs: Mapping[Chair, Seat]) -> RoundLine:
    there = [(seat, chairs[played.table_id, seat], score) for seat, score in enumerate(counts.scores)]
    return RoundLine(
        pk=played.pk,
        table=played.table.number,
        number=played.number,
        milliseconds=None if counts.over_at is None else counts.over_at - (counts.go_at or 0),
        finished=counts.somebody_finished,
        left=tuple(Left(chair.name, score, chair.player is None, seat in counts.first) for seat, chair, score in there),
    )


@dataclass(frozen=True, slots=True)
class Attended:
    """A child of the session: when it came, None if it never did; whether it played, and which settings were its alone.

    `late`: it came after the start. `removed`: it has been removed from the list since. `is_here`: it has not left the
    class, so its report can be read.
    """

    student: Student
    arrived_at: datetime | None
    late: bool
    played: bool
    own: str
    removed: bool
    is_here: bool


def context(session: ClassSession) -> dict[str, Any]:
    """Return the context of the page after a session: the numbers for the three sentences about it, whether it is the
    class's last one, what was played together, and the note."""
    tables = Sitting.objects.filter(session=session).values("seat__table__number")
    known = counted(session) | {
        "session": session,
        "classroom": session.classroom,
        "tables": tables.distinct().count(),
        "minutes": _minutes(session),
        "homework": catalogue.of(session.game).homework,
        "is_last": session.classroom.archived_at is None
        and not ClassSession.objects.filter(classroom=session.classroom_id, pk__gt=session.pk).exists(),
        "note_form": NoteForm(instance=session),
    }
    match session.options.get("together"):
        case "teams":
            known["teams"] = teams.teams_of(session)
        case "class":
            known["together"] = teams.together(session)
    return known


def counted(session: ClassSession) -> dict[str, Any]:
    """Return what the children did together, and the rounds: for the page after a session and its report."""
    found = counts.of_session(session)
    lines = rounds_of(session, found)
    return {
        "rounds": lines,
        "round_count": len(lines),
        "score_head": catalogue.of(session.game).score_head,
        "did": counts.totals(session, found),
        "students": counts.students(session),
    }


def history(classroom: Classroom) -> QuerySet[ClassSession]:
    """Return the sessions of a class, newest first, those on paper included, with how many sat at how many tables. One
    query, and one for the results of those on paper (`hands`)."""
    written = Attendance.objects.filter(session__on_paper=True).select_related("student")
    hands = written.order_by("-won", F("cards_left").asc(nulls_last=True), "pk")
    counted = ClassSession.everything.filter(classroom=classroom).annotate(
        students=Count("sittings__student", distinct=True),
        tables=Count("sittings__seat__table__number", distinct=True),
    )
    return counted.order_by("-opened_at", "-pk").prefetch_related(Prefetch("attendances", hands, "hands"))


def _minutes(session: ClassSession) -> int:
    if session.started_at is None or session.ended_at is None:
        return 0
    return max(1, round((session.ended_at - session.started_at).total_seconds() / 60))


def attendance(session: ClassSession) -> list[Attended]:
    """Return everybody who came and everybody who was on the roster then, in its order; children removed since stay in
    the record. One query."""
    came = Attendance.objects.filter(session=session, student=OuterRef("pk"))
    sat = Sitting.objects.filter(session=session, student=OuterRef("pk"))
    listed = Q(removed_at=None) | Q(removed_at__gt=session.opened_at)
    then = Student.everybody.select_related("classroom").annotate(came=came.values("arrived_at")[:1], sat=Exists(sat))
    there = Q(came__isnull=False) | listed & Q(classroom=session.classroom_id, created_at__lte=session.opened_at)
    return [_attended(session, child, child.came, child.sat) for child in then.filter(there)]


def _attended(session: ClassSession, child: Student, came: datetime | None, played: bool) -> Attended:
    removed = child.removed_at is not None
    return Attended(
        student=child,
        arrived_at=came,
        late=came is not None and session.started_at is not None and came > session.started_at,
        played=played,
        own=", ".join(accommodations.in_words(child.needs)),
        removed=removed,
        is_here=not removed and child.classroom_id == session.classroom_id,
    )
