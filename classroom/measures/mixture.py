"""The model of record for races: a censored shifted-lognormal mixture (Larson & Dinse 1985; measurement.md 3.5).

A student decides after 0.3 s + a lognormal time, whose log has the middle μ (+ ε where the card is wrong) and the
spread σ; the card is right with log odds a. A stratum of top cards shifts the log time by b and the log odds by g.
An exposure that somebody else ended says only that neither a right nor a wrong card had come: both branches survive.
The density is of y = ln(t - 0.3), without the Jacobian 1/t. Of a decision without a time only right or wrong counts.

Four parameters per student, in the columns MU, LOG_SIGMA, EPSILON and ODDS; seconds and log seconds; log odds. A fifth,
PASSING, is the log odds that the student lets a card pass and does not try: such an exposure lasts until others end it
(measurement_corrections.md 8). With four columns everybody tries every card.
Derivatives are exact: `branch` has those of one lognormal in its middle and in ln σ, `terms` puts them together.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, log_expit, log_ndtr

Floats = NDArray[np.float64]
Whole = NDArray[np.intp]

MU, LOG_SIGMA, EPSILON, ODDS, PASSING = range(5)
SHIFT = 0.3
SHORTEST = 0.05
"""Seconds that every answer needs for eye and hand; and the least that may be left after them."""

CENTRES = np.array([np.log(3.2), np.log(0.5), 0.0, 2.2, -3.5])
SPREADS = np.array([0.7, 0.3, 0.3, 1.0, 1.0])
"""Normal priors of the parameters: 3.2 s, give or take a factor 2; 90 % right; 3 of 100 cards let pass."""

_LOG_ROOT_2PI = 0.5 * np.log(2 * np.pi)


def _nothing() -> Whole:
    return np.zeros(0, np.intp)


@dataclass(frozen=True, slots=True)
class Exposures:
    """N exposures of a class in one mode, as arrays (N,). Leave out those whose top card was the student's own.

    `seconds` on the student's own clock; `ending` is survival's RIGHT, WRONG or CUT (somebody else's card, an
    administrative end; a draw too, while draws are below 5 %); `student` and `stratum` count from 0. `seconds` are not
    a number where a decision has no time. `fact` is the sum that the hand offered, -1 where it offered two or nobody
    says (measurement_corrections.md 3); `card` is the top card, as far as it is known.
    """

    seconds: Floats
    ending: Whole
    student: Whole
    stratum: Whole
    fact: Whole = field(default_factory=_nothing)
    card: Whole = field(default_factory=_nothing)

    def __post_init__(self) -> None:
        for name in ("fact", "card"):
            if len(getattr(self, name)) != len(self.seconds):
                object.__setattr__(self, name, np.full(len(self.seconds), -1))

    @property
    def decided(self) -> NDArray[np.bool_]:
        """Whether it ended with the student's own card on the clock."""
        return (self.ending != 0) & ~np.isnan(self.seconds)

    def where(self, kept: NDArray[np.bool_]) -> "Exposures":
        whole = (self.ending[kept], self.student[kept], self.stratum[kept], self.fact[kept], self.card[kept])
        return Exposures(self.seconds[kept], *whole)

    def __len__(self) -> int:
        return len(self.seconds)


class Branch(NamedTuple):
    """Log density (decided) or log survival (cut) of a lognormal, and its derivatives in middle m and s = ln σ."""

    value: Floats
    m: Floats
    s: Floats
    mm: Floats
    ms: Floats
    ss: Floats


class Terms(NamedTuple):
    """What each exposure adds to the log likelihood (N,), to its gradient, P times (N,), and to its Hessian: (N,) for
    each pair of parameters, the greater one first."""

    value: Floats
    gradient: tuple[Floats, ...]
    hessian: dict[tuple[int, int], Floats]


def log_seconds(seconds: Floats) -> Floats:
    """Return ln(t - 0.3), not a number where there is no time."""
    return np.log(np.maximum(seconds - SHIFT, SHORTEST))


def branch(z: Floats, log_sigma: Floats, decided: NDArray[np.bool_]) -> Branch:
    """Return one lognormal's part, z = (y - middle)/σ. With h the hazard at z, h' = h(h - z)."""
    sigma, survived = np.exp(log_sigma), log_ndtr(-z)
    hazard = np.exp(-z * z / 2 - _LOG_ROOT_2PI - survived)
    slope = hazard * (hazard - z)
    rise = hazard + slope * z
    return Branch(
        np.where(decided, -z * z / 2 - _LOG_ROOT_2PI - log_sigma, survived),
        np.where(decided, z, hazard) / sigma,
        np.where(decided, z * z - 1, hazard * z),
        np.where(decided, -1.0, -slope) / sigma**2,
        np.where(decided, -2 * z, -rise) / sigma,
        np.where(decided, -2 * z * z, -z * rise),
    )


def terms(log_time: Floats, ending: Whole, theta: Floats, time_offset: Floats, odds_offset: Floats) -> Terms:
    """Return the log likelihood of exposures, `theta` (N, 4 or 5) and both offsets (N,) being given for each of them.

    The weight of the right branch is 1 or 0 where the card is known and its posterior share where it is not, so that
    one formula serves all three endings.
    """
    decided, log_sigma = ending != 0, theta[:, LOG_SIGMA]
    z_right = (log_time - theta[:, MU] - time_offset) / np.exp(log_sigma)
    z_wrong = z_right - theta[:, EPSILON] / np.exp(log_sigma)
    odds = theta[:, ODDS] + odds_offset
    right, wrong = (_timed(z, log_sigma, decided) for z in (z_right, z_wrong))
    if_right, if_wrong = log_expit(odds) + right.value, log_expit(-odds) + wrong.value
    both = np.logaddexp(if_right, if_wrong)
    weight = np.select([ending == 1, ending == 2], [1.0, 0.0], np.exp(if_right - both))
    value = np.select([ending == 1, ending == 2], [if_right, if_wrong], both)
    tried = Terms(value, *_mixed(weight, right, wrong, expit(odds)))
    return tried if theta.shape[1] == PASSING else _or_passed(tried, decided, theta[:, PASSING])


def _timed(z: Floats, log_sigma: Floats, decided: NDArray[np.bool_]) -> Branch:
    """Return a branch that says nothing where there is no time."""
    timed = ~np.isnan(z)
    return Branch(*(np.where(timed, part, 0.0) for part in branch(np.where(timed, z, 0.0), log_sigma, decided)))


def _or_passed(tried: Terms, decided: NDArray[np.bool_], odds: Floats) -> Terms:
    """Add the third branch: a cut exposure may be one that the student did not try."""
    passing = expit(odds)
    if_tried, if_passed = log_expit(-odds) + tried.value, np.where(decided, -np.inf, log_expit(odds))
    value = np.logaddexp(if_tried, if_passed)
    weight = np.exp(if_tried - value)
    spread = weight * (1 - weight)
    slopes = tried.gradient
    hessian = {(i, j): weight * bend + spread * slopes[i] * slopes[j] for (i, j), bend in tried.hessian.items()}
    hessian |= {(PASSING, i): -spread * slope for i, slope in enumerate(slopes)}
    hessian[PASSING, PASSING] = spread - passing * (1 - passing)
    return Terms(value, (*(weight * slope for slope in slopes), 1 - weight - passing), hessian)


def _mixed(weight: Floats, right: Branch, wrong: Branch, accuracy: Floats) -> tuple[tuple[Floats, ...], dict]:
    """Return gradient and Hessian of log(e^l1 + e^l2): the weighted means, and w (1 - w) δδᵀ, δ their difference."""
    other = 1 - weight
    spread, lacking = weight * other, other * wrong.m
    gradient = (weight * right.m + lacking, weight * right.s + other * wrong.s, lacking, weight - accuracy)
    apart = (right.m - wrong.m, right.s - wrong.s, -wrong.m)
    near = [spread * part for part in apart]
    hessian = {(i, j): near[i] * apart[j] for i in range(3) for j in range(i + 1)}
    hessian |= {(ODDS, i): part for i, part in enumerate(near)}
    hessian[MU, MU] += weight * right.mm + other * wrong.mm
    hessian[LOG_SIGMA, MU] += weight * right.ms + other * wrong.ms
    hessian[LOG_SIGMA, LOG_SIGMA] += weight * right.ss + other * wrong.ss
    hessian[EPSILON, MU] += other * wrong.mm
    hessian[EPSILON, EPSILON] += other * wrong.mm
    hessian[EPSILON, LOG_SIGMA] += other * wrong.ms
    hessian[ODDS, ODDS] = spread - accuracy * (1 - accuracy)
    return gradient, hessian
