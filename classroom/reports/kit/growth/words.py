"""Sentences about a student's weeks, in the words of a game."""

from typing import NamedTuple

from django.template.defaultfilters import floatformat
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from classroom.measures.trends import FROM_DECISIONS, FROM_WEEKS
from classroom.reports.kit.growth.pictures import Growth

SEEN = 0.15
"""Where only larger changes than this (of 1) would be found, the answers are too few to say that nothing changed."""


class GrowthTexts(NamedTuple):
    """Sentences that name what a game counts: `needs` so many of it, `as_right` and `as_quick` as before, `quicker` and
    `slower` than then; `few_right` and `few_quick` where only a large change would show. `decimals` of the seconds."""

    needs: Promise
    as_right: Promise
    as_quick: Promise
    quicker: Promise
    slower: Promise
    few_right: Promise | None = None
    few_quick: Promise | None = None
    decimals: int = 1


def accuracy_in_words(found: Growth, texts: GrowthTexts) -> str:
    if not found.trend.known:
        return f"{texts.needs}" % {"n": FROM_DECISIONS, "weeks": FROM_WEEKS}
    change = found.trend.accuracy
    if change is None:
        return _not_found(texts.as_right, texts.few_right, found.trend.least_share)
    then, now = round(100 * change.then), round(100 * change.now)
    words = {"then": then, "now": now, "day": date_format(change.since, _("j F"))}
    if change.now > change.then:
        said = _("Right more often than in the week of %(day)s: about %(then)s of 100 then, %(now)s now.") % words
    else:
        said = _("Right less often than in the week of %(day)s: about %(then)s of 100 then, %(now)s now.") % words
    return f"{said} {_by_chance()}"


def seconds_in_words(found: Growth, texts: GrowthTexts) -> str:
    change = found.trend.seconds
    if change is None:
        said = _not_found(texts.as_quick, texts.few_quick, found.trend.least_time)
        return said if found.seconds and found.trend.known else ""
    words = {name: floatformat(value, texts.decimals) for name, value in (("then", change.then), ("now", change.now))}
    words["day"] = date_format(change.since, _("j F"))
    said = f"{texts.quicker if change.now < change.then else texts.slower}" % words
    return f"{said} {_by_chance()}"


def _not_found(same: Promise, few: Promise | None, least: float | None) -> str:
    """Say that nothing has changed only where a change would have been seen."""
    if few is None or least is None or least <= SEEN:
        return f"{same}"
    return f"{few}" % {"n": min(100, 5 * round(20 * least))}


def _by_chance() -> str:
    return _("Such a difference comes by chance in 1 of 20 children who have not changed.")
