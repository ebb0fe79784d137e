"""A student's page as plain values: headline figures of every mode, and all that one mode says in the chosen period."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property, partial
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils import timezone

from classroom.measures import Z95, ClassFit
from classroom.measures.mastery import FLUENT_SECONDS
from classroom.models import Student
from classroom.reports.around_the_corner import words
from classroom.reports.around_the_corner.findings import ability as speeds
from classroom.reports.around_the_corner.findings import figures
from classroom.reports.around_the_corner.findings.ability import Ability
from classroom.reports.around_the_corner.findings.error_patterns import Why, why_wrong
from classroom.reports.around_the_corner.findings.fact_maps import fact_map
from classroom.reports.around_the_corner.findings.facts import Known, standings, waited
from classroom.reports.around_the_corner.findings.figures import Figure
from classroom.reports.around_the_corner.findings.growth import (
    WEEKS,
    Growth,
    Trend,
    Week,
    accuracy_in_words,
    growth,
    seconds_in_words,
    trends,
    weeks_of,
)
from classroom.reports.around_the_corner.findings.mistakes import Reading, readings
from classroom.reports.around_the_corner.sessions_strip import Lesson, lessons_of
from classroom.reports.around_the_corner.skills_in_words import facts_in_words
from classroom.reports.around_the_corner.sources.answers import RACE, Answers, read, stamp
from classroom.reports.around_the_corner.sources.plays import Ask
from classroom.reports.around_the_corner.sources.queries import CardTally, tally
from classroom.reports.around_the_corner.sources.scope import Scope, ScopeForm
from classroom.reports.cache import kept
from classroom.reports.charts import HeatRow
from classroom.reports.periods import MODES, midnight

PRACTICE = "practice"


class Headline(NamedTuple):
    """One mode in the period; practice has no clock.

    `misses` are draws although a card fitted, and cards let pass for over 6 s; `plays` the addresses behind the counts.
    """

    mode: str
    tally: CardTally
    misses: int
    seconds: Figure | None
    fluent: Figure | None
    plays: Mapping[str, str]


class Detail(NamedTuple):
    """All that one mode says."""

    mode: str
    facts: list[HeatRow]
    facts_words: str
    growth: Growth
    accuracy_words: str
    seconds_words: str
    why: Why
    lessons: list[Lesson]


@dataclass(frozen=True)
class OneMode:
    """One mode in the scope's period: the student's own answers, and what only the class's tell.

    The class's answers are read only where what they tell is not kept yet.
    """

    student: Student
    scope: Scope

    @cached_property
    def own(self) -> Answers:
        return self.scope.read([self.student.pk])

    @cached_property
    def tally(self) -> CardTally:
        """The counts, with the share of right cards that the class's page says."""
        counts = self.own.counted(self.own.student, 1)[0]
        return tally(self.scope.mode, counts, self.ability(FLUENT_SECONDS) if self.scope.mode == RACE else None)

    @cached_property
    def players(self) -> list[int]:
        return list(self.student.classroom.students.values_list("pk", flat=True))

    @cached_property
    def stamp(self) -> str:
        return self.scope.stamp(self.players)

    @cached_property
    def everybody(self) -> Answers:
        return self.scope.read(self.players)

    @cached_property
    def fit(self) -> ClassFit:
        return kept(self.stamp, "class_fit", lambda: speeds.class_fit(self.everybody))

    @cached_property
    def reading(self) -> Reading | None:
        return kept(self.stamp, "readings", lambda: readings(self.everybody)).get(self.student.pk)

    def known(self, criterion: float) -> Known:
        """Return what the student knows, as the class's page says it."""
        found = kept(self.stamp, f"standings:{criterion}", lambda: standings(self.everybody, criterion))
        return found.of(self.players.index(self.student.pk))

    def ability(self, criterion: float) -> Ability:
        """Return what the student can do, with ranges of 95 %."""
        if self.scope.mode == RACE:
            return speeds.modelled(self.fit, self.players.index(self.student.pk), Z95, criterion)
        return speeds.abilities(self.own, Z95, criterion)[0]

    def plays(self, **asked: Any) -> str:
        """Return the address of the plays behind a number."""
        query = Ask(student=self.student.pk, **asked).query(self.scope)
        return f"{reverse('class_plays', args=[self.student.classroom_id])}?{query}"


def context(student: Student, form: ScopeForm) -> dict[str, Any]:
    """Return the page's context: a headline for each mode played in the period, `detail` of the chosen one or None."""
    criterion = float(student.classroom.quick_seconds)
    page: dict[str, Any] = {"student": student, "classroom": student.classroom, "form": form, "scope": form.scope}
    page |= {"quick": criterion, "columns": words.COLUMNS}
    modes = [] if form.is_future else [mode for mode in MODES if mode in {past.mode for past in form.played}]
    found = {mode: read_mode(student, form.scope, mode) for mode in modes}
    played = {mode: in_mode for mode, in_mode in found.items() if len(in_mode.own)}
    chosen = played.get(form.scope.mode)
    return page | {
        "headlines": [headline(in_mode, criterion) for in_mode in played.values()],
        "detail": detail(chosen, criterion) if chosen else None,
    }


def read_mode(student: Student, scope: Scope, mode: str) -> OneMode:
    return OneMode(student, Scope(mode, scope.since, scope.until))


def headline(in_mode: OneMode, criterion: float) -> Headline:
    mode, counts = in_mode.scope.mode, in_mode.tally
    plays = {what: in_mode.plays(what=what) for what in ("first", "tried", "beaten", "missed", "unfit")}
    misses = counts.missed + waited(in_mode.own)[0]
    if mode == PRACTICE:
        return Headline(mode, counts, misses, None, None, plays)
    ability = in_mode.ability(criterion)
    seconds, fluent = figures.seconds(ability, counts.accuracy.right), figures.fluent(ability)
    return Headline(mode, counts, misses, seconds, fluent, plays)


def detail(in_mode: OneMode, criterion: float) -> Detail:
    last_day = min(in_mode.scope.until or timezone.localdate(), timezone.localdate())
    known = in_mode.known(criterion)
    grown = growth_of(in_mode, last_day)
    return Detail(
        mode=in_mode.scope.mode,
        facts=fact_map(known.facts, 0, lambda fact: in_mode.plays(fact=fact, what="answered")),
        facts_words=facts_in_words(known.skills),
        growth=grown,
        accuracy_words=accuracy_in_words(grown),
        seconds_words=seconds_in_words(grown),
        why=why_wrong(in_mode.reading, partial(in_mode.plays, what="wrong")),
        lessons=lessons_of(in_mode.own, [in_mode.student]),
    )


def growth_of(in_mode: OneMode, last_day: date) -> Growth:
    """Return the growth of the eight weeks that end with this day, judged with the class."""
    term = EightWeeks(in_mode.players, in_mode.scope.mode, last_day)
    race, place = in_mode.scope.mode == RACE, in_mode.players.index(in_mode.student.pk)

    def of_student() -> list[Week]:
        return weeks_of(term.answers.of(in_mode.student.pk), in_mode.fit if race else None, last_day)

    weeks = kept(f"{term.stamp}:{in_mode.stamp if race else ''}:{in_mode.student.pk}", "weeks", of_student)
    return growth(weeks, term.trends[place])


@dataclass(frozen=True)
class EightWeeks:
    """The eight weeks of a class that end with a day."""

    players: Sequence[int]
    mode: str
    last_day: date

    @cached_property
    def stamp(self) -> str:
        return f"{stamp(self.players, self.mode, since=self._begins, until=self._ends)}:{self.last_day}"

    @cached_property
    def answers(self) -> Answers:
        return read(self.players, self.mode, since=self._begins, until=self._ends)

    @cached_property
    def trends(self) -> list[Trend]:
        return kept(self.stamp, "trends", lambda: trends(self.answers, self.last_day))

    @property
    def _begins(self) -> int:
        return midnight(self.last_day - timedelta(days=7 * WEEKS - 1))

    @property
    def _ends(self) -> int:
        return midnight(self.last_day + timedelta(days=1))
