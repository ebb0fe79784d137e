"""The share of mistakes that one of several watchers would find alone.

Whoever finds a mistake first ends the search of the others, like a card in a race: the plain share of found among found
and left is too high, by .04 with two others and .08 with three. In this model a watcher finds at a constant rate while
a mistake stands, and each mistake has a common factor on all rates, a gamma of shape EASE (the frailty of Clayton
1978). The rate is the number found divided by the time spent looking, both estimated in turn until convergence
(Dempster, Laird & Rubin 1977).
"""

import numpy as np

from classroom.measures.intervals import Estimate, wilson_share
from classroom.measures.mixture import Floats, Truth, Whole

EASE = 3.0
SHAPE_VARIANCE = 0.01
"""Variance of a share from the unknown distribution of mistakes and searches, so that a range does not narrow for
ever."""
AT_MOST_ROUNDS, SETTLED, LEAST = 200, 1e-5, 1e-6


def found_alone(watching: Truth, first: Whole) -> list[Estimate | None]:
    """Return the share of each watcher, with its range of 95 %; None for one who has neither found nor left any.

    `watching` (S, W) is who could find each mistake, `first` (S,) who did: an index of a watcher, -1 for nobody.
    """
    there, left = watching.astype(float), (first < 0)[:, None] & watching
    found = np.bincount(first[first >= 0], minlength=watching.shape[1])
    shares = 1 - (1 + _rates(there, first < 0, found) / EASE) ** -EASE
    counted = np.where(found > 0, found / np.maximum(shares, LEAST), left.sum(axis=0))
    return [_estimate(float(share), float(n)) for share, n in zip(shares, counted, strict=True)]


def _rates(there: Floats, nobody: Truth, found: Whole) -> Floats:
    rates = np.full(there.shape[1], 0.5)
    for _ in range(AT_MOST_ROUNDS):
        spent = _spent(there @ rates, nobody) @ there
        better = np.maximum(found / np.maximum(spent, LEAST), LEAST)
        settled = np.abs(better - rates).max(initial=0.0) < SETTLED
        rates = better
        if settled:
            break
    return rates


def _spent(together: Floats, nobody: Truth) -> Floats:
    """Return the expected time for which each mistake was looked at, times its ease: the full time if nobody found it,
    else until it was found, which is unknown; `together` are the summed rates of all who watched it (S,)."""
    rate = np.maximum(together, LEAST)
    end = 1 + rate / EASE
    until = (EASE + 1) / rate * ((1 - end**-EASE) - EASE / (EASE + 1) * (1 - end ** -(EASE + 1))) / (1 - end**-EASE)
    return np.where(nobody, 1 / end, until)


def _estimate(share: float, counted: float) -> Estimate | None:
    if not counted:
        return None
    low, high = wilson_share(share, 1 / (1 / counted + SHAPE_VARIANCE))
    return Estimate(share, low, high)
