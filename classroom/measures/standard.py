"""The three numbers reported from a fit, for a fixed mix of top cards: that of the deck, not of the cards met.

Standardised median, fluent share and accuracy of measurement 3.5, with intervals by the delta method: on ln(seconds -
0.3) for the median, on the logit for the shares. Shares lie between 0 and 1. Fits may be one (P,) with covariance (P,
P), or many (..., P) with (..., P, P), with the P parameters of measures.mixture: results have the leading shape.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import scipy as sp

from classroom.measures.intervals import Z95
from classroom.measures.mixture import LOG_SIGMA, MU, ODDS, SHIFT, Floats

_SMALLEST = 1e-12


class Estimates(NamedTuple):
    value: Floats
    low: Floats
    high: Floats


@dataclass(frozen=True, slots=True)
class Standard:
    """Reference weights w, time offsets b and odds offsets g of S strata, each (S,); the weights sum to 1."""

    weights: Floats
    time_offsets: Floats
    odds_offsets: Floats

    def median(self, theta: Floats, covariance: Floats, z: float = Z95) -> Estimates:
        """Return 0.3 s + exp(μ + Σ w b): seconds to a right card without competitors."""
        log_time = theta[..., MU] + self.weights @ self.time_offsets
        half = z * np.sqrt(covariance[..., MU, MU])
        return Estimates(*(SHIFT + np.exp(log_time + half * side) for side in (0, -1, 1)))

    def fluent_share(
        self, theta: Floats, covariance: Floats, seconds: float, z: float = Z95, shape_error: float = 0.0
    ) -> Estimates:
        """Return F = Σ w A_s Φ(z_s): the share of cards right within these seconds without competitors.

        `shape_error` is the standard error at F = 1/2 from the unknown shape of the times.
        """
        if seconds <= SHIFT:
            raise ValueError(f"nobody answers within {seconds} s")
        sigma = np.exp(theta[..., LOG_SIGMA, None])
        at = (np.log(seconds - SHIFT) - theta[..., MU, None] - self.time_offsets) / sigma
        right, density = self._right(theta), np.exp(-at * at / 2) / np.sqrt(2 * np.pi)
        gradient = np.zeros_like(theta)
        gradient[..., MU] = -(self.weights * right * density / sigma).sum(axis=-1)
        gradient[..., LOG_SIGMA] = -(self.weights * right * density * at).sum(axis=-1)
        gradient[..., ODDS] = (self.weights * right * (1 - right) * sp.special.ndtr(at)).sum(axis=-1)
        return _on_logit(
            (self.weights * right * sp.special.ndtr(at)).sum(axis=-1), gradient, covariance, z, 4 * shape_error
        )

    def accuracy(self, theta: Floats, covariance: Floats, z: float = Z95) -> Estimates:
        """Return A = Σ w A_s: the share of right first decisions without competitors."""
        right, gradient = self._right(theta), np.zeros_like(theta)
        gradient[..., ODDS] = (self.weights * right * (1 - right)).sum(axis=-1)
        return _on_logit((self.weights * right).sum(axis=-1), gradient, covariance, z)

    def _right(self, theta: Floats) -> Floats:
        return np.asarray(sp.special.expit(theta[..., ODDS, None] + self.odds_offsets))


def _on_logit(share: Floats, gradient: Floats, covariance: Floats, z: float, error: float = 0.0) -> Estimates:
    """Return the share with its range; `error` is an additional standard error on the logit."""
    share = np.clip(share, _SMALLEST, 1 - _SMALLEST)
    variance = np.einsum("...i,...ij,...j->...", gradient, covariance, gradient)
    half = z * np.sqrt(variance / (share * (1 - share)) ** 2 + error**2)
    middle = sp.special.logit(share)
    low, high = sp.special.expit(middle - half), sp.special.expit(middle + half)
    return Estimates(share, np.minimum(low, share), np.maximum(high, share))
