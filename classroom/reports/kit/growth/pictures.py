"""Pictures of a student's weeks: right answers and seconds, with ranges of 80 %."""

from collections.abc import Sequence
from math import floor
from typing import NamedTuple

from django.utils.formats import date_format, localize
from django.utils.translation import gettext as _

from classroom.measures import Estimate
from classroom.reports.kit import charts
from classroom.reports.kit.charts import SECONDS, Range, Ranges
from classroom.reports.kit.growth.weeks import Trend, Week

TICKS = (*SECONDS, 90, 120, 180)
"""Seconds that a picture may have as ticks: a sum of Nine to Nothing may take three minutes."""
WIDTH, HEIGHT = 300, 200
"""Size of a picture: a phone shows it whole, and a desktop two side by side."""


class Growth(NamedTuple):
    """The weeks; pictures of accuracy and seconds, None if no week has any; and the trend."""

    weeks: list[Week]
    accuracy: Ranges | None
    seconds: Ranges | None
    trend: Trend

    @property
    def is_of_seconds(self) -> bool:
        """Whether the trend is only about seconds, so that their picture stands beside it."""
        return bool(self.seconds and self.trend.seconds and not self.trend.accuracy)


def growth(weeks: list[Week], trend: Trend) -> Growth:
    return Growth(
        weeks,
        _accuracy_picture(weeks) if any(week.accuracy for week in weeks) else None,
        _seconds_picture(weeks) if any(week.seconds for week in weeks) else None,
        trend,
    )


def _accuracy_picture(weeks: Sequence[Week]) -> Ranges:
    found = [week.accuracy.drawn if week.accuracy else None for week in weeks]
    lowest = min(10 * floor(10 * estimate.low) for estimate in found if estimate)
    apart = 10 if lowest >= 50 else 20
    ticks = [(of / 100, f"{of}") for of in range(lowest - lowest % apart, 101, apart)]
    return _picture(weeks, found, ticks)


def _seconds_picture(weeks: Sequence[Week]) -> Ranges:
    found = [week.seconds.drawn if week.seconds else None for week in weeks]
    known = [estimate for estimate in found if estimate]
    low = max((tick for tick in TICKS if tick < min(estimate.low for estimate in known)), default=TICKS[0])
    high = min((tick for tick in TICKS if tick > max(estimate.high for estimate in known)), default=TICKS[-1])
    ticks = [(float(tick), localize(tick)) for tick in TICKS if low <= tick <= high]
    return _picture(weeks, found, ticks, upside_down=True)


def _picture(
    weeks: Sequence[Week],
    found: Sequence[Estimate | None],
    ticks: list[tuple[float, str]],
    *,
    upside_down: bool = False,
) -> Ranges:
    """Return the picture of the weeks since the first with cards."""
    begun = next((place for place, week in enumerate(weeks) if week.plays), 0)
    marks = [_mark(week, estimate) for week, estimate in zip(weeks[begun:], found[begun:], strict=True)]
    return charts.ranges(marks, ticks, upside_down=upside_down, width=WIDTH, height=HEIGHT)


def _mark(week: Week, found: Estimate | None) -> Range:
    label = date_format(week.first, _("j M"))
    if found is None:
        return Range(label, None, None, None)
    return Range(label, found.low, found.value, found.high, hollow=week.hollow)
