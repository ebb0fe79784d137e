"""Children of a second family that the model does not know: they remember a sum, or count it out.

A sum is retrieved where its strength, less what was forgotten since the last lesson and with logistic noise, is above a
threshold (Anderson & Lebiere 1998; Siegler & Shrager 1984). What is retrieved races as two linear accumulators, right
and wrong, from starting points and with drifts that differ from card to card (Brown & Heathcote 2008). What is not is
counted: a gamma time a step, and a slip now and then that ends one step off. So times have two humps, errors are quick
where they were remembered and slow where they were counted, and days, hands and line are those of `outside`.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from classroom.reports.around_the_corner.sums import CHANGES, NUMBERS
from tests.prove.people.outside import DREW, RIGHT, USUAL, WRONG, Cards, Floats, Whole

STEPS = np.tile(np.abs(CHANGES), len(NUMBERS))
BACK = np.tile(np.array(CHANGES) < 0, len(NUMBERS))
ROUND = np.array([not 1 <= number + change <= 10 for number in NUMBERS for change in CHANGES])
START, THRESHOLD, SPREAD = 0.35, 1.0, 0.32
SHAPE, COMES_BACK = 6.0, 6.0


@dataclass(frozen=True)
class Rememberers:
    """M children: `strength` (M, 60) of each sum, log seconds of a step of counting, log odds of no slip in a step, how
    fast they search a hand, which way they choose, and `forgets`, what a lesson has to bring back."""

    strength: Floats
    core: Floats
    careful: Floats
    search: Floats
    plus: Floats
    forgets: Floats
    odd: Whole
    leaves: Floats

    def __len__(self) -> int:
        return len(self.core)

    def decided(self, cards: Cards, dice: np.random.Generator, slower: Floats | float = 0.0,
                surer: Floats | float = 0.0) -> tuple[Floats, Whole, Whole]:  # fmt: skip
        """Return when each child would decide with nobody before it, what, and on which fact (outside.decided)."""
        child, size = cards.child, len(cards.child)
        up = (cards.minus < 0) | ((cards.plus >= 0) & (dice.random(size) < self.plus[child]))
        fact = np.where(up, cards.plus, cards.minus)
        strength = self.strength[child, fact] - self.forgets[child] * np.exp(-COMES_BACK * cards.tired) + 0.5 * surer
        remembered = strength + dice.logistic(0, 0.4, size) > 0
        quick, found = _retrieved(strength + 0.5 * surer, dice)
        slow, counted = self._counted(child, fact, surer, dice)
        thinking = np.where(remembered, quick, slow) * np.exp(slower + cards.hard)
        seconds = 0.3 + self.search[child] * cards.held * dice.beta(1.5, 1.5, size) + thinking
        right = np.where(remembered, found, counted)
        draws = dice.random(size) < 0.015
        return seconds, np.where(draws, DREW, np.where(right, RIGHT, WRONG)), fact

    def _counted(self, child: Whole, fact: Whole, surer: Floats | float, dice: np.random.Generator) -> tuple:
        steps = STEPS[fact] + 0.6 * ROUND[fact]
        step = np.exp(self.core[child] - 0.55 + 0.15 * BACK[fact])
        seconds = 0.5 + step * dice.gamma(SHAPE * steps) / SHAPE
        no_slip = expit(self.careful[child] - 0.9 * ROUND[fact] - 0.3 * BACK[fact] + surer)
        return seconds, dice.random(len(child)) < no_slip**steps


def _retrieved(strength: Floats, dice: np.random.Generator) -> tuple:
    """Return the time of the first of two accumulators, and whether it is the right one."""
    size = len(strength)
    drifts = np.stack([1.1 + 0.25 * np.clip(strength, 0, 3), np.full(size, 0.35)])
    drifts = np.maximum(drifts + dice.normal(0, SPREAD, (2, size)), 0.05)
    times = (THRESHOLD - dice.uniform(0, START, (2, size))) / drifts
    return 1.5 * times.min(axis=0), times[0] < times[1]


def rememberers(dice: np.random.Generator, size: int = 24) -> Rememberers:
    """Return a class: stronger in small steps on, weaker back and round the corner; two have never met the corner."""
    level = dice.normal(0.6, 0.8, (size, 1))
    hard = -0.25 * (STEPS - 2) - 0.35 * BACK - 0.9 * ROUND
    strength = level + hard + dice.normal(0, 0.3, (size, 1)) * BACK + dice.normal(0, 0.45, (size, 60))
    strength[dice.permutation(size)[:2]] -= 1.5 * ROUND
    return Rememberers(
        strength=strength,
        core=dice.normal(np.log(1.2), 0.28, size),
        careful=dice.normal(2.9, 0.6, size),
        search=dice.uniform(0.10, 0.28, size),
        plus=dice.beta(6, 4, size),
        forgets=dice.gamma(2.0, 0.3, size),
        odd=np.full(size, USUAL),
        leaves=np.zeros(size),
    )
