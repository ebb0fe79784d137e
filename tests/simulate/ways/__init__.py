"""How lessons play: most as a usual race, some otherwise, by a chance of their own."""

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple


class Way(NamedTuple):
    """A way to play. Children think for `thinks` seconds; of two workers, `wanders` is how often a line goes to the
    other one, which hears of everything; the worker of the class takes up to `slow` seconds for a step."""

    options: Mapping[str, Any] = MappingProxyType({})
    thinks: tuple[float, float] = (0.25, 1.6)
    wanders: float | None = None
    slow: float = 0.0

    @property
    def highest(self) -> int:
        """The highest number on the cards."""
        return int(self.options.get("highest", 10))


USUAL = Way()
FEW_CARDS = {"steps": [1], "highest": 5, "standstill": 500}
"""A third of the cards, which fit twice as often: a lesson has two or three rounds."""
ROUNDS = Way(FEW_CARDS, thinks=(0.1, 0.5))
TORN = Way(FEW_CARDS, thinks=(0.1, 0.5), wanders=0.5, slow=0.02)
TORN_SLOWLY = Way(FEW_CARDS, thinks=(0.1, 0.5), wanders=0.5, slow=0.1)
"""Two workers come to the next deal of a table at the same moment."""
SHARES = ((0.7, USUAL), (0.75, ROUNDS), (0.85, TORN), (1.0, TORN_SLOWLY))
"""Up to which chance a lesson plays so."""


def way_of(seed: int) -> Way:
    chance = random.Random(f"plays in {seed}").random()
    return next(way for most, way in SHARES if chance < most)
