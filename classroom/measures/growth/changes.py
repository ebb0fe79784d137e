"""Which students of a class have changed: the chance that the sign of a slope is wrong, learned from the class.

A class holds students who changed and students who did not: a mixture of none and of normal slopes, whose share and
spread are learned over the class, what is `usual` weighing as much as half a class. The false sign rate of a slope
(Stephens 2017, *Biostatistics* 18) is then the chance that there is no change, or one the other way. As errors know how
far a class's days lie apart, a class of good and bad days asks more of a slope (measurement 7, row 14).
"""

from typing import NamedTuple

import numpy as np
import scipy as sp
from numpy.typing import NDArray

from classroom.measures.mixture import Floats, Truth

LIKELY, SURELY = 0.4, 0.1
"""False sign rates up to which a change is named, and called sure: of all that is named .85 and more is true."""
WEIGHS, ROUNDS, SMALLEST = 12, 20, 1e-9


class Usual(NamedTuple):
    """What is usual of a class: the share of students who change, and the spread of their slopes a week."""

    share: float
    spread: float


LOG_TIME, LOG_ODDS, SHARE = Usual(0.25, 0.035), Usual(0.12, 0.2), Usual(0.12, 0.02)


def named(slopes: Floats, errors: Floats, known: Truth, usual: Usual) -> NDArray[np.intp]:
    """Return what is said of the slopes of a class (M,): their sign, times 2 where sure; 0 where nothing is."""
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
    """Return the chance that each has changed, and if so the middle and the variance of its slope."""
    whole = errors**2 + of.spread**2
    unchanged = (1 - of.share) / errors * np.exp(-((slopes / errors) ** 2) / 2)
    chance = of.share / np.sqrt(whole) * np.exp(-(slopes**2) / whole / 2)
    return chance / (chance + unchanged), slopes * of.spread**2 / whole, (errors * of.spread) ** 2 / whole
