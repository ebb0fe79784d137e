"""A row of the acceptance table (measurement 6.2): what was found, its limits, and whether it keeps them.

Limits of a figure simulated fewer than 1 000 times are widened by two of its own Monte-Carlo standard errors: fresh
seeds must not fail a measure that is right. From 1 000 on they hold as they stand (measurement 7, row 13).
"""

from dataclasses import dataclass
from math import nan, sqrt

import numpy as np
from numpy.typing import NDArray

from classroom.measures.mixture import Floats

Booleans = NDArray[np.bool_]

ERRORS_ALLOWED, FIRM_FROM = 2.0, 1000


@dataclass(frozen=True, slots=True)
class Figure:
    """A simulated number, its Monte-Carlo error (0 where exact), its limits (None: reported only), and of how
    many replications it is."""

    name: str
    value: float
    error: float = 0.0
    limits: tuple[float, float] | None = None
    times: int = 0

    @property
    def kept(self) -> bool | None:
        if self.limits is None:
            return None
        low, high = self.limits
        widened = ERRORS_ALLOWED * self.error * (self.times < FIRM_FROM)
        return low - widened <= self.value <= high + widened

    def __str__(self) -> str:
        mark = {True: "", False: " FAIL", None: ""}[self.kept]
        limits = f" [{self.limits[0]:g}, {self.limits[1]:g}]" if self.limits else ""
        return f"{self.name} {self.value:+.3f} ±{self.error:.3f}{limits}{mark}"


@dataclass(frozen=True, slots=True)
class Row:
    what: str
    figures: tuple[Figure, ...]

    @property
    def passed(self) -> bool | None:
        """None where nothing is judged."""
        judged = [figure.kept for figure in self.figures if figure.kept is not None]
        return all(judged) if judged else None

    def __str__(self) -> str:
        verdict = {True: "pass", False: "FAIL", None: "    "}[self.passed]
        return f"{verdict}  {self.what:<44} {' | '.join(map(str, self.figures))}"


def mean(name: str, values: Floats, limits: tuple[float, float] | None = None) -> Figure:
    """Return the mean of independent replications (R,); of none nothing is judged."""
    if not len(values):
        return Figure(name, nan)
    return Figure(name, float(np.mean(values)), float(np.std(values)) / sqrt(len(values)), limits, len(values))


def share(name: str, hits: Booleans, limits: tuple[float, float] | None = None) -> Figure:
    """Return the share of replications that hit, its error kept off 0 where all or none did; of none nothing."""
    if not len(hits):
        return Figure(name, nan)
    n, hit = len(hits), float(np.mean(hits))
    smoothed = (hit * n + 1) / (n + 2)
    return Figure(name, hit, sqrt(smoothed * (1 - smoothed) / n), limits, n)
