"""The one way to shuffle: from a seed that the deal fixed, the same in every version of Python."""

import random
from collections.abc import Iterable


def shuffled(cards: Iterable[int], seed: int | str) -> list[int]:
    """Fisher and Yates over random() alone: the one sequence Python promises to keep for a seed in every version."""
    dice, pack = random.Random(seed), list(cards)
    for last in range(len(pack) - 1, 0, -1):
        other = int(dice.random() * (last + 1))
        pack[last], pack[other] = pack[other], pack[last]
    return pack
