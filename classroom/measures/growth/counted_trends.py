"""Trends of students over weeks in answers without censoring, as in turns: a line through each student's weeks.

Shares and log times are compared within strata, so that harder sums do not look like a worse student; a stratum met in
only one week is not used. The p-value of a slope is that of permuted weeks (Mantel 1963), and takes account of a
student's good and bad days, whose variance is estimated from the class (as in climbing.by_days, as the day's share of
an answer's variance). Which slopes are named is decided over the class (changes.named).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import scipy as sp
from numpy.typing import NDArray

from classroom.measures.climbing import DAYS_WEIGH
from classroom.measures.growth import changes
from classroom.measures.growth.trends import FROM_DECISIONS, FROM_WEEKS
from classroom.measures.mixture import Floats, Whole

MOST_BY_CHANCE = 0.3
"""A slope with a higher one-sided p-value is never named, so its error is not widened."""
USUAL = 0.015
"""Usual share of a day in the variance of answers, until it is estimated for the class: days 6 % apart with times 50 %
apart."""


class Weekly(NamedTuple):
    """The answers of one student (N,): right ones as 1, log seconds (NaN: no time), stratum, week from 0, and any
    number for the day."""

    right: Floats
    log_seconds: Floats
    stratum: Whole
    week: Whole
    day: Whole


class Spread(NamedTuple):
    """Effect of good and bad days on one student's answers. `beyond`: excess scatter of answers by day, in their
    variance; `of_one`: the excess if a day varied as much as an answer; `adds`: the increase of the slope's variance in
    that case; `a_day`: answers per day."""

    beyond: float
    of_one: float
    adds: float
    a_day: float


class Line(NamedTuple):
    """A line through weeks: its mean, slope per week, standard error of the slope, degrees of freedom; the week of the
    mean; and the effect of its days."""

    mean: float
    slope: float
    error: float
    freedom: float
    middle: float
    days: Spread

    def at(self, week: float) -> float:
        return self.mean + self.slope * (week - self.middle)

    def error_with(self, days: float) -> float:
        """Return the standard error of the slope if days have this share of the answers' variance, widened for few
        answers."""
        error = float(np.sqrt(self.error**2 + days * self.days.adds))
        chance = sp.special.stdtr(self.freedom, -abs(self.slope) / error)
        return abs(self.slope) / -float(sp.special.ndtri(chance)) if 0 < chance < MOST_BY_CHANCE else error


class CountedChange(NamedTuple):
    """Value then and now, and whether the change is sure rather than likely."""

    then: float
    now: float
    surely: bool


class CountedTrend(NamedTuple):
    """`known`: whether there are enough answers. First week; share of right answers and seconds in the first week and
    the last, None if the difference may be chance."""

    known: bool
    began: int
    share: CountedChange | None = None
    seconds: CountedChange | None = None


@dataclass(frozen=True)
class _Lines:
    weekly: Weekly
    share: Line | None
    time: Line | None

    @property
    def known(self) -> bool:
        weeks = len(np.unique(self.weekly.week))
        return len(self.weekly.week) >= FROM_DECISIONS and weeks >= FROM_WEEKS


def counted_trends(students: Sequence[Weekly]) -> list[CountedTrend]:
    lines = [_Lines(weekly, _line(weekly, weekly.right), _line(weekly, weekly.log_seconds)) for weekly in students]
    both = [(each.share, each.time) if each.known else (None, None) for each in lines]
    days = _days_of_class([line[0] for line in both]), _days_of_class([line[1] for line in both])
    named = _named(both, days)
    return [_trend(each, chosen.tolist()) for each, chosen in zip(lines, named, strict=True)]


def _trend(of: _Lines, named: list[int]) -> CountedTrend:
    """Return a student's trend; `named` are the values of changes.named for share and time."""
    if not len(of.weekly.week):
        return CountedTrend(False, 0)
    first, last = int(of.weekly.week.min()), int(of.weekly.week.max())
    share, seconds = None, None
    if named[0] and of.share:
        then, now = (float(np.clip(of.share.at(week), 0, 1)) for week in (first, last))
        share = CountedChange(then, now, abs(named[0]) > 1)
    if named[1] and of.time:
        seconds = CountedChange(float(np.exp(of.time.at(first))), float(np.exp(of.time.at(last))), abs(named[1]) > 1)
    return CountedTrend(of.known, first, share, seconds)


def _days_of_class(lines: Sequence[Line | None]) -> float:
    """Return the variance between days over the class, as a share of the answers' variance."""
    found = [line.days for line in lines if line and line.error]
    if not found:
        return USUAL
    prior = DAYS_WEIGH * float(np.mean([spread.a_day for spread in found]))
    beyond, of_one = (sum(spread[part] / spread.a_day for spread in found) for part in (0, 1))
    return max(0.0, (beyond + prior * USUAL) / (of_one + prior))


def _named(lines: Sequence[tuple[Line | None, Line | None]], days: tuple[float, float]) -> NDArray[np.intp]:
    """Return the statement about each line, for share and time (M, 2)."""
    found = np.zeros((len(lines), 2), np.intp)
    for column, usual in enumerate((changes.SHARE, changes.LOG_TIME)):
        of_class = [both[column] for both in lines]
        slopes = np.array([line.slope if line else 0.0 for line in of_class])
        errors = np.array([line.error_with(days[column]) if line and line.error else 0.0 for line in of_class])
        found[:, column] = changes.named(slopes, errors, errors > 0, usual)
    return found


def _line(of: Weekly, values: Floats) -> Line | None:
    """Return the line through these values; None if no stratum was met in two weeks."""
    kept = np.isfinite(values)
    value, stratum, week = values[kept], of.stratum[kept], of.week[kept].astype(float)
    apart, time, variance, freedom = np.zeros(len(value)), np.zeros(len(value)), 0.0, 0
    for name in np.unique(stratum):
        here = stratum == name
        apart[here], time[here] = value[here] - value[here].mean(), week[here] - week[here].mean()
        squares = float((time[here] ** 2).sum())
        if squares > 0:
            variance += squares * float((apart[here] ** 2).sum()) / (here.sum() - 1)
            freedom += int(here.sum()) - 1
    total = float((time**2).sum())
    if total == 0 or freedom < FROM_WEEKS:
        return None
    slope = float((time * apart).sum()) / total
    days = _spread(apart - slope * time, time, stratum, of.day[kept], freedom)
    return Line(
        float(value.mean()), slope, float(np.sqrt(variance)) / total, freedom - 1 or 1, float(week.mean()), days
    )


def _spread(left_over: Floats, time: Floats, stratum: Whole, day: Whole, freedom: int) -> Spread:
    """Return the effect of days on a line: `left_over` (N,) are the answers without their stratum's mean and the
    slope."""
    variance, total = float((left_over**2).sum()) / freedom, float((time**2).sum())
    (_, place), (_, kind) = (np.unique(part, return_inverse=True) for part in (day, stratum))
    met = np.zeros((kind.max() + 1, place.max() + 1))
    np.add.at(met, (kind, place), 1)
    pull, lean = np.bincount(place, left_over), np.bincount(place, time)
    kept = np.diag(met.sum(axis=0)) - met.T @ (met / met.sum(axis=1, keepdims=True)) - np.outer(lean, lean) / total
    beyond = float((pull**2).sum()) / variance - float(np.trace(kept)) if variance else 0.0
    adds = variance * float((lean**2).sum()) / total**2
    return Spread(beyond, float((kept**2).sum()), adds, len(place) / len(lean))
