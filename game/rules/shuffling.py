"""Shuffling by the deal's seed, the same in every version of Python."""

import random
from collections.abc import Iterable


def shuffled(cards: Iterable[int], seed: int | str) -> list[int]:
    """Return the cards shuffled by Fisher and Yates with random() alone, whose sequence Python guarantees for a seed in
    every version."""
    dice, pack = random.Random(seed), list(cards)
    for last in range(len(pack) - 1, 0, -1):
        other = int(dice.random() * (last + 1))
        pack[last], pack[other] = pack[other], pack[last]
    return pack
