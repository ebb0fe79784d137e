"""One page for the family, and the certificate, as plain values. About one child only, in words without a key.

Numbers are counts, or "of 100" with a word about how sure they are; speed is told as quicker or not, never in seconds.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom.measures import Accuracy, Showing
from classroom.models import Student
from classroom.reports.around_the_corner import words
from classroom.reports.around_the_corner.findings.known_facts import how_many, how_many_met, known_sums
from classroom.reports.around_the_corner.skills_in_words import kinds_of
from classroom.reports.around_the_corner.sources.answers import Answers
from classroom.reports.around_the_corner.sources.scope import ScopeForm
from classroom.reports.around_the_corner.student.at_home import KINDS, at_home
from classroom.reports.around_the_corner.student.one_mode import OneMode, growth_of, read_mode
from classroom.reports.kit.growth.pictures import Growth
from classroom.sessions.games.around_the_corner.modes import MODES
from game.around_the_corner.answer_sheets import CORNER, LOW, ONLY_PLUS
from game.rules.around_the_corner import FIVE, TEN


def family_page(student: Student, form: ScopeForm) -> dict[str, Any]:
    """Return the context of the family's page; without `cards` nothing was answered in the period."""
    scope = form.scope
    page: dict[str, Any] = {"student": student, "classroom": student.classroom, "scope": scope, "form": form}
    page["today"] = timezone.localdate()
    found = [read_mode(student, scope, mode) for mode in _played(form)]
    own = [in_mode.own for in_mode in found]
    page |= {"cards": sum(_answered(answers) for answers in own), "days": days_of(own)}
    chosen = next((in_mode for in_mode in found if in_mode.scope.mode == scope.mode), None)
    if not page["cards"] or chosen is None:
        return page
    kinds = kinds_of(chosen.known.skills)
    rows = known_sums(chosen.known.facts)
    return page | {
        "there": [KINDS[kind] for kind in kinds.there],
        "at_home": at_home(chosen.known),
        "accuracy": accuracy_in_words(chosen.accuracy, chosen.is_narrowed),
        "growth": growth_in_words(student, _growth(chosen)),
        "columns": words.COLUMNS,
        "rows": rows,
        "known": how_many(rows),
        "met": how_many_met(rows),
        "mode": scope.mode,
        "both_ways": any(bool((~answers.has(LOW) & ~answers.has(ONLY_PLUS)).any()) for answers in own),
        "corners": [highest for highest in (TEN, FIVE) if any(_goes_round(answers, highest) for answers in own)],
    }


def _goes_round(answers: Answers, highest: int) -> bool:
    """Return whether cards with numbers to `highest` were played round the corner."""
    return bool((answers.has(CORNER) & (answers.has(LOW) == (highest == FIVE))).any())


def certificate(student: Student, form: ScopeForm, wanted: str) -> dict[str, Any]:
    """Return the context of a certificate, for `effort` or for `growth`; for growth only where the cards show it."""
    page = family_page(student, form)
    grown = page.get("growth") or ""
    return page | {"for_growth": bool(grown) and wanted == "growth", "wanted": wanted, "grown": grown}


def accuracy_in_words(accuracy: Accuracy, narrowed: bool = False) -> str:
    """Say how many cards are right, the more exactly the more cards there are; or of the newest, where `narrowed`."""
    counts = {"right": accuracy.right, "n": accuracy.n}
    if accuracy.showing is Showing.HIDDEN or accuracy.of_hundred is None:
        return ""
    said = ngettext("%(right)s of %(n)s card was right.", "%(right)s of %(n)s cards were right.", accuracy.n)
    if narrowed:
        said = _("Of the newest %(n)s cards %(right)s were right.")
    said %= counts
    low, share, high = accuracy.of_hundred
    if accuracy.raced:
        calm = _("With nobody racing about %(share)s of 100 cards would be right, between %(low)s and %(high)s.")
        return f"{calm % {'share': share, 'low': low, 'high': high}} {said}"
    sure = _("That is about %(share)s of 100, between %(low)s and %(high)s.")
    return f"{said} {sure % {'share': share, 'low': low, 'high': high}}"


def growth_in_words(student: Student, growth: Growth) -> str:
    """Say what has grown, where that can hardly be chance; nothing else."""
    accuracy, seconds = growth.trend.accuracy, growth.trend.seconds
    name = {"name": student.name}
    if accuracy and accuracy.now > accuracy.then:
        shares = {"then": round(100 * accuracy.then), "now": round(100 * accuracy.now)}
        return _("%(name)s gets more cards right than some weeks ago: about %(now)s of 100 now, %(then)s then.") % (
            name | shares
        )
    if seconds and seconds.now < seconds.then and not accuracy:
        if growth.trend.as_sure:
            return _("%(name)s finds right cards more quickly than some weeks ago, and just as surely.") % name
        return _("%(name)s finds right cards more quickly than some weeks ago.") % name
    return ""


def days_of(answers: Iterable[Answers]) -> int:
    """Return on how many days anything was answered."""
    return len({own.moment(sheet).date() for own in answers for sheet in np.unique(own.sheet)})


def _played(form: ScopeForm) -> list[str]:
    ever = set() if form.is_future else {played.mode for played in form.played}
    return [mode for mode in MODES if mode in ever]


def _answered(answers: Answers) -> int:
    return int((answers.right | answers.wrong).sum())


def _growth(in_mode: OneMode) -> Growth:
    today = timezone.localdate()
    return growth_of(in_mode, min(in_mode.scope.until or today, today))
