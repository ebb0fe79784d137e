"""Trends of students over weeks in answers that nobody cuts off, as in turns: a line through each one's weeks.

Shares and log times are compared within strata, so that harder sums do not look like a worse student; a stratum met in
one week only says nothing. The chance of a slope is that of shuffled weeks (Mantel 1963), wider by as much as weeks
differ more than answers do, over the class. Which slopes are named is judged over the class (trends.discoveries).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import scipy as sp
from numpy.typing import NDArray

from classroom.measures.mixture import Floats, Whole
from classroom.measures.trends import FROM_DECISIONS, FROM_WEEKS, POWER, discoveries


class Weekly(NamedTuple):
    """The answers of one student (N,): right ones as 1, log seconds (not a number: no time), stratum, week from 0."""

    right: Floats
    log_seconds: Floats
    stratum: Whole
    week: Whole


class Line(NamedTuple):
    """A line through weeks: its mean, slope a week, standard error of that, and degrees of freedom; where the mean
    lies in weeks; `wider`: how many times the slope's variance by whole weeks is that by answers."""

    mean: float
    slope: float
    error: float
    freedom: float
    middle: float
    wider: float

    def at(self, week: float) -> float:
        return self.mean + self.slope * (week - self.middle)


class CountedTrend(NamedTuple):
    """`known`: whether there are enough answers. First week and last; share of right answers and seconds in these two,
    None where what differs may be chance. `least` are the changes of share and of log seconds over the weeks that would
    be found in 8 of 10 children, None where there is no line."""

    known: bool
    began: int
    share: tuple[float, float] | None = None
    seconds: tuple[float, float] | None = None
    least: tuple[float | None, float | None] = (None, None)


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
    """Return the trend of each student of a class."""
    lines = [_Lines(weekly, _line(weekly, weekly.right), _line(weekly, weekly.log_seconds)) for weekly in students]
    both = [(each.share, each.time) if each.known else (None, None) for each in lines]
    wider = _wider([line[0] for line in both]), _wider([line[1] for line in both])
    named = _named(both, wider)
    return [_trend(each, chosen.tolist(), wider) for each, chosen in zip(lines, named, strict=True)]


def _trend(of: _Lines, named: list[bool], wider: tuple[float, float]) -> CountedTrend:
    """Return a student's trend; `named` are share and time."""
    if not len(of.weekly.week):
        return CountedTrend(False, 0)
    first, last = int(of.weekly.week.min()), int(of.weekly.week.max())
    share, seconds = None, None
    if named[0] and of.share:
        then, now = (float(np.clip(of.share.at(week), 0, 1)) for week in (first, last))
        share = then, now
    if named[1] and of.time:
        seconds = float(np.exp(of.time.at(first))), float(np.exp(of.time.at(last)))
    least = [POWER * line.error * times * (last - first) if line and line.error else None
             for line, times in zip((of.share, of.time), wider, strict=True)]  # fmt: skip
    return CountedTrend(of.known, first, share, seconds, (least[0], least[1]))


def _wider(lines: Sequence[Line | None]) -> float:
    """Return by how much weeks widen standard errors, over the class."""
    found = [line.wider for line in lines if line and line.error]
    return float(np.sqrt(max(1.0, float(np.median(found))))) if found else 1.0


def _named(lines: Sequence[tuple[Line | None, Line | None]], wider: tuple[float, float]) -> NDArray[np.bool_]:
    """Return which lines are named (M, 2), all of them judged together."""
    chances = np.ones((len(lines), 2))
    for column in (0, 1):
        for place, both in enumerate(lines):
            line = both[column]
            if line and line.error:
                chances[place, column] = 2 * sp.special.stdtr(
                    line.freedom, -abs(line.slope) / (line.error * wider[column])
                )
    known = np.array([[line is not None for line in both] for both in lines]).reshape(-1, 2)
    return discoveries(chances[known], chances) & known


def _line(of: Weekly, values: Floats) -> Line | None:
    """Return the line through these values; None where no stratum was met in two weeks."""
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
    pull = time * (apart - slope * time)
    by_week = sum(float(pull[week == each].sum()) ** 2 for each in np.unique(week))
    alone = float((pull**2).sum())
    return Line(float(value.mean()), slope, float(np.sqrt(variance)) / total, freedom - 1 or 1, float(week.mean()),
                by_week / alone if alone else 1.0)  # fmt: skip
