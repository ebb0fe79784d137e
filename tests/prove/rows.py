"""A row of the acceptance table (measurement 6.2): what was found, its limits, and whether it keeps them.

Limits of a figure simulated fewer than 1 000 times are widened by two of its own Monte-Carlo standard errors: fresh
seeds must not fail a measure that is right. From 1 000 on they hold as they stand (measurement 7, row 13).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isnan, nan, sqrt

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
        return f"{self.name} {self.value:+.3f} ±{self.error:.3f}{limits}{f' of {self.times}' * (self.times > 0)}{mark}"


@dataclass(frozen=True, slots=True)
class Row:
    what: str
    figures: tuple[Figure, ...]
    is_open: bool = False
    """Known to miss its limits: judged and printed as every row, without failing the proof."""

    @property
    def passed(self) -> bool | None:
        """None where nothing is judged."""
        judged = [figure.kept for figure in self.figures if figure.kept is not None]
        return all(judged) if judged else None

    @property
    def failed(self) -> bool:
        return self.passed is False and not self.is_open

    def left_open(self) -> "Row":
        return replace(self, is_open=True)

    def __str__(self) -> str:
        verdict = {True: "pass", False: "OPEN" if self.is_open else "FAIL", None: "    "}[self.passed]
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


def table(families: Sequence[str], columns: Sequence[Sequence[Row]]) -> Iterator[str]:
    """Yield the rows of each family as a table in Markdown, for docs/measurement/proved.md.

    It holds each figure that is known of any, with its limits; bold where it misses them.
    """
    yield f"| row | figure | goal | {' | '.join(families)} |"
    yield f"|---|---|---|{'---|' * len(families)}"
    for rows in zip(*columns, strict=True):
        for place, found in enumerate(zip(*(row.figures for row in rows), strict=True)):
            if not all(isnan(figure.value) for figure in found):
                limits = next((figure.limits for figure in found if figure.limits), None)
                goal = f"{limits[0]:g} to {limits[1]:g}" if limits else ""
                yield f"| {rows[0].what * (place == 0)} | {found[0].name} | {goal} | {' | '.join(map(_cell, found))} |"


def _cell(figure: Figure) -> str:
    if isnan(figure.value):
        return "–"
    bold = "**" * (figure.kept is False)
    return f"{bold}{figure.value:.3f}{bold}{f' of {figure.times}' * (figure.times > 0)}"
