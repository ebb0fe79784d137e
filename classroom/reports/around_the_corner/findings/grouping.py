"""Groups of students by accuracy and fluency, with the ranges of both; never a ranking.

The two limits are 90 % right and a median that the class calls quick (measurement 5.3, 5.4). A corner is "sure" if both
ranges (80 %) stay on their sides of the limits. Below 10 own decisions a student is not drawn; below 20 paler.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from django.utils.translation import gettext_lazy as _

from classroom.measures import Z80, Z95, Estimate, Showing, wilson
from classroom.measures.mastery import FLUENT_SECONDS
from classroom.measures.showing import ACCURACY_MARK
from classroom.models import Student
from classroom.reports.around_the_corner.findings.ability import Ability, abilities, newest
from classroom.reports.around_the_corner.findings.facts import waited
from classroom.reports.around_the_corner.findings.queries import CardTally, tallied
from classroom.reports.around_the_corner.sources.answers import Answers
from classroom.reports.around_the_corner.sources.sheets import stamp_of
from classroom.reports.kit.cache import kept
from classroom.reports.kit.charts import Scatter, scatter
from classroom.reports.kit.labels import Point
from game.around_the_corner.answer_sheets import MODALITIES

PALE_BELOW = 20
OFTEN_MISSED = 0.1
NEEDS_TEACHING, HASTY, CAREFUL, SECURE = range(4)
CORNERS = (_("Needs teaching"), _("Quick but hasty"), _("Right but slow"), _("Quick and right"))
SIZES: dict[str, dict[str, int]] = {"wide": {}, "slim": {"width": 320, "height": 400}}
MARKS = {
    "": "circle",
    "touch": "circle",
    "pen": "circle",
    "mouse": "square",
    "key": "diamond",
    "click": "diamond",
    "scan": "diamond",
}


class Figures(NamedTuple):
    """The numbers of one student: `known` has the ranges of 95 % for a table, `ability` those of 80 % for a picture."""

    tally: CardTally
    known: Ability
    ability: Ability
    mark: str
    waited: int


class StudentStanding(NamedTuple):
    """One student's place in the picture. `corner` is an index in CORNERS, None with too few cards; `mark` is the way
    of tapping."""

    student: Student
    tally: CardTally
    known: Ability
    ability: Ability
    corner: int | None
    sure: bool
    mark: str
    waited: int = 0

    @property
    def misses(self) -> int:
        """Number of top cards for which the student held a fitting card, and drew, or waited for more than 6 s."""
        return self.tally.missed + self.waited

    @property
    def overlooks(self) -> bool:
        """Whether that happens with more than 1 card in 10, by the lower end of the 95 % range."""
        return self.misses > 0 and wilson(self.misses, self.tally.chances).low > OFTEN_MISSED

    @property
    def group(self) -> Any:
        return "" if self.corner is None else CORNERS[self.corner]

    @property
    def fluent(self) -> tuple[int, int, int] | None:
        """How many of 100 cards would be right and quick: low, best guess, high (95 %)."""
        share = self.known.fluent
        if share is None or self.ability.showing is Showing.HIDDEN:
            return None
        return round(100 * share.low), round(100 * share.value), round(100 * share.high)


class SkillGroup(NamedTuple):
    name: Any
    sure: list[Student]
    likely: list[Student]


class Grouping(NamedTuple):
    """`rows` are all students; `unknown` those with too few cards for a group."""

    rows: list[StudentStanding]
    groups: list[SkillGroup]
    unknown: list[StudentStanding]

    @property
    def known(self) -> bool:
        """Whether any student is in a group."""
        return any(row.corner is not None for row in self.rows)

    @property
    def marks(self) -> set[str]:
        return {row.mark for row in self.rows if row.corner is not None}


def figures(answers: Answers, quick: float = FLUENT_SECONDS) -> list[Figures]:
    """Return the numbers of each student of the answers, in order; `quick` in seconds.

    Counts and fits are of the same period, the newest of these answers.
    """
    lately, known = newest(answers), abilities(answers, Z95, quick)
    parts = tallied(lately, known), known, abilities(answers, Z80, quick), _marks(lately), waited(lately)
    return [Figures(*row) for row in zip(*parts, strict=True)]


def grouping(numbers: Sequence[Figures], students: Sequence[Student], quick: float = FLUENT_SECONDS) -> Grouping:
    """Return the groups of students by their numbers, given in the same order."""
    rows = [_standing(student, figure, quick) for student, figure in zip(students, numbers, strict=True)]
    unknown = [row for row in rows if row.corner is None and row.tally.played]
    return Grouping(rows, [_group(rows, corner) for corner in range(len(CORNERS))], unknown)


def pictures(grouped: Grouping, quick: float = FLUENT_SECONDS) -> list[tuple[str, Scatter]]:
    """Draw the students with known numbers, for each kind of screen: `wide`, and `slim` for a phone; empty without any.

    Placing the labels takes longer than the rest of the page, so it is cached for these points.
    """
    points = [_point(row) for row in grouped.rows if row.corner is not None]

    def drawn() -> list[tuple[str, Scatter]]:
        return [(name, scatter(points, x_line=quick, y_line=ACCURACY_MARK, **size)) for name, size in SIZES.items()]

    return kept(stamp_of(points, quick), "scatters", drawn) if points else []


def _standing(student: Student, figures: Figures, quick: float) -> StudentStanding:
    tally, known, ability, mark, waited = figures
    seconds, accuracy = ability.seconds, ability.accuracy
    if seconds is None or accuracy is None or ability.showing is Showing.HIDDEN:
        return StudentStanding(student, tally, known, ability, None, False, mark, waited)
    corner = 2 * (accuracy.value >= ACCURACY_MARK) + (seconds.value <= quick)
    sure = not (_holds(accuracy, ACCURACY_MARK) or _holds(seconds, quick))
    return StudentStanding(student, tally, known, ability, corner, sure, mark, waited)


def _holds(estimate: Estimate, line: float) -> bool:
    return estimate.low <= line <= estimate.high


def _point(row: StudentStanding) -> Point:
    seconds, accuracy, student = row.ability.seconds, row.ability.accuracy, row.student
    if seconds is None or accuracy is None:
        raise ValueError(f"nothing is known of {student}")
    return Point(
        student.name,
        *(seconds.value, seconds.low, seconds.high),
        *(accuracy.value, accuracy.low, accuracy.high),
        mark=row.mark,
        pale=row.ability.decisions < PALE_BELOW,
        face=(student.character, student.colour) if student.character else None,
    )


def _group(rows: Sequence[StudentStanding], corner: int) -> SkillGroup:
    inside = [row for row in rows if row.corner == corner]
    return SkillGroup(
        CORNERS[corner], [row.student for row in inside if row.sure], [row.student for row in inside if not row.sure]
    )


def _marks(answers: Answers) -> list[str]:
    """Return the mark of each student's most frequent way of tapping: times by touch and by mouse are not
    comparable."""
    size, students = len(MODALITIES), len(answers.players)
    known = answers.records["by"] > 0
    cells = answers.student[known] * size + answers.records["by"][known]
    mostly = np.bincount(cells, minlength=students * size).reshape(students, size).argmax(axis=1)
    return [MARKS[MODALITIES[place]] for place in mostly]
