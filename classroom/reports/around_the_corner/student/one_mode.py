"""A student in one mode and period, compared with the class; results of the whole class are cached with the class."""

from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any

from django.urls import reverse

from classroom.measures import Z95, Accuracy, ClassFit
from classroom.models import Student
from classroom.reports.around_the_corner.class_page import ClassPage
from classroom.reports.around_the_corner.findings import ability as abilities
from classroom.reports.around_the_corner.findings.ability import Ability
from classroom.reports.around_the_corner.findings.error_patterns import ErrorAnalysis
from classroom.reports.around_the_corner.findings.facts import Known, known_of
from classroom.reports.around_the_corner.findings.grouping import StudentStanding
from classroom.reports.around_the_corner.findings.growth import of_class, trends, weeks_of
from classroom.reports.around_the_corner.findings.queries import CardTally, tally
from classroom.reports.around_the_corner.sources.answers import RACE, Answers, Whole, read
from classroom.reports.around_the_corner.sources.plays import PlayFilter
from classroom.reports.around_the_corner.sources.scope import Scope, ScopeForm
from classroom.reports.around_the_corner.sources.sheets import stamp
from classroom.reports.kit.cache import kept
from classroom.reports.kit.growth.pictures import Growth, growth
from classroom.reports.kit.growth.weeks import Trend, Week, span_of
from classroom.server.time_zone import midnight
from classroom.sessions.games.around_the_corner.modes import MODES


@dataclass(frozen=True)
class OneMode:
    """One mode in the scope's period: the student's own answers, and the results that need the whole class.

    The class's answers are read only if these results are not cached yet.
    """

    student: Student
    scope: Scope

    @cached_property
    def own(self) -> Answers:
        return self.scope.read([self.student.pk])

    @cached_property
    def outcomes(self) -> Whole:
        """The student's own answers by outcome (8,)."""
        name = f"outcomes:{self.student.pk}"
        return kept(self.of_class.stamp, name, lambda: self.own.counted(self.own.student, 1)[0])

    @cached_property
    def tally(self) -> CardTally:
        """The counts of the whole period; the share of right cards is that of the newest ones (`accuracy`)."""
        return tally(self.scope.mode, self.outcomes)

    @cached_property
    def of_class(self) -> ClassPage:
        classroom = self.student.classroom
        return ClassPage(classroom, list(classroom.students.all()), self.scope)

    @cached_property
    def place(self) -> int:
        """Index of the student in the class."""
        return self.of_class.players.index(self.student.pk)

    @property
    def has_answers(self) -> bool:
        return bool(self.outcomes.any())

    @property
    def is_narrowed(self) -> bool:
        """Whether the period has older answers of the student than the newest ones used for the numbers."""
        return self.tally.answered > self.standing.tally.answered

    @property
    def accuracy(self) -> Accuracy:
        """The share of right cards among the newest, the one shown on every page of the student."""
        return self.standing.tally.accuracy

    @property
    def fit(self) -> ClassFit:
        return self.of_class.fit

    @cached_property
    def error_analysis(self) -> ErrorAnalysis | None:
        return self.of_class.error_analysis_of(self.student.pk)

    @property
    def standing(self) -> StudentStanding:
        """The student's line in the table of the class."""
        return self.of_class.grouping.rows[self.place]

    @cached_property
    def known(self) -> Known:
        """The student's standings in sums and kinds of sums, as on the class's page."""
        return self.of_class.known.of(self.place)

    def known_before(self, day: date) -> Known:
        """Return the standings as they were at the beginning of that day."""
        return known_of(self.of_class.players, self.of_class.quick, midnight(day)).of(self.place)

    def ability(self, criterion: float) -> Ability:
        """Return the student's ability, with ranges of 95 %."""
        if self.scope.mode == RACE:
            return abilities.modelled(self.fit, self.place, Z95, criterion)
        return abilities.abilities(self.own, Z95, criterion)[0]

    def plays(self, **asked: Any) -> str:
        """Return the address of the plays behind a number."""
        query = PlayFilter(student=self.student.pk, **asked).query(self.scope)
        return f"{reverse('class_plays', args=[self.student.classroom_id])}?{query}"


def modes_of(student: Student, form: ScopeForm) -> list[OneMode]:
    """Return the modes that the student ever played, in the order of MODES; none for a period that has not begun."""
    ever = set() if form.is_future else {played.mode for played in form.played}
    return [OneMode(student, replace(form.scope, way=mode)) for mode in MODES if mode in ever]


def growth_of(in_mode: OneMode, last_day: date) -> Growth:
    """Return the growth over the eight weeks that end with this day, judged with the class."""
    term = EightWeeks(in_mode.of_class, last_day)
    race = in_mode.scope.mode == RACE

    def of_student() -> list[Week]:
        own = term.answers.of(in_mode.student.pk)
        return (
            weeks_of(own, in_mode.fit, last_day, in_mode.fit.theta[in_mode.place])
            if race
            else weeks_of(own, None, last_day)
        )

    weeks = kept(term.stamp, f"weeks:{in_mode.student.pk}", of_student)
    return growth(weeks, term.trends[in_mode.place])


@dataclass(frozen=True)
class EightWeeks:
    """The eight weeks that end with a day, of the class of a page, whose fit has the difficulty of the strata."""

    of_class: ClassPage
    last_day: date

    @cached_property
    def stamp(self) -> str:
        since, until = span_of(self.last_day)
        of_weeks = stamp(self.of_class.players, self.of_class.scope.mode, since=since, until=until)
        return f"{of_weeks}:{self.of_class.digest}:{self.last_day}"

    @cached_property
    def answers(self) -> Answers:
        since, until = span_of(self.last_day)
        return read(self.of_class.players, self.of_class.scope.mode, since=since, until=until)

    @cached_property
    def of_whole_class(self) -> Growth:
        """Growth of the class: that of its median child."""
        return kept(self.stamp, "class", lambda: of_class(self.answers, self.last_day, self.of_class.fit))

    @cached_property
    def trends(self) -> list[Trend]:
        return kept(self.stamp, "trends", lambda: trends(self.answers, self.last_day, self.of_class.fit))
