"""The letter of a cell, a sum or a kind of sum: from the chances that its cards leave (measurement_corrections.md 2).

S secure: more than 80 of 100 right within the criterion; A accurate: more than 80 of 100 right; T teach: fewer than 60
right; each where the chance of that is .8 at least. Else G growing from 5 decisions on, or nothing. No letter rests on
fewer than 3 decisions of the cell's own, S on as many with a time. Quick says "quick and sure", no more than that:
fast answers to ±1 … ±3 may be fast counting (measurement.md 2.2).
"""

import numpy as np

from classroom.measures.cells import Cells
from classroom.measures.mixture import Floats, Whole

FLUENT_SECONDS = 3.0
SECURE, ACCURATE, GROWING, TEACH, UNKNOWN = LETTERS = ("S", "A", "G", "T", "")
MOSTLY, SELDOM, SURE = 0.8, 0.6, 0.8
FROM_DECISIONS, GROWING_FROM = 3, 5


def letters(cells: Cells, decided: Whole, clocked: Whole, seconds: float = FLUENT_SECONDS) -> Whole:
    """Return the letter of each cell as its place in LETTERS (M, K); `decided` and `clocked` (M, K) count its cards."""
    enough = decided >= FROM_DECISIONS
    secure = (clocked >= FROM_DECISIONS) & (cells.chance_fluent_above(MOSTLY, seconds) >= SURE)
    accurate = enough & (cells.chance_right_above(MOSTLY) >= SURE)
    teach = enough & (1 - cells.chance_right_above(SELDOM) >= SURE)
    return np.select([secure, accurate, teach, decided >= GROWING_FROM], [0, 1, 3, 2], 4)


def lacking(cells: Cells) -> Floats:
    """Return the chance that a cell is not there yet (M, K): that no more than 80 of 100 are right."""
    return np.asarray(1 - cells.chance_right_above(MOSTLY))
