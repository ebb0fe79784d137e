"""Numbers of a class, a class session or a student, read from the attempts in a fixed number of queries.

Only first answers to a top card count (a `retry` is in nothing but the game, measurement 0.1), and modes are never
added together: everything here is per mode. Nothing here is ordered by how well somebody did.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet

from classroom import practice
from classroom.models import Classroom, ClassSession, Practice, Sitting, Student
from classroom.reports.measures import CLASS_MEAN_FROM_STUDENTS, Accuracy, Speed, speed
from game.attempts import catch_up as project_what_lacks
from game.models import Attempt, Table
from game.rules import around_the_corner as rules

RIGHT, WRONG, DREW, LOST, _ = (ending.value for ending in Attempt.Ending)
RACE = "race"
NO_FIT = ""
"""The stratum of a wrong card that was tapped while nothing in the hand fitted: no evidence of accuracy."""


@dataclass(slots=True)
class Tally:
    """First answers in one mode. `beaten` came too late, `beaten_right` of them with a right sum.

    `lost` were not given: another's card came first. `unfit` are wrong cards tapped while nothing in the hand fitted.
    """

    mode: str
    right: int = 0
    wrong: int = 0
    beaten: int = 0
    beaten_right: int = 0
    missed: int = 0
    lost: int = 0
    unfit: int = 0
    times: list[int] = field(default_factory=list)

    def add(self, ending: str, late: bool, stratum: str, count: int) -> None:
        if ending == DREW:
            self.missed += count
        elif ending == LOST:
            self.lost += count
        elif stratum == NO_FIT and ending == WRONG:
            self.unfit += count
        elif late:
            self.beaten += count
            self.beaten_right += count if ending == RIGHT else 0
        elif ending == RIGHT:
            self.right += count
        else:
            self.wrong += count

    @property
    def answered(self) -> int:
        return self.right + self.wrong + self.beaten

    @property
    def chances(self) -> int:
        """Top cards that could be answered. Lost ones too: a draw is quick, and would weigh too much without them."""
        return self.answered + self.missed + self.lost

    @property
    def played(self) -> bool:
        return self.answered + self.missed + self.unfit > 0

    @property
    def accuracy(self) -> Accuracy:
        return Accuracy(self.right + self.beaten_right, self.answered)

    @property
    def speed(self) -> Speed:
        return speed(self.times, raw=self.mode == RACE)


@dataclass(frozen=True, slots=True)
class WrongCard:
    """A number played on a top card that it does not fit. `needed` are the numbers that would have been right."""

    number: int
    top_number: int
    top_step: int
    needed: tuple[int, ...]
    times: int
    students: int


class StudentRow(NamedTuple):
    student: Student
    tally: Tally

    @property
    def key(self) -> str:
        """Names the row in the page."""
        return f"{self.student.pk}"


@dataclass(frozen=True, slots=True)
class ModeReport:
    """A class in one mode: a row for everybody on the roster, in its order, also for those who never played."""

    mode: str
    rows: list[StudentRow]
    wrong_cards: list[WrongCard]

    @property
    def played(self) -> int:
        return sum(row.tally.played for row in self.rows)

    @property
    def right(self) -> int:
        return sum(row.tally.right for row in self.rows)

    @property
    def accuracy(self) -> Accuracy | None:
        """The class's; None below the number of students from which a class may be summed up (measurement 5.4)."""
        if self.played < CLASS_MEAN_FROM_STUDENTS:
            return None
        parts = [row.tally.accuracy for row in self.rows]
        return Accuracy(sum(part.right for part in parts), sum(part.n for part in parts))


@dataclass(frozen=True, slots=True)
class SessionLine:
    """A class session with the totals of its class (`students` is how many played), or of one student (None)."""

    session: ClassSession
    tally: Tally
    students: int | None

    @property
    def accuracy(self) -> Accuracy | None:
        """None below the number of students from which a class may be summed up (measurement 5.4)."""
        few = self.students is not None and self.students < CLASS_MEAN_FROM_STUDENTS
        return None if few else self.tally.accuracy

    @property
    def key(self) -> str:
        """Names the line in the page."""
        return f"session_{self.session.pk}"


def catch_up(classroom: Classroom) -> None:
    """Bring the attempts of a class up to date: a round that has just ended may still be waiting for it."""
    practice.end_forgotten(classroom)
    project_what_lacks(Table.objects.filter(seats__sitting__session__classroom=classroom))


def of_session(session: ClassSession) -> list[ModeReport]:
    return _class_reports(
        _at(Sitting.objects.filter(session=session)), session.classroom, session.options.get("mode", RACE)
    )


def of_classroom(classroom: Classroom) -> list[ModeReport]:
    practised = Practice.objects.filter(student__classroom=classroom)
    return _class_reports(_at(Sitting.objects.filter(session__classroom=classroom), practised), classroom)


def of_student(student: Student, session: ClassSession | None = None) -> list[ModeReport]:
    """Return one report per mode with this student's row alone, over one session or over all."""
    sittings = Sitting.objects.filter(student=student)
    if session:
        attempts = _at(sittings.filter(session=session)).filter(player=student.pk)
        return _reports(attempts, [student], session.options.get("mode", RACE))
    return _reports(_at(sittings, student.practices.all()).filter(player=student.pk), [student], None)


def sessions_of(classroom: Classroom, student: Student | None = None) -> list[SessionLine]:
    """Return the class's sessions, newest first, with the totals of the class or of one student (who was there)."""
    sessions = list(classroom.sessions.all())
    session_of = dict(Sitting.objects.filter(session__in=sessions).values_list("seat__table", "session"))
    attempts = Attempt.objects.filter(round__table__in=session_of, retry=False)
    if student:
        attempts = attempts.filter(player=student.pk)
    tallies = {session.pk: Tally(session.options.get("mode", RACE)) for session in sessions}
    players: dict[int, set[int]] = defaultdict(set)
    for table, player, ending, late, stratum, count in _counted(attempts, "round__table", "player"):
        tallies[session_of[table]].add(ending, late, stratum, count)
        if ending != LOST:
            players[session_of[table]].add(player)
    return [
        SessionLine(session, tallies[session.pk], None if student else len(players[session.pk]))
        for session in sessions
        if tallies[session.pk].played or not student
    ]


def _class_reports(attempts: QuerySet[Attempt], classroom: Classroom, mode: str | None = None) -> list[ModeReport]:
    return _reports(attempts, list(classroom.students.all()), mode)


def _reports(attempts: QuerySet[Attempt], students: list[Student], mode: str | None) -> list[ModeReport]:
    """Return a report per mode that was played; `mode` gets one even where nobody has played yet."""
    tallies: dict[tuple[int, str], Tally] = {}
    for player, played_mode, ending, late, stratum, count in _counted(attempts, "player", "mode"):
        tallies.setdefault((player, played_mode), Tally(played_mode)).add(ending, late, stratum, count)
    for player, played_mode, milliseconds in _times(attempts):
        tallies[player, played_mode].times.append(milliseconds or 0)
    wrong = _wrong_cards(attempts)
    modes = sorted({played for _, played in tallies} | ({mode} if mode else set()))
    return [
        ModeReport(name, [StudentRow(one, tallies.get((one.pk, name), Tally(name))) for one in students], wrong[name])
        for name in modes
    ]


def _at(sittings: QuerySet[Sitting], practised: QuerySet[Practice] | None = None) -> QuerySet[Attempt]:
    """Return the first answers given at the tables of these sittings (by everybody there) and in these practices."""
    there = Q(round__table__in=sittings.values("seat__table"))
    if practised is not None:
        there |= Q(round__in=practised.values("round"))
    return Attempt.objects.filter(there, retry=False)


def _counted(attempts: QuerySet[Attempt], *groups: str) -> Iterable[tuple]:
    exposed = attempts.filter(ending__in=(RIGHT, WRONG, DREW, LOST)).order_by()
    return exposed.values_list(*groups, "ending", "late", "stratum").annotate(count=Count("pk"))


def _times(attempts: QuerySet[Attempt]) -> Iterable[tuple[int, str, int | None]]:
    """Return the usable times of right cards. In a race, who laid the top card saw it before the others: left out."""
    timed = attempts.filter(ending=RIGHT, timed=True).exclude(Q(own_top=True) & Q(mode=RACE)).order_by()
    return timed.values_list("player", "mode", "milliseconds")


def _wrong_cards(attempts: QuerySet[Attempt]) -> dict[str, list[WrongCard]]:
    """Return the wrong cards by mode, commonest first. Two cards of one number are one mistake."""
    columns = ("mode", "corner", "played", "top_number", "top_step", "player")
    counts: Counter[tuple[str, bool, int, int, int]] = Counter()
    players: dict[tuple[str, bool, int, int, int], set[int]] = defaultdict(set)
    for mode, corner, played, number, step, player in attempts.filter(ending=WRONG).values_list(*columns):
        mistake = (mode, corner, rules.card(played).number, number, step)
        counts[mistake] += 1
        players[mistake].add(player)
    by_mode: dict[str, list[WrongCard]] = defaultdict(list)
    for mistake, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        mode, corner, played, number, step = mistake
        needed = tuple(answer for answer in rules.answers(number, step, corner) if answer)
        by_mode[mode].append(WrongCard(played, number, step, needed, count, len(players[mistake])))
    return by_mode
