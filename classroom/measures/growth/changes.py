"""Which students of a class have changed: the probability that the sign of a slope is wrong, estimated from the class.

A class is a mixture of students who did not change and students with normal slopes; their share and spread are
estimated over the class, with the `usual` values weighing as much as half a class. The false sign rate of a slope
(Stephens 2017, *Biostatistics* 18) is then the probability of no change, or of one in the other direction. Since errors
include the spread of a class's days, a class with good and bad days needs a larger slope (measurement 7, row 14).
"""

from typing import NamedTuple

import numpy as np
import scipy as sp
from numpy.typing import NDArray

from classroom.measures.mixture import Floats, Truth

LIKELY, SURELY = 0.4, 0.1
"""False sign rates up to which a change is named, and called sure: of all named changes .85 and more are true."""
WEIGHS, ROUNDS, SMALLEST = 12, 20, 1e-9


class Usual(NamedTuple):
    """Usual values for a class: the share of students who change, and the spread of their slopes per week."""

    share: float
    spread: float


LOG_TIME, LOG_ODDS, SHARE = Usual(0.25, 0.035), Usual(0.12, 0.2), Usual(0.12, 0.02)


def named(slopes: Floats, errors: Floats, known: Truth, usual: Usual) -> NDArray[np.intp]:
    """Return the statement about each slope of a class (M,): its sign, times 2 if sure; 0 for none."""
    said = np.zeros(len(slopes), np.intp)
    wrong = false_signs(slopes[known], np.maximum(errors[known], SMALLEST), usual)
    strength = (wrong <= LIKELY).astype(np.intp) + (wrong <= SURELY)
    said[known] = strength * np.sign(slopes[known]).astype(np.intp)
    return said


def false_signs(slopes: Floats, errors: Floats, usual: Usual) -> Floats:
    """Return the false sign rate of each slope (M,)."""
    learned = usual
    for _ in range(ROUNDS):
        changed, middle, variance = _changed(slopes, errors, learned)
        weight = WEIGHS * usual.share + float(changed.sum())
        squares = WEIGHS * usual.share * usual.spread**2 + float(changed @ (middle**2 + variance))
        learned = Usual(weight / (WEIGHS + len(slopes)), float(np.sqrt(squares / weight)))
    changed, middle, variance = _changed(slopes, errors, learned)
    return np.asarray(1 - changed * sp.special.ndtr(np.abs(middle) / np.sqrt(variance)))


def _changed(slopes: Floats, errors: Floats, of: Usual) -> tuple[Floats, Floats, Floats]:
    """Return the probability that each has changed, and mean and variance of its slope in that case. It is computed
    from the log of the odds, as both densities of an extreme slope are 0 in floating point."""
    whole = errors**2 + of.spread**2
    odds = of.share / (1 - of.share) * errors / np.sqrt(whole)
    changed = sp.special.expit(np.log(odds) + slopes**2 * (1 / errors**2 - 1 / whole) / 2)
    return changed, slopes * of.spread**2 / whole, (errors * of.spread) ** 2 / whole
