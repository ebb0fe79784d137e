"""The class sessions of a period in a strip: the mode, who was there, and the settings that made play easier or
harder."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import numpy as np
from django.db.models import Q
from django.utils.translation import gettext as _

from classroom.measures import CLASS_MEAN_FROM_STUDENTS, Accuracy, ClassFit, Estimate
from classroom.measures.clusters import counted_share, raced_shares
from classroom.models import Attendance, Classroom, ClassSession, Sitting, Student
from classroom.reports.around_the_corner.sources.answers import LOST, RACE, VOID, Answers, Whole, read
from classroom.reports.around_the_corner.sources.scope import Scope
from classroom.reports.around_the_corner.sources.sheets import stamp_of
from classroom.reports.kit.cache import kept
from classroom.sessions.counts import SessionTries, tries_in
from classroom.sessions.games import catalogue as games

SHOWN = 12
"""Most sessions in the strip; the others are on the page of sessions."""


class SessionLine(NamedTuple):
    """A class session in a mode; `students` is how many played, `estimate` its share of right cards."""

    session: ClassSession
    mode: str
    students: int
    estimate: Estimate | None = None

    @property
    def key(self) -> str:
        """Id of the line in the page."""
        return f"session_{self.session.pk}"


class PlayedSession(NamedTuple):
    """`tries` are all children's, or the one student's, as on the session's own page; `accuracy` is None if too few
    played to sum up a class (measurement 5.4). `missing` were on the roster and absent; `settings` are those that
    differ from the usual ones."""

    line: SessionLine
    tries: SessionTries
    accuracy: Accuracy | None
    came: int
    missing: list[str]
    settings: list[str]


def class_lines(
    classroom: Classroom, scope: Scope, students: Sequence[Student], *, stamp: str, fit: Callable[[], ClassFit]
) -> list[SessionLine]:
    """Return the newest sessions in the scope with answers of these students, newest first; cached under the stamp of
    the scope's answers, to which `fit` belongs."""
    tables = _newest_tables(classroom, scope)
    players = [student.pk for student in students]

    def read_anew() -> list[SessionLine]:
        return session_lines(read(players, scope.mode, tables=tables), fit())[:SHOWN]

    return kept(f"{stamp}:{stamp_of(sorted(tables))}", "strip", read_anew)


def sessions_of(answers: Answers, student: Student) -> list[PlayedSession]:
    """Return the newest sessions in these answers of a student, newest first."""
    return played_sessions(session_lines(answers)[:SHOWN], [student], student.pk)


def played_sessions(
    lines: Sequence[SessionLine], students: Sequence[Student], of: int | None = None
) -> list[PlayedSession]:
    """Return the sessions with their tries, of all or of this student only, who of these students came, and their
    settings."""
    came: dict[int, set[int]] = defaultdict(set)
    there = Attendance.objects.filter(session__in=[line.session.pk for line in lines])
    for session, student in there.values_list("session", "student"):
        came[session].add(student)
    tried = tries_in([line.session for line in lines])
    return [_played(line, tried[line.session.pk], came[line.session.pk], students, of) for line in lines]


def session_lines(answers: Answers, fit: ClassFit | None = None) -> list[SessionLine]:
    """Return the class sessions of these answers with their results, newest first; without those in which a child sat
    as a student of another class."""
    known = _sessions_at(np.unique(answers.tables).tolist(), answers.players)
    sessions = sorted(set(known.values()), key=lambda session: (session.opened_at, session.pk), reverse=True)
    place = {session: at for at, session in enumerate(sessions)}
    of_sheet = np.array([place[known[table]] if table in known else -1 for table in answers.tables.tolist()], np.intp)
    placed = answers.where(of_sheet[answers.sheet] >= 0) if len(answers) else answers
    group = of_sheet[placed.sheet]
    decided = (placed.outcome != LOST) & (placed.outcome != VOID)
    students = len(answers.players)
    cells = np.bincount(group[decided] * students + placed.student[decided], minlength=len(sessions) * students)
    here = (cells.reshape(len(sessions), students) > 0).sum(axis=1)
    said = _shares(placed, group, len(sessions), fit) if fit else [None] * len(sessions)
    parts = zip(sessions, here.tolist(), said, strict=True)
    return [SessionLine(session, answers.mode, came, share) for session, came, share in parts]


def _shares(answers: Answers, group: Whole, groups: int, fit: ClassFit) -> list[Estimate | None]:
    """Return the class's share of right cards in each group of answers."""
    if answers.mode == RACE:
        fitted = answers.fitted
        return raced_shares(answers.exposures(), group[fitted], groups, fit)
    students = len(answers.players)
    cells = group * students + answers.student
    right, decided = (
        np.bincount(cells[part], minlength=groups * students).reshape(groups, students)
        for part in (answers.right, answers.right | answers.wrong)
    )
    return [counted_share(*parts) for parts in zip(right, decided, strict=True)]


def _sessions_at(tables: Iterable[int], students: Iterable[int]) -> Mapping[int, ClassSession]:
    """Return the sessions in which these students sat at these tables, by table."""
    sittings = Sitting.objects.filter(seat__table__in=list(tables), student__in=list(students))
    session_of = dict(sittings.values_list("seat__table", "session").distinct())
    found = ClassSession.objects.in_bulk(set(session_of.values()))
    return {table: found[session] for table, session in session_of.items()}


def _newest_tables(classroom: Classroom, scope: Scope) -> list[int]:
    since, until = (None if ms is None else datetime.fromtimestamp(ms / 1000, UTC) for ms in scope.span)
    sessions = classroom.sessions.filter(opened_at__gte=since, opened_at__lt=until or datetime.max.replace(tzinfo=UTC))
    mode = Q(options__mode=scope.mode) | (Q(options__mode__isnull=True) if scope.mode == RACE else Q())
    newest = sessions.filter(mode, sittings__isnull=False).distinct().values_list("pk", flat=True)[:SHOWN]
    return list(Sitting.objects.filter(session__in=list(newest)).values_list("seat__table", flat=True).distinct())


def _played(
    line: SessionLine, tried: Mapping[int, SessionTries], came: set[int], students: Sequence[Student], of: int | None
) -> PlayedSession:
    tries = [mine for student, mine in tried.items() if of in (None, student)]
    whole = SessionTries(sum(mine.tried for mine in tries), sum(mine.right for mine in tries))
    says = of is not None or line.students >= CLASS_MEAN_FROM_STUDENTS
    accuracy = Accuracy(whole.right, whole.tried, line.estimate, line.mode == RACE) if says else None
    missing = [
        student.name for student in students if student.pk not in came and student.created_at <= line.session.opened_at
    ]
    return PlayedSession(line, whole, accuracy, len(came), missing, settings_of(line.session))


def settings_of(session: ClassSession) -> list[str]:
    """Return the unusual settings that affect the numbers, in words."""
    alone = session.options.get("computers", "none") == "none"
    return [*games.unlike_usual(session), *([] if alone else [_("with computer players")])]
