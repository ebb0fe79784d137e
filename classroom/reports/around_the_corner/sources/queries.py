"""Numbers of a class, a class session or a student, read from the answer sheets in a fixed number of queries.

Only first answers to a top card count (a retry is on no sheet, measurement 0.1), and modes are never added together:
everything here is per mode. Nothing here is ordered by how well somebody did.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

from django.db.models import Q, QuerySet

from classroom.homework import practice
from classroom.measures import CLASS_MEAN_FROM_STUDENTS, Z95, Accuracy, Estimate, Speed
from classroom.models import Classroom, ClassSession, Sitting, Student
from classroom.reports.around_the_corner.findings.ability import Ability, abilities
from classroom.reports.around_the_corner.sources.answers import RACE, Answers, Whole, modes_of, read
from game.around_the_corner.answer_sheets import CORNER
from game.models import Table
from game.projection.project import catch_up as project_what_lacks
from game.rules import around_the_corner as rules

NO_SPEED = Speed(0)


@dataclass(frozen=True, slots=True)
class Tally:
    """First answers in one mode. `beaten` came too late, `beaten_right` of them with a right sum.

    `lost` were not given: another's card came first. `unfit` are wrong cards tapped while nothing in the hand fitted.
    `estimate` is the share of right ones that is said in place of the counts (Accuracy).
    """

    mode: str
    right: int = 0
    wrong: int = 0
    beaten: int = 0
    beaten_right: int = 0
    missed: int = 0
    lost: int = 0
    unfit: int = 0
    speed: Speed = NO_SPEED
    estimate: Estimate | None = None

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
        return Accuracy(self.right + self.beaten_right, self.answered, self.estimate, self.mode == RACE)


@dataclass(frozen=True, slots=True)
class WrongCard:
    """A number played on a top card that it does not fit. `needed` are the numbers that would have been right."""

    number: int
    top_number: int
    top_step: int
    needed: tuple[int, ...]
    times: int
    students: int


class Played(Protocol):
    """What a tally tells whoever lists students."""

    @property
    def played(self) -> bool: ...


Counted = TypeVar("Counted", bound=Played)


class StudentRow(NamedTuple, Generic[Counted]):
    student: Student
    tally: Counted

    @property
    def key(self) -> str:
        """Names the row in the page."""
        return f"{self.student.pk}"


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


@dataclass(frozen=True, slots=True)
class ModeReport(OfStudents[Tally]):
    """A class in one mode."""

    mode: str
    rows: list[StudentRow[Tally]]
    wrong_cards: list[WrongCard]

    @property
    def right(self) -> int:
        return sum(row.tally.right for row in self.rows)

    @property
    def accuracy(self) -> Accuracy | None:
        """The class's; None where it may not be summed up."""
        if not self.sums_up_a_class:
            return None
        parts = [row.tally.accuracy for row in self.rows]
        return Accuracy(sum(part.right for part in parts), sum(part.n for part in parts))


def catch_up(classroom: Classroom) -> None:
    """Bring the attempts of a class up to date: a round that has just ended may still be waiting for it."""
    practice.end_forgotten(classroom)
    there = Q(seats__sitting__session__classroom=classroom) | Q(rounds__practice__student__classroom=classroom)
    project_what_lacks(Table.objects.filter(there))


def of_session(session: ClassSession) -> list[ModeReport]:
    return reports(list(students_of(session)), tables_of(session), session.options.get("mode", RACE))


def tables_of(session: ClassSession, student: Student | None = None) -> list[int]:
    """Return the tables of the session, or those of them at which the student sat."""
    sat = Sitting.objects.filter(session=session, **({"student": student} if student else {}))
    return list(sat.values_list("seat__table", flat=True).distinct())


def students_of(session: ClassSession) -> QuerySet[Student]:
    """Return the class's students, and who sat in the session and is in another class by now."""
    sat = Sitting.objects.filter(session=session).values("student")
    return Student.objects.filter(Q(classroom=session.classroom_id) | Q(pk__in=sat))


def of_student(student: Student, session: ClassSession | None = None) -> list[ModeReport]:
    """Return one report per mode with this student's row alone, over one session or over all."""
    if session is None:
        return reports([student])
    return reports([student], tables_of(session, student), session.options.get("mode", RACE))


def reports(
    students: Sequence[Student], tables: Sequence[int] | None = None, mode: str | None = None
) -> list[ModeReport]:
    """Return a report per mode that was played; `mode` gets one even where nobody has played yet."""
    players = [student.pk for student in students]
    modes = sorted(set(modes_of(players, tables)) | ({mode} if mode else set()))
    return [mode_report(read(players, name, tables=tables), students) for name in modes]


def mode_report(answers: Answers, students: Sequence[Student]) -> ModeReport:
    """Return the numbers of these students (those of the answers, in their order)."""
    rows = [StudentRow(one, tally) for one, tally in zip(students, tallies(answers), strict=True)]
    return ModeReport(answers.mode, rows, wrong_cards(answers))


def tallies(answers: Answers) -> list[Tally]:
    """Return the tally of each student, with the speed that may be shown."""
    counts = answers.counted(answers.student, len(answers.players))
    known = abilities(answers, Z95)
    return [tally(answers.mode, row, one) for row, one in zip(counts, known, strict=True)]


def tally(mode: str, counts: Whole, ability: Ability | None = None) -> Tally:
    """Return these counts (8,), by outcome, as a tally, with what may be said of the student's ability."""
    speed = ability.speed if ability else NO_SPEED
    estimate = ability.right_in_races if ability and mode == RACE else None
    right, wrong, beaten_right, beaten_wrong, missed, lost, unfit, _ = (int(count) for count in counts)
    return Tally(mode, right, wrong, beaten_right + beaten_wrong, beaten_right, missed, lost, unfit, speed, estimate)


def wrong_cards(answers: Answers) -> list[WrongCard]:
    """Return the wrong cards, commonest first. Two cards of one number are one mistake."""
    kept = answers.where((answers.records["ending"] == 1) & (answers.records["played"] > 0))
    columns = kept.has(CORNER), kept.records["played"], kept.number, kept.step, kept.student
    players: dict[tuple[bool, int, int, int], list[int]] = defaultdict(list)
    for *mistake, student in zip(*(column.tolist() for column in columns), strict=True):
        players[tuple(mistake)].append(student)
    by_times = sorted(players.items(), key=lambda item: (-len(item[1]), item[0]))
    return [_wrong_card(*mistake, found) for mistake, found in by_times]


def _wrong_card(corner: bool, played: int, number: int, step: int, students: list[int]) -> WrongCard:
    needed = tuple(answer for answer in rules.answers(number, step, corner) if answer)
    return WrongCard(played, number, step, needed, len(students), len(set(students)))
