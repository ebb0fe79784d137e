"""Newton's method for many small problems at once, a class of students or the strata of a class (measurement 3.5), and
the uncertainty of its result: the sandwich by clusters, and the contribution of good and bad days."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from classroom.measures.mixture import Floats, Terms, Whole

AT_MOST_STEPS, CLOSE_ENOUGH, NO_WORSE = 60, 1e-5, 1e-8
"""Most steps; length of a last step, since the next would be about its square; tolerance in comparing two
posteriors."""
LONG_RUNS = 4
"""Mean run length from which runs are summed first."""
DAYS_WEIGH = 10
"""Number of days whose evidence weighs as much as the usual spread."""
_FLATTEST, _FIRST_DAMPING, _LONGEST = 1e-6, 1e-3, 2.0


class Priors(NamedTuple):
    """Independent normal priors of P parameters, both (P,), or (G, P) if every group has its own."""

    centres: Floats
    spreads: Floats


class Peak(NamedTuple):
    """The most probable parameters of each group (G, P), and the inverse of the information there (G, P, P)."""

    at: Floats
    covariance: Floats


class Slopes(NamedTuple):
    """Negative log posterior of each group (G,) without normalising constants of the prior, and its derivatives."""

    value: Floats
    gradient: Floats
    hessian: Floats


def posterior(at: Floats, terms: Terms, group: Whole, columns: list[int], priors: Priors) -> Slopes:
    """Sum the terms of the exposures by group (N,), in the parameters `columns`, and add the priors at `at` (G, P)."""
    groups, apart = len(at), (at - priors.centres) / priors.spreads
    summed = sums_by(group, groups)
    value = -summed(terms.value) + (apart**2).sum(axis=1) / 2
    gradient, hessian = apart / priors.spreads, np.zeros((groups, len(columns), len(columns)))
    hessian[:, range(len(columns)), range(len(columns))] = priors.spreads**-2.0
    for i, row in enumerate(columns):
        gradient[:, i] -= summed(terms.gradient[row])
        for j, column in enumerate(columns[: i + 1]):
            hessian[:, i, j] -= summed(terms.hessian[row, column])
            hessian[:, j, i] = hessian[:, i, j]
    return Slopes(value, gradient, hessian)


def sums_by(group: Whole, groups: int) -> Callable[[Floats], Floats]:
    """Return a function that sums a column (N,) by group (G,); if groups are contiguous in a few runs it takes a tenth
    of the time."""
    starts = np.flatnonzero(np.diff(group, prepend=-1))
    if len(starts) > len(group) / LONG_RUNS:
        return lambda column: np.bincount(group, column, groups).astype(float, copy=False)
    owner = group[starts]
    return lambda column: np.bincount(owner, np.add.reduceat(column, starts), groups).astype(float, copy=False)


def robust(peak: Peak, gradient: Sequence[Floats], group: Whole, cluster: Whole, priors: Priors,
           days: Floats | float = 0.0) -> Floats:  # fmt: skip
    """Return the sandwich covariances (G, P, P) from the gradients of the exposures, P times (N,), at the peak.

    Between the inverses of the information is the scatter of the gradients' sums by `cluster` (N,) within each group,
    plus the prior's information: if the model is right both agree; if not, or if exposures of one cluster are alike,
    the sandwich is valid (measurement 7, row 7). Few clusters scatter too little relative to the parameters fitted to
    them, which a factor corrects. `days` (G, P, P) is the contribution of good and bad days (by_days).
    """
    groups, size = peak.at.shape
    precision = np.diag(priors.spreads**-2.0)
    fitted = size - np.trace(peak.covariance @ precision, axis1=1, axis2=2)
    apart = int(cluster.max(initial=0)) + 1
    clusters = np.bincount(np.unique(group * apart + cluster) // apart, minlength=groups)
    factor = clusters / np.maximum(clusters - fitted, 1)
    spread = factor[:, None, None] * scatter(gradient, group, cluster, groups) + precision
    return np.asarray(peak.covariance @ (spread + days) @ peak.covariance)


def scatter(gradient: Sequence[Floats], group: Whole, cluster: Whole, groups: int) -> Floats:
    """Return the squared sums of the gradients over each cluster within a group, by group (G, P, P)."""
    pairs, place = np.unique(group * (cluster.max(initial=0) + 1) + cluster, return_inverse=True)
    owner = pairs // (cluster.max(initial=0) + 1)
    sums = [np.bincount(place, column, len(pairs)) for column in gradient]
    size = len(gradient)
    found = np.zeros((groups, size, size))
    for i in range(size):
        for j in range(i + 1):
            found[:, i, j] = found[:, j, i] = np.bincount(owner, sums[i] * sums[j], groups)
    return found


class Days(NamedTuple):
    """Days of G groups: for each exposure its group times D plus its day (N,), and the design of each day, a level or a
    line (G, D, P)."""

    place: Whole
    design: Floats


def days_of(group: Whole, day: Whole, groups: int, time: Floats | None = None) -> Days:
    """Return the days of the exposures, with `day` (N,) counted from 0; given their `time` (N,), of a line through
    them."""
    days = int(day.max(initial=0)) + 1
    place = group * days + np.maximum(day, 0)
    design = np.ones((groups * days, 1 if time is None else 2))
    if time is not None:
        design[:, 1] = 0
        design[place, 1] = time
    return Days(place, design.reshape(groups, days, -1))


def by_days(terms: Terms, column: int, days: Days, usual: float) -> Floats:
    """Return the contribution of good and bad days in one parameter between the inverses of the information (G, P,
    P)."""
    weighted = days.design * _information(terms, column, days)[..., None]
    return np.asarray(variance_of_days(terms, column, days, usual) * np.swapaxes(weighted, 1, 2) @ weighted)


def variance_of_days(terms: Terms, column: int, days: Days, usual: float) -> float:
    """Return the variance between days in one parameter.

    A day shifts all exposures of a group by a value of its own. The variance of these values is estimated over all
    groups: the excess scatter of the gradients' sums by day over that of single exposures, divided by the scatter that
    a variance of 1 would cause (the method of moments of DerSimonian & Laird 1986), with the `usual` spread weighing as
    much as 10 days. A sandwich by the few days of one group would be too narrow.
    """
    shape = days.design.shape[:2]
    pull, squares = (
        np.bincount(days.place, each, shape[0] * shape[1]).reshape(shape)
        for each in (terms.gradient[column], terms.gradient[column] ** 2)
    )
    information = _information(terms, column, days)
    weighted = days.design * information[..., None]
    across = np.swapaxes(days.design, 1, 2)
    left = np.eye(shape[1]) - weighted @ np.linalg.pinv(across @ weighted) @ across
    scattered = (np.einsum("gvw,gw->gv", left, pull) ** 2).sum(axis=1)
    beyond = scattered - np.einsum("gvw,gw->g", left**2, squares)
    of_one = ((left * information[:, None, :]) ** 2).sum(axis=(1, 2))
    return _variance(beyond, of_one, information, usual)


def _information(terms: Terms, column: int, days: Days) -> Floats:
    """Return the information of each day of each group about the parameter (G, D)."""
    shape = days.design.shape[:2]
    found = np.bincount(days.place, -terms.hessian[column, column], shape[0] * shape[1]).reshape(shape)
    return np.asarray(np.maximum(found, 0.0))


def _variance(beyond: Floats, of_one: Floats, information: Floats, usual: float) -> float:
    """Return the variance of days, each group weighing by the inverse of the information of a day (G, D)."""
    met = (information > 0).sum(axis=1)
    weight = 1 / np.maximum(information.sum(axis=1) / np.maximum(met, 1), _FLATTEST)
    prior = DAYS_WEIGH * float(information.sum()) / max(int(met.sum()), 1)
    found = float(weight @ beyond) + prior * usual**2
    return max(0.0, found / max(float(weight @ of_one) + prior, _FLATTEST))


def climb(
    start: Floats, slopes_at: Callable[[Floats], Slopes], at_most: int = AT_MOST_STEPS, close: float = CLOSE_ENOUGH
) -> Peak:
    """Climb from `start` (G, P), each group by itself, until a step is shorter than `close`.

    A step that makes the posterior worse is not taken, and the next one is damped more (Levenberg). At a point of wrong
    curvature the step uses its absolute value, so that it always leads uphill.
    """
    at, damping = start, np.full(len(start), 0.0)
    here = slopes_at(at)
    for _ in range(at_most):
        step = _step(here, damping)
        there = slopes_at(at + step)
        better = there.value <= here.value + NO_WORSE
        at = np.where(better[:, None], at + step, at)
        here = Slopes(*(_where(better, new, old) for new, old in zip(there, here, strict=True)))
        damping = np.where(better, damping / 10, np.maximum(damping * 10, _FIRST_DAMPING))
        if better.all() and np.abs(step).max(initial=0.0) < close:
            break
    return Peak(at, np.asarray(np.linalg.inv(here.hessian), np.float64))


def _step(slopes: Slopes, damping: Floats) -> Floats:
    bend, axes = np.linalg.eigh(slopes.hessian)
    size = np.maximum(np.abs(bend), _FLATTEST) * (1 + damping[:, None]) + damping[:, None]
    along = np.einsum("gij,gi->gj", axes, slopes.gradient) / size
    return np.clip(-np.einsum("gij,gj->gi", axes, along), -_LONGEST, _LONGEST)


def _where(better: np.ndarray, new: Floats, old: Floats) -> Floats:
    return np.where(better.reshape(-1, *[1] * (new.ndim - 1)), new, old)
