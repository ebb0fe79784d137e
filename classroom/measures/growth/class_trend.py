"""The trend of a class over weeks: the differences of its weeks for the same children on the same kinds of cards.

For each week the deviation of log time and log odds from every child's usual values is estimated, so that absent
children and the choice of games make no week better. Ranges are robust to clusters, as cards of one child are alike
(measurement 7, row 11). A line through the weeks is reported if chance brings it in fewer than 1 of 20 classes whose
weeks scatter as much, since a class has good and bad days, too.
"""

from dataclasses import dataclass

import numpy as np
import scipy as sp

from classroom.measures.cells import Level
from classroom.measures.class_fit import ClassFit
from classroom.measures.climbing import Peak, Priors, robust
from classroom.measures.growth.trends import EQUIVALENT, ONE_SIDED, comparable
from classroom.measures.mixture import MU, ODDS, Exposures, Floats, Truth, Whole, log_seconds, terms
from classroom.measures.standard import Estimates

WIDE = np.array([0.5, 1.0])
LIKELY, SURELY, FROM_WEEKS, FROM_DECISIONS = 0.05, 0.01, 4, 60
"""Chances below which a line is called likely and sure; fewest weeks of a line, and fewest own decisions in a week of a
class."""
_BOTH = [MU, ODDS]


@dataclass(frozen=True, slots=True)
class ClassLine:
    """A line through weeks: its first and last value (2,); 1 if it likely rises, 2 if surely, -1 and -2 if it falls, 0
    if unknown; and the lower limit of the last value less the first (one-sided 95 %)."""

    ends: Floats
    said: int
    lowest: float


@dataclass(frozen=True, slots=True)
class ClassWeeks:
    """W weeks of a class: `theta` (W, 5) of the median child, its covariance (W, 5, 5), and which weeks were `met`."""

    fit: ClassFit
    theta: Floats
    covariance: Floats
    met: Truth

    def seconds(self, z: float) -> Estimates:
        return self.fit.standard.median(self.theta, self.covariance, z)

    def accuracy(self, z: float) -> Estimates:
        return self.fit.standard.accuracy(self.theta, self.covariance, z)

    def line(self, column: int) -> ClassLine | None:
        """Return the line through the weeks in log time or log odds, None with too few weeks."""
        week = np.flatnonzero(self.met).astype(float)
        if len(week) < FROM_WEEKS:
            return None
        value, error = self.theta[self.met, column], np.sqrt(self.covariance[self.met, column, column])
        weight = error**-2.0
        time = week - np.average(week, weights=weight)
        middle, slope = np.average(value, weights=weight), (weight * time) @ value / ((weight * time) @ time)
        left, freedom = value - middle - slope * time, len(week) - 2
        scatter = max(1.0, float((weight * left) @ left) / freedom)
        spread = float(np.sqrt(scatter / ((weight * time) @ time)))
        chance = 2 * float(sp.special.stdtr(freedom, -abs(slope) / spread))
        strength = int(chance <= LIKELY) + int(chance <= SURELY)
        lowest = (slope - ONE_SIDED * spread) * (week[-1] - week[0])
        return ClassLine(middle + slope * time[[0, -1]], strength * int(np.sign(slope)), float(lowest))

    def ends(self, column: int, line: ClassLine) -> Estimates:
        """Return seconds (column MU) or accuracy (ODDS) of the median child at both ends of its line."""
        theta = np.tile(self.theta[0], (2, 1))
        theta[:, column] = line.ends
        of = self.fit.standard.median if column == MU else self.fit.standard.accuracy
        return of(theta, np.zeros((2, theta.shape[1], theta.shape[1])))

    def as_right(self, line: ClassLine) -> bool:
        """Return whether the share of right cards fell by less than 3 points (measurement 7, row 15)."""
        share = float(self.ends(ODDS, line).value.mean())
        return share * (1 - share) * line.lowest > -EQUIVALENT


def class_weeks(exposures: Exposures, week: Whole, weeks: int, fit: ClassFit) -> ClassWeeks:
    """Return the weeks of a fitted class; `week` (N,) counts from 0."""
    kept = comparable(exposures, week)
    exposures, week = exposures.where(kept), week[kept]
    order = exposures.order(week)
    exposures, week = exposures.where(order), week[order]
    offsets = np.stack([fit.standard.time_offsets, fit.standard.odds_offsets], axis=1)[exposures.stratum]
    own = fit.theta[exposures.student][:, _BOTH] + offsets
    peak, level = Level(exposures, fit, own).down(week, weeks, WIDE)
    known = fit.decisions > 0
    theta = np.tile(np.median(fit.theta[known], axis=0) if known.any() else fit.priors.centres, (weeks, 1))
    theta[:, _BOTH] += peak.at
    covariance = np.zeros((weeks, theta.shape[1], theta.shape[1]))
    covariance[np.ix_(range(weeks), _BOTH, _BOTH)] = _robust(exposures, week, fit, level.centre, peak)
    decided = np.bincount(week[exposures.decided], minlength=weeks)
    return ClassWeeks(fit, theta, covariance, decided >= FROM_DECISIONS)


def _robust(exposures: Exposures, week: Whole, fit: ClassFit, centre: Floats, peak: Peak) -> Floats:
    theta = fit.theta[exposures.student].copy()
    theta[:, _BOTH] = 0
    log_time = log_seconds(exposures.seconds)
    parts = terms(log_time, exposures.ending, theta, centre[:, 0], centre[:, 1], _BOTH)
    gradient = [parts.gradient[column] for column in _BOTH]
    return robust(peak, gradient, week, exposures.student, Priors(np.zeros(2), WIDE))
