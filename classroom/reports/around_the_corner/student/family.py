"""The page for the family, and the certificate, as plain values. They are about one child only, in words without a key.

Two sentences summarise its progress without ranges; speed is described as quicker with as many right, never in seconds.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, NamedTuple

import numpy as np
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from classroom.measures import Accuracy, Showing
from classroom.models import Student
from classroom.reports.around_the_corner import words
from classroom.reports.around_the_corner.findings.facts import Standings
from classroom.reports.around_the_corner.sources.answers import Answers
from classroom.reports.around_the_corner.sources.scope import Scope, ScopeForm
from classroom.reports.around_the_corner.student.at_home import at_home
from classroom.reports.around_the_corner.student.one_mode import OneMode, growth_of, modes_of
from classroom.reports.around_the_corner.sums import CHANGES, GOES_ROUND, NUMBERS
from classroom.reports.kit.growth.pictures import Growth
from classroom.reports.kit.growth.weeks import MORE_RIGHT, is_joy, more_right
from classroom.reports.kit.periods import last_day
from classroom.server.time_zone import moment
from game.around_the_corner.answer_sheets import CORNER, LOW, ONLY_PLUS
from game.rules.around_the_corner import FIVE, TEN


class KnownSum(NamedTuple):
    """A sum as it is said, e.g. 9 + 3 = 2; `known` or not yet, `met` often enough to say so."""

    words: str
    known: bool
    met: bool
    goes_round: bool


class TopCardSums(NamedTuple):
    """The six sums of a top card."""

    number: int
    sums: list[KnownSum]


def known_sums(facts: Standings) -> list[TopCardSums]:
    """Return the sums of one student by top card."""
    known, met = facts.known[0], facts.met[0]
    sums = [
        KnownSum(words.fact(fact), bool(known[fact]), bool(met[fact]), bool(GOES_ROUND[fact]))
        for fact in range(len(known))
    ]
    size = len(CHANGES)
    return [TopCardSums(number, sums[place * size : (place + 1) * size]) for place, number in enumerate(NUMBERS)]


def how_many(rows: Iterable[TopCardSums]) -> int:
    return sum(fact.known for row in rows for fact in row.sums)


NINE_OF_TEN, EIGHT_OF_TEN = 0.9, 0.8


class More(NamedTuple):
    """The number of `sums` more than in a `month`, by its name."""

    sums: int
    month: str


def family_page(student: Student, form: ScopeForm) -> dict[str, Any]:
    """Return the context of the family's page; no `cards` means no answers in the period."""
    scope = form.scope
    page: dict[str, Any] = {"student": student, "classroom": student.classroom, "scope": scope, "form": form}
    page["today"] = timezone.localdate()
    found = modes_of(student, form)
    own = [in_mode.own for in_mode in found]
    page |= {"cards": sum(_answered(answers) for answers in own), "days": days_of(own)}
    chosen = next((in_mode for in_mode in found if in_mode.scope.mode == scope.mode), None)
    if not page["cards"] or chosen is None:
        return page
    rows = known_sums(chosen.known.facts)
    return page | {
        "at_home": at_home(chosen.known),
        "mostly_right": mostly_right(chosen.accuracy),
        "growth": growth_in_words(student, growth_of(chosen, last_day(chosen.scope.until))),
        "columns": words.COLUMNS,
        "rows": rows,
        "known": how_many(rows),
        "more": more_known(chosen),
        "all": len(GOES_ROUND),
        "both_ways": any(bool((~answers.has(LOW) & ~answers.has(ONLY_PLUS)).any()) for answers in own),
        "corners": [highest for highest in (TEN, FIVE) if any(_goes_round(answers, highest) for answers in own)],
    }


def more_known(chosen: OneMode) -> More | None:
    """Return how many more sums are known than at the end of last month; None for a child that knew none then, or knows
    no more now."""
    began = last_day(chosen.scope.until).replace(day=1)
    then = int(chosen.known_before(began).facts.known.sum())
    more = int(chosen.known.facts.known.sum()) - then
    return More(more, date_format(began - timedelta(days=1), "F")) if then and more > 0 else None


def this_week(student: Student, form: ScopeForm) -> dict[str, int]:
    """Return how many cards the child answered in the last seven days, and on how many of them."""
    since = timezone.localdate() - timedelta(days=6)
    own = [Scope(played.mode, since).read([student.pk]) for played in form.played]
    return {"cards": sum(_answered(answers) for answers in own), "days": days_of(own)}


def _goes_round(answers: Answers, highest: int) -> bool:
    """Return whether cards with numbers to `highest` were played round the corner."""
    return bool((answers.has(CORNER) & (answers.has(LOW) == (highest == FIVE))).any())


def certificate(student: Student, form: ScopeForm, wanted: str) -> dict[str, Any]:
    """Return the context of a certificate, for `effort` or for `growth`; for growth only if the cards show it."""
    page = family_page(student, form)
    grown = page.get("growth") or ""
    return page | {"for_growth": bool(grown) and wanted == "growth", "wanted": wanted, "grown": grown}


def mostly_right(accuracy: Accuracy) -> str:
    """Return the share of right cards in words if it is encouraging, otherwise "": no number shames a child."""
    if accuracy.showing is Showing.HIDDEN or accuracy.share is None:
        return ""
    if accuracy.share > NINE_OF_TEN:
        return _("More than nine cards of ten are right.")
    return _("More than eight cards of ten are right.") if accuracy.share > EIGHT_OF_TEN else ""


def growth_in_words(student: Student, growth: Growth) -> str:
    """Return what has grown if that is very unlikely to be chance, otherwise ""."""
    name = {"name": student.name}
    if more_right(growth.trend) == MORE_RIGHT:
        return _("%(name)s gets more cards right than some weeks ago.") % name
    if is_joy(growth.trend):
        return _("%(name)s finds right cards more quickly than some weeks ago, and just as surely.") % name
    return ""


def days_of(answers: Iterable[Answers]) -> int:
    """Return the number of days with answers."""
    return len({moment(int(own.began_at[sheet])).date() for own in answers for sheet in np.unique(own.sheet)})


def _answered(answers: Answers) -> int:
    return int((answers.right | answers.wrong).sum())
