"""The letter of a cell, a sum or a kind of sum, by the probabilities that its cards leave (measurement 7, row 2).

S secure: more than 80 of 100 right within the criterion; A accurate: more than 80 of 100 right; T teach: fewer than 70
right; each if its probability is at least .8 (S and T .85, a pale T .95). Otherwise G growing, or no letter. A letter
is solid from 3 decisions of the cell's own on, S with 3 timed ones, G from 5; with fewer it is pale, from 3 decisions
of similar cells on (rows 17, 18). Quick means "quick and sure", no more: fast answers to ±1 … ±3 may be fast counting
(measurement 2.2).
"""

from typing import NamedTuple

import numpy as np
import scipy as sp

from classroom.measures.cells import Cells
from classroom.measures.mixture import Floats, Truth, Whole

FLUENT_SECONDS = 3.0
SECURE, ACCURATE, GROWING, TEACH, UNKNOWN = LETTERS = ("S", "A", "G", "T", "")
MOSTLY, SELDOM, SURE = 0.8, 0.7, 0.8
FROM_DECISIONS, GROWING_FROM, KIN_FROM = 3, 5, 3
SURER, PALE_SURE = 0.85, 0.95
"""Required probabilities: with times of another shape the model is slightly too sure of quick ones; teaching requires
more, too, most of all without cards of the cell itself."""
NAMED_FROM, SURELY_FROM = 0.5, 0.8
"""Probability of not having mastered it from which a child is named, with "perhaps" below the second (measurement 7,
row 6)."""
OWN_FROM = 8
"""Fewest own cards of that kind for which a child is named, whatever the others have (measurement 7, row 21)."""
TEACH_FROM_STUDENTS, TEACH_FROM_SHARE = 3, 0.25
"""Fewest children, and smallest share of the class, who likely lack a kind that is to be taught."""
APART = 0.84
"""Difference of two kinds in standard errors from which one is called weaker: with a smaller one, both are lacked by as
many children, give or take one."""
FEW = 4
"""Prior weight, in answers, against which a child's other kinds of sums have to say something about this one."""
ALIKE = (0.03, 0.4)
"""Limits of the assumed correlation of a child's answers to one kind of sum."""


class CellCards(NamedTuple):
    """Cards of each cell (M, K): `decided`, and of these `clocked`; and those of all similar cells together."""

    decided: Whole
    clocked: Whole
    kin_decided: Whole
    kin_clocked: Whole


def letters(cells: Cells, cards: CellCards, seconds: float = FLUENT_SECONDS) -> tuple[Whole, Truth]:
    """Return the letter of each cell as its index in LETTERS (M, K), and whether it is solid (from its own cards) or
    pale (expected from similar cards)."""
    own = cards.decided >= FROM_DECISIONS
    told, clocked = own | (cards.kin_decided >= KIN_FROM), np.where(own, cards.clocked, cards.kin_clocked)
    secure = (clocked >= FROM_DECISIONS) & (cells.chance_fluent_above(MOSTLY, seconds) >= SURER)
    accurate = cells.chance_right_above(MOSTLY) >= SURE
    teach = 1 - cells.chance_right_above(SELDOM) >= np.where(own, SURER, PALE_SURE)
    growing = cards.kin_decided >= KIN_FROM
    letter = np.select([told & secure, told & accurate, told & teach, growing], [0, 1, 3, 2], 4)
    return letter, own & ((letter != LETTERS.index(GROWING)) | (cards.decided >= GROWING_FROM))


def lacking(cells: Cells) -> Floats:
    """Return the probability that a cell is not mastered yet (M, K): that no more than 80 of 100 are right."""
    return np.asarray(1 - cells.chance_right_above(MOSTLY))


def lacking_counted(right: Whole, answered: Whole) -> Floats:
    """Return the probability that a cell is not mastered yet from counts (M, K), without censoring.

    A child's share of a kind is shrunk to the class's share of it, shifted by the child's results in the other kinds:
    as far as children differ less than counts do, and less if the class's share itself is based on few answers.
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
    """Return a child's log odds above the class's shares in all other kinds (M, K), shrunk by a few answers."""
    others = answered.sum(axis=1, keepdims=True) - answered
    hits = right.sum(axis=1, keepdims=True) - right
    expected = ((answered @ share)[:, None] - answered * share + FEW * share) / (others + FEW)
    return np.asarray(sp.special.logit((hits + FEW * expected) / (others + FEW)) - sp.special.logit(expected))


def weakest(chances: Floats) -> list[int]:
    """Return the kind with the largest mean probability of being lacked, of children and kinds (M, K), and a second one
    if the two cannot be told apart and are not all there are (measurement 7, rows 6, 21)."""
    means, errors = chances.mean(axis=0), np.sqrt((chances * (1 - chances)).sum(axis=0)) / len(chances)
    first, *others = (int(kind) for kind in np.argsort(-means, kind="stable"))
    near = [kind for kind in others[:1] if means[first] - means[kind] < APART * np.hypot(*errors[[first, kind]])]
    return [first, *near] if len(others) > 1 else [first]
