"""Who needs help with what: of every child and kind of sum that it met, the verdict against what is true.

The verdict is "not there yet" from a chance of 1 in 2 on; the pages say "perhaps" where the chance is neither below 2
nor above 8 in 10. Of children whose true share is near the mark of 80 of 100 no number of cards tells the side.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from classroom.measures.mastery import MOSTLY, NAMED_FROM, SURELY_FROM
from classroom.measures.mixture import Floats
from tests.prove.rows import Booleans, Row, share

NEAR = 0.05
SURE = (0.90, 1.0)


class Verdicts(NamedTuple):
    """The chance of each child (M, K) not to be there yet in a kind of sum, its true share of right answers, and
    whether it answered any."""

    chance: Floats
    true: Floats
    met: Booleans


def row(what: str, classes: Sequence[Verdicts]) -> Row:
    """Say how often the verdict agrees, over all; where the page does not say "perhaps"; and where a child is 5 points
    or more from the mark."""
    chance = np.concatenate([found.chance[found.met] for found in classes])
    true = np.concatenate([found.true[found.met] for found in classes])
    agrees = (chance >= NAMED_FROM) == (true <= MOSTLY)
    surely = (chance >= SURELY_FROM) | (chance <= 1 - SURELY_FROM)
    return Row(
        f"{what}: who needs help with what, {len(chance)}",
        (
            share("agrees", agrees),
            share("without perhaps", agrees[surely], SURE),
            share("so said", surely),
            share("off the mark", agrees[np.abs(true - MOSTLY) >= NEAR]),
        ),
    )
