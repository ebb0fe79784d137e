"""The numbers of a class in one period and mode: the basis of the class's pages and files, and of the page after a
session.

A class with fewer than five active students has no class numbers: they would be about single children (measurement
5.4).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils import timezone

from classroom.measures import CLASS_MEAN_FROM_STUDENTS, ClassFit
from classroom.measures.mastery import OWN_FROM
from classroom.models import Classroom, ClassSession, Student
from classroom.reports.around_the_corner.findings.ability import Newest, class_fit, newest_of, read_newest
from classroom.reports.around_the_corner.findings.error_patterns import ErrorAnalysis, error_analyses
from classroom.reports.around_the_corner.findings.facts import Known, Standings, known_of, standings
from classroom.reports.around_the_corner.findings.grouping import Grouping, figures, grouping
from classroom.reports.around_the_corner.findings.next_lesson import Sentence, sentences, sit
from classroom.reports.around_the_corner.findings.queries import WrongCard, tally, wrong_cards
from classroom.reports.around_the_corner.findings.retention import KeptPart, kept_over_a_break, without_looking
from classroom.reports.around_the_corner.sessions_strip import SessionLine, class_lines
from classroom.reports.around_the_corner.sources.answers import RACE, Answers, Whole, read
from classroom.reports.around_the_corner.sources.plays import PlayFilter
from classroom.reports.around_the_corner.sources.scope import Scope, ScopeForm, scope_form
from classroom.reports.around_the_corner.sources.sheets import plays, stamp
from classroom.reports.kit.cache import keep_last, kept, last, last_of_all
from game.models import Table

SENTENCES = 3
ENOUGH_CARDS = 60
"""Number of answered cards from which a page may say that nothing stands out (screens T10's first picture)."""


@dataclass(frozen=True)
class ClassPage:
    """A class in one period and mode, or only at some `tables`; everything is read lazily."""

    classroom: Classroom
    students: Sequence[Student]
    scope: Scope
    form: ScopeForm | None = None
    tables: Sequence[int] | None = None

    @property
    def quick(self) -> float:
        """The longest time in seconds that the class calls quick."""
        return float(self.classroom.quick_seconds)

    @property
    def players(self) -> list[int]:
        return [student.pk for student in self.students]

    @cached_property
    def stamp(self) -> str:
        if self.tables is None:
            return self.scope.stamp(self.players)
        return stamp(self.players, self.scope.mode, tables=self.tables)

    @cached_property
    def answers(self) -> Answers:
        if self.tables is None:
            return self.scope.read(self.players)
        return read(self.players, self.scope.mode, tables=self.tables)

    @cached_property
    def newest(self) -> Newest:
        return read_newest(self.scope, self.players) if self.tables is None else newest_of(self.answers)

    @property
    def lately(self) -> Answers:
        """The newest of the answers, from which all students' numbers, letters and groups are computed."""
        return self.newest.answers

    @cached_property
    def digest(self) -> str:
        """A hash of the newest answers: periods with the same ones share their numbers."""
        return kept(self.stamp, "digest", lambda: self.lately.digest)

    @cached_property
    def known(self) -> Known:
        """The students' known sums at the end of the period; at some tables, as far as their cards there show."""
        if self.tables is None:
            return known_of(self.players, self.quick, self.scope.span[1])
        return kept(self.digest, f"standings:{self.quick}", lambda: standings(self.answers, self.quick))

    @cached_property
    def narrowed(self) -> bool:
        """Whether the period has older answers than the newest ones."""
        return kept(self.stamp, "narrowed", lambda: self.newest.narrowed)

    @cached_property
    def counted(self) -> dict[str, KeptPart]:
        """Counts without a model: sums kept over a break, and taps without looking."""
        return kept(self.stamp, f"counted:{self.quick}", self._counted)

    def _counted(self) -> dict[str, KeptPart]:
        played = [] if self.tables is not None else plays(self.players, self.scope.span)
        over_break = kept_over_a_break(self.answers, self.quick, played)
        return {"over_break": over_break, "blind": without_looking(self.answers)}

    @cached_property
    def fit(self) -> ClassFit:
        return kept(self.digest, "fit", lambda: class_fit(self.lately))

    @property
    def facts(self) -> Standings:
        return self.known.facts

    @property
    def skills(self) -> Standings:
        return self.known.skills

    @cached_property
    def grouping(self) -> Grouping:
        numbers = kept(self.digest, f"figures:{self.quick}", lambda: figures(self.lately, self.quick))
        return grouping(numbers, self.students, self.quick)

    @cached_property
    def error_analyses(self) -> dict[int, ErrorAnalysis]:
        return kept(self.stamp, "error_analyses", lambda: error_analyses(self.lately))

    def error_analysis_of(self, student: int) -> ErrorAnalysis | None:
        """Return one student's analysis; the class's are used if cached, otherwise only this one is computed."""
        found = last("error_analyses", self.stamp)
        if found is None:
            found = kept(self.stamp, f"error_analysis:{student}", lambda: error_analyses(self.lately, [student]))
        return found.get(student)

    @cached_property
    def wrong_cards(self) -> list[WrongCard]:
        return kept(self.stamp, "wrong", lambda: wrong_cards(self.answers))

    @cached_property
    def outcomes(self) -> Whole:
        """The newest answers of each student by outcome (M, 8)."""
        return kept(self.digest, "outcomes", lambda: self.lately.counted(self.lately.student, len(self.students)))

    @cached_property
    def lines(self) -> list[SessionLine]:
        return class_lines(self.classroom, self.scope, self.students, stamp=self.stamp, fit=lambda: self.fit)

    @property
    def sentences(self) -> list[Sentence]:
        """Proposals for the next lesson, the most urgent first; with enough cards and no other proposal, the one from
        the groups."""
        found = sentences(self.skills, self.facts, self.error_analyses, self.students)[:SENTENCES]
        if found or self.cards < self.enough_cards:
            return found
        last = sit(self.grouping.rows)
        return [last] if last else []

    @property
    def is_empty(self) -> bool:
        return not (self.outcomes.any() or self.narrowed)

    @property
    def cards(self) -> int:
        """Number of first answers, equal to the sum of the students' lines."""
        return int(self.outcomes[:, :4].sum())

    @property
    def enough_cards(self) -> int:
        """Number of the class's cards from which an empty panel means that nothing stands out; it grows with the number
        of children, since each needs enough cards."""
        return max(ENOUGH_CARDS, OWN_FROM * self.played)

    @property
    def evidence(self) -> dict[str, Any]:
        """Evidence behind the panel for the next lesson; with too few cards an empty panel means nothing."""
        enough = self.enough_cards
        return {"cards_read": self.cards, "too_few": self.cards < enough, "enough_cards": enough}

    @cached_property
    def played(self) -> int:
        return sum(tally(self.scope.mode, row).played for row in self.outcomes)

    @property
    def is_small(self) -> bool:
        return self.played < CLASS_MEAN_FROM_STUDENTS

    def student_address(self, student: int) -> str:
        return f"{reverse('student_report', args=[student])}?{self.scope.query}"

    def plays(self, **asked: Any) -> str:
        """Return the address of the plays behind a number."""
        return f"{self._plays}?{PlayFilter(**asked).query(self.scope)}"

    @cached_property
    def _plays(self) -> str:
        return reverse("class_plays", args=[self.classroom.pk])


def class_page(classroom: Classroom, data: Mapping[str, Any]) -> ClassPage:
    students = list(classroom.students.all())
    form = scope_form(data, [student.pk for student in students])
    return ClassPage(classroom, students, form.scope, form)


def known_sums(classroom: Classroom) -> dict[int, tuple[int, ...]]:
    """Return for each student how many sums have each of LETTERS, solid ones only; also cache their sum over the class,
    for a page that shows many classes. A small class has none."""
    players = list(classroom.students.values_list("pk", flat=True))
    facts = known_of(players, float(classroom.quick_seconds)).facts
    counts, played = facts.counted(), int(facts.counts.answered.any(axis=1).sum())
    found = () if played < CLASS_MEAN_FROM_STUDENTS else tuple(counts.sum(axis=0).tolist())
    if last("levels", f"{classroom.pk}") != found:
        keep_last("levels", f"{classroom.pk}", found)
    return dict(zip(players, map(tuple, counts.tolist()), strict=True)) if played else {}


def class_levels(classrooms: Iterable[Classroom]) -> dict[int, tuple[int, ...]]:
    """Return the cached sum of each class, from its last session's end or the last call of known_sums."""
    found = last_of_all("levels", (f"{classroom.pk}" for classroom in classrooms))
    return {int(classroom): levels for classroom, levels in found.items()}


def next_lesson(classroom: Classroom) -> list[Sentence]:
    """Return the sentences on the class's page with its default filter."""
    page = class_page(classroom, {})
    return [] if page.is_empty else page.sentences


def session_page(session: ClassSession) -> ClassPage:
    """Return the page restricted to the session's own tables."""
    first, last = session.day, timezone.localdate(session.ended_at)
    scope = Scope(session.options.get("mode", RACE), first, last)
    tables = list(Table.objects.filter(seats__sitting__session=session).values_list("pk", flat=True).distinct())
    return ClassPage(session.classroom, list(session.classroom.students.all()), scope, tables=tables)
