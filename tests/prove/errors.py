"""Why wrong: blind play must not be flagged, a misconception must (measurement 4.3 and 6.2)."""

from collections.abc import Iterator

import numpy as np

from game.rules.around_the_corner.diagnosis import Code, Mistake, codes, patterns
from tests.prove.rows import Row, share


def rows(replications: int, dice: np.random.Generator) -> Iterator[Row]:
    for errors, limits in [(5, None), (12, None), (20, (0.0, 0.05)), (30, None)]:
        false = [any(found.flagged for found in _found(errors, 0.0, dice)) for _ in range(replications)]
        yield Row(f"blind play, {errors} errors: any flag", (share("share", np.array(false), limits),))
    for errors, part in [(8, 0.9), (12, 0.9), (20, 0.5)]:
        found = [_shows_short(errors, part, dice) for _ in range(replications)]
        yield Row(f"{errors} errors, {part:.0%} one short: its flag", (share("share", np.array(found)),))


def _shows_short(errors: int, part: float, dice: np.random.Generator) -> bool:
    return any(found.flagged for found in _found(errors, part, dice) if found.code is Code.ONE_SHORT)


def _found(errors: int, part: float, dice: np.random.Generator) -> list:
    return patterns([_mistake(dice.random() < part, dice) for _ in range(errors)])


def _mistake(short: bool, dice: np.random.Generator) -> Mistake:
    """Return a wrong card from a hand of 4 to 7: one step short, or any unfitting one."""
    while True:
        number, step = (int(dice.integers(1, most + 1)) for most in (10, 3))
        hand = tuple(int(held) for held in dice.integers(1, 11, dice.integers(4, 8)))
        unfitting = [held for held in hand if Code.CORRECT not in codes(number, step, held)]
        wanted = [held for held in unfitting if not short or Code.ONE_SHORT in codes(number, step, held)]
        if wanted:
            return Mistake(number, step, wanted[dice.integers(len(wanted))], hand)
