"""A class fitted at once: what each student can do, and how much harder each stratum of top cards is for this class.

Backfitting of measurement.md 3.5: students given the offsets, offsets given the students, both centred to the
reference mix, until nothing moves. Everybody is fitted in the same arrays, so that 30 students take well under 1 s.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from classroom.reports.measures.climbing import Peak, Priors, Slopes, climb, posterior
from classroom.reports.measures.intervals import Z95, Estimate
from classroom.reports.measures.mixture import (
    CENTRES,
    LOG_SIGMA,
    MU,
    ODDS,
    SPREADS,
    Exposures,
    Floats,
    log_seconds,
    terms,
)
from classroom.reports.measures.standard import Estimates, Standard

LEARN_FROM_STUDENTS, LEARN_FROM_DECISIONS = 10, 200
AT_MOST_ROUNDS, SETTLED = 6, 1e-3
_OFFSET_PRIORS = Priors(np.zeros(2), np.ones(2))
_ALL, _OFFSETS = [MU, LOG_SIGMA, 2, ODDS], [MU, ODDS]


@dataclass(frozen=True, slots=True)
class StudentFit:
    """One student: θ (4,), its covariance (4, 4), and how many decisions of the student's own it rests on.

    Ask `speed_showing(decisions)` before showing anything: below 10 these numbers are mostly the prior's.
    """

    theta: Floats
    covariance: Floats
    decisions: int
    standard: Standard

    def median(self, z: float = Z95) -> Estimate:
        """Return the standardised median in seconds."""
        return _one(self.standard.median(self.theta, self.covariance, z))

    def fluent_share(self, seconds: float, z: float = Z95) -> Estimate:
        return _one(self.standard.fluent_share(self.theta, self.covariance, seconds, z))

    def accuracy(self, z: float = Z95) -> Estimate:
        return _one(self.standard.accuracy(self.theta, self.covariance, z))


@dataclass(frozen=True, slots=True)
class ClassFit:
    """M students: θ (M, 4), covariances (M, 4, 4), own decisions (M,); `learned` (S,) says which strata's offsets
    the class taught, the others being the shipped ones."""

    theta: Floats
    covariance: Floats
    decisions: NDArray[np.intp]
    standard: Standard
    learned: NDArray[np.bool_]

    def student(self, place: int) -> StudentFit:
        return StudentFit(self.theta[place], self.covariance[place], int(self.decisions[place]), self.standard)


def fit_students(exposures: Exposures, students: int, standard: Standard, *, start: Floats, priors: Priors) -> Peak:
    """Return the most probable θ of each student, the offsets being known; `start` (M, 4)."""
    log_time = log_seconds(exposures.seconds)
    time, odds = standard.time_offsets[exposures.stratum], standard.odds_offsets[exposures.stratum]

    def slopes_at(theta: Floats) -> Slopes:
        parts = terms(log_time, exposures.ending, theta[exposures.student], time, odds)
        return posterior(theta, parts, exposures.student, _ALL, priors)

    return climb(start, slopes_at)


def fit_class(exposures: Exposures, students: int, standard: Standard) -> ClassFit:
    """Fit a class, `standard` holding the reference mix and the shipped offsets of the strata.

    A stratum's offsets are learned from 200 decisions by a class of at least 10; until then it keeps its shipped place
    among the strata. From 10 students on the priors are centred on the class. A student without exposures has the
    prior's values and 0 decisions.
    """
    decisions = np.bincount(exposures.student[exposures.decided], minlength=students)
    many = np.count_nonzero(decisions) >= LEARN_FROM_STUDENTS
    counted = np.bincount(exposures.stratum[exposures.decided], minlength=len(standard.weights))
    learned = (counted >= LEARN_FROM_DECISIONS) & many
    priors = Priors(CENTRES, SPREADS)
    peak = fit_students(exposures, students, standard, start=np.tile(CENTRES, (students, 1)), priors=priors)
    for _ in range(AT_MOST_ROUNDS if many else 0):
        taught = _offsets(exposures, peak.at, standard, learned)
        centred = Priors(peak.at[decisions > 0].mean(axis=0), SPREADS)
        settled = _apart(standard, taught) < SETTLED and np.abs(centred.centres - priors.centres).max() < SETTLED
        standard, priors = taught, centred
        start = np.where(decisions[:, None] > 0, peak.at, priors.centres)
        peak = fit_students(exposures, students, standard, start=start, priors=priors)
        if settled:
            break
    return ClassFit(peak.at, peak.covariance, decisions, standard, learned)


def _offsets(exposures: Exposures, theta: Floats, standard: Standard, learned: NDArray[np.bool_]) -> Standard:
    """Return the standard with the offsets of the learned strata fitted anew, the students being known."""
    log_time, group, rows = log_seconds(exposures.seconds), exposures.stratum, theta[exposures.student]

    def slopes_at(offsets: Floats) -> Slopes:
        parts = terms(log_time, exposures.ending, rows, offsets[group, 0], offsets[group, 1])
        return posterior(offsets, parts, group, _OFFSETS, _OFFSET_PRIORS)

    start = np.stack([standard.time_offsets, standard.odds_offsets], axis=1)
    fitted = climb(start, slopes_at).at
    return Standard(
        standard.weights,
        _centred(fitted[:, 0], standard.time_offsets, standard.weights, learned),
        _centred(fitted[:, 1], standard.odds_offsets, standard.weights, learned),
    )


def _centred(fitted: Floats, shipped: Floats, weights: Floats, learned: NDArray[np.bool_]) -> Floats:
    """Put the learned strata where their mean makes that of all strata 0; the others stay where they are."""
    share = weights[learned].sum()
    if share == 0:
        return shipped
    mixed = np.where(learned, fitted, shipped)
    return mixed - np.where(learned, (weights @ mixed) / share, 0.0)


def _apart(one: Standard, other: Standard) -> float:
    moves = (one.time_offsets - other.time_offsets, one.odds_offsets - other.odds_offsets)
    return max(float(np.abs(move).max(initial=0.0)) for move in moves)


def _one(estimates: Estimates) -> Estimate:
    return Estimate(*(float(part) for part in estimates))
