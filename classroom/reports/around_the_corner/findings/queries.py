"""Numbers of a class, a class session or a student, read from the answer sheets in a fixed number of queries.

Only first answers to a top card count (sheets have no retries, measurement 0.1), and each mode is counted separately.
Nothing is ordered by how well a student did.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from classroom.measures import Z95, Accuracy, Estimate
from classroom.models import ClassSession, Student
from classroom.reports.around_the_corner.findings.ability import Ability, abilities
from classroom.reports.around_the_corner.sources.answers import RACE, Answers, Whole, read
from classroom.reports.around_the_corner.sources.sheets import modes_of
from classroom.reports.kit.rows import NO_SPEED, OfStudents, StudentRow, Tally, pace, rows_of, students_of, tables_of
from game.around_the_corner.answer_sheets import CORNER, LOW, ONLY_PLUS
from game.around_the_corner.words import card_words
from game.rules import around_the_corner as rules


@dataclass(frozen=True, slots=True)
class CardTally(Tally):
    """First answers in one mode, right and wrong; `beaten` of these came too late.

    `lost` were not given, as another's card came first. `unfit` are wrong cards tapped while nothing in the hand
    fitted. `estimate` is the share of right ones to show instead of the counts (Accuracy).
    """

    mode: str = RACE
    beaten: int = 0
    lost: int = 0
    unfit: int = 0
    estimate: Estimate | None = None

    @property
    def chances(self) -> int:
        """Number of top cards that could be answered, including lost ones: without them draws, which are quick, would
        weigh too much."""
        return self.answered + self.missed + self.lost

    @property
    def played(self) -> bool:
        return self.answered + self.missed + self.unfit > 0

    @property
    def accuracy(self) -> Accuracy:
        return Accuracy(self.right, self.answered, self.estimate, self.mode == RACE)


@dataclass(frozen=True, slots=True)
class WrongCard:
    """A number played on a top card that it does not fit. `needed` are the numbers that would have fitted."""

    number: int
    top: str
    needed: tuple[int, ...]
    times: int
    students: int


@dataclass(frozen=True, slots=True)
class ModeReport(OfStudents[CardTally]):
    """The results of a class in one mode."""

    mode: str
    rows: list[StudentRow[CardTally]]
    wrong_cards: list[WrongCard]

    @property
    def accuracy(self) -> Accuracy | None:
        """The class's accuracy; None if too few played."""
        if not self.sums_up_a_class:
            return None
        parts = [row.tally.accuracy for row in self.rows]
        return Accuracy(sum(part.right for part in parts), sum(part.n for part in parts))


def of_session(session: ClassSession) -> list[ModeReport]:
    return reports(list(students_of(session)), tables_of(session), session.options.get("mode", RACE))


def of_student(student: Student, session: ClassSession) -> list[ModeReport]:
    """Return a report for each mode, with only this student's row."""
    return reports([student], tables_of(session, student), session.options.get("mode", RACE))


def reports(
    students: Sequence[Student], tables: Sequence[int] | None = None, mode: str | None = None
) -> list[ModeReport]:
    """Return a report for each mode played; a given `mode` has one even without answers."""
    players = [student.pk for student in students]
    modes = sorted(set(modes_of(players, tables)) | ({mode} if mode else set()))
    sheets = (read(players, name, tables=tables) for name in modes)
    return [ModeReport(each.mode, rows_of(students, tallies(each)), wrong_cards(each)) for each in sheets]


def tallies(answers: Answers) -> list[CardTally]:
    """Return the tally of each student, with the speed that may be shown."""
    return tallied(answers, abilities(answers, Z95))


def tallied(answers: Answers, known: Sequence[Ability]) -> list[CardTally]:
    """Return the tally of each student, with these abilities (ranges of 95 %)."""
    counts = answers.counted(answers.student, len(answers.players))
    found = [tally(answers.mode, row, facts) for row, facts in zip(counts, known, strict=True)]
    return [replace(each, pace=at, timed=n) for each, (at, n) in zip(found, paces(answers), strict=True)]


def paces(answers: Answers) -> list[tuple[Estimate | None, int]]:
    """Return each student's right cards per minute of looking at a top card, lost races included (measurement 2.3), and
    the number of timed top cards behind it."""
    clocked, students = answers.clocked, len(answers.players)
    looked = np.bincount(answers.student[clocked], answers.seconds[clocked], students)
    timed, right = (
        np.bincount(answers.student[kept], minlength=students) for kept in (clocked, clocked & answers.right)
    )
    return [(pace(int(right[at]), int(timed[at]), float(looked[at])), int(timed[at])) for at in range(students)]


def tally(mode: str, counts: Whole, ability: Ability | None = None) -> CardTally:
    """Return these counts (8,), by outcome, as a tally, with the student's ability as far as it may be shown."""
    speed = ability.speed if ability else NO_SPEED
    estimate = ability.right_in_races if ability and mode == RACE else None
    first, tried, beaten_right, beaten_wrong, missed, lost, unfit, _ = (int(count) for count in counts)
    right, wrong, beaten = first + beaten_right, tried + beaten_wrong, beaten_right + beaten_wrong
    return CardTally(right, wrong, missed, speed, mode=mode, beaten=beaten, lost=lost, unfit=unfit, estimate=estimate)


def wrong_cards(answers: Answers) -> list[WrongCard]:
    """Return the wrong cards, the most frequent first. Two cards of one number are the same mistake."""
    kept = answers.where(answers.wrong & (answers.records["played"] > 0))
    sums = kept.has(CORNER), np.where(kept.has(LOW), rules.FIVE, rules.TEN), kept.has(ONLY_PLUS)
    columns = *sums, kept.records["played"], kept.number, kept.step, kept.student
    players: dict[tuple[Any, ...], list[int]] = defaultdict(list)
    for *mistake, student in zip(*(column.tolist() for column in columns), strict=True):
        players[tuple(mistake)].append(student)
    by_times = sorted(players.items(), key=lambda item: (-len(item[1]), item[0]))
    return [_wrong_card(found, rules.Sums(*mistake[:3]), *mistake[3:]) for mistake, found in by_times]


def _wrong_card(students: list[int], sums: rules.Sums, played: int, number: int, step: int) -> WrongCard:
    needed = tuple(answer for answer in sums.answers(number, step) if answer)
    top = card_words(rules.Card(0, number, step), sums)
    return WrongCard(played, top, needed, len(students), len(set(students)))
