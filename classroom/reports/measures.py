"""Numbers about a student's plays: pure functions of plain values, no ORM, no words.

Formulas and minimum counts are those of measurement.md 3.6 and 5.4.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from math import floor, sqrt
from statistics import median as _median
from typing import NamedTuple

Z95 = 1.959963985

ACCURACY_PALE_FROM, ACCURACY_FIRM_FROM = 5, 17
SPEED_PALE_FROM, SPEED_FIRM_FROM = 10, 50
CLASS_MEAN_FROM_STUDENTS = 5


class Interval(NamedTuple):
    low: float
    high: float


class Showing(Enum):
    """How much a number may say: nothing, a range, or itself."""

    HIDDEN = "hidden"
    PALE = "pale"
    FIRM = "firm"


def wilson(right: int, n: int, z: float = Z95) -> Interval:
    """Return Wilson's interval for a share of `right` in `n`, both ends between 0 and 1 (Brown, Cai, DasGupta 2001)."""
    if not 0 <= right <= n or n == 0:
        raise ValueError(f"{right} of {n} is no share")
    share, spread = right / n, z * z / n
    centre = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / n + spread / (4 * n)) / (1 + spread)
    return Interval(max(0.0, centre - half), min(1.0, centre + half))


def median(values: Iterable[float]) -> float | None:
    """Return the plain median; None of nothing. From races it is too low (measurement 3.1): callers mark it raw."""
    known = list(values)
    return _median(known) if known else None


def median_interval(values: Sequence[float]) -> Interval | None:
    """Return the distribution-free 95 % interval of the median, between two of the values; None below 6 of them.

    Ranks from the normal approximation to Binomial(n, 1/2); the exact ones at n = 6, 9, 10, 20, 50 and 100.
    """
    n = len(values)
    rank = floor((n + 1) / 2 - Z95 * sqrt(n) / 2)
    if rank < 1:
        return None
    ordered = sorted(values)
    return Interval(ordered[rank - 1], ordered[n - rank])


def accuracy_showing(n: int) -> Showing:
    return _showing(n, ACCURACY_PALE_FROM, ACCURACY_FIRM_FROM)


def speed_showing(n: int) -> Showing:
    return _showing(n, SPEED_PALE_FROM, SPEED_FIRM_FROM)


def _showing(n: int, pale_from: int, firm_from: int) -> Showing:
    if n < pale_from:
        return Showing.HIDDEN
    return Showing.PALE if n < firm_from else Showing.FIRM


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Right answers among a student's first answers: `right` of `n`. `range` (shares of 1) where it may be shown."""

    right: int
    n: int

    @property
    def showing(self) -> Showing:
        return accuracy_showing(self.n)

    @property
    def is_pale(self) -> bool:
        return self.showing is Showing.PALE

    @property
    def range(self) -> Interval | None:
        return None if self.showing is Showing.HIDDEN else wilson(self.right, self.n)

    @property
    def of_hundred(self) -> tuple[int, int, int] | None:
        """The same as natural frequencies: low, share and high of 100 cards."""
        if self.range is None:
            return None
        return round(100 * self.range.low), round(100 * self.right / self.n), round(100 * self.range.high)


@dataclass(frozen=True, slots=True)
class Speed:
    """Median seconds of `n` own right plays. `raw`: from races, where others cut slow answers off (measurement 3.1)."""

    n: int
    raw: bool
    seconds: float | None = None
    range: Interval | None = None

    @property
    def showing(self) -> Showing:
        return speed_showing(self.n)

    @property
    def is_pale(self) -> bool:
        return self.showing is Showing.PALE

    @property
    def needed(self) -> int:
        return SPEED_PALE_FROM


def speed(milliseconds: Sequence[int], *, raw: bool) -> Speed:
    """Return the speed of these own right plays; without seconds while there are too few."""
    seconds = [taken / 1000 for taken in milliseconds]
    if speed_showing(len(seconds)) is Showing.HIDDEN:
        return Speed(len(seconds), raw)
    return Speed(len(seconds), raw, median(seconds), median_interval(seconds))
