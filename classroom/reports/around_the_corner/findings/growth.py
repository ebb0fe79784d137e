"""Is a student getting further? Eight weeks of one mode, each with its ranges, and what may be said of them.

Every week stands by itself: in races share and seconds are the model's (the strata being known from the class),
elsewhere counts with Wilson's range and the plain median. What has changed is judged over all weeks and the whole class
at once (measures.trends, measurement_corrections.md 5).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from math import floor
from typing import NamedTuple

import numpy as np
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from classroom.measures import (
    Z80,
    Z95,
    ClassFit,
    Estimate,
    StudentFit,
    fit_class,
    median,
    median_interval,
    wilson,
)
from classroom.measures.class_fit import fit_students, wide_priors
from classroom.measures.showing import ACCURACY_PALE_FROM, SPEED_PALE_FROM
from classroom.measures.trends import FROM_DECISIONS, FROM_WEEKS, trends_of
from classroom.reports import charts
from classroom.reports.around_the_corner.findings.figures import in_words
from classroom.reports.around_the_corner.findings.strata import shipped
from classroom.reports.around_the_corner.sources.answers import Answers, Whole
from classroom.reports.charts import SECONDS, Range, Ranges
from classroom.reports.periods import midnight

WEEKS = 8
WIDTH, HEIGHT = 300, 200
"""Of a picture: a phone shows it whole, and a desk two side by side."""
FIRM_FROM_PLAYS = 40
"""Fewer plays in a week make a hollow mark (ui.md 5.2)."""


class Between(NamedTuple):
    """An estimate with the range that is drawn (80 %) and the one that stands in the table (95 %)."""

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
        """The share of right cards with its range of 95 %, of 100 cards: low, best guess, high."""
        if self.accuracy is None:
            return None
        value, low, high = (round(100 * part) for part in self.accuracy.known)
        return low, value, high

    @property
    def last(self) -> date:
        return self.first + timedelta(days=6)


class Progress(NamedTuple):
    """What the line through a student's weeks says: share of right cards, or seconds, in its first week and last."""

    since: date
    then: float
    now: float


class Trend(NamedTuple):
    """What may be said of a student's weeks: `known`, are there enough cards; what has changed, None where that may be
    chance; `as_sure`, whether a fall in right cards by 3 points or more can be ruled out."""

    known: bool = False
    accuracy: Progress | None = None
    seconds: Progress | None = None
    as_sure: bool = False


class Growth(NamedTuple):
    """The weeks; pictures of accuracy and seconds, None where no week has any; and the trend."""

    weeks: list[Week]
    accuracy: Ranges | None
    seconds: Ranges | None
    trend: Trend


def growth(weeks: list[Week], trend: Trend) -> Growth:
    """Draw these weeks, and say what has changed in them."""
    return Growth(
        weeks,
        _accuracy_picture(weeks) if any(week.accuracy for week in weeks) else None,
        _seconds_picture(weeks) if any(week.seconds for week in weeks) else None,
        trend,
    )


def firsts(last_day: date) -> list[date]:
    """Return the first days of the eight weeks that end with this day."""
    return [last_day - timedelta(days=7 * back - 1) for back in range(WEEKS, 0, -1)]


def trends(answers: Answers, last_day: date) -> list[Trend]:
    """Return the trend of each of the students of a class, who are judged together."""
    week, inside = _weeks(answers, last_day)
    lately = answers.where(inside)
    exposures = lately.exposures()
    fit = fit_class(exposures, len(answers.players), shipped(lately.steps or (1, 2, 3), lately.corner))
    found = trends_of(exposures, week[lately.sheet][lately.fitted], fit)
    days, seconds, accuracy = firsts(last_day), found.seconds(), found.accuracy()
    faster, surer, as_sure = found.faster(), found.surer(), found.as_sure()
    return [
        Trend(
            bool(found.known[place]),
            Progress(days[int(found.began[place])], *map(float, accuracy[place])) if surer[place] else None,
            Progress(days[int(found.began[place])], *map(float, seconds[place])) if faster[place] else None,
            bool(as_sure[place]),
        )
        for place in range(len(answers.players))
    ]


def weeks_of(answers: Answers, fit: ClassFit | None, last_day: date) -> list[Week]:
    """Return one student's eight weeks that end with this day, oldest first, also those without a card.

    `fit` is the class's, of which races learn how hard the strata are; only they ask for it.
    """
    week, inside = _weeks(answers, last_day)
    kept = answers.where(inside)
    apart = replace(kept, players=tuple(range(WEEKS)), student=week[kept.sheet])
    answered = np.bincount(apart.student[apart.right | apart.wrong], minlength=WEEKS)
    right = np.bincount(apart.student[apart.right], minlength=WEEKS)
    both = _modelled(apart, fit) if fit else _counted(apart, right, answered)
    return [
        Week(first, int(answered[place]), int(right[place]), *both[place])
        for place, first in enumerate(firsts(last_day))
    ]


def _weeks(answers: Answers, last_day: date) -> tuple[Whole, np.ndarray]:
    """Return the week of each sheet, from 0, and which answers lie in one of the weeks."""
    days = firsts(last_day)
    edges = [midnight(first) for first in days] + [midnight(days[-1] + timedelta(days=7))]
    week = np.searchsorted(edges, answers.began_at, "right") - 1
    return week, ((week >= 0) & (week < WEEKS))[answers.sheet]


def _modelled(apart: Answers, fit: ClassFit) -> list[tuple[Between | None, Between | None]]:
    """Return share and seconds of each week; the weeks are drawn to the class, not to each other."""
    exposures, priors = apart.exposures(), wide_priors(fit)
    start = np.tile(priors.centres, (WEEKS, 1))
    peak = fit_students(exposures, fit.standard, start=start, priors=priors)
    decisions = np.bincount(exposures.student[exposures.decided], minlength=WEEKS)
    weeks = [StudentFit(peak.at[i], peak.covariance[i], int(decisions[i]), fit.standard) for i in range(WEEKS)]
    return [
        (
            Between(week.accuracy(Z80), week.accuracy(Z95)) if week.decisions >= ACCURACY_PALE_FROM else None,
            Between(week.median(Z80), week.median(Z95)) if week.decisions >= SPEED_PALE_FROM else None,
        )
        for week in weeks
    ]


def _counted(apart: Answers, right: Whole, answered: Whole) -> list[tuple[Between | None, Between | None]]:
    kept = apart.right & apart.clocked
    return [
        (
            _share(int(right[week]), int(answered[week])),
            _median(apart.seconds[kept & (apart.student == week)].tolist()),
        )
        for week in range(WEEKS)
    ]


def _median(times: list[float]) -> Between | None:
    narrow, wide = median_interval(times, Z80), median_interval(times, Z95)
    middle = median(times)
    if len(times) < SPEED_PALE_FROM or middle is None or narrow is None or wide is None:
        return None
    return Between(Estimate(middle, *narrow), Estimate(middle, *wide))


def _share(right: int, n: int) -> Between | None:
    if n < ACCURACY_PALE_FROM:
        return None
    return Between(*(Estimate(right / n, *wilson(right, n, z)) for z in (Z80, Z95)))


# The pictures


def _accuracy_picture(weeks: Sequence[Week]) -> Ranges:
    found = [week.accuracy.drawn if week.accuracy else None for week in weeks]
    lowest = min(10 * floor(10 * estimate.low) for estimate in found if estimate)
    apart = 10 if lowest >= 50 else 20
    ticks = [(of / 100, f"{of}") for of in range(lowest - lowest % apart, 101, apart)]
    return _picture(weeks, found, ticks)


def _seconds_picture(weeks: Sequence[Week]) -> Ranges:
    found = [week.seconds.drawn if week.seconds else None for week in weeks]
    known = [estimate for estimate in found if estimate]
    low = max((tick for tick in SECONDS if tick < min(estimate.low for estimate in known)), default=SECONDS[0])
    high = min((tick for tick in SECONDS if tick > max(estimate.high for estimate in known)), default=SECONDS[-1])
    ticks = [(float(tick), f"{tick:g}") for tick in SECONDS if low <= tick <= high]
    return _picture(weeks, found, ticks, upside_down=True)


def _picture(
    weeks: Sequence[Week],
    found: Sequence[Estimate | None],
    ticks: list[tuple[float, str]],
    *,
    upside_down: bool = False,
) -> Ranges:
    """Draw the weeks since the first with cards."""
    begun = next((place for place, week in enumerate(weeks) if week.plays), 0)
    marks = [_mark(week, estimate) for week, estimate in zip(weeks[begun:], found[begun:], strict=True)]
    return charts.ranges(marks, ticks, upside_down=upside_down, width=WIDTH, height=HEIGHT)


def _mark(week: Week, found: Estimate | None) -> Range:
    label = date_format(week.first, _("j M"))
    if found is None:
        return Range(label, None, None, None)
    return Range(label, found.low, found.value, found.high, hollow=week.hollow)


# What may be said


def accuracy_in_words(found: Growth) -> str:
    if not found.trend.known:
        numbers = {"n": FROM_DECISIONS, "weeks": FROM_WEEKS}
        return _("To see growth there must be %(n)s cards, in %(weeks)s weeks or more.") % numbers
    change = found.trend.accuracy
    if change is None:
        return _("Neither more right nor less, as far as the cards can show: what differs may be chance.")
    then, now = round(100 * change.then), round(100 * change.now)
    words = {"then": then, "now": now, "day": date_format(change.since, _("j F"))}
    if change.now > change.then:
        said = _("Right more often than in the week of %(day)s: about %(then)s of 100 then, %(now)s now.") % words
    else:
        said = _("Right less often than in the week of %(day)s: about %(then)s of 100 then, %(now)s now.") % words
    return f"{said} {_by_chance()}"


def seconds_in_words(found: Growth) -> str:
    change = found.trend.seconds
    if change is None:
        known = found.seconds and found.trend.known
        return _("Neither quicker nor slower, as far as the cards can show.") if known else ""
    words = {"then": in_words(change.then), "now": in_words(change.now)}
    words["day"] = date_format(change.since, _("j F"))
    if change.now < change.then:
        said = _("Quicker than in the week of %(day)s: about %(then)s s a card then, %(now)s s now.") % words
    else:
        said = _("Slower than in the week of %(day)s: about %(then)s s a card then, %(now)s s now.") % words
    return f"{said} {_by_chance()}"


def _by_chance() -> str:
    return _("Such a difference comes by chance in 1 of 20 children who have not changed.")
