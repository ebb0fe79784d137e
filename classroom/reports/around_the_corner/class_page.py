"""The numbers of a class in one period and mode: what the class's pages, files and the page after a session rest on.

No numbers of a class below five students with cards: they would be about single children (measurement 5.4).
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
from classroom.reports.around_the_corner.findings.facts import Known, Standings, known_of, standings
from classroom.reports.around_the_corner.findings.grouping import (
    Grouping,
    figures,
    grouping,
)
from classroom.reports.around_the_corner.findings.mistakes import Reading, readings
from classroom.reports.around_the_corner.findings.next_lesson import Sentence, sentences, sit
from classroom.reports.around_the_corner.findings.queries import WrongCard, tally, wrong_cards
from classroom.reports.around_the_corner.findings.retention import KeptPart, kept_over_a_break, without_looking
from classroom.reports.around_the_corner.sessions_strip import SessionLine, class_lines
from classroom.reports.around_the_corner.sources.answers import RACE, Answers, Whole, read
from classroom.reports.around_the_corner.sources.plays import Ask
from classroom.reports.around_the_corner.sources.scope import Scope, ScopeForm, scope_form
from classroom.reports.around_the_corner.sources.sheets import stamp
from classroom.reports.kit.cache import keep_last, kept, last, last_of_all
from game.models import Table

SENTENCES = 3
ENOUGH_CARDS = 60
"""From so many answered cards on a page says that nothing stands out, and means it (screens T10's first picture)."""


@dataclass(frozen=True)
class ClassPage:
    """A class in one period and mode, or (`tables`) at some tables alone; nothing is read before it is asked for."""

    classroom: Classroom
    students: Sequence[Student]
    scope: Scope
    form: ScopeForm | None = None
    tables: Sequence[int] | None = None

    @property
    def quick(self) -> float:
        """The seconds up to which the class calls an answer quick."""
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
        """The newest of the answers, on which rest all numbers of students, letters and groups."""
        return self.newest.answers

    @cached_property
    def digest(self) -> str:
        """The name of the newest answers: other periods with the same ones have the same numbers."""
        return kept(self.stamp, "digest", lambda: self.lately.digest)

    @cached_property
    def known(self) -> Known:
        """What the students know by the end of the period; at some tables alone, what their cards there tell of it."""
        if self.tables is None:
            return known_of(self.players, self.quick, self.scope.span[1])
        return kept(self.digest, f"standings:{self.quick}", lambda: standings(self.answers, self.quick))

    @cached_property
    def narrowed(self) -> bool:
        """Whether there are more answers than the newest ones."""
        return kept(self.stamp, "narrowed", lambda: self.newest.narrowed)

    @cached_property
    def counted(self) -> dict[str, KeptPart]:
        """Counts that need no model: sums kept over a break, and taps without looking."""
        return kept(self.stamp, f"counted:{self.quick}", self._counted)

    def _counted(self) -> dict[str, KeptPart]:
        return {"over_break": kept_over_a_break(self.answers, self.quick), "blind": without_looking(self.answers)}

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
    def readings(self) -> dict[int, Reading]:
        return kept(self.stamp, "readings", lambda: readings(self.lately))

    def reading_of(self, student: int) -> Reading | None:
        """Return one student's reading, without those of the class where they are not kept."""
        found = last("readings", self.stamp)
        if found is None:
            found = kept(self.stamp, f"reading:{student}", lambda: readings(self.lately, [student]))
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
        """Proposals for the next lesson, the most urgent first; nothing stands out only where the groups say so too."""
        found = sentences(self.skills, self.facts, self.readings, self.students)[:SENTENCES]
        if found or self.cards < self.enough_cards:
            return found
        last = sit(self.grouping.rows)
        return [last] if last else []

    @property
    def is_empty(self) -> bool:
        return not (self.outcomes.any() or self.narrowed)

    @property
    def cards(self) -> int:
        """Number of cards answered, first answers only, as the students' lines add up to."""
        return int(self.outcomes[:, :4].sum())

    @property
    def enough_cards(self) -> int:
        """Number of cards from which silence means something: a child's own count, not the class's alone."""
        return max(ENOUGH_CARDS, OWN_FROM * self.played)

    @property
    def evidence(self) -> dict[str, Any]:
        """Evidence behind the panel for the next lesson; with too few cards its silence says nothing."""
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
        return f"{self._plays}?{Ask(**asked).query(self.scope)}"

    @cached_property
    def _plays(self) -> str:
        return reverse("class_plays", args=[self.classroom.pk])


def class_page(classroom: Classroom, data: Mapping[str, Any]) -> ClassPage:
    students = list(classroom.students.all())
    form = scope_form(data, [student.pk for student in students])
    return ClassPage(classroom, students, form.scope, form)


def known_sums(classroom: Classroom) -> dict[int, tuple[int, ...]]:
    """Return by student how many sums have each of LETTERS, solid ones alone; keep the same over the class for a page
    that shows many classes. A small class has no numbers."""
    players = list(classroom.students.values_list("pk", flat=True))
    facts = known_of(players, float(classroom.quick_seconds)).facts
    counts, played = facts.counted(), int(facts.counts.answered.any(axis=1).sum())
    found = () if played < CLASS_MEAN_FROM_STUDENTS else tuple(counts.sum(axis=0).tolist())
    if last("levels", f"{classroom.pk}") != found:
        keep_last("levels", f"{classroom.pk}", found)
    return dict(zip(players, map(tuple, counts.tolist()), strict=True)) if played else {}


def class_levels(classrooms: Iterable[Classroom]) -> dict[int, tuple[int, ...]]:
    """Return by class what was kept last: when a session ended, or known_sums were asked for."""
    found = last_of_all("levels", (f"{classroom.pk}" for classroom in classrooms))
    return {int(classroom): levels for classroom, levels in found.items()}


def next_lesson(classroom: Classroom) -> list[Sentence]:
    """Return what stands on the class's page when it is opened."""
    page = class_page(classroom, {})
    return [] if page.is_empty else page.sentences


def session_page(session: ClassSession) -> ClassPage:
    """Return the page over the session's own tables."""
    first, last = timezone.localdate(session.opened_at), timezone.localdate(session.ended_at)
    scope = Scope(session.options.get("mode", RACE), first, last)
    tables = list(Table.objects.filter(seats__sitting__session=session).values_list("pk", flat=True).distinct())
    return ClassPage(session.classroom, list(session.classroom.students.all()), scope, tables=tables)
