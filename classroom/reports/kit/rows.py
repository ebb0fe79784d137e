"""Rows of a report, one a student, and the counts that the reports of all games share."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

from django.db.models import Count, Q, QuerySet
from django.utils.functional import Promise

from classroom import persons
from classroom.measures import CLASS_MEAN_FROM_STUDENTS, Accuracy, Estimate, Speed, rate
from classroom.measures.showing import SPEED_PALE_FROM
from classroom.models import ClassSession, Sitting, Student
from classroom.reports.kit.periods import EVER
from game.models import Evidence

NO_SPEED = Speed(0)
MOST_NAMED = 3
WITH_TENTHS_TO = 10
"""On a scale to so many seconds all have tenths, on a longer one only those below."""


@dataclass(frozen=True, slots=True)
class Tally:
    """First answers. `missed` are those that were possible and not given; a game adds its own counts.

    `pace` is right ones a minute of looking, None where few are on the clock; `timed` are those on the clock.
    """

    right: int = 0
    wrong: int = 0
    missed: int = 0
    speed: Speed = NO_SPEED
    pace: Estimate | None = None
    timed: int = 0

    @property
    def answered(self) -> int:
        return self.right + self.wrong

    @property
    def played(self) -> bool:
        return self.answered + self.missed > 0

    @property
    def accuracy(self) -> Accuracy:
        return Accuracy(self.right, self.answered)


def pace(right: int, timed: int, seconds: float) -> Estimate | None:
    """Return the right answers a minute, of so many on the clock and all their seconds, lost races included."""
    return rate(right, seconds) if timed >= SPEED_PALE_FROM and seconds > 0 else None


class PlayedTally(Protocol):
    """The part of a tally that a list of students needs."""

    @property
    def played(self) -> bool: ...


Counted = TypeVar("Counted", bound=PlayedTally)


class StudentRow(NamedTuple, Generic[Counted]):
    student: Student
    tally: Counted

    @property
    def key(self) -> str:
        """Name of the row in the page."""
        return f"{self.student.pk}"


class StudentLine(NamedTuple):
    """A student's line in the class's table. Seconds are drawn from 0 to `longest`.

    `group` is empty where too few are known, and not `sure` where chance could have put the student there.
    """

    student: Student
    report: str
    tally: Tally
    group: str | Promise
    sure: bool
    longest: int

    @property
    def decimals(self) -> int:
        return 1 if self.longest <= WITH_TENTHS_TO else self.tally.speed.decimals

    @property
    def key(self) -> str:
        """Name of the line in the page; a number would be written with its thousands parted."""
        return f"{self.student.pk}"

    @property
    def time_key(self) -> str:
        return f"{self.student.pk}_s"

    @property
    def bar(self) -> tuple[int, ...]:
        """The seconds with their range as places of 100: low, middle, high; nothing where there are none."""
        speed = self.tally.speed
        if speed.seconds is None or speed.range is None:
            return ()
        parts = (speed.range.low, speed.seconds, speed.range.high)
        return tuple(min(100, round(100 * seconds / self.longest)) for seconds in parts)


class LinesOfGroup(NamedTuple):
    """The lines of one group of students; `name` is empty for those of whom too little is known."""

    name: str | Promise
    lines: list[StudentLine]


def by_group(lines: Sequence[StudentLine], groups: Sequence[str | Promise]) -> list[LinesOfGroup]:
    """Return the lines by their groups, in the order of `groups`, and last who is in none; nobody is ranked inside."""
    parts = (LinesOfGroup(name, [line for line in lines if line.group == name]) for name in (*groups, ""))
    return [part for part in parts if part.lines]


class Mentioned(NamedTuple):
    """Students whom a sentence names, surely or `perhaps`."""

    students: list[Student]
    perhaps: bool


class Mentions(NamedTuple):
    """Who stands in a sentence, and the others, one press away; those who are `perhaps` meant stand last in each."""

    first: list[Mentioned]
    others: list[Mentioned]
    more: int


def named(students: Sequence[Student], perhaps: Sequence[Student]) -> Mentions:
    """Return whom a sentence is about, at most MOST_NAMED in it (measurement 7, row 21)."""
    in_order = sorted(students, key=lambda student: student in perhaps)
    first, others = in_order[:MOST_NAMED], in_order[MOST_NAMED:]
    return Mentions(_mentioned(first, perhaps), _mentioned(others, perhaps), len(others))


def _mentioned(students: Sequence[Student], perhaps: Sequence[Student]) -> list[Mentioned]:
    parts = (
        Mentioned([student for student in students if (student in perhaps) == said], said) for said in (False, True)
    )
    return [part for part in parts if part.students]


class OfStudents(Generic[Counted]):
    """A row for everybody asked about, in the order of the roster, also for those who never played."""

    __slots__ = ()
    rows: list[StudentRow[Counted]]

    @property
    def played(self) -> int:
        return sum(row.tally.played for row in self.rows)

    @property
    def sums_up_a_class(self) -> bool:
        """Whether enough have played that numbers are not about single children (measurement 5.4)."""
        return self.played >= CLASS_MEAN_FROM_STUDENTS


def rows_of(students: Sequence[Student], tallies: Sequence[Counted]) -> list[StudentRow[Counted]]:
    """Return a row for each student, with the tally at the same place."""
    return [StudentRow(student, tally) for student, tally in zip(students, tallies, strict=True)]


def tables_of(session: ClassSession, student: Student | None = None) -> list[int]:
    """Return the tables of the session, or those of them at which the student sat."""
    sat = Sitting.objects.filter(session=session, **({"student": student} if student else {}))
    return list(sat.values_list("seat__table", flat=True).distinct())


def students_of(session: ClassSession) -> QuerySet[Student]:
    """Return the class's students, and who sat in the session and is in another class by now."""
    sat = Sitting.objects.filter(session=session).values("student")
    return Student.objects.filter(Q(classroom=session.classroom_id) | Q(pk__in=sat))


class WithPictures(NamedTuple):
    """First answers that had a number picture beside them: an accommodation, and in no number of a report."""

    answers: int
    right: int


def with_pictures(kind: type[Evidence], student: Student, span: tuple[int, int | None]) -> WithPictures:
    """Return how many such answers of this kind a student gave in a period (ms since 1970). One query."""
    since, until = span
    given = kind._default_manager.filter(player__in=persons.players_of(student.pk), pictured=True)
    within = given.filter(retry=False, ending__in=("C", "W"), started_at__gte=since, started_at__lt=until or EVER)
    return WithPictures(**within.aggregate(answers=Count("pk"), right=Count("pk", filter=Q(ending="C"))))
