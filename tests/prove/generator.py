"""Races of students whose true ability is known (measurement 6.1), many of the same kind at once.

Times are seconds. A race is R replications of n exposures: arrays (R, n). A student's right answer comes 0.4 s plus a
lognormal time after the top card; the difficulty of a card is shared by everybody who looks at it.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.special import expit, logit, ndtr

from classroom.measures import CUT, RIGHT, WRONG, Standard
from classroom.measures.mixture import SHIFT, Floats, Whole

WEIGHTS = np.array([0.30, 0.25, 0.25, 0.20])
EFFECTS = np.array([-0.35, -0.15, 0.05, 0.45])
RIGHT_SHARES = np.array([0.96, 0.93, 0.90, 0.80])
LEFTOVER, SPREAD, START, MIDDLE, CAP = 0.10, 0.45, 0.4, np.log(2.6), 20.0
OPPONENT_SPREAD, OPPONENT_HAS_CARD = 0.2, 0.6


@dataclass(frozen=True)
class Kind:
    """A kind of race. `slower` in log seconds, `surer` in log odds; `hasty` scales the time of wrong cards.

    `alike`: all cards equally hard, 88 % right, opponents as able as the student; `leftover` is the spread of
    difficulty inside a stratum. What the model does not know: `weibull`, times of another shape (2) with the same
    medians; `away`, the share of exposures in which the student does not look.
    """

    opponents: int
    exposures: int
    slower: float = 0.0
    surer: float = 0.0
    hasty: float = 1.0
    alike: bool = False
    leftover: float = LEFTOVER
    weibull: bool = False
    away: float = 0.0

    @cached_property
    def effects(self) -> Floats:
        return EFFECTS * (not self.alike)

    @cached_property
    def odds(self) -> Floats:
        return logit(np.full(4, 0.88) if self.alike else RIGHT_SHARES)

    @property
    def standard(self) -> Standard:
        """The true offsets of the strata on the scale of the model, centred by the reference mix."""
        places = np.log(self._medians - SHIFT)
        return Standard(WEIGHTS, places - WEIGHTS @ places, self.odds - WEIGHTS @ self.odds)

    @property
    def median(self) -> float:
        """The true standardised median, a geometric mean over the strata."""
        return SHIFT + float(np.exp(WEIGHTS @ np.log(self._medians - SHIFT)))

    @property
    def accuracy(self) -> float:
        return float(WEIGHTS @ expit(self.odds + self.surer))

    def fluent_share(self, seconds: float) -> float:
        spread = np.hypot(SPREAD, 0.0 if self.alike else self.leftover)
        at = (np.log(seconds - START) - MIDDLE - self.slower - self.effects) / spread
        return float(WEIGHTS @ (expit(self.odds + self.surer) * ndtr(at)))

    @property
    def _medians(self) -> Floats:
        return START + np.exp(MIDDLE + self.slower + self.effects)


@dataclass(frozen=True, slots=True)
class Races:
    """What was seen, each (R, n)."""

    seconds: Floats
    ending: Whole
    stratum: Whole


def run(kind: Kind, replications: int, dice: np.random.Generator, slower: Floats | None = None,
        surer: Floats | None = None) -> Races:  # fmt: skip
    """Run races of a kind; `slower` and `surer` (R,) make every replication another student."""
    shape = (replications, kind.exposures)
    stratum = dice.choice(4, shape, p=WEIGHTS)
    hard = kind.effects[stratum] + dice.normal(0, 0.0 if kind.alike else kind.leftover, shape)
    column = np.full(replications, kind.slower) if slower is None else slower
    own = START + np.exp(MIDDLE + column[:, None] + hard + _noise(kind, dice, shape))
    odds = kind.odds[stratum] + (kind.surer if surer is None else surer[:, None])
    right = dice.random(shape) < expit(odds)
    own = np.where(right, own, START + (own - START) * kind.hasty)
    own = np.where(dice.random(shape) < kind.away, np.inf, own)
    first = _first_of_others(kind, hard, stratum, dice)
    ending = np.where(own <= first, np.where(right, RIGHT, WRONG), CUT)
    return Races(np.minimum(own, first), ending, stratum)


def _first_of_others(kind: Kind, hard: Floats, stratum: Whole, dice: np.random.Generator) -> Floats:
    """Return when the first right card of an opponent came, 20 s where none did. Opponents differ between games."""
    first = np.full(hard.shape, CAP)
    for _ in range(kind.opponents):
        slower = np.zeros(len(hard)) + kind.slower if kind.alike else dice.normal(0, OPPONENT_SPREAD, len(hard))
        taken = START + np.exp(MIDDLE + slower[:, None] + hard + _noise(kind, dice, hard.shape))
        plays = dice.random(hard.shape) < OPPONENT_HAS_CARD * expit(kind.odds[stratum])
        first = np.where(plays & (taken < first), taken, first)
    return first


def _noise(kind: Kind, dice: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    """Return what chance adds to the log of a time; its median is 0."""
    if kind.weibull:
        return np.asarray(np.log(dice.exponential(size=shape) / np.log(2)) / 2)
    return SPREAD * dice.normal(size=shape)
