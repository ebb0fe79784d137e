"""A student's page as plain values: the first screen, to be read in two minutes, and its parts, one press away.

Everything but the part "Every number" is about one mode in the chosen period.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from classroom.measures import Accuracy
from classroom.models import Student
from classroom.reports.around_the_corner import words
from classroom.reports.around_the_corner.findings import figures
from classroom.reports.around_the_corner.findings.error_patterns import Why, why_wrong
from classroom.reports.around_the_corner.findings.fact_maps import fact_map, skill_map
from classroom.reports.around_the_corner.findings.facts import Standings, waited
from classroom.reports.around_the_corner.findings.figures import Figure
from classroom.reports.around_the_corner.findings.growth import TEXTS
from classroom.reports.around_the_corner.findings.queries import CardTally
from classroom.reports.around_the_corner.sessions_strip import sessions_of
from classroom.reports.around_the_corner.skills_in_words import facts_in_words
from classroom.reports.around_the_corner.sources import round_five
from classroom.reports.around_the_corner.sources.columns import COLUMNS
from classroom.reports.around_the_corner.sources.scope import ScopeForm
from classroom.reports.around_the_corner.student.next_step import next_step
from classroom.reports.around_the_corner.student.one_mode import OneMode, growth_of, modes_of
from classroom.reports.kit.charts import Cell, HeatRow
from classroom.reports.kit.contract import how_many_known
from classroom.reports.kit.growth.pictures import Growth
from classroom.reports.kit.growth.weeks import MORE_RIGHT, growth_in_words, is_joy, more_right
from classroom.reports.kit.periods import last_day
from classroom.reports.kit.rows import with_pictures
from game.models import Attempt
from game.rules.around_the_corner import practice

PARTS = {
    "sums": gettext_lazy("Sums"),
    "growth": gettext_lazy("Getting further"),
    "why": gettext_lazy("Why wrong?"),
    "sessions": gettext_lazy("Sessions"),
    "numbers": gettext_lazy("Every number"),
    "words": gettext_lazy("Words"),
    "files": gettext_lazy("Files"),
}
"""Parts one press away from the first screen, by their names in the address."""


class Headline(NamedTuple):
    """One mode in the period; practice and check-ups have no clock.

    `misses` are draws although a card fitted, and cards let pass for over 6 s; `plays` are the addresses of the plays
    behind the counts. Counts are of the whole period, the share of right cards and the seconds of its newest cards.
    """

    mode: str
    tally: CardTally
    accuracy: Accuracy
    misses: int
    seconds: Figure | None
    fluent: Figure | None
    plays: Mapping[str, str]


class KnownSums(NamedTuple):
    """Numbers of sums: known, of these secure, and those only `expected` from similar cards."""

    known: int
    secure: int
    expected: int


@dataclass(frozen=True)
class StudentPage:
    """A student in the filter's period; everything is read lazily."""

    student: Student
    form: ScopeForm

    @property
    def quick(self) -> float:
        return float(self.student.classroom.quick_seconds)

    @cached_property
    def modes(self) -> list[OneMode]:
        return modes_of(self.student, self.form)

    @cached_property
    def chosen(self) -> OneMode | None:
        """The mode of the filter, None without answers in the period."""
        chosen = (in_mode for in_mode in self.modes if in_mode.scope.mode == self.form.scope.mode)
        return next((in_mode for in_mode in chosen if in_mode.has_answers), None)

    @cached_property
    def growth(self) -> Growth:
        return growth_of(self._shown, last_day(self.form.scope.until))

    @cached_property
    def why(self) -> Why:
        return why_wrong(self._shown.error_analysis, partial(self._shown.plays, what="wrong"))

    @property
    def _shown(self) -> OneMode:
        if self.chosen is None:
            raise LookupError("no answers in this period")
        return self.chosen


def context(student: Student, form: ScopeForm, part: str) -> dict[str, Any]:
    """Return the context of the first screen, or of one of the PARTS; `shown` is the mode, or None."""
    page = StudentPage(student, form)
    known = {"form": form, "scope": form.scope, "parts": list(PARTS.items()), "part": part, "shown": page.chosen}
    known |= {"quick": page.quick, "columns": words.COLUMNS, "narrowed": page.chosen and page.chosen.is_narrowed}
    known |= {"pictured": with_pictures(Attempt, student, form.scope.span)}
    if part == "numbers":
        headlines = [headline(in_mode, page.quick) for in_mode in page.modes if len(in_mode.own)]
        kinds = _kinds(page.chosen) if page.chosen else []
        return known | {"headlines": headlines, "kinds": kinds, "round_five": round_five.tallies([student.pk])}
    if part == "files":
        return known | {"file_columns": COLUMNS}
    return known | (_own_of(page, page.chosen, part) if page.chosen else {})


def _own_of(page: StudentPage, in_mode: OneMode, part: str) -> dict[str, Any]:
    """Return the part's own context; the first screen has the name ""."""
    match part:
        case "sums":
            return {"rows": _map(in_mode), "facts_words": facts_in_words(in_mode.known.skills)}
        case "growth":
            return {"growth": page.growth, "growth_words": growth_in_words(page.growth.trend, TEXTS)}
        case "why":
            return {"why": page.why}
        case "sessions":
            return {"lines": sessions_of(in_mode.own, page.student)}
        case "words":
            return {}
    return _first_screen(page, in_mode)


def _first_screen(page: StudentPage, in_mode: OneMode) -> dict[str, Any]:
    sums = known_sums(in_mode.known.facts)
    found = {"row": in_mode.standing, "step": next_step(in_mode, page.why.flagged), "why": page.why, "sums": sums}
    grown = {"growth": page.growth, "growth_words": growth_in_words(page.growth.trend, TEXTS)}
    return found | grown | {"rows": _map(in_mode), "praise": praise(page.growth, sums, in_mode.tally)}


def _map(in_mode: OneMode) -> list[HeatRow]:
    return fact_map(in_mode.known.facts, 0, lambda fact: in_mode.plays(fact=fact, what="answered"))


def _kinds(in_mode: OneMode) -> list[tuple[Promise, Cell]]:
    """Return every kind of sum with its letter and the counts behind it."""
    places = range(len(words.SKILLS))
    row, *_others = skill_map(in_mode.known.skills, [""], places, lambda _place, skill: in_mode.plays(
        skill=skill, what="answered"))  # fmt: skip
    return list(zip(words.SKILLS, row.cells, strict=True))


def known_sums(facts: Standings) -> KnownSums:
    """Count the sums of one student."""
    secure, accurate, *_others = facts.counted()[0].tolist()
    known = how_many_known((secure, accurate))
    return KnownSums(known, secure, int(facts.expected[0].sum()) - known)


def praise(growth: Growth, sums: KnownSums, counts: CardTally) -> str:
    """Return a sentence to say to the child that its cards support: growth, known sums, or its effort."""
    if more_right(growth.trend) == MORE_RIGHT:
        return _("“You get more cards right than some weeks ago. Practice shows.”")
    if is_joy(growth.trend):
        return _("“You find right cards more quickly than some weeks ago, and just as surely.”")
    if sums.known:
        return ngettext("“You know %(n)s sum.”", "“You know %(n)s sums.”", sums.known) % {"n": sums.known}
    answered = counts.answered
    return ngettext("“You answered %(n)s card.”", "“You answered %(n)s cards.”", answered) % {"n": answered}


def headline(in_mode: OneMode, criterion: float) -> Headline:
    mode, counts = in_mode.scope.mode, in_mode.tally
    plays = {what: in_mode.plays(what=what) for what in ("right", "wrong", "beaten", "missed", "unfit")}
    misses = counts.missed + waited(in_mode.own)[0]
    if mode in practice.MODES:
        return Headline(mode, counts, in_mode.accuracy, misses, None, None, plays)
    ability = in_mode.ability(criterion)
    seconds, fluent = figures.seconds(ability, in_mode.accuracy.right), figures.fluent(ability)
    return Headline(mode, counts, in_mode.accuracy, misses, seconds, fluent, plays)
