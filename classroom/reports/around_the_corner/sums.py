"""The 60 sums of Around the Corner, and the kind of each."""

import numpy as np

NUMBERS = tuple(range(1, 11))
CHANGES = (-3, -2, -1, 1, 2, 3)
"""The columns of a fact map: the number added to the top card."""
GOES_ROUND = np.array([not 1 <= number + change <= 10 for number in NUMBERS for change in CHANGES])


def _skill_of(number: int, change: int) -> int:
    kind = abs(change) - 1 if 1 <= number + change <= 10 else 3
    return kind + (4 if change < 0 else 0)


SKILL_OF = np.array([_skill_of(number, change) for number in NUMBERS for change in CHANGES])
