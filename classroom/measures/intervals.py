"""Shares, rates and medians of plain counts, with their ranges. Inputs and results are plain numbers."""

from collections.abc import Iterable, Sequence
from math import floor, sqrt
from statistics import median as _median
from typing import NamedTuple

import scipy as sp

Z95 = 1.959963985
Z80 = 1.281551566
"""Half width in standard errors: 95 % in exports and tests (Z95), 80 % on plots (measurement 5.4)."""


class Interval(NamedTuple):
    low: float
    high: float


class Estimate(NamedTuple):
    """A number and its range, in the unit of the number (seconds, or shares of 1)."""

    value: float
    low: float
    high: float

    @property
    def interval(self) -> Interval:
        return Interval(self.low, self.high)


def wilson(right: int, n: int, z: float = Z95) -> Interval:
    """Return Wilson's interval for a share of `right` in `n`, both ends between 0 and 1 (Brown, Cai, DasGupta 2001).
    Raises ValueError for 0 of 0."""
    if not 0 <= right <= n or n == 0:
        raise ValueError(f"{right} of {n} is no share")
    return wilson_share(right / n, n, z)


def wilson_share(share: float, n: float, z: float = Z95) -> Interval:
    """Return Wilson's interval for a share with an effective sample size of `n`."""
    spread = z * z / n
    centre = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / n + spread / (4 * n)) / (1 + spread)
    return Interval(max(0.0, centre - half), min(1.0, centre + half))


def rate(count: int, seconds: float) -> Estimate:
    """Return events per minute of looking, including lost races, with the exact 95 % Poisson interval (measurement
    2.3). Raises ValueError without any time."""
    if count < 0 or not seconds > 0:
        raise ValueError(f"{count} in {seconds} s is no rate")
    tail, minutes = 0.025, seconds / 60
    low = float(sp.special.gammaincinv(count, tail)) if count else 0.0
    return Estimate(count / minutes, low / minutes, float(sp.special.gammaincinv(count + 1, 1 - tail)) / minutes)


def median(values: Iterable[float]) -> float | None:
    """Return the plain median; None without values. From races it is too low (measurement 3.1): callers mark it as
    raw."""
    known = list(values)
    return _median(known) if known else None


def median_interval(values: Sequence[float], z: float = Z95) -> Interval | None:
    """Return the distribution-free interval of the median, between two of the values; 95 %: None below 6 of them.

    Ranks from the normal approximation to Binomial(n, 1/2); at 95 % the exact ones at n = 6, 9, 10, 20, 50 and 100.
    """
    n = len(values)
    rank = floor((n + 1) / 2 - z * sqrt(n) / 2)
    if rank < 1:
        return None
    ordered = sorted(values)
    return Interval(ordered[rank - 1], ordered[n - rank])
