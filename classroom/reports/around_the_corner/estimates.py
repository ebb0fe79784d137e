"""Sheets beside the cards: one row per child, and every estimate with its range, so that a file needs no other source.

The numbers are those of the class's page: of one mode, from the newest four weeks, with ranges of 95 %.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import NamedTuple

import numpy as np
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classroom.measures import Estimate
from classroom.models import Attendance, Classroom, ClassSession, Student
from classroom.reports.around_the_corner.class_page import ClassPage, known_sums
from classroom.reports.around_the_corner.findings.grouping import StudentStanding
from classroom.reports.around_the_corner.sources.answers import RACE
from classroom.reports.around_the_corner.sources.scope import Scope
from classroom.reports.around_the_corner.sources.sheets import modes_of
from classroom.reports.kit.contract import how_many_known
from classroom.reports.kit.exports.columns import Column, EstimateRow, Sheet, Value, estimate_columns
from classroom.reports.kit.rows import students_of, tables_of
from classroom.server.time_zone import moment
from classroom.sessions.counts import SessionTries, tries_of
from classroom.sessions.games.around_the_corner.modes import MODES

METHOD = 6
"""Version of the formulas: raise it whenever an estimate from the same answers changes."""


class ChildLine(NamedTuple):
    """A child in one mode. `tries` for a session are those of its page, for a class those behind the numbers; it `came`
    to so many of `sessions`; `known` are its known sums, as on every page."""

    student: Student
    mode: str
    standing: StudentStanding
    tries: SessionTries
    known: int | None
    came: int
    sessions: int
    since: date | None
    until: date | None


class EstimatesScope(NamedTuple):
    """The students and rounds to read: a class, at some tables or everywhere; rows of one student or all.

    `tries` by student, when a single session is read.
    """

    classroom: Classroom
    students: Sequence[Student]
    sessions: Sequence[ClassSession]
    tables: Sequence[int] | None = None
    student: Student | None = None
    tries: Mapping[int, SessionTries] | None = None


def of_session(session: ClassSession) -> EstimatesScope:
    students = list(students_of(session))
    return EstimatesScope(session.classroom, students, [session], tables_of(session), tries=tries_of(session))


def of_classroom(classroom: Classroom, student: Student | None = None) -> EstimatesScope:
    return EstimatesScope(classroom, list(classroom.students.all()), list(classroom.sessions.all()), None, student)


def sheets(read: EstimatesScope) -> tuple[Sheet, Sheet]:
    """Return the sheet with one row per child and mode, and the sheet of all estimates."""
    return (
        Sheet("students", _("Students"), CHILD_COLUMNS, partial(_once, partial(children, read))),
        Sheet("estimates", _("Estimates"), ESTIMATE_COLUMNS, partial(_once, partial(estimates, read))),
    )


def _once(rows: Callable[[], list]) -> Iterator[list]:
    yield rows()


def children(read: EstimatesScope) -> list[ChildLine]:
    """Return a line for every child in the mode with most answers, then lines of the other modes."""
    students = read.students
    modes = set(modes_of([student.pk for student in students], read.tables))
    pages = [ClassPage(read.classroom, students, Scope(mode), tables=read.tables) for mode in MODES if mode in modes]
    pages = pages or [ClassPage(read.classroom, students, Scope(RACE), tables=read.tables)]
    came = Counter(Attendance.objects.filter(session__in=read.sessions).values_list("student", flat=True))
    ordered = sorted(pages, key=lambda page: -page.cards)
    lines = [line for place, page in enumerate(ordered) for line in _lines(read, page, came, everybody=place == 0)]
    return [line for line in lines if read.student is None or line.student.pk == read.student.pk]


def _lines(read: EstimatesScope, page: ClassPage, came: Counter[int], *, everybody: bool) -> Iterator[ChildLine]:
    """Yield the lines of one mode; `everybody`: include children who never played it."""
    days, known = _days(page), known_sums(read.classroom)
    for place, (student, standing) in enumerate(zip(page.students, page.grouping.rows, strict=True)):
        if everybody or standing.tally.played:
            sessions = sum(session.opened_at >= student.created_at for session in read.sessions)
            there = came[student.pk]
            sums = how_many_known(known[student.pk]) if student.pk in known else None
            counts = sums, there, max(there, sessions)
            accuracy = standing.tally.accuracy
            behind = SessionTries(accuracy.n, accuracy.right)
            tries = behind if read.tries is None else read.tries.get(student.pk, SessionTries())
            yield ChildLine(student, page.scope.mode, standing, tries, *counts, *days.get(place, (None, None)))


def _days(page: ClassPage) -> dict[int, tuple[date, date]]:
    """Return for each student's index the first and last day of the answers behind their numbers."""
    lately = page.lately
    began = lately.began_at[lately.sheet]
    spans = {int(place): began[lately.student == place] for place in np.unique(lately.student)}
    return {place: (moment(int(mine.min())).date(), moment(int(mine.max())).date()) for place, mine in spans.items()}


def estimates(read: EstimatesScope) -> list[EstimateRow]:
    """Return every estimate that may be shown, child by child."""
    return [
        EstimateRow(child.student, child.mode, *measured, child.since, child.until)
        for child in children(read)
        for measured in _known(child)
    ]


def _known(child: ChildLine) -> Iterator[tuple[str, Estimate, int]]:
    tally, known = child.standing.tally, child.standing.known
    accuracy, speed = tally.accuracy, tally.speed
    if accuracy.range is not None and accuracy.share is not None:
        yield (
            "right",
            Estimate(accuracy.share, *accuracy.range),
            known.decisions if accuracy.estimate else accuracy.n,
        )
    if speed.seconds is not None and speed.range is not None:
        yield "seconds", Estimate(speed.seconds, *speed.range), speed.n
    if child.standing.fluent is not None and known.fluent is not None:
        yield "right_and_quick", known.fluent, known.decisions
    if tally.pace is not None:
        yield "right_a_minute", tally.pace, tally.timed


def _right(place: int) -> Callable[[ChildLine], Value]:
    return lambda child: (child.standing.tally.accuracy.of_hundred or (None,) * 3)[place]


def _seconds(part: str) -> Callable[[ChildLine], Value]:
    def value(child: ChildLine) -> Value:
        speed = child.standing.tally.speed
        found = speed.seconds if part == "value" else speed.range and getattr(speed.range, part)
        return None if found is None else round(found, 2)

    return value


CHILD_COLUMNS = (
    Column("student", gettext_lazy("Name on the roster."), lambda child: child.student.name),
    Column("student_number", gettext_lazy("Cardinal's number for the student."), lambda child: child.student.pk),
    Column("mode", gettext_lazy("Way of playing. Do not mix them in one number."), lambda child: child.mode),
    Column("right", gettext_lazy("Of 100 cards, how many would be right, with nobody racing."), _right(1)),
    Column("right_low", gettext_lazy("Low end of its range (95 %)."), _right(0)),
    Column("right_high", gettext_lazy("High end of its range (95 %)."), _right(2)),
    Column(
        "seconds",
        gettext_lazy("Middle time to a right card with nobody racing; empty below 10 own cards."),
        _seconds("value"),
    ),
    Column("seconds_low", gettext_lazy("Low end of its range (95 %)."), _seconds("low")),
    Column("seconds_high", gettext_lazy("High end of its range (95 %)."), _seconds("high")),
    Column(
        "cards",
        gettext_lazy("First answers to top cards that one of the hand fitted, beaten ones too."),
        lambda child: child.tries.tried,
    ),
    Column("cards_right", gettext_lazy("How many of these were right."), lambda child: child.tries.right),
    Column("known_sums", gettext_lazy("Sums of 60 that are secure or accurate."), lambda child: child.known),
    Column("came", gettext_lazy("Class sessions to which the student came."), lambda child: child.came),
    Column("sessions", gettext_lazy("Class sessions since the student is on the list."), lambda child: child.sessions),
    Column("since", gettext_lazy("First day of the answers behind these numbers."), lambda child: child.since),
    Column("until", gettext_lazy("Last day of the answers behind these numbers."), lambda child: child.until),
)

ESTIMATE_COLUMNS = estimate_columns(
    "mode",
    gettext_lazy("Way of playing. Do not mix them in one number."),
    gettext_lazy(
        "right (share of 1), seconds (to a right card), right_and_quick (share of 1), right_a_minute of looking."
    ),
    METHOD,
)
