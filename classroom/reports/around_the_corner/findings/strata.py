"""The strata of top cards, named as in the rows of evidence, e.g. "2-plain-1" or "3-corner-2".

A stratum is the step, whether a fitting card goes round the corner, and the number of directions in which the hand fits
(measurement 0.2 and 3.4).
"""

from collections.abc import Sequence

import numpy as np

from classroom.measures.standard import Standard

STEPS, KINDS, DIRECTIONS = (1, 2, 3), ("plain", "corner"), (1, 2)
STRATA = tuple(f"{step}-{kind}-{ways}" for step in STEPS for kind in KINDS for ways in DIRECTIONS)

SHIPPED_PLAIN = {1: (-0.298, 0.751), 2: (-0.107, 0.160), 3: (0.085, -0.229)}
SHIPPED_CORNER = (0.474, -1.040)
"""Offsets of log time and log odds (measurement 3.5, the generator's true values), used until a class has its own
estimates."""

HAND = 5
"""Cards in the hand of the reference mix, every number equally likely."""


def reference_mix(steps: Sequence[int] = STEPS, corner: bool = True) -> dict[str, float]:
    """Return each stratum's share of the top cards that a hand of 5 can answer, over the full deck of a level."""
    mass = dict.fromkeys(STRATA, 0.0)
    for step in steps:
        for number in range(1, 11):
            for stratum, share in _ways(number, step, corner):
                mass[stratum] += share
    total = sum(mass.values())
    return {stratum: mass[stratum] / total for stratum in STRATA}


def shipped(steps: Sequence[int] = STEPS, corner: bool = True) -> Standard:
    """Return the standard of a level with the shipped offsets, centred for its mix; arrays in the order of STRATA."""
    mix = reference_mix(steps, corner)
    weights = np.array([mix[stratum] for stratum in STRATA])
    offsets = np.array([_shipped_of(stratum) for stratum in STRATA])
    return Standard(weights, *(column - weights @ column for column in offsets.T))


def _ways(number: int, step: int, corner: bool) -> list[tuple[str, float]]:
    """Return the strata of a top card with their probabilities over random hands."""
    round_it = [not 1 <= total <= 10 for total in (number + step, number - step)]
    there = [goes for goes in round_it if corner or not goes]
    has_one, has_any = 1 - 0.9**HAND, 1 - 0.8**HAND
    both = 2 * has_one - has_any if len(there) == 2 else 0.0
    singles = [(f"{step}-{_kind(goes)}-1", has_one - both) for goes in there]
    return [*singles, (f"{step}-{_kind(any(there))}-2", both)] if both else singles


def _kind(goes_round: bool) -> str:
    return "corner" if goes_round else "plain"


def _shipped_of(stratum: str) -> tuple[float, float]:
    step, kind, _ = stratum.split("-")
    return SHIPPED_CORNER if kind == "corner" else SHIPPED_PLAIN[int(step)]
