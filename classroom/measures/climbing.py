"""Newton's method for many small problems at once: a class of students, or the strata of a class (measurement 3.5)."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from classroom.measures.mixture import Floats, Terms, Whole

AT_MOST_STEPS, CLOSE_ENOUGH, NO_WORSE = 60, 1e-5, 1e-8
"""A step this short was the last one: the next would be about its square."""
LONG_RUNS = 4
"""From so many exposures a run on, runs are summed first."""
_FLATTEST, _FIRST_DAMPING, _LONGEST = 1e-6, 1e-3, 2.0


class Priors(NamedTuple):
    """Independent normal priors of P parameters, both (P,), or (G, P) where every group has its own."""

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
    """Return what sums a column (N,) by group (G,); where those of one group stand together in few runs it takes a
    tenth of the time."""
    starts = np.flatnonzero(np.diff(group, prepend=-1))
    if len(starts) > len(group) / LONG_RUNS:
        return lambda column: np.bincount(group, column, groups).astype(float, copy=False)
    owner = group[starts]
    return lambda column: np.bincount(owner, np.add.reduceat(column, starts), groups).astype(float, copy=False)


def robust(peak: Peak, gradient: Sequence[Floats], group: Whole, cluster: Whole, priors: Priors) -> Floats:
    """Return the sandwich covariances (G, P, P) from the gradients of the exposures, P times (N,), at the peak.

    Between the inverses of the information stands what the sums of the gradients scatter by `cluster` (N,), within each
    group, and the prior's share as it is: where the model is right both agree, where it is not, or where exposures of
    one cluster are alike, this one holds (measurement_corrections.md 7). Few clusters scatter too little beside the
    parameters fitted to them; a factor makes up for that.
    """
    groups, size = peak.at.shape
    precision = np.diag(priors.spreads**-2.0)
    fitted = size - np.trace(peak.covariance @ precision, axis1=1, axis2=2)
    apart = int(cluster.max(initial=0)) + 1
    clusters = np.bincount(np.unique(group * apart + cluster) // apart, minlength=groups)
    factor = clusters / np.maximum(clusters - fitted, 1)
    spread = factor[:, None, None] * scatter(gradient, group, cluster, groups) + precision
    return np.asarray(peak.covariance @ spread @ peak.covariance)


def scatter(gradient: Sequence[Floats], group: Whole, cluster: Whole, groups: int) -> Floats:
    """Return the squares of the sums of the gradients over each cluster within a group, by group (G, P, P)."""
    pairs, place = np.unique(group * (cluster.max(initial=0) + 1) + cluster, return_inverse=True)
    owner = pairs // (cluster.max(initial=0) + 1)
    sums = [np.bincount(place, column, len(pairs)) for column in gradient]
    size = len(gradient)
    found = np.zeros((groups, size, size))
    for i in range(size):
        for j in range(i + 1):
            found[:, i, j] = found[:, j, i] = np.bincount(owner, sums[i] * sums[j], groups)
    return found


def climb(
    start: Floats, slopes_at: Callable[[Floats], Slopes], at_most: int = AT_MOST_STEPS, close: float = CLOSE_ENOUGH
) -> Peak:
    """Climb from `start` (G, P), each group by itself, until a step is shorter than `close`.

    A step that makes things worse is not taken, and the next one is damped more (Levenberg). Where the posterior
    bends the wrong way the step follows its curvature's size, so that it always leads uphill.
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
