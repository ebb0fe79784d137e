"""Curves and counts, and the measures that must fail: they prove that the generator censors (measurement 6.2)."""

from collections.abc import Callable, Iterator

import numpy as np
from scipy.special import binom

from classroom.measures import RIGHT, wilson
from classroom.measures.mixture import Floats, Whole
from tests.classroom.measures.survival import aalen_johansen, conditional_median, kaplan_meier
from tests.prove.generator import MIDDLE, SPREAD, START, Kind, Races, run
from tests.prove.rows import Figure, Row, mean, share

FLUENT = 3.0
ALIKE_MEAN = START + float(np.exp(MIDDLE + SPREAD**2 / 2))


def wilsons_coverage(n: int) -> Row:
    """Return the coverage of Wilson's interval averaged over shares from .5 to .99, exactly."""
    ends = np.array([wilson(right, n) for right in range(n + 1)])
    shares = np.linspace(0.5, 0.99, 491)
    held = (ends[:, 0, None] <= shares) & (shares <= ends[:, 1, None])
    right = np.arange(n + 1)[:, None]
    likely = binom(n, right) * shares**right * (1 - shares) ** (n - right)
    average = float((likely * held).sum(axis=0).mean())
    return Row(f"Wilson, n {n}, average over p", (Figure("cov", average, 0, (0.945, 0.960)),))


def alike(kind: Kind, replications: int, dice: np.random.Generator) -> Row:
    """Cards of one difficulty: there, and only there, the plain curve of right cards may be trusted."""
    races, truth = run(kind, replications, dice), kind.fluent_share(FLUENT)
    curves = _each(races, aalen_johansen)
    ranges = [curve.interval(FLUENT) for curve in curves]
    held = np.array([found is not None and found.low <= truth <= found.high for found in ranges])
    medians = _each(races, conditional_median)
    known = np.array([median for median in medians if np.isfinite(median)])
    return Row(
        f"alike cards, {kind.opponents} opponents, n {kind.exposures}: Aalen–Johansen",
        (
            mean("F", np.array([curve.at(FLUENT) for curve in curves]) - truth),
            share("cov", held, (0.94, 0.965)),
            mean("conditional median", known / (START + np.exp(MIDDLE)) - 1),
        ),
    )


def controls(replications: int, dice: np.random.Generator) -> Iterator[Row]:
    """Run the measures that must fail."""
    won = run(Kind(3, 100, alike=True), replications, dice)
    naive = np.array([seconds[ending == RIGHT].mean() for seconds, ending in zip(won.seconds, won.ending, strict=True)])
    limits = (-0.28, -0.18)
    yield Row("must fail: mean of won races, 3 opponents", (mean("mean", naive / ALIKE_MEAN - 1, limits),))

    mixed, kind = run(Kind(5, 400), replications, dice), Kind(5, 400)
    ranges = [curve.interval(FLUENT) for curve in _each(mixed, aalen_johansen)]
    truth = kind.fluent_share(FLUENT)
    held = np.array([found is not None and found.low <= truth <= found.high for found in ranges])
    yield Row("must fail: strata pooled, 5 opponents, n 400", (share("cov", held, (0, 0.5)),))

    cut = run(Kind(0, 200, alike=True), replications, dice)
    medians = np.array(_each(cut, lambda seconds, ending: kaplan_meier(seconds, ending == RIGHT).median))
    figure = mean("median", medians / (START + np.exp(MIDDLE)) - 1, (0.03, 0.07))
    yield Row("must fail: wrong cards censored, 12 % errors", (figure,))


def _each(races: Races, measure: Callable[[Floats, Whole], object]) -> list:
    return [measure(seconds, ending) for seconds, ending in zip(races.seconds, races.ending, strict=True)]
