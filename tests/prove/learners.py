"""Simulated students who learn by practice and forget, to compare ways of choosing what is practised.

Seven families, none of which is the program's: its boxes have no model of memory. Times are days.
"""

import math
import random
from abc import ABC, abstractmethod
from itertools import accumulate

from game.rules.around_the_corner.facts import FACTS, Fact

HARD = {"1": 0.0, "2": 0.3, "3": 0.6, "corner": 1.0}
"""How much less of a kind of sum is known at first."""


def hardness(fact: Fact) -> float:
    return HARD[fact.skill[:-1]]


WORKED_OUT = (0.5, 0.9)
RECALLING, COUNTING = (0.9, 1.6, 0.45), (1.5, 5.5, 0.4)
"""Seconds to see and tap, median of thinking, and its spread on the log scale."""


class Learner(ABC):
    """A child with something known of each fact at day 0. `worked_out`: how often a sum that is not known comes right
    by counting; fingers do not help to know it."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.ability = dice.gauss(0, 0.6)
        self.worked_out = dice.uniform(*WORKED_OUT)

    @abstractmethod
    def recall(self, fact: Fact, day: float) -> float:
        """Return the chance that it is known at that moment."""

    @abstractmethod
    def practise(self, fact: Fact, day: float, right: bool) -> None:
        """Learn from a question and its answer, which is shown where it was wrong."""

    def answer(self, fact: Fact, day: float) -> tuple[bool, float]:
        """Answer, and learn from it; return whether it was right and after how many seconds."""
        recalled = self.dice.random() < self.recall(fact, day)
        right = recalled or self.dice.random() < self.worked_out
        seeing, thinking, spread = RECALLING if recalled else COUNTING
        self.practise(fact, day, right)
        return right, seeing + thinking * math.exp(self.dice.gauss(0, spread))

    def known(self, day: float) -> float:
        """Return the share of all facts that are known at that moment."""
        return sum(self.recall(fact, day) for fact in FACTS) / len(FACTS)


class HalfLife(Learner):
    """Memory with a half-life for each fact. Practice lengthens it: most when the fact was nearly forgotten, and by
    SOON of that when it was asked a moment ago (repeated retrieval in one sitting pays: Karpicke and Roediger 2008).
    A wrong answer shortens it; what is shown then counts as little until it is recalled."""

    SOON, RIGHT, SHOWN = 0.5, 2.4, 0.3

    def __init__(self, dice: random.Random) -> None:
        super().__init__(dice)
        self.half = {fact: math.exp(dice.gauss(4.0 + self.ability - 4.5 * hardness(fact), 1.0)) for fact in FACTS}
        self.last = {fact: -dice.uniform(0, 10) for fact in FACTS}

    def recall(self, fact: Fact, day: float) -> float:
        return float(0.5 ** ((day - self.last[fact]) / self.half[fact]))

    def practise(self, fact: Fact, day: float, right: bool) -> None:
        lost = self.SOON + (1 - self.SOON) * (1 - self.recall(fact, day))
        factor = 1 + self.RIGHT * lost if right else 0.7 * (1 + self.SHOWN * lost)
        self.half[fact] = min(400.0, max(0.2, self.half[fact] * factor))
        self.last[fact] = day


class Traces(Learner):
    """Memory as traces that decay, each the faster the stronger the memory was when it was made: the model and the
    parameters of Pavlik and Anderson 2005 (seconds in a sitting; between sittings time passes at BETWEEN of its pace).
    Activation is the log of the sum of t^-d over all traces, d = DECAY · e^activation + FLOOR."""

    DECAY, FLOOR, THRESHOLD, NOISE, BETWEEN = 0.217, 0.177, -0.704, 0.255, 0.025

    def __init__(self, dice: random.Random) -> None:
        super().__init__(dice)
        self.traces: dict[Fact, list[tuple[float, float]]] = {fact: [] for fact in FACTS}
        for fact in FACTS:
            times = max(0, round(dice.gauss(28 + 6 * self.ability - 28 * hardness(fact), 4)))
            for when in sorted(dice.uniform(-90, -1) for _ in range(times)):
                self._add(fact, when)

    def _seconds(self, since: float, day: float) -> float:
        days = day - since
        return max(1.0, 86400 * (days if math.floor(day) == math.floor(since) else self.BETWEEN * days))

    def _strength(self, fact: Fact, day: float) -> float:
        return sum(self._seconds(when, day) ** -decay for when, decay in self.traces[fact])

    def _add(self, fact: Fact, day: float) -> None:
        self.traces[fact].append((day, self.DECAY * self._strength(fact, day) + self.FLOOR))

    def recall(self, fact: Fact, day: float) -> float:
        strength = self._strength(fact, day)
        if not strength:
            return 0.0
        return 1 / (1 + math.exp(-(math.log(strength) - self.THRESHOLD) / self.NOISE))

    def practise(self, fact: Fact, day: float, right: bool) -> None:
        self._add(fact, day)


class Stages(Learner):
    """All or none: a fact is not known, known for now, or known for good; learning one fact of a skill makes the others
    of the skill easier to learn. What is known for now is lost at a rate of its own."""

    def __init__(self, dice: random.Random) -> None:
        super().__init__(dice)
        easy = {fact: 1 / (1 + math.exp(-(2.5 + self.ability - 4.5 * hardness(fact)))) for fact in FACTS}
        self.stage = {
            fact: 2 if dice.random() < 0.6 * easy[fact] else int(dice.random() < easy[fact]) for fact in FACTS
        }
        self.since = dict.fromkeys(FACTS, 0.0)
        self.met = dict.fromkeys({fact.skill for fact in FACTS}, 0)

    def recall(self, fact: Fact, day: float) -> float:
        if self.stage[fact] == 1:
            return 0.97 * math.exp(-(day - self.since[fact]) / 9)
        return 0.97 if self.stage[fact] == 2 else 0.02

    def practise(self, fact: Fact, day: float, right: bool) -> None:
        kept = self.dice.random() < self.recall(fact, day)
        self.met[fact.skill] += 1
        if self.stage[fact] == 0 or not kept:
            learns = 0.30 + 0.15 * min(1.0, self.met[fact.skill] / 20)
            self.stage[fact] = int(self.stage[fact] > 0 or self.dice.random() < learns)
        elif self.stage[fact] == 1 and self.dice.random() < 0.6 * min(1.0, 0.2 + (day - self.since[fact]) / 3):
            self.stage[fact] = 2
        self.since[fact] = day


class Associations(Learner):
    """Each fact is associated with its right answer and with wrong ones; what is recalled is as strong as the right
    one's share (Siegler and Shrager 1984). Every answer that is given or shown strengthens its association; over days
    all of them fade towards nothing, the right one the less the oftener it was practised on different days."""

    GIVEN, SHOWN, AT_FIRST, NOISE = 1.0, 0.6, 1.5, 1.0

    def __init__(self, dice: random.Random) -> None:
        super().__init__(dice)
        self.good = {fact: max(0.0, dice.gauss(9 + 2 * self.ability - 9 * hardness(fact), 2)) for fact in FACTS}
        self.bad = {fact: self.AT_FIRST * dice.uniform(0.5, 1.5) for fact in FACTS}
        self.days = {fact: 1 + round(self.good[fact]) for fact in FACTS}
        self.last = dict.fromkeys(FACTS, 0.0)

    def _now(self, fact: Fact, day: float) -> tuple[float, float]:
        passed = day - self.last[fact]
        return self.good[fact] * (1 + passed) ** (-0.8 / self.days[fact]), self.bad[fact] * (1 + passed) ** -0.2

    def recall(self, fact: Fact, day: float) -> float:
        good, bad = self._now(fact, day)
        return good**2 / (good**2 + bad**2 + self.NOISE)

    def practise(self, fact: Fact, day: float, right: bool) -> None:
        good, bad = self._now(fact, day)
        self.good[fact] = good + (self.GIVEN if right else self.SHOWN)
        self.bad[fact] = bad + (0.0 if right else 0.3)
        self.days[fact] += math.floor(day) > math.floor(self.last[fact])
        self.last[fact] = day


class Scales(Learner):
    """Memory as integrators that leak at scales of time from an hour to months: the multiscale context model (Pashler,
    Cepeda, Lindsey, Vul and Mozer 2009). Each scale learns what it and the shorter ones do not hold yet; what was
    recalled is learnt better than what was shown."""

    LEAKS = tuple(0.04 * 3.2**scale for scale in range(9))
    WEIGHTS = (1.0,) * 9
    RECALLED, SHOWN = 0.6, 0.3

    def __init__(self, dice: random.Random) -> None:
        super().__init__(dice)
        self.held = {fact: [0.0] * len(self.LEAKS) for fact in FACTS}
        self.last = dict.fromkeys(FACTS, -90.0)
        for fact in FACTS:
            times = max(0, round(dice.gauss(12 + 4 * self.ability - 12 * hardness(fact), 3)))
            for when in sorted(dice.uniform(-90, -1) for _ in range(times)):
                self.practise(fact, when, True)

    def _now(self, fact: Fact, day: float) -> list[float]:
        passed = day - self.last[fact]
        return [held * math.exp(-passed / leak) for held, leak in zip(self.held[fact], self.LEAKS, strict=True)]

    def _sums(self, held: list[float]) -> list[float]:
        """Return how much each scale and the shorter ones together hold, by their weights."""
        weighted = accumulate(share * weight for share, weight in zip(held, self.WEIGHTS, strict=True))
        return [part / whole for part, whole in zip(weighted, accumulate(self.WEIGHTS), strict=True)]

    def recall(self, fact: Fact, day: float) -> float:
        return min(1.0, 1.5 * self._sums(self._now(fact, day))[-1])

    def practise(self, fact: Fact, day: float, right: bool) -> None:
        held, learns = self._now(fact, day), self.RECALLED if right else self.SHOWN
        self.held[fact] = [
            share + learns * max(0.0, 1 - total) for share, total in zip(held, self._sums(held), strict=True)
        ]
        self.last[fact] = day


class Windows(Learner):
    """Knowing by what was answered within the last hour, day, week, month and ever, right and at all, of the sum and of
    its skill (DAS3H: Choffin, Popineau, Bourda and Vie 2019)."""

    WITHIN = (1 / 24, 1.0, 7.0, 30.0, math.inf)
    RIGHT, TRIED = (0.9, 0.5, 0.55, 0.5, 0.6), (0.25, 0.1, 0.05, 0.05, 0.05)
    OF_SKILL = 0.15

    def __init__(self, dice: random.Random) -> None:
        super().__init__(dice)
        self.easy = {fact: 0.3 + self.ability - 2.2 * hardness(fact) + dice.gauss(0, 0.8) for fact in FACTS}
        self.answers: dict[object, list[tuple[float, bool]]] = {}

    def _gained(self, what: object, day: float) -> float:
        gained = 0.0
        for within, right, tried in zip(self.WITHIN, self.RIGHT, self.TRIED, strict=True):
            there = [was_right for when, was_right in self.answers.get(what, ()) if day - when <= within]
            gained += right * math.log1p(sum(there)) - tried * math.log1p(len(there))
        return gained

    def recall(self, fact: Fact, day: float) -> float:
        total = self.easy[fact] + self._gained(fact, day) + self.OF_SKILL * self._gained(fact.skill, day)
        return 1 / (1 + math.exp(-total))

    def practise(self, fact: Fact, day: float, right: bool) -> None:
        for what in (fact, fact.skill):
            self.answers.setdefault(what, []).append((day, right))


class Stability(Learner):
    """Difficulty, stability and retrievability as in FSRS 4.5, with its default weights (Ye, Su and Cao 2022)."""

    def __init__(self, dice: random.Random) -> None:
        super().__init__(dice)
        self.hard = {fact: min(10.0, max(1.0, dice.gauss(4 + 4 * hardness(fact), 1))) for fact in FACTS}
        self.stable = {fact: math.exp(dice.gauss(3 + self.ability - 3.5 * hardness(fact), 1.0)) for fact in FACTS}
        self.last = {fact: -dice.uniform(0, 10) for fact in FACTS}

    def recall(self, fact: Fact, day: float) -> float:
        return float((1 + 19 / 81 * (day - self.last[fact]) / self.stable[fact]) ** -0.5)

    def practise(self, fact: Fact, day: float, right: bool) -> None:
        was, hard, lost = self.stable[fact], self.hard[fact], 1 - self.recall(fact, day)
        if right:
            grown = 1 + math.exp(1.6474) * (11 - hard) * was**-0.1367 * (math.exp(1.0461 * lost) - 1)
        else:
            grown = 2.1072 * hard**-0.0793 * ((was + 1) ** 0.3246 - 1) * math.exp(1.587 * lost) / was
        self.stable[fact] = min(400.0, max(0.1, was * grown))
        self.hard[fact] = min(10.0, max(1.0, hard + (-0.1 if right else 0.9)))
        self.last[fact] = day
