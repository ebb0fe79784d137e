"""Trends of students over weeks: a line through each student's log time and log odds, and which of it is not chance.

The fitted student is given a slope per week in both; offsets of the strata are the class's, and only strata met in both
halves of the weeks count, so that a harder game does not look like slower children. Standard errors are robust and
include a child's good and bad days (climbing.by_days); the scatter of cards and days is estimated from the class. Speed
and accuracy are two families, and which slopes are named in each is decided over the class (changes; measurement 7,
rows 5, 14).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from classroom.measures.cells import OWN_KIND, Level
from classroom.measures.class_fit import DAYS_APART, ClassFit, clusters_of
from classroom.measures.climbing import Days, Peak, Priors, Slopes, by_days, climb, days_of, scatter, sums_by
from classroom.measures.growth import changes
from classroom.measures.intervals import Z95
from classroom.measures.mixture import MU, ODDS, Exposures, Floats, Terms, Whole, log_seconds, terms
from classroom.measures.standard import Estimates

FROM_DECISIONS, FROM_WEEKS = 20, 2
EQUIVALENT = 0.03
"""A share that fell by less than 3 points (one-sided, 95 %) counts as unchanged."""
ONE_SIDED = 1.644853627
STEPS, FITTED, SMALLEST = 12, 4, 1e-9
_BOTH = [MU, ODDS]
_SPREADS = np.array([1.5, 1.0, 0.2, 0.5])
"""Prior spreads of log time, log odds and their slopes per week: wide, so that they matter only with little data."""


@dataclass(frozen=True, slots=True)
class Trends:
    """M students over W weeks: log time and log odds at the middle of the weeks and their slopes `at` (M, 4), the
    covariance (M, 4, 4), whether enough is known (M,), first and last week of each student relative to their middle (M,
    2), the first one (M,), and the share of the slope of log odds that comes from the answers, not its prior (M,)."""

    fit: ClassFit
    at: Floats
    covariance: Floats
    known: NDArray[np.bool_]
    weeks: Floats
    began: Floats
    told: Floats

    def faster(self) -> NDArray[np.intp]:
        """Return 1 if a student likely became faster, 2 if surely, -1 and -2 for slower, 0 if unknown."""
        return -self._named(2, changes.LOG_TIME)

    def surer(self) -> NDArray[np.intp]:
        """Return 1 if a student is likely right more often, 2 if surely, -1 and -2 for less often, 0 if unknown."""
        return self._named(3, changes.LOG_ODDS)

    def seconds(self) -> Floats:
        """Return the standardised medians at the first and the last week (M, 2)."""
        return np.stack([self._standard(end)[0].value for end in (0, 1)], axis=1)

    def accuracy(self) -> Floats:
        return np.stack([self._standard(end)[1].value for end in (0, 1)], axis=1)

    def as_sure(self) -> NDArray[np.bool_]:
        """Return whether accuracy fell by less than 3 points: the equivalence required to say "just as surely".

        The answers alone must show it, without the prior of the slope, which after two weeks would suffice for any
        student (measurement 7, row 15).
        """
        then, now = self.accuracy().T
        middle = (then + now) / 2
        points = middle * (1 - middle) * (self.weeks[:, 1] - self.weeks[:, 0])
        lowest = (self.at[:, 3] - ONE_SIDED * np.sqrt(self.covariance[:, 3, 3])) / self.told
        return np.asarray(self.known & (points * lowest > -EQUIVALENT))

    def _named(self, column: int, usual: changes.Usual) -> NDArray[np.intp]:
        errors = np.sqrt(self.covariance[:, column, column])
        return changes.named(self.at[:, column], errors, self.known, usual)

    def _standard(self, end: int) -> tuple[Estimates, Estimates]:
        theta = self.fit.theta.copy()
        theta[:, [MU, ODDS]] = self.at[:, :2] + self.at[:, 2:] * self.weeks[:, end, None]
        standard, covariance = self.fit.standard, self.fit.covariance
        return standard.median(theta, covariance, Z95), standard.accuracy(theta, covariance, Z95)


def trends_of(exposures: Exposures, week: Whole, fit: ClassFit) -> Trends:
    """Return the trends of the fitted students; `week` (N,) counts from 0 and replaces unknown days."""
    kept = comparable(exposures, week)
    exposures, week = exposures.where(kept), week[kept]
    order = exposures.order(exposures.student)
    exposures, week = exposures.where(order), week[order]
    day = np.where(exposures.day < 0, week, exposures.day)
    students = len(fit.theta)
    first, last = _ends(exposures, week, students)
    time = week - (first + last)[exposures.student] / 2
    theta = fit.theta[exposures.student].copy()
    theta[:, [MU, ODDS]] = 0
    shift, log_time = _shift(exposures, fit), log_seconds(exposures.seconds)
    priors = Priors(np.column_stack([fit.theta[:, [MU, ODDS]], np.zeros((students, 2))]), _SPREADS)

    def parts_at(at: Floats) -> Terms:
        own = at[exposures.student]
        moved = shift + own[:, :2] + own[:, 2:] * time[:, None]
        return terms(log_time, exposures.ending, theta, moved[:, 0], moved[:, 1], _BOTH)

    peak = climb(priors.centres, lambda at: _slopes(at, parts_at(at), exposures.student, time, priors), STEPS)
    decided = np.bincount(exposures.student[exposures.ending != 0], minlength=students)
    return Trends(
        fit,
        peak.at,
        _covariance(peak, parts_at(peak.at), exposures, days_of(exposures.student, day, students, time), time),
        (decided >= FROM_DECISIONS) & (_counted(exposures.student, week, students) >= FROM_WEEKS),
        np.stack([first, last], axis=1) - ((first + last) / 2)[:, None],
        first,
        np.maximum(1 - peak.covariance[:, 3, 3] / _SPREADS[3] ** 2, SMALLEST),
    )


def _shift(exposures: Exposures, fit: ClassFit) -> Floats:
    """Return the offsets of each exposure's stratum for its student (N, 2), since weeks differ in their mix of
    strata."""
    standard, strata = fit.standard, len(fit.standard.weights)
    offsets = np.stack([standard.time_offsets, standard.odds_offsets], axis=1)[exposures.stratum]
    middle = fit.theta[exposures.student][:, [MU, ODDS]]
    level = Level(exposures, fit, middle + offsets)
    _, level = level.down(exposures.student * strata + exposures.stratum, len(fit.theta) * strata, OWN_KIND)
    return level.centre - middle


def comparable(exposures: Exposures, week: Whole) -> NDArray[np.bool_]:
    """Return which exposures (N,) are of a stratum that the class met in both halves of its weeks."""
    if not len(week):
        return np.zeros(0, bool)
    late = week > (week.min() + week.max()) / 2
    met = [np.isin(exposures.stratum, exposures.stratum[half]) for half in (late, ~late)]
    return np.asarray(met[0] & met[1])


def _ends(exposures: Exposures, week: Whole, students: int) -> tuple[Floats, Floats]:
    """Return the first and the last week with exposures of each student, 0 without any."""
    weeks = int(week.max(initial=0)) + 1
    met = np.bincount(exposures.student * weeks + week, minlength=students * weeks).reshape(students, weeks) > 0
    first, last = met.argmax(axis=1), weeks - 1 - met[:, ::-1].argmax(axis=1)
    return first.astype(float), np.where(met.any(axis=1), last, 0).astype(float)


def _gradient(parts: Terms, time: Floats) -> list[Floats]:
    both = [parts.gradient[column] for column in (MU, ODDS)]
    return [*both, *(column * time for column in both)]


def _slopes(at: Floats, parts: Terms, student: Whole, time: Floats, priors: Priors) -> Slopes:
    """Sum the terms by student, for log time and log odds and for both times the week."""
    groups, apart = len(at), (at - priors.centres) / priors.spreads
    summed = sums_by(student, groups)
    value = -summed(parts.value) + (apart**2).sum(axis=1) / 2
    sums = np.stack([summed(column) for column in _gradient(parts, time)], axis=1)
    hessian = np.zeros((groups, 4, 4))
    hessian[:, range(4), range(4)] = priors.spreads**-2.0
    for i, row in enumerate((MU, ODDS)):
        for j, column in enumerate((MU, ODDS)):
            bend = parts.hessian[max(row, column), min(row, column)]
            for up, power in ((0, bend), (1, bend * time), (2, bend * time * time)):
                found = summed(power)
                for low in range(max(0, up - 1), min(1, up) + 1):
                    hessian[:, i + 2 * low, j + 2 * (up - low)] -= found
    return Slopes(value, apart / priors.spreads - sums, hessian)


def _covariance(peak: Peak, parts: Terms, exposures: Exposures, days: Days, time: Floats) -> Floats:
    """Return the sandwich: the scatter of gradients by top cards over the class, and the contribution of good and bad
    days.

    One child's own scatter would be 0 as often as far too large, since it has few wrong cards.
    """
    information = np.asarray(np.linalg.inv(peak.covariance), np.float64)
    usual = _scatter_of_class(_gradient(parts, time), exposures, information)
    middle = information * np.sqrt(np.outer(usual, usual))
    for at, column in enumerate((MU, ODDS)):
        middle[:, at::2, at::2] += by_days(parts, column, days, DAYS_APART[column])
    return np.asarray(peak.covariance @ middle @ peak.covariance)


def _scatter_of_class(gradient: Sequence[Floats], exposures: Exposures, information: Floats) -> Floats:
    """Return the ratio of the gradients' scatter by top cards to the information, in each parameter (4,)."""
    students, each = len(information), range(FITTED)
    clusters = clusters_of(exposures, students)
    counted = _counted(exposures.student, clusters, students)
    found = scatter(gradient, exposures.student, clusters, students)[:, each, each]
    found = found * (counted / np.maximum(counted - FITTED, 1))[:, None]
    return np.asarray(found.sum(axis=0) / information[:, each, each].sum(axis=0))


def _counted(student: Whole, cluster: Whole, students: int) -> Whole:
    """Return how many clusters each student has (M,)."""
    apart = int(cluster.max(initial=0)) + 1
    return np.bincount(np.unique(student * apart + cluster) // apart, minlength=students)
