"""Who needs help with what: of every child and kind of sum that it met, the verdict against what is true.

The pages say outright who needs help from a chance of 8 in 10 on, "perhaps" from 1 in 2 on, and whose kind of sum is
there from 8 in 10 on; of the others they say that it grows, or that there are not enough cards. What is said outright
must agree with the truth in 90 of 100. Were a verdict forced on everybody, it could not: the cards of a few lessons do
not tell of children near the mark of 80 of 100, and the chances themselves expect no more agreement than there is.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from classroom.measures.mastery import MOSTLY, NAMED_FROM, SURELY_FROM
from classroom.measures.mixture import Floats
from tests.prove.rows import Booleans, Row, mean, share

AGREES = (0.90, 1.0)


class Verdicts(NamedTuple):
    """The chance of each child (M, K) not to be there yet in a kind of sum, its true share of right answers, and
    whether it answered any."""

    chance: Floats
    true: Floats
    met: Booleans


def row(what: str, classes: Sequence[Verdicts]) -> Row:
    """Say how often what is said outright agrees, of how many verdicts; of whom it is said; and what all would do."""
    chance = np.concatenate([found.chance[found.met] for found in classes])
    true = np.concatenate([found.true[found.met] for found in classes])
    lacking, needs, there = true <= MOSTLY, chance >= SURELY_FROM, chance <= 1 - SURELY_FROM
    agrees, outright = (chance >= NAMED_FROM) == lacking, needs | there
    return Row(
        f"{what}: who needs help with what agrees",
        (
            share("said outright", agrees[outright], AGREES),
            share("so said", outright),
            share("needs help", lacking[needs]),
            share("perhaps", lacking[(chance >= NAMED_FROM) & ~needs]),
            share("there", ~lacking[there], AGREES),
            share("forced on all", agrees),
            mean("expected", np.maximum(chance, 1 - chance)),
        ),
    )
