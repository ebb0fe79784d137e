"""A sentence about a student's weeks, in the words of a game. Speed and accuracy are in one sentence, so that haste is
never praised; without a finding there is no sentence, and only the picture with its ranges (measurement 7, rows 14,
15)."""

from typing import NamedTuple

from django.template.defaultfilters import floatformat
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classroom.reports.kit.growth.weeks import Progress, Trend

QUICKER, SLOWER, MORE_RIGHT, LESS_RIGHT = 1, -1, 1, -1
_CHANGES = {
    (QUICKER, MORE_RIGHT): gettext_lazy("quicker, and right more often"),
    (QUICKER, LESS_RIGHT): gettext_lazy("quicker, but less right"),
    (QUICKER, 0): gettext_lazy("quicker; look whether as right as before"),
    (SLOWER, MORE_RIGHT): gettext_lazy("right more often, and slower"),
    (SLOWER, LESS_RIGHT): gettext_lazy("slower, and less right"),
    (SLOWER, 0): gettext_lazy("slower"),
    (0, MORE_RIGHT): gettext_lazy("right more often"),
    (0, LESS_RIGHT): gettext_lazy("right less often"),
}
_AS_RIGHT = gettext_lazy("quicker, and no less right")


class GrowthTexts(NamedTuple):
    """The words of a game: a sentence of `seconds` then and now, with its number of `decimals`."""

    seconds: Promise
    decimals: int = 1


class GrowthWords(NamedTuple):
    """The change and its certainty, as a sentence; and the figures."""

    change: str
    figures: str

    def __str__(self) -> str:
        return f"{self.change} {self.figures}"


def growth_in_words(trend: Trend, texts: GrowthTexts) -> GrowthWords | None:
    """Return the change in words; None if nothing can be said."""
    found = [change for change in (trend.accuracy, trend.seconds) if change]
    if not found:
        return None
    way = quicker(trend), more_right(trend)
    change = {"change": _AS_RIGHT if way == (QUICKER, 0) and trend.as_sure else _CHANGES[way]}
    strength = _("Surely %(change)s.") if all(each.surely for each in found) else _("Likely %(change)s.")
    said = []
    if trend.accuracy:
        shares = _words(trend.accuracy, *(f"{round(100 * part)}" for part in trend.accuracy[1:3]))
        said.append(_("About %(then)s of 100 right in the week of %(day)s, %(now)s now.") % shares)
    if trend.seconds:
        times = (floatformat(part, texts.decimals) for part in trend.seconds[1:3])
        said.append(f"{texts.seconds}" % _words(trend.seconds, *times))
    return GrowthWords(strength % change, " ".join(said))


def quicker(trend: Trend) -> int:
    """Return QUICKER, SLOWER, or 0 if nothing is said."""
    return 0 if trend.seconds is None else QUICKER if trend.seconds.now < trend.seconds.then else SLOWER


def more_right(trend: Trend) -> int:
    """Return MORE_RIGHT, LESS_RIGHT, or 0 if nothing is said."""
    return 0 if trend.accuracy is None else MORE_RIGHT if trend.accuracy.now > trend.accuracy.then else LESS_RIGHT


def is_joy(trend: Trend) -> bool:
    """Return whether a child may be told about it: quicker only if not less often right."""
    return more_right(trend) == MORE_RIGHT or (more_right(trend) == 0 and quicker(trend) == QUICKER and trend.as_sure)


def _words(change: Progress, then: str, now: str) -> dict[str, str]:
    return {"then": then, "now": now, "day": date_format(change.since, _("j F"))}
