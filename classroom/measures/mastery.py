"""The letter of a cell, a sum or a kind of sum: from the chances that its cards leave (measurement 7, row 2).

S secure: more than 80 of 100 right within the criterion; A accurate: more than 80 of 100 right; T teach: fewer than 60
right; each where the chance of that is .8 at least. Else G growing from 5 decisions on, or nothing. No letter rests on
fewer than 3 decisions of the cell's own, S on as many with a time. Quick says "quick and sure", no more than that:
fast answers to ±1 … ±3 may be fast counting (measurement 2.2).
"""

import numpy as np
import scipy as sp

from classroom.measures.cells import Cells
from classroom.measures.mixture import Floats, Whole

FLUENT_SECONDS = 3.0
SECURE, ACCURATE, GROWING, TEACH, UNKNOWN = LETTERS = ("S", "A", "G", "T", "")
MOSTLY, SELDOM, SURE = 0.8, 0.6, 0.8
FROM_DECISIONS, GROWING_FROM = 3, 5
NAMED_FROM, SURELY_FROM = 0.5, 0.8
"""A child is named from this chance of not being there yet, with "perhaps" below the second (measurement 7, row
6)."""
OWN_FROM = 8
"""Nobody is named who has answered fewer cards of that kind, whatever the others have (measurement 7, row
21)."""
TEACH_FROM_STUDENTS, TEACH_FROM_SHARE = 3, 0.25
"""A class is to be taught what so many of its children, and such a share of them, likely lack."""
APART = 1.64
"""Standard errors between two kinds of sums from which one is said to be the weaker."""
FEW = 4
"""Answers that a child's other kinds of sums must outweigh to say something of this one."""
ALIKE = (0.03, 0.4)
"""Least and most correlation of a child's answers to one kind of sum that is believed."""


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


def lacking_counted(right: Whole, answered: Whole) -> Floats:
    """Return the same chance from counts (M, K), where nobody cuts an answer off.

    A child's share of a kind is drawn to the class's share of it, moved by how the child does in the other kinds: as
    far as children differ less than counts do, and less where the class's share rests on few answers itself.
    """
    share = (right.sum(axis=0) + 1) / (answered.sum(axis=0) + 2)
    drawn = sp.special.expit(sp.special.logit(share) + _elsewhere(right, answered, share))
    expected = (answered * drawn * (1 - drawn)).sum(axis=0)
    beyond = ((right - answered * drawn) ** 2).sum(axis=0) - expected
    pairs = (answered * (answered - 1.0) * drawn * (1 - drawn)).sum(axis=0)
    alike = np.clip(beyond / np.maximum(pairs, 1e-9), *ALIKE)
    weight = 1 / (alike + 1 / (answered.sum(axis=0) + 3)) - 1
    return np.asarray(sp.special.betainc(weight * drawn + right, weight * (1 - drawn) + answered - right, MOSTLY))


def _elsewhere(right: Whole, answered: Whole, share: Floats) -> Floats:
    """Return by how much log odds a child is above the class's shares in all other kinds (M, K), shrunk by a few."""
    others = answered.sum(axis=1, keepdims=True) - answered
    hits = right.sum(axis=1, keepdims=True) - right
    expected = ((answered @ share)[:, None] - answered * share + FEW * share) / (others + FEW)
    return np.asarray(sp.special.logit((hits + FEW * expected) / (others + FEW)) - sp.special.logit(expected))


def weakest(chances: Floats) -> list[int]:
    """Return the kind with the largest mean chance to be lacking, of children and kinds (M, K), and a second one where
    the two are not apart (measurement 7, row 6)."""
    means, errors = chances.mean(axis=0), np.sqrt((chances * (1 - chances)).sum(axis=0)) / len(chances)
    first, *others = (int(kind) for kind in np.argsort(-means, kind="stable"))
    return [
        first,
        *(kind for kind in others[:1] if means[first] - means[kind] < APART * np.hypot(*errors[[first, kind]])),
    ]
