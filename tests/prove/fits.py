"""The model of record: does it find the truth, and does its 95 % range hold it 95 times in 100? (measurement 6.2)"""

from dataclasses import replace

import numpy as np

from classroom.measures import Estimate, Exposures, Standard, fit_class
from classroom.measures.class_fit import fit_students
from classroom.measures.climbing import Priors
from classroom.measures.mixture import CENTRES, SPREADS
from classroom.measures.standard import Estimates
from tests.prove.generator import WEIGHTS, Kind, Races, run
from tests.prove.rows import Figure, Row, mean, share

FLUENT = 3.0
ENOUGH_DECISIONS = 20
COVERAGE, AT_LEAST = (0.925, 0.975), (0.93, 1.0)

KINDS = [
    Kind(opponents, exposures, slower=slower, hasty=hasty)
    for hasty in (1.0, 0.6)
    for slower in (0.0, -0.3, 0.3)
    for opponents in (0, 1, 3, 5)
    for exposures in (20, 50, 100, 200)
]
SHAKY = [Kind(3, 100, surer=-1.2)]
CLASSES = [Kind(3, 100), Kind(3, 100, hasty=0.6), Kind(5, 200, hasty=0.6)]
ROBUSTNESS = [Kind(3, 100, leftover=0.20), Kind(5, 200, leftover=0.20)]
STRANGE = [Kind(m, 100, weibull=True) for m in (0, 3)]
STRANGE += [Kind(m, 100, away=0.1) for m in (0, 3)]


def exposures_of(races: Races) -> Exposures:
    """Return R replications as a class of R students."""
    replications, each = races.seconds.shape
    student = np.repeat(np.arange(replications), each)
    return Exposures(races.seconds.ravel(), races.ending.ravel(), student, races.stratum.ravel())


def known_offsets(kind: Kind, replications: int, dice: np.random.Generator, *, judged: bool = True) -> Row:
    """Fit students whose strata's offsets are known; judged from 20 own decisions on average."""
    races = exposures_of(run(kind, replications, dice))
    priors, start = Priors(CENTRES, SPREADS), np.tile(CENTRES, (replications, 1))
    theta, covariance = fit_students(races, kind.standard, start=start, priors=priors)
    decisions = float(races.decided.sum() / replications)
    standard, judged = kind.standard, judged and round(decisions) >= ENOUGH_DECISIONS
    figures = (
        *_median(standard.median(theta, covariance), kind.median, judged),
        *_share("F", standard.fluent_share(theta, covariance, FLUENT), kind.fluent_share(FLUENT), 0.025, judged),
        *_accuracy(standard.accuracy(theta, covariance), kind, judged),
    )
    return Row(f"{named(kind)}: {decisions:.0f} own", figures)


def strange(kind: Kind, replications: int, dice: np.random.Generator) -> Row:
    """Fit students of whom the model has a wrong idea: only the median has a truth to be held against."""
    median, coverage, *_ = known_offsets(kind, replications, dice, judged=False).figures
    return Row(f"wrong idea: {named(kind)}", (median, coverage))


def named(kind: Kind) -> str:
    parts = [f"{kind.opponents} opponents, n {kind.exposures}"]
    parts += [f"{kind.slower:+} log s"] * bool(kind.slower) + ["hasty errors"] * (kind.hasty < 1)
    parts += ["Weibull times"] * kind.weibull + [f"{kind.away:.0%} away"] * (kind.away > 0)
    parts += [f"A {kind.accuracy:.2f}"] * bool(kind.surer) + [f"leftover {kind.leftover}"] * (kind.leftover > 0.1)
    return ", ".join(parts)


def a_class(kind: Kind, classes: int, dice: np.random.Generator) -> Row:
    """Let classes of 25 learn their offsets from nothing, and how fast their wrong cards come."""
    students = 25
    truth, offsets, gaps, held, accuracies = kind.standard, [], [], [], []
    for _ in range(classes):
        slower, surer = dice.normal(0, 0.3, students), dice.normal(0, 0.6, students)
        fit = fit_class(
            exposures_of(run(kind, students, dice, slower, surer)), students, Standard(WEIGHTS, *np.zeros((2, 4)))
        )
        offsets.append([fit.standard.time_offsets, fit.standard.odds_offsets])
        for place in range(students):
            true = replace(kind, slower=slower[place], surer=surer[place])
            median, accuracy = fit.student(place).median(), fit.student(place).accuracy()
            gaps.append(np.log((median.value - 0.3) / (true.median - 0.3)))
            held.append((_holds(median, true.median), _holds(accuracy, true.accuracy)))
            accuracies.append(accuracy.value - true.accuracy)
    b, g = np.mean(offsets, axis=0)
    spread = float(np.sqrt(np.mean(np.square(gaps))))
    return Row(
        f"{classes} classes of {students}: {named(kind)}",
        (
            Figure("b error", float(np.abs(b - truth.time_offsets).max()), 0.02 / np.sqrt(classes), (0, 0.03)),
            Figure("g error", float(np.abs(g - truth.odds_offsets).max())),
            Figure("RMSE", spread, spread / np.sqrt(2 * len(gaps)), (0, 0.08)),
            mean("bias", np.array(gaps)),
            share("cov", np.array(held)[:, 0], COVERAGE),
            mean("A", np.array(accuracies), (-0.015, 0.015)),
            share("cov A", np.array(held)[:, 1], AT_LEAST),
        ),
    )


def _holds(estimate: Estimate, truth: float) -> bool:
    return estimate.low <= truth <= estimate.high


def _median(found: Estimates, truth: float, judged: bool) -> tuple[Figure, Figure]:
    return (
        mean("median", found.value / truth - 1, (-0.03, 0.03) if judged else None),
        share("cov", (found.low <= truth) & (truth <= found.high), COVERAGE if judged else None),
    )


def _share(name: str, found: Estimates, truth: float, most: float, judged: bool) -> tuple[Figure, Figure]:
    return (
        mean(name, found.value - truth, (-most, most) if judged else None),
        share("cov", (found.low <= truth) & (truth <= found.high), COVERAGE if judged else None),
    )


def _accuracy(found: Estimates, kind: Kind, judged: bool) -> tuple[Figure, Figure]:
    """The range of an accuracy may be too wide (its prior), never too narrow.

    One student alone cannot teach how much faster wrong cards come: of hasty ones the bias is reported, and judged
    where a class of ten or more has taught it (`a_class`).
    """
    most = 0.025 if kind.accuracy < 0.8 else 0.015
    bias, held = _share("A", found, kind.accuracy, most, judged)
    bias = replace(bias, limits=None) if kind.hasty < 1 else bias
    return bias, Figure(held.name, held.value, held.error, AT_LEAST if judged else None)
