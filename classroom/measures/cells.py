"""Estimates for one cell of a map (a sum, or a kind of sum): from the fitted student and the cell's own cards.

A cell shifts the student's log time and log odds. Its prior is centred where the class has the cell (offset of its
stratum, then kind and sum), with the usual spread of one child's cells; its own exposures, with the cut ones as
survived, move it (measurement 7, row 2). Kinds are shrunk towards the student, sums towards their kind. Only exposures
whose hand offered one sum are evidence of a cell (3). An exposure counts by its weight (18).
"""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
import scipy as sp

from classroom.measures.class_fit import ClassFit
from classroom.measures.climbing import Peak, Priors, Slopes, climb, posterior
from classroom.measures.mixture import LOG_SIGMA, MU, ODDS, SHIFT, Exposures, Floats, Whole, log_seconds, terms

STEPS = 6
_BOTH = [MU, ODDS]
_CLASS_KIND, _CLASS_SUM = np.array([0.3, 0.8]), np.array([0.12, 0.4])
OWN_KIND, OWN_SUM = np.array([0.15, 0.65]), np.array([0.15, 0.7])
"""Spread of cells in log seconds and log odds: of kinds and of sums, each within a class, then within one child of
it."""

TOO_CAREFUL = 0.15
"""Bias of a sum's log odds in standard errors, added back. It was chosen on two families of children that the model
does not cover, together with the spread of a child's kinds, on 40 classes of each that are used for nothing else
(measurement 7, row 17)."""

_ROOT = 1.2207440846057596
"""Root of x⁴ = x + 1: multiples of its powers are the most even in three dimensions (M. Roberts, *The unreasonable
effectiveness of quasirandom sequences*, 2018). They are as good here as 128 points of Sobol's, without scipy.stats,
which takes 50 MB and half a second of every process that starts."""


@cache
def _points() -> Floats:
    """Return fixed quasirandom points of a normal distribution in three dimensions: log time, log odds, log spread."""
    half = sp.special.ndtri(np.outer(np.arange(1, 65), _ROOT ** -np.arange(1.0, 4.0)) % 1)
    return np.concatenate([half, -half])


class SumPlan(NamedTuple):
    """The sums: the kind of each (K,), and its stratum with one direction in the hand (K,)."""

    kind: Whole
    stratum: Whole


@dataclass(frozen=True, slots=True)
class Cells:
    """Mean and covariance of log time and log odds of M students in K cells, (M, K, 2) and (M, K, 2, 2); ln σ of each
    student with its error, both (M,)."""

    at: Floats
    covariance: Floats
    log_sigma: Floats
    log_sigma_error: Floats

    def chance_right_above(self, share: float) -> Floats:
        """Return the probability (M, K) that the share of right cards is above this one."""
        return np.asarray(
            sp.special.ndtr((self.at[..., 1] - sp.special.logit(share)) / np.sqrt(self.covariance[..., 1, 1]))
        )

    def chance_fluent_above(self, share: float, seconds: float) -> Floats:
        """Return the probability (M, K) that more than this share is right within the seconds."""
        time, odds, log_sigma = self._cloud()
        within = sp.special.ndtr((np.log(seconds - SHIFT) - time) / np.exp(log_sigma))
        return np.asarray((sp.special.expit(odds) * within > share).mean(axis=-1))

    def right(self) -> Floats:
        """Return the mean share of right cards (M, K)."""
        return np.asarray(sp.special.expit(self.at[..., 1] / np.sqrt(1 + np.pi / 8 * self.covariance[..., 1, 1])))

    def _cloud(self) -> tuple[Floats, Floats, Floats]:
        """Return log time, log odds and log spread at the points (M, K, 128)."""
        error = np.sqrt(self.covariance[..., 0, 0])
        slope = self.covariance[..., 0, 1] / error
        left = np.sqrt(np.maximum(self.covariance[..., 1, 1] - slope**2, 0))
        first, second, third = _points().T
        time = self.at[..., :1] + error[..., None] * first
        odds = self.at[..., 1:] + slope[..., None] * first + left[..., None] * second
        return time, odds, (self.log_sigma[:, None] + self.log_sigma_error[:, None] * third)[:, None, :]


def cells_of(exposures: Exposures, fit: ClassFit, plan: SumPlan) -> tuple[Cells, Cells]:
    """Return the cells of kinds and of sums for the fitted students."""
    students, kinds, sums = len(fit.theta), int(plan.kind.max()) + 1, len(plan.kind)
    known = exposures.where(exposures.fact >= 0)
    known = known.in_order_of(known.student * kinds + plan.kind[known.fact])
    kind_of, sum_of = known.student * kinds + plan.kind[known.fact], known.student * sums + known.fact
    offsets = np.stack([fit.standard.time_offsets, fit.standard.odds_offsets], axis=1)
    level = Level(known, fit, fit.theta[known.student][:, _BOTH] + offsets[known.stratum])
    for_kind, level = level.down(plan.kind[known.fact], kinds, _CLASS_KIND)
    for_sum, level = level.down(known.fact, sums, _CLASS_SUM)
    base = offsets[plan.stratum] + for_kind.at[plan.kind] + for_sum.at
    base_of_kind = np.stack([base[plan.kind == kind].mean(axis=0) for kind in range(kinds)])
    centre = _apart_from_mean(fit.theta[:, None, _BOTH] + base_of_kind, OWN_KIND)
    own_kind, level = level.spread(OWN_KIND).down(kind_of, students * kinds, OWN_KIND)
    own_sum, _ = level.spread(OWN_SUM).down(sum_of, students * sums, OWN_SUM)
    of_kind = _Drawn(centre, own_kind, OWN_KIND, fit.covariance[:, None, _BOTH][..., _BOTH])
    within = of_kind.at[:, plan.kind] + base - base_of_kind[plan.kind]
    of_sum = _Drawn(_apart_from_mean(within, OWN_SUM), own_sum, OWN_SUM, of_kind.covariance[:, plan.kind])
    of_sum.mean[..., 1] += TOO_CAREFUL * np.sqrt(of_sum.covariance[..., 1, 1])
    spread = fit.theta[:, LOG_SIGMA], fit.log_sigma_errors
    return Cells(of_kind.mean, of_kind.covariance, *spread), Cells(of_sum.mean, of_sum.covariance, *spread)


class Level(NamedTuple):
    """One level of the hierarchy: exposures, and the sum of the levels above for log time and log odds of each (N,
    2)."""

    known: Exposures
    fit: ClassFit
    centre: Floats

    def down(self, group: Whole, groups: int, spreads: Floats) -> tuple[Peak, "Level"]:
        """Return each group's deviation from the centre, with a prior of this spread, and the next level."""
        log_time, priors = log_seconds(self.known.seconds), Priors(np.zeros(2), spreads)
        theta = self.fit.theta[self.known.student].copy()
        theta[:, _BOTH] = 0

        def slopes_at(at: Floats) -> Slopes:
            time, odds = (middle + own[group] for middle, own in zip(self.centre.T, at.T, strict=True))
            parts = terms(log_time, self.known.ending, theta, time, odds, _BOTH)
            return posterior(at, parts.weighed(self.known.weight), group, _BOTH, priors)

        peak = climb(np.zeros((groups, 2)), slopes_at, STEPS)
        return peak, self._replace(centre=self.centre + peak.at[group])

    def spread(self, spreads: Floats) -> "Level":
        return self._replace(centre=_apart_from_mean(self.centre, spreads))


def _apart_from_mean(at: Floats, spreads: Floats) -> Floats:
    """Return the centre of cells with this spread, given log odds of their mean share, which is nearer to a half than
    their centre."""
    return np.asarray(at * [1, np.sqrt(1 + np.pi / 8 * spreads[1] ** 2)])


class _Drawn:
    """Cells (M, K): their prior's centre, their deviation from it, and the uncertainty of the centre.

    The latter adds W A Wᵀ, as far as they are shrunk. For the log odds the mean is given instead of the mode, since a
    few right cards leave more room above than below.
    """

    def __init__(self, centre: Floats, moved: Peak, spreads: Floats, above: Floats) -> None:
        shape = centre.shape[:2]
        own = moved.covariance.reshape(*shape, 2, 2)
        drawn = own / spreads[:, None] ** 2
        self.at = centre + moved.at.reshape(*shape, 2)
        self.covariance = own + drawn @ above @ np.swapaxes(drawn, -1, -2)
        self.mean = self.at.copy()
        told = own[..., 1, 1] * (1 - own[..., 1, 1] / spreads[1] ** 2)
        self.mean[..., 1] += told * (2 * sp.special.expit(self.at[..., 1]) - 1) / 2
