"""Estimate of how likely a student knows a fact now: ratings (measurement 5.1, after MatMat) with forgetting.

The chance is the logistic of three ratings (all facts, its skill, the fact itself) minus the fact's difficulty, minus
FORGETTING · log(1 + days / strength) for the days since it was last answered. A right answer makes the strength larger,
a wrong one smaller. A right answer that took long was worked out and counts for less. It chooses what is practised next
and is no report. Times are ms since 1970, strengths days.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from game.rules.around_the_corner.cards import TEN
from game.rules.around_the_corner.practice import Fact

KNOWN = 0.85
"""From this chance on a fact is there; below it again it is due."""
SLOW_MS = 7_000
"""t̄ of MatMat: a right answer that took longer counts as less than 1."""
WORKED_OUT = 0.4
"""What is left of the worth of a right answer that was worked out: a fact is to be known, not only to come right."""
LATE = 0.5
"""Weight of an answer to a top card that somebody else had covered already."""
DIFFICULTY = {"1": -0.8, "2": -0.3, "3": 0.0, "corner": 0.6}
"""What is assumed before the first answer [decision: small steps first, the corner last], on the logit scale."""
FORGETTING, FIRST_STRENGTH, LONGEST_STRENGTH = 2.0, 3.0, 365.0
STRETCHED, SHRUNK = 2.5, 0.5
"""What a right and a wrong answer do to the strength; a right one that comes sooner stretches it less. These constants
were chosen on one family of simulated students (tests/prove/learners.py), to be fitted on a school's own answers."""
AGAIN_MS, AGAIN = 3_600_000, 0.2
"""An answer so soon after one to the same fact has this weight, and does not show that the fact is known."""
DAY_MS = 24 * 3600 * 1000


class Answered(NamedTuple):
    """A first answer to a question: what it is worth (see `recalled`), when it came, and its weight."""

    fact: Fact
    worth: float
    at: int | None = None
    weight: float = 1.0


def predicted(total: float) -> float:
    """Return the chance of a right answer where ratings minus difficulty make this total."""
    return 1 / (1 + math.exp(-total))


def response(right: bool, milliseconds: int | None) -> float:
    """Return what an answer is worth: 1 right in time (or without a clock), less when slower, 0 wrong."""
    if not right:
        return 0.0
    if milliseconds is None or milliseconds <= SLOW_MS:
        return 1.0
    return float(0.9 ** (milliseconds / SLOW_MS - 1))


def recalled(right: bool, milliseconds: int | None, quick_ms: int) -> float:
    """Return what an answer says of knowing the fact: one that took long was right, but worked out."""
    slow = milliseconds is not None and milliseconds > quick_ms
    return response(right, milliseconds) * (WORKED_OUT if slow else 1.0)


class Memory:
    """Memory of a student, as the answers so far tell it.

    `reached` are the facts that were there once; `right` counts right answers. `theta` and `answers` are kept by level:
    all facts together, each skill, each fact.
    """

    def __init__(self, history: Iterable[Answered] = ()) -> None:
        self.theta: defaultdict[object, float] = defaultdict(float)
        self.answers: Counter[object] = Counter()
        self.strength: dict[Fact, float] = {}
        self.last_at: dict[Fact, int] = {}
        self.right: Counter[Fact] = Counter()
        self.reached: set[Fact] = set()
        for answered in history:
            self.learn(*answered)

    def chance(self, fact: Fact, now: int | None = None) -> float:
        """Return the chance of a right answer at this moment; without one as if there were no forgetting."""
        (everything, skill, own), difficulty = _levels(fact)
        theta = self.theta
        return predicted(theta[everything] + theta[skill] + theta[own] - difficulty - self._forgotten(fact, now))

    def learn(self, fact: Fact, worth: float, at: int | None = None, weight: float = 1.0) -> None:
        """Take in an answer worth this much."""
        again = self._is_again(fact, at)
        surprise = weight * (AGAIN if again else 1.0) * (worth - self.chance(fact, at))
        half = 1.0 if worth > 0 else 0.5
        for level in _levels(fact)[0]:
            self.theta[level] += step(self.answers[level]) * half * surprise
            self.answers[level] += 1
        self._keep(fact, worth > WORKED_OUT, at, weight)
        self.right[fact] += worth > 0
        if worth > WORKED_OUT and not again and self.chance(fact) >= KNOWN:
            self.reached.add(fact)

    def _is_again(self, fact: Fact, at: int | None) -> bool:
        return at is not None and fact in self.last_at and at - self.last_at[fact] < AGAIN_MS

    def _forgotten(self, fact: Fact, now: int | None) -> float:
        days = self._days_since(fact, now)
        return FORGETTING * math.log1p(days / self.strength[fact]) if days else 0.0

    def _days_since(self, fact: Fact, now: int | None) -> float:
        return max(0, now - self.last_at[fact]) / DAY_MS if now is not None and fact in self.last_at else 0.0

    def _keep(self, fact: Fact, right: bool, at: int | None, weight: float) -> None:
        strength = self.strength.get(fact, FIRST_STRENGTH)
        waited = 1.0 if fact not in self.last_at or not right else min(1.0, self._days_since(fact, at) / strength)
        factor = (STRETCHED if right else SHRUNK) ** (weight * waited)
        self.strength[fact] = min(LONGEST_STRENGTH, max(FIRST_STRENGTH * SHRUNK, strength * factor))
        if at is not None:
            self.last_at[fact] = at


def step(answers: int) -> float:
    """Return how far an answer moves a rating after so many answers."""
    return 0.8 / (1 + 0.05 * answers)


def skill_of(fact: Fact) -> str:
    """Return which skill a fact belongs to: round the corner of five it is one of its own."""
    return fact.skill if fact.highest == TEN else f"{fact.skill} of {fact.highest}"


@cache
def _levels(fact: Fact) -> tuple[tuple[str, str, Fact], float]:
    """Return the levels at which an answer to this fact counts, and its difficulty."""
    return ("all", skill_of(fact), fact), DIFFICULTY[fact.skill[:-1]]
