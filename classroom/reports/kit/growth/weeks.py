"""Eight weeks of a student, each with its figures and ranges, and the trend through them.

Growth in kinds of sums of many children, for pages without single children: only increases are told, and only for
ten children or more.

A sentence about a student's weeks, in the words of a game. Speed and accuracy are in one sentence, so that haste is
never praised; without a finding there is no sentence, and only the picture with its ranges (measurement 7, rows 14,
15).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

import numpy as np
from django.template.defaultfilters import floatformat
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from numpy.typing import NDArray

from classroom.measures import Z80, Z95, Estimate, median, median_interval, wilson
from classroom.measures.showing import ACCURACY_PALE_FROM, SPEED_PALE_FROM
from classroom.server.time_zone import midnight, moment

WEEKS = 8
PART_MS = 15 * 60_000
"""A part of a day: in every time zone midnight is at the beginning of one."""
FIRM_FROM_PLAYS = 40
"""With fewer plays a week's mark is hollow (screens 5.2)."""

FEWEST_CHILDREN = 10

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


class KindGrowth(NamedTuple):
    """Growth in one kind of sums: how many children met some of its sums then and now, and how many know more of these,
    or fewer, than then. And of the present only: how many children met some of its sums, how many sums they met,
    counted per child, and how many of those are known."""

    met: int
    more: int
    fewer: int
    here: int = 0
    sums: int = 0
    known: int = 0

    @property
    def is_shown(self) -> bool:
        return self.met >= FEWEST_CHILDREN

    @property
    def known_of_100(self) -> int | None:
        """How many of 100 sums that children met are known now; None if too few children met any."""
        return round(100 * self.known / self.sums) if self.here >= FEWEST_CHILDREN else None

    @property
    def is_sure(self) -> bool:
        """Whether more children grew than by chance alone (95 % range of a share of one half)."""
        changed = self.more + self.fewer
        return self.is_shown and changed > 0 and wilson(self.more, changed).low > 0.5


class SchoolGrowth(NamedTuple):
    """Growth by kind: of each class, and of the whole school, where a child of several classes counts once."""

    of_class: Mapping[int, tuple[KindGrowth, ...]]
    whole: tuple[KindGrowth, ...]


class Between(NamedTuple):
    """An estimate with the range for pictures (80 %) and the one for tables (95 %)."""

    drawn: Estimate
    known: Estimate


@dataclass(frozen=True, slots=True)
class Week:
    """Seven days from `first`: cards answered, right ones, and the estimates that their number allows (shares of 1)."""

    first: date
    plays: int
    right: int
    accuracy: Between | None
    seconds: Between | None

    @property
    def hollow(self) -> bool:
        return self.plays < FIRM_FROM_PLAYS

    @property
    def of_hundred(self) -> tuple[int, int, int] | None:
        """Right cards of 100 with the range of 95 %: low, best guess, high."""
        if self.accuracy is None:
            return None
        value, low, high = (round(100 * part) for part in self.accuracy.known)
        return low, value, high

    @property
    def last(self) -> date:
        return self.first + timedelta(days=6)


class Progress(NamedTuple):
    """Line through a student's weeks: share of right cards, or seconds, in the first week and the last; and whether its
    rise or fall is sure or only likely."""

    since: date
    then: float
    now: float
    surely: bool


class Trend(NamedTuple):
    """Trend of a student's weeks: `known`, whether there are enough cards; what has changed, None if that may be
    chance; `as_sure`, whether a fall in right cards by 3 points or more can be ruled out."""

    known: bool = False
    accuracy: Progress | None = None
    seconds: Progress | None = None
    as_sure: bool = False


def firsts(last_day: date) -> list[date]:
    """Return the first days of the eight weeks that end with this day."""
    return [last_day - timedelta(days=7 * back - 1) for back in range(WEEKS, 0, -1)]


def week_of(moments: Sequence[int] | NDArray[np.intp], last_day: date) -> NDArray[np.intp]:
    """Return the week, from 0, of each moment (ms since 1970); -1 before the weeks and WEEKS after them."""
    days = firsts(last_day)
    edges = [midnight(first) for first in days] + [midnight(days[-1] + timedelta(days=7))]
    return np.asarray(np.searchsorted(edges, moments, "right") - 1)


def day_of(moments: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return a number for the day at the school of each moment (ms since 1970)."""
    parts, place = np.unique(moments // PART_MS, return_inverse=True)
    return np.array([moment(part * PART_MS).toordinal() for part in parts.tolist()], np.intp)[place]


def span_of(last_day: date) -> tuple[int, int]:
    """Return start and end of the weeks that end with this day, in ms since 1970, the end exclusive."""
    return midnight(firsts(last_day)[0]), midnight(last_day + timedelta(days=1))


def middle_time(times: list[float]) -> Between | None:
    narrow, wide = median_interval(times, Z80), median_interval(times, Z95)
    middle = median(times)
    if len(times) < SPEED_PALE_FROM or middle is None or narrow is None or wide is None:
        return None
    return Between(Estimate(middle, *narrow), Estimate(middle, *wide))


def counted_share(right: int, n: int) -> Between | None:
    if n < ACCURACY_PALE_FROM:
        return None
    return Between(*(Estimate(right / n, *wilson(right, n, z)) for z in (Z80, Z95)))


def of_all(found: list[tuple[KindGrowth, ...]]) -> tuple[KindGrowth, ...]:
    """Return the growth by kind summed over disjoint groups of children."""
    return tuple(KindGrowth(*map(sum, zip(*of_kind, strict=True))) for of_kind in zip(*found, strict=True))


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
