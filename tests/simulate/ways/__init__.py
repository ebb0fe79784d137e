"""How lessons play: most as a usual race, some otherwise, by a chance of their own."""

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from game.around_the_corner.options import ALONE
from game.nine_to_nothing.options import ONE_HAND as ONE_HAND_BRINGS
from tests.simulate.ways.other_pages import Asking, Nine, OneHand, Solo, Turns
from tests.simulate.ways.pages import Window
from tests.simulate.ways.varied import drawn


class Way(NamedTuple):
    """A way to play. A `share` of the children have `page`s, the others usual ones; all think for `thinks` seconds.
    Of two workers, `wanders` is how often a socket goes to the other one, which hears of everything; the worker of the
    class takes some `slow` seconds for a step. `groups` are the standing groups, with what each plays otherwise.
    A lesson that `is_varied` draws every option that is left open, and what children have otherwise."""

    options: Mapping[str, Any] = MappingProxyType({})
    page: type[Window] = Window
    share: float = 1.0
    thinks: tuple[float, float] = (0.25, 1.6)
    wanders: float | None = None
    slow: float = 0.0
    game: str = "around_the_corner"
    groups: Mapping[str, Mapping[str, Any]] = MappingProxyType({})
    is_varied: bool = False

    def page_of(self, who: str) -> type[Window]:
        return self.page if random.Random(who).random() < self.share else Window

    @property
    def highest(self) -> int:
        """The highest number on the cards."""
        return int(self.options.get("highest", 10))


USUAL = Way()
FEW_CARDS = {"steps": [1], "highest": 5, "standstill": 500}
"""A third of the cards, which fit twice as often: a lesson has two or three rounds."""
QUICK, IN_TURN = (0.1, 0.5), (0.3, 1.0)
TURNS = Way(FEW_CARDS | {"mode": "turns"}, Turns, thinks=IN_TURN)
SUN = Way(FEW_CARDS | {"mode": "sun", "sun": 60_000}, thinks=QUICK)
SOLO = Way(FEW_CARDS | ALONE | {"mode": "solo"}, Solo, thinks=QUICK)
NINE = Way({"mode": "turns"}, Nine, thinks=IN_TURN, game="nine_to_nothing")
CLASSMATES = NINE._replace(options={**NINE.options, "checking": "classmates", "highest": 5})
ONE_HAND = Way(
    {"mode": "same_hand", "hand_limit": 10_000, **ONE_HAND_BRINGS},
    OneHand,
    thinks=IN_TURN,
    game="nine_to_nothing",
    is_varied=True,
)
VARIED_RACE = Way({"mode": "race", "standstill": 500}, thinks=QUICK, is_varied=True)
VARIED_TURNS = TURNS._replace(options={"mode": "turns", "standstill": 500}, is_varied=True)
VARIED_SUN = SUN._replace(options={"mode": "sun", "standstill": 500}, is_varied=True)
VARIED_NINE = NINE._replace(is_varied=True)
ASKING = Way(FEW_CARDS, Asking, 0.4, QUICK)
"""Some devices are in a network that lets no socket through."""
GROUPS = Way(
    {"tables": "groups"},
    thinks=QUICK,
    groups={"Moons of 4B": {"steps": [1], "highest": 5}, "Suns of 4B": {"steps": [2, 3]}},
)
ROUNDS = Way(FEW_CARDS, thinks=QUICK)
TORN = ROUNDS._replace(wanders=0.5, slow=0.02)
TORN_SLOWLY = ROUNDS._replace(wanders=0.5, slow=0.1)
"""Two workers come to the next deal of a table at the same moment."""
SHARES = (
    (0.20, USUAL), (0.26, VARIED_RACE), (0.31, VARIED_TURNS), (0.33, VARIED_SUN), (0.36, VARIED_NINE),
    (0.40, ONE_HAND), (0.45, TURNS), (0.48, SUN), (0.53, SOLO), (0.58, NINE), (0.63, CLASSMATES), (0.65, ASKING),
    (0.70, GROUPS), (0.75, ROUNDS), (0.85, TORN), (1.0, TORN_SLOWLY),
)  # fmt: skip
"""Up to which chance a lesson plays so."""


def way_of(seed: int) -> Way:
    chance = random.Random(f"plays in {seed}").random()
    way = next(way for most, way in SHARES if chance < most)
    return way._replace(options=drawn(seed, way.game, way.options)) if way.is_varied else way
