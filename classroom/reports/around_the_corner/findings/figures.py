"""A number in words with its uncertainty: ranges, "about", "not enough cards yet" (measurement 5.4).

Shares become "of 100" and seconds get their decimal here; nothing else is computed.
"""

from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from classroom.measures import Estimate, Showing
from classroom.measures.showing import SPEED_PALE_FROM
from classroom.reports.around_the_corner.findings.ability import Ability

LONGEST = 30.0
"""Seconds from which a range's upper end is not named."""


@dataclass(frozen=True, slots=True)
class Figure:
    """`text` with its range in words (`between`), pale if the range is wide; or `lacking`, the reason why there is no
    number.

    `low`, `at` and `high` are of 100, for a bar; None without one.
    """

    text: str = ""
    between: str = ""
    pale: bool = False
    lacking: str = ""
    low: int | None = None
    at: int | None = None
    high: int | None = None


def seconds(ability: Ability, rights: int) -> Figure:
    """Return the time to a right card, for a student with this number of right cards."""
    if ability.decisions and not rights:
        return Figure(lacking=_("no right card yet, so there is no speed"))
    if ability.showing is Showing.HIDDEN or ability.seconds is None:
        return Figure(lacking=not_enough(ability.decisions))
    pale, found = ability.showing is Showing.PALE, ability.seconds
    value = _("about %(n)s s") if pale else _("%(n)s s")
    said = in_words(ability.speed.about or found.value) if pale else in_words(found.value)
    passes = ", " + _("lets cards pass") if ability.lets_pass else ""
    return Figure(value % {"n": said}, _seconds_between(found) + passes, pale)


def fluent(ability: Ability) -> Figure:
    """Return how many of 100 cards are right within the criterion."""
    if ability.showing is Showing.HIDDEN or ability.fluent is None:
        return Figure(lacking=not_enough(ability.decisions))
    return of_hundred(ability.fluent, pale=ability.showing is Showing.PALE)


def of_hundred(share: Estimate, *, pale: bool) -> Figure:
    low, at, high = (round(100 * part) for part in (share.low, share.value, share.high))
    words = _("about %(n)s of 100") if pale else _("%(n)s of 100")
    between = _("between %(low)s and %(high)s") % {"low": low, "high": high}
    return Figure(words % {"n": at}, between, pale, low=low, at=at, high=high)


def not_enough(n: int) -> str:
    return _("not enough cards yet (%(n)s of %(needed)s)") % {"n": n, "needed": SPEED_PALE_FROM}


def in_words(value: float, decimals: int = 1) -> str:
    """Return the number rounded, in the active language's format. (`number_format` truncates.)"""
    return number_format(round(value, decimals), decimals)


def _seconds_between(found: Estimate) -> str:
    low = in_words(found.low)
    if found.high > LONGEST:
        return _("at least %(low)s s") % {"low": low}
    return _("between %(low)s and %(high)s s") % {"low": low, "high": in_words(found.high)}
