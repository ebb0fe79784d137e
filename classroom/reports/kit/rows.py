"""Rows of a report, one per student, and the counts shared by the reports of all games."""

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
"""On a scale up to this many seconds all values have tenths; on a longer one only those below it."""


@dataclass(frozen=True, slots=True)
class Tally:
    """First answers. `missed` are those that were possible and not given; a game adds its own counts.

    `pace` is right answers per minute of looking, None with few timed ones; `timed` is their number.
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
    """Return right answers per minute, from the number of timed ones and their total seconds, lost races included."""
    return rate(right, seconds) if timed >= SPEED_PALE_FROM and seconds > 0 else None


class PlayedTally(Protocol):
    """The part of a tally used by a list of students."""

    @property
    def played(self) -> bool: ...


Counted = TypeVar("Counted", bound=PlayedTally)


class StudentRow(NamedTuple, Generic[Counted]):
    student: Student
    tally: Counted

    @property
    def key(self) -> str:
        """Id of the row in the page."""
        return f"{self.student.pk}"


class StudentLine(NamedTuple):
    """A student's line in the class's table. Seconds are drawn from 0 to `longest`.

    `group` is empty with too few answers, and not `sure` if chance could have put the student there.
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
        """Id of the line in the page, as text: a number would get a thousands separator."""
        return f"{self.student.pk}"

    @property
    def time_key(self) -> str:
        return f"{self.student.pk}_s"

    @property
    def bar(self) -> tuple[int, ...]:
        """The seconds with their range as positions of 100: low, middle, high; () without seconds."""
        speed = self.tally.speed
        if speed.seconds is None or speed.range is None:
            return ()
        parts = (speed.range.low, speed.seconds, speed.range.high)
        return tuple(min(100, round(100 * seconds / self.longest)) for seconds in parts)


class LinesOfGroup(NamedTuple):
    """The lines of one group of students; `name` is empty for those with too few answers."""

    name: str | Promise
    lines: list[StudentLine]


def by_group(lines: Sequence[StudentLine], groups: Sequence[str | Promise]) -> list[LinesOfGroup]:
    """Return the lines by their groups, in the order of `groups`, then those in none; within a group nobody is
    ranked."""
    parts = (LinesOfGroup(name, [line for line in lines if line.group == name]) for name in (*groups, ""))
    return [part for part in parts if part.lines]


class Mentioned(NamedTuple):
    """Students named in a sentence, surely or `perhaps`."""

    students: list[Student]
    perhaps: bool


class Mentions(NamedTuple):
    """The students named in a sentence, and the others, one press away; in each the `perhaps` ones come last."""

    first: list[Mentioned]
    others: list[Mentioned]
    more: int


def named(students: Sequence[Student], perhaps: Sequence[Student]) -> Mentions:
    """Return the students of a sentence, at most MOST_NAMED of them in it (measurement 7, row 21)."""
    in_order = sorted(students, key=lambda student: student in perhaps)
    first, others = in_order[:MOST_NAMED], in_order[MOST_NAMED:]
    return Mentions(_mentioned(first, perhaps), _mentioned(others, perhaps), len(others))


def _mentioned(students: Sequence[Student], perhaps: Sequence[Student]) -> list[Mentioned]:
    parts = (
        Mentioned([student for student in students if (student in perhaps) == said], said) for said in (False, True)
    )
    return [part for part in parts if part.students]


class OfStudents(Generic[Counted]):
    """A row for each requested student, in the order of the roster, including those who never played."""

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
    """Return a row for each student, with the tally at the same index."""
    return [StudentRow(student, tally) for student, tally in zip(students, tallies, strict=True)]


def tables_of(session: ClassSession, student: Student | None = None) -> list[int]:
    """Return the tables of the session, or only those at which the student sat."""
    sat = Sitting.objects.filter(session=session, **({"student": student} if student else {}))
    return list(sat.values_list("seat__table", flat=True).distinct())


def students_of(session: ClassSession) -> QuerySet[Student]:
    """Return the class's students, and those who sat in the session and are in another class by now."""
    sat = Sitting.objects.filter(session=session).values("student")
    return Student.objects.filter(Q(classroom=session.classroom_id) | Q(pk__in=sat))


class WithPictures(NamedTuple):
    """First answers given with a number picture: an accommodation, not counted in any number of a report."""

    answers: int
    right: int


def with_pictures(kind: type[Evidence], student: Student, span: tuple[int, int | None]) -> WithPictures:
    """Return the number of a student's answers of this kind with a picture in a period (ms since 1970). One query."""
    since, until = span
    given = kind._default_manager.filter(player__in=persons.players_of(student.pk), pictured=True)
    within = given.filter(retry=False, ending__in=("C", "W"), started_at__gte=since, started_at__lt=until or EVER)
    return WithPictures(**within.aggregate(answers=Count("pk"), right=Count("pk", filter=Q(ending="C"))))
