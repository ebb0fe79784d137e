"""The model of record for races: a censored shifted-lognormal mixture (Larson & Dinse 1985; measurement 3.5).

A student decides after 0.3 s + a lognormal time, whose log has the mean μ (+ ε if the card is wrong) and the spread σ;
the card is right with log odds a. A stratum of top cards shifts the log time by b and the log odds by g. An exposure
ended by another player only shows that neither a right nor a wrong card had come: both branches survive. The density is
of y = ln(t - 0.3), without the Jacobian 1/t. A decision with only the server's time lies between that interval less the
time of the line and the interval itself (measurement 7, row 16); one without any time counts only as right or wrong.

Four parameters per student, in the columns MU, LOG_SIGMA, EPSILON and ODDS; seconds and log seconds; log odds. A fifth,
PASSING, is the log odds that the student lets a card pass and does not try: such an exposure lasts until others end it
(measurement 7, row 8). With four columns everybody tries every card. Derivatives are exact. They are computed here for
all exposures at once, since they take most of the time of a fit.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import scipy as sp
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Whole = NDArray[np.intp]
Truth = NDArray[np.bool_]

CUT, RIGHT, WRONG = 0, 1, 2
"""The end of an exposure: another player's card or an administrative end; a right card; a wrong one."""
MU, LOG_SIGMA, EPSILON, ODDS, PASSING = range(5)
SHIFT = 0.3
SHORTEST = 0.05
"""Seconds of perception and movement in every answer; and the least that may remain after them."""

CENTRES = np.array([np.log(3.2), np.log(0.5), 0.0, 2.2, -3.5])
SPREADS = np.array([0.7, 0.3, 0.3, 1.0, 1.0])
"""Normal priors of the parameters: 3.2 s, within a factor of 2; 90 % right; 3 of 100 cards let pass."""

RIGHT_SERVED, WRONG_SERVED = 3, 4
"""Further endings: the seconds are the server's, from the top card to the arrival of the decision."""
LINE = 0.5
"""Largest part of these seconds taken by the line there and back, a frame and a slow browser."""

_ROOT_2PI = np.sqrt(2 * np.pi)
_LOG_ROOT_2PI = np.log(_ROOT_2PI)
PIECE = 8192
"""Exposures per piece, so that its intermediate results stay in the processor's cache."""
SMALLEST_SECONDS = 1e-6
_SMALLEST = 1e-290
"""Lower limit of a probability, so that its log is finite."""


def _nothing() -> Whole:
    return np.zeros(0, np.intp)


@dataclass(frozen=True, slots=True)
class Exposures:
    """N exposures of a class in one mode, as arrays (N,). Leave out those whose top card was the student's own.

    `seconds` on the student's own clock, NaN for a RIGHT or WRONG one without a time; `ending` is RIGHT, WRONG or CUT
    (another player's card, an administrative end, a draw), RIGHT_SERVED or WRONG_SERVED, which all have seconds;
    `student` and `stratum` count from 0. `fact` is the sum that the hand offered, -1 for two or unknown (measurement 7,
    row 3); `card` is the top card and `day` the day, if known. `weight` is that in a cell's estimate, equal by default;
    a fit of the class does not use it.
    """

    seconds: Floats
    ending: Whole
    student: Whole
    stratum: Whole
    fact: Whole = field(default_factory=_nothing)
    card: Whole = field(default_factory=_nothing)
    day: Whole = field(default_factory=_nothing)
    weight: Floats = field(default_factory=lambda: np.ones(0))

    def __post_init__(self) -> None:
        for name in ("fact", "card", "day"):
            if len(getattr(self, name)) != len(self.seconds):
                object.__setattr__(self, name, np.full(len(self.seconds), -1))
        if len(self.weight) != len(self.seconds):
            object.__setattr__(self, "weight", np.ones(len(self.seconds)))

    @property
    def decided(self) -> NDArray[np.bool_]:
        """Whether each exposure ended with the student's own timed card (N,)."""
        return (self.ending != CUT) & ~np.isnan(self.seconds)

    def where(self, kept: Truth | Whole) -> "Exposures":
        """Return the exposures of a mask, or at these indices in their order."""
        return Exposures(self.seconds[kept], *(part[kept] for part in self._whole))

    def order(self, group: Whole) -> Whole:
        """Return the indices with the decided ones first, then the cut ones, each sorted by group (N,): so `terms`
        computes only what each kind needs, and sums by group are quick."""
        return np.lexsort((group, self.ending == CUT))

    def in_order_of(self, group: Whole) -> "Exposures":
        return self.where(self.order(group))

    @property
    def _whole(self) -> tuple[NDArray, ...]:
        return self.ending, self.student, self.stratum, self.fact, self.card, self.day, self.weight

    def __len__(self) -> int:
        return len(self.seconds)


class Terms(NamedTuple):
    """Terms of each exposure in the log likelihood (N,) and its derivatives in the requested parameters: the gradient
    (N,) for each of them, the Hessian (N,) for each pair, the greater index first."""

    value: Floats
    gradient: dict[int, Floats]
    hessian: dict[tuple[int, int], Floats]

    def weighed(self, weight: Floats) -> "Terms":
        """Return the terms multiplied by the weight of each exposure."""
        slopes = {place: part * weight for place, part in self.gradient.items()}
        return Terms(self.value * weight, slopes, {pair: part * weight for pair, part in self.hessian.items()})


def log_seconds(seconds: Floats) -> Floats:
    """Return ln(t - 0.3), NaN without a time."""
    return np.log(np.maximum(seconds - SHIFT, SHORTEST))


def terms(log_time: Floats, ending: Whole, theta: Floats, time_offset: Floats, odds_offset: Floats,
          asked: Sequence[int] | None = None) -> Terms:  # fmt: skip
    """Return the log likelihood of exposures, given `theta` (N, 4 or 5) and both offsets (N,) of each, with its
    derivatives in the parameters `asked`: all by default, or MU and ODDS or one of them, which is quicker.

    A known card has one branch; one cut off by another player has both as survived, and the third that the student did
    not try. It is quickest in the order of `Exposures.order`, in which each kind is contiguous.
    """
    asked = range(theta.shape[1]) if asked is None else asked
    found = _empty(len(log_time), asked)
    for piece in _pieces(ending == CUT):
        own = np.ascontiguousarray(theta[piece].T)
        columns = [log_time[piece] - time_offset[piece], *own]
        columns[1 + ODDS] = own[ODDS] + odds_offset[piece]
        ended = ending[piece]
        if ended[0] == CUT:
            _put(found, piece, _cut(columns, asked))
        else:
            wrong, served = (ended == WRONG) | (ended == WRONG_SERVED), ended >= RIGHT_SERVED
            earliest = _earliest(log_time[piece]) - time_offset[piece] if served.any() else None
            _put(found, piece, _decided(columns, wrong.astype(float), asked, served, earliest))
    return found


def _pieces(cut: Truth) -> Iterator[slice]:
    """Yield slices of at most PIECE exposures, all cut or all decided."""
    turns = np.flatnonzero(np.diff(cut)) + 1
    for start, end in pairwise([0, *turns.tolist(), len(cut)]):
        for at in range(start, end, PIECE):
            yield slice(at, min(at + PIECE, end))


def _empty(size: int, asked: Sequence[int]) -> Terms:
    pairs = [(row, column) for row in asked for column in asked if column <= row]
    value, *parts = np.empty((1 + len(asked) + len(pairs), size))
    gradient, hessian = parts[: len(asked)], parts[len(asked) :]
    return Terms(value, dict(zip(asked, gradient, strict=True)), dict(zip(pairs, hessian, strict=True)))


def _put(found: Terms, at: slice, parts: Terms) -> None:
    """Copy the parts into their places; a pair of independent parameters has no part."""
    found.value[at] = parts.value
    for place, whole in found.gradient.items():
        whole[at] = parts.gradient[place]
    for pair, whole in found.hessian.items():
        whole[at] = parts.hessian.get(pair, 0.0)


def _log(chance: Floats) -> Floats:
    return np.log(np.maximum(chance, _SMALLEST))


def _earliest(log_time: Floats) -> Floats:
    return np.log(np.maximum(np.exp(log_time) - LINE, SMALLEST_SECONDS))


def _decided(columns: Sequence[Floats], wrong: Floats, asked: Sequence[int], served: Truth,
             earliest: Floats | None) -> Terms:  # fmt: skip
    """Return the terms of own cards, `wrong` (N,) 1 or 0; without a time only that, and if `served`, for a time between
    `earliest` and the given one."""
    log_time, middle, log_sigma, epsilon, odds, *passing = columns
    per_sigma, accuracy = np.exp(-log_sigma), sp.special.expit(odds)
    middle = middle + wrong * epsilon
    times = _timed((log_time - middle) * per_sigma, per_sigma, log_sigma, spread=LOG_SIGMA in asked)
    if earliest is not None:
        each = np.flatnonzero(served)
        low, high = ((end[each] - middle[each]) * per_sigma[each] for end in (earliest, log_time))
        times[:, each] = _between(low, high, per_sigma[each])[: len(times)]
    value, pull, bend, *of_spread = times
    value += _log(accuracy) - wrong * odds
    gradient = {MU: pull, ODDS: 1 - wrong - accuracy}
    hessian = {(MU, MU): bend, (ODDS, ODDS): accuracy * (accuracy - 1)}
    if of_spread:
        gradient[LOG_SIGMA], cross, bend_of_spread = of_spread
        gradient[EPSILON] = wrong * pull
        hessian |= {(LOG_SIGMA, MU): cross, (LOG_SIGMA, LOG_SIGMA): bend_of_spread}
        hessian |= {(EPSILON, place): wrong * hessian[place, MU] for place in (MU, LOG_SIGMA)}
        hessian[EPSILON, EPSILON] = hessian[EPSILON, MU]
    if passing:
        passes = sp.special.expit(passing[0])
        value += _log(1 - passes)
        gradient[PASSING], hessian[PASSING, PASSING] = -passes, -passes * (1 - passes)
    return Terms(value, gradient, hessian)


def _timed(z: Floats, per_sigma: Floats, log_sigma: Floats, *, spread: bool) -> Floats:
    """Return the log density of times and its derivatives: by μ and twice by μ (3, N), and with `spread` also by ln σ,
    by both and twice by ln σ (6, N); 0 without a time."""
    pull = z * per_sigma
    parts = [-z * z / 2 - log_sigma - _LOG_ROOT_2PI, pull, -(per_sigma**2)]
    whole = np.stack([*parts, z * z - 1, -2 * pull, -2 * z * z] if spread else parts)
    whole[:, np.isnan(z)] = 0.0
    return whole


def _between(low: Floats, high: Floats, per_sigma: Floats) -> Floats:
    """Return the log probability of times between two limits, and its derivatives like `_timed` (6, N)."""
    up = low > 0
    chance = np.where(up, sp.special.ndtr(-low) - sp.special.ndtr(-high), sp.special.ndtr(high) - sp.special.ndtr(low))
    density = [np.exp(-end * end / 2) / _ROOT_2PI / np.maximum(chance, _SMALLEST) for end in (low, high)]

    def apart(power: Callable[[Floats], Floats]) -> Floats:
        return power(high) * density[1] - power(low) * density[0]

    first, second = apart(np.ones_like), apart(lambda z: z)
    cross, of_spread = apart(lambda z: z * z - 1), apart(lambda z: z * (z * z - 1))
    bend, bent = -(second + first**2) * per_sigma**2, -(cross + first * second) * per_sigma
    return np.stack([_log(chance), -first * per_sigma, bend, -second, bent, -of_spread - second**2])


def _cut(columns: Sequence[Floats], asked: Sequence[int]) -> Terms:
    """Return the terms of exposures in which neither a right nor a wrong card had come.

    With the share A of right cards, and p of cards let pass, its probability is (1 - p)(A S + (1 - A) S') + p, with S
    the survival function of the lognormal; dividing the derivatives by it, and subtracting ggᵀ, gives those of its log.
    """
    log_time, middle, log_sigma, epsilon, odds, *passing = columns
    per_sigma, right = np.exp(-log_sigma), sp.special.expit(odds)
    wrong, passes = 1 - right, sp.special.expit(passing[0]) if passing else 0.0
    z = (log_time - middle) * per_sigma, (log_time - middle - epsilon) * per_sigma
    survived, density = [sp.special.ndtr(-part) for part in z], [np.exp(-part * part / 2) / _ROOT_2PI for part in z]
    tried = 1 - passes
    if_tried = right * survived[0] + wrong * survived[1]
    chance = np.maximum(tried * if_tried + passes, _SMALLEST)
    near = [tried * right * density[0] / chance, tried * wrong * density[1] / chance]
    both = tried * right * wrong / chance
    lacking = both * (survived[0] - survived[1])
    gradient = {MU: (near[0] + near[1]) * per_sigma, ODDS: lacking}
    hessian = {
        (MU, MU): (near[0] * z[0] + near[1] * z[1]) * per_sigma**2,
        (ODDS, MU): both * (density[0] - density[1]) * per_sigma,
        (ODDS, ODDS): lacking * (wrong - right),
    }
    if LOG_SIGMA in asked:
        _add_spread(gradient, hessian, z, near, per_sigma)
        hessian[ODDS, LOG_SIGMA] = both * (density[0] * z[0] - density[1] * z[1])
        hessian[ODDS, EPSILON] = -both * density[1] * per_sigma
    if PASSING in asked:
        _add_passing(gradient, hessian, passes, passes * tried * (1 - if_tried) / chance)
    bent = {(row, column): part - gradient[row] * gradient[column] for (row, column), part in hessian.items()}
    return Terms(np.log(chance), gradient, bent)


def _add_spread(gradient: dict[int, Floats], hessian: dict[tuple[int, int], Floats], z: tuple[Floats, Floats],
                near: list[Floats], per_sigma: Floats) -> None:  # fmt: skip
    """Add the derivatives in ln σ and ε."""
    right, wrong = (part * place for part, place in zip(near, z, strict=True))
    squares = [place * place - 1 for place in z]
    gradient[LOG_SIGMA], gradient[EPSILON] = right + wrong, near[1] * per_sigma
    hessian[LOG_SIGMA, MU] = (near[0] * squares[0] + near[1] * squares[1]) * per_sigma
    hessian[LOG_SIGMA, LOG_SIGMA] = right * squares[0] + wrong * squares[1]
    hessian[EPSILON, MU] = wrong * per_sigma**2
    hessian[EPSILON, LOG_SIGMA] = near[1] * squares[1] * per_sigma
    hessian[EPSILON, EPSILON] = hessian[EPSILON, MU]


def _add_passing(gradient: dict[int, Floats], hessian: dict[tuple[int, int], Floats], passes: Floats | float,
                 slope: Floats) -> None:  # fmt: skip
    """Add the derivatives in the log odds of a card let pass; `slope` is the first of them."""
    hessian |= {(PASSING, place): -passes * part for place, part in gradient.items()}
    gradient[PASSING], hessian[PASSING, PASSING] = slope, slope * (1 - 2 * passes)
