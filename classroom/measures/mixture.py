"""The model of record for races: a censored shifted-lognormal mixture (Larson & Dinse 1985; measurement.md 3.5).

A student decides after 0.3 s + a lognormal time, whose log has the middle μ (+ ε where the card is wrong) and the
spread σ; the card is right with log odds a. A stratum of top cards shifts the log time by b and the log odds by g.
An exposure that somebody else ended says only that neither a right nor a wrong card had come: both branches survive.
The density is of y = ln(t - 0.3), without the Jacobian 1/t. Of a decision without a time only right or wrong counts.

Four parameters per student, in the columns MU, LOG_SIGMA, EPSILON and ODDS; seconds and log seconds; log odds. A fifth,
PASSING, is the log odds that the student lets a card pass and does not try: such an exposure lasts until others end it
(measurement_corrections.md 8). With four columns everybody tries every card.
Derivatives are exact: `branch` has those of one lognormal's survival in its middle and in ln σ, `terms` puts them
together.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import scipy as sp
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Whole = NDArray[np.intp]
Truth = NDArray[np.bool_]

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

    def in_order_of(self, group: Whole) -> "Exposures":
        """Return them with those of one group together: what is then summed by group is summed quickly."""
        order = np.argsort(group, kind="stable")
        whole = (part[order] for part in (self.ending, self.student, self.stratum, self.fact, self.card))
        return Exposures(self.seconds[order], *whole)

    def __len__(self) -> int:
        return len(self.seconds)


class Branch(NamedTuple):
    """Log survival of a lognormal, and its derivatives in middle m and s = ln σ."""

    value: Floats
    m: Floats
    s: Floats
    mm: Floats
    ms: Floats
    ss: Floats


class Terms(NamedTuple):
    """Terms of each exposure in the log likelihood (N,), in its gradient, P times (N,), and in its Hessian: (N,) for
    each pair of parameters, the greater one first."""

    value: Floats
    gradient: tuple[Floats, ...]
    hessian: dict[tuple[int, int], Floats]


def log_seconds(seconds: Floats) -> Floats:
    """Return ln(t - 0.3), not a number where there is no time."""
    return np.log(np.maximum(seconds - SHIFT, SHORTEST))


def branch(z: Floats, sigma: Floats) -> Branch:
    """Return one lognormal's survival, z = (y - middle)/σ. With h the hazard at z, h' = h(h - z)."""
    survived = sp.special.log_ndtr(-z)
    hazard = np.exp(-z * z / 2 - _LOG_ROOT_2PI - survived)
    slope = hazard * (hazard - z)
    rise = hazard + slope * z
    return Branch(survived, hazard / sigma, hazard * z, -slope / sigma**2, -rise / sigma, -z * rise)


def _log_share(odds: Floats) -> Floats:
    """Return the log of the share that has these log odds. (scipy's log_expit takes four times as long.)"""
    return np.asarray(-np.logaddexp(0.0, -odds))


def terms(log_time: Floats, ending: Whole, theta: Floats, time_offset: Floats, odds_offset: Floats) -> Terms:
    """Return the log likelihood of exposures, `theta` (N, 4 or 5) and both offsets (N,) being given for each of them.

    Where the card is known one branch speaks, and that is most quickly said of all exposures at once; then those that
    somebody else ended take its place, in which both branches survive.
    """
    own = np.ascontiguousarray(theta.T)
    columns = log_time - time_offset, own[MU], own[LOG_SIGMA], own[EPSILON], own[ODDS] + odds_offset
    found = _decided(*columns, (ending == 2).astype(float))
    cut = np.flatnonzero(ending == 0)
    _put(found, cut, _cut(*(column[cut] for column in columns)))
    return found if theta.shape[1] == PASSING else _or_passed(found, cut, own[PASSING])


def _decided(
    log_time: Floats, middle: Floats, log_sigma: Floats, epsilon: Floats, odds: Floats, wrong: Floats
) -> Terms:
    """Return what a card of one's own says, `wrong` (N,) 1 or 0; its time nothing where there is none."""
    per_sigma, accuracy = np.exp(-log_sigma), sp.special.expit(odds)
    z = (log_time - middle - wrong * epsilon) * per_sigma
    square, pull, log_sigmas = z * z - 1, per_sigma * per_sigma, log_sigma + _LOG_ROOT_2PI
    untimed = np.isnan(z)
    if untimed.any():
        z, square, pull, log_sigmas = (np.where(untimed, 0.0, part) for part in (z, square, pull, log_sigmas))
    m, mm, ms = z * per_sigma, -pull, -2 * z * per_sigma
    value = _log_share(odds) - wrong * odds - z * z / 2 - log_sigmas
    nothing, wrong_mm = np.zeros(len(z)), wrong * mm
    hessian = {
        (MU, MU): mm, (LOG_SIGMA, MU): ms, (LOG_SIGMA, LOG_SIGMA): -2 * z * z,
        (EPSILON, MU): wrong_mm, (EPSILON, LOG_SIGMA): wrong * ms, (EPSILON, EPSILON): wrong_mm.copy(),
        (ODDS, MU): nothing, (ODDS, LOG_SIGMA): nothing.copy(), (ODDS, EPSILON): nothing.copy(),
        (ODDS, ODDS): accuracy * (accuracy - 1),
    }  # fmt: skip
    return Terms(value, (m, square, wrong * m, 1 - wrong - accuracy), hessian)


def _cut(log_time: Floats, middle: Floats, log_sigma: Floats, epsilon: Floats, odds: Floats) -> Terms:
    """Return what it says that neither a right nor a wrong card had come."""
    sigma = np.exp(log_sigma)
    z = (log_time - middle) / sigma
    right, wrong = branch(z, sigma), branch(z - epsilon / sigma, sigma)
    log_right = _log_share(odds)
    if_right, if_wrong = log_right + right.value, log_right - odds + wrong.value
    value = np.logaddexp(if_right, if_wrong)
    return Terms(value, *_mixed(np.exp(if_right - value), right, wrong, sp.special.expit(odds)))


def _put(found: Terms, at: Whole, parts: Terms) -> None:
    """Put the parts into their places (K,)."""
    found.value[at] = parts.value
    for whole, part in zip(found.gradient, parts.gradient, strict=True):
        whole[at] = part
    for pair, part in parts.hessian.items():
        found.hessian[pair][at] = part


def _or_passed(tried: Terms, cut: Whole, odds: Floats) -> Terms:
    """Add the third branch: a cut exposure may be one that the student did not try."""
    passing, log_tried = sp.special.expit(odds), _log_share(-odds)
    value, gradient, hessian = tried.value + log_tried, tried.gradient, dict(tried.hessian)
    slope, bend = -passing, -passing * (1 - passing)
    if_tried = value[cut]
    value[cut] = np.logaddexp(if_tried, log_tried[cut] + odds[cut])
    weight = np.exp(if_tried - value[cut])
    spread = weight * (1 - weight)
    slopes = [part[cut] for part in gradient]
    for i, part in enumerate(slopes):
        gradient[i][cut] = weight * part
        hessian[PASSING, i] = np.zeros(len(odds))
        hessian[PASSING, i][cut] = -spread * part
        for j in range(i + 1):
            hessian[i, j][cut] = weight * hessian[i, j][cut] + spread * part * slopes[j]
    slope[cut] += 1 - weight
    bend[cut] += spread
    hessian[PASSING, PASSING] = bend
    return Terms(value, (*gradient, slope), hessian)


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
