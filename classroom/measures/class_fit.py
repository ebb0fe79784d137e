"""A class fitted at once: each student's parameters, and how much harder each stratum of top cards is for this class.

Backfitting of measurement 3.5: students given the offsets, offsets given the students, both centred to the reference
mix, until convergence. All students are fitted in the same arrays, so that 30 take well under 1 s.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import scipy as sp
from numpy.typing import NDArray

from classroom.measures.climbing import (
    AT_MOST_STEPS,
    CLOSE_ENOUGH,
    Peak,
    Priors,
    Slopes,
    climb,
    days_of,
    posterior,
    robust,
    variance_of_days,
)
from classroom.measures.intervals import Z95, Estimate
from classroom.measures.mixture import (
    CENTRES,
    LOG_SIGMA,
    MU,
    ODDS,
    PASSING,
    SPREADS,
    Exposures,
    Floats,
    Terms,
    Whole,
    log_seconds,
    terms,
)
from classroom.measures.standard import Estimates, Standard

LEARN_FROM_STUDENTS, LEARN_FROM_DECISIONS = 10, 200
AT_MOST_ROUNDS, FIRST_STEPS, STEPS_A_ROUND, SETTLED = 12, 8, 3, 1e-3
_OFFSET_PRIORS = Priors(np.zeros(2), np.ones(2))
_OFFSETS = [MU, ODDS]
DAYS_APART = {MU: 0.06, ODDS: 0.2}
"""Usual spread of a child's days in log time and log odds, until it is estimated for the class."""
SPREAD_WEIGHS, FROM_CLUSTERS = 4, 10
WIDE = np.array([1.5, 0.3, 0.3, 2.0, 1.5])
OFTEN_PASSED, SURE_TO_PASS = 0.03, 0.8
SHAPE_ERROR = 0.02
"""Standard error of a fluent share from the unknown shape of the times: shapes other than the model's with the same
median have other shares."""


@dataclass(frozen=True, slots=True)
class StudentFit:
    """One student: θ (5,), its covariance (5, 5), and the number of own decisions behind it.

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
        return _one(self.standard.fluent_share(self.theta, self.covariance, seconds, z, SHAPE_ERROR))

    def accuracy(self, z: float = Z95) -> Estimate:
        return _one(self.standard.accuracy(self.theta, self.covariance, z))

    @property
    def lets_pass(self) -> bool:
        """Whether the student lets more than 3 of 100 cards pass without trying, with a probability of .8: the speed is
        then less certain than its range says."""
        error = np.sqrt(self.covariance[PASSING, PASSING])
        return bool(sp.special.ndtr((self.theta[PASSING] - sp.special.logit(OFTEN_PASSED)) / error) >= SURE_TO_PASS)


@dataclass(frozen=True, slots=True)
class ClassFit:
    """M students: θ (M, 5), covariances (M, 5, 5), own decisions (M,); `learned` (S,) marks the strata whose offsets
    were estimated from the class, the others have the shipped ones; `priors` are those of the students."""

    theta: Floats
    covariance: Floats
    decisions: NDArray[np.intp]
    standard: Standard
    learned: NDArray[np.bool_]
    priors: Priors

    @property
    def log_sigma_errors(self) -> Floats:
        """The standard errors of ln σ (M,)."""
        return np.sqrt(self.covariance[:, LOG_SIGMA, LOG_SIGMA])

    def student(self, place: int) -> StudentFit:
        return StudentFit(self.theta[place], self.covariance[place], int(self.decisions[place]), self.standard)


def fit_students(
    exposures: Exposures, standard: Standard, *, start: Floats, priors: Priors, close: float = CLOSE_ENOUGH
) -> Peak:
    """Return the most probable θ of each student for given offsets; `start` (M, P)."""
    return _students(exposures.in_order_of(exposures.student), standard, start, priors, AT_MOST_STEPS, close)


def _students(exposures: Exposures, standard: Standard, start: Floats, priors: Priors, at_most: int = AT_MOST_STEPS,
              close: float = CLOSE_ENOUGH) -> Peak:  # fmt: skip
    """Return the most probable θ of each student, for exposures sorted by student."""
    terms_at, columns = _terms_of(exposures, standard), list(range(start.shape[1]))

    def slopes_at(theta: Floats) -> Slopes:
        return posterior(theta, terms_at(theta), exposures.student, columns, priors)

    return climb(start, slopes_at, at_most, close)


def _terms_of(exposures: Exposures, standard: Standard) -> Callable[[Floats], Terms]:
    log_time = log_seconds(exposures.seconds)
    time, odds = standard.time_offsets[exposures.stratum], standard.odds_offsets[exposures.stratum]
    return lambda theta: terms(log_time, exposures.ending, theta[exposures.student], time, odds)


def fit_class(exposures: Exposures, students: int, standard: Standard, last: ClassFit | None = None) -> ClassFit:
    """Fit a class; `standard` has the reference mix and the shipped offsets of the strata.

    A stratum's offsets are estimated from 200 decisions by a class of at least 10; until then it keeps its shipped
    position among the strata. From 10 students on the priors have the class's own centre and spread. A student without
    exposures gets the prior's values and 0 decisions. Covariances are robust (climbing.robust), and include a child's
    good and bad days. The `last` fit of the same students is a close start.
    """
    exposures = exposures.in_order_of(exposures.student)
    decisions = np.bincount(exposures.student[exposures.decided], minlength=students)
    many = np.count_nonzero(decisions) >= LEARN_FROM_STUDENTS
    counted = np.bincount(exposures.stratum[exposures.decided], minlength=len(standard.weights))
    learned = (counted >= LEARN_FROM_DECISIONS) & many
    priors, start = Priors(CENTRES, SPREADS), np.tile(CENTRES, (students, 1))
    if last is not None and many and (last.learned == learned).all():
        priors, start, standard = last.priors, last.theta, _moved(standard, last.standard, learned)
    peak = _students(exposures, standard, start, priors, FIRST_STEPS)
    for _ in range(AT_MOST_ROUNDS if many else 0):
        taught = _offsets(exposures, peak.at, standard, learned)
        own = _own_priors(peak, decisions > 0)
        settled = _apart(standard, taught) < SETTLED and np.abs(own.centres - priors.centres).max() < SETTLED
        standard, priors = taught, own
        start = np.where(decisions[:, None] > 0, peak.at, priors.centres)
        if settled:
            break
        peak = _students(exposures, standard, start, priors, STEPS_A_ROUND)
    peak = _students(exposures, standard, peak.at, priors)
    parts, clusters = _terms_of(exposures, standard)(peak.at), clusters_of(exposures, students)
    days = _good_and_bad_days(parts, exposures, students)
    covariance = robust(peak, [*parts.gradient.values()], exposures.student, clusters, priors, days)
    return ClassFit(peak.at, covariance, decisions, standard, learned, priors)


def _good_and_bad_days(parts: Terms, exposures: Exposures, students: int) -> Floats | float:
    """Return what good and bad days add to the middle of the sandwich (M, 5, 5), in log time and log odds; 0 if the
    days are unknown.

    A day that shifts the log time of all cards affects every parameter estimated from times: if nearly all cards of a
    child are wrong, being slow and being slow when wrong cannot be told apart.
    """
    if exposures.day.max(initial=-1) < 0:
        return 0.0
    days = days_of(exposures.student, exposures.day, students)
    shape, found = days.design.shape[:2], np.zeros((students, len(CENTRES), len(CENTRES)))
    for column in _OFFSETS:
        pairs = [(max(row, column), min(row, column)) for row in range(len(CENTRES))]
        pull = [np.bincount(days.place, -parts.hessian[pair], shape[0] * shape[1]).reshape(shape) for pair in pairs]
        moved, variance = np.stack(pull, axis=2), variance_of_days(parts, column, days, DAYS_APART[column])
        found += variance * np.swapaxes(moved, 1, 2) @ moved
    return found


def _moved(standard: Standard, last: Standard, learned: NDArray[np.bool_]) -> Standard:
    """Return the standard with the offsets of the last fit, centred for the mix of this one."""
    offsets = zip((last.time_offsets, last.odds_offsets), (standard.time_offsets, standard.odds_offsets), strict=True)
    return Standard(standard.weights, *(_centred(was, now, standard.weights, learned) for was, now in offsets))


def clusters_of(exposures: Exposures, students: int) -> Whole:
    """Return the clusters, which are top cards; each exposure is its own if they are unknown, or fewer than 10 for the
    student."""
    apart = int(exposures.card.max(initial=0)) + 1
    pairs = np.unique(exposures.student * apart + np.maximum(exposures.card, 0))
    few = np.bincount(pairs // apart, minlength=students) < FROM_CLUSTERS
    alone = few[exposures.student] | (exposures.card < 0)
    return np.where(alone, apart + np.arange(len(exposures)), exposures.card)


def wide_priors(fit: ClassFit) -> Priors:
    """Return priors centred on the class, so wide that parts of one student's answers are estimated by themselves."""
    return Priors(fit.priors.centres, WIDE)


def _own_priors(peak: Peak, known: NDArray[np.bool_]) -> Priors:
    """Return the class's own centre and spread of each parameter, with the usual spread weighing as much as 4 students.

    A spread is never narrower than `WIDE`: a class's own would shrink the one very slow child towards the others (a
    child of 8 s by 9 % at 10 cards, by 2 % so), without a measurable gain for the others. Letting cards pass has no
    centre in a class where nobody does.
    """
    at, variances = peak.at[known], np.diagonal(peak.covariance, axis1=1, axis2=2)[known]
    centres = at.mean(axis=0)
    found = ((at - centres) ** 2 + np.clip(variances, 0, WIDE**2)).sum(axis=0)
    spreads = np.sqrt((SPREAD_WEIGHS * SPREADS**2 + found) / (SPREAD_WEIGHS + len(at)))
    centres[PASSING] = CENTRES[PASSING]
    return Priors(centres, np.maximum(spreads, WIDE))


def _offsets(exposures: Exposures, theta: Floats, standard: Standard, learned: NDArray[np.bool_]) -> Standard:
    """Return the standard with the offsets of the learned strata fitted anew for given students."""
    exposures = exposures.in_order_of(exposures.stratum)
    log_time, group, rows = log_seconds(exposures.seconds), exposures.stratum, theta[exposures.student]

    def slopes_at(offsets: Floats) -> Slopes:
        parts = terms(log_time, exposures.ending, rows, offsets[group, 0], offsets[group, 1], _OFFSETS)
        return posterior(offsets, parts, group, _OFFSETS, _OFFSET_PRIORS)

    start = np.stack([standard.time_offsets, standard.odds_offsets], axis=1)
    fitted = climb(start, slopes_at, STEPS_A_ROUND).at
    return Standard(
        standard.weights,
        _centred(fitted[:, 0], standard.time_offsets, standard.weights, learned),
        _centred(fitted[:, 1], standard.odds_offsets, standard.weights, learned),
    )


def _centred(fitted: Floats, shipped: Floats, weights: Floats, learned: NDArray[np.bool_]) -> Floats:
    """Shift the learned strata so that the mean of all strata is 0; the others keep their offsets."""
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
