"""What each student knows, fact by fact and skill by skill: counts, and the letter that stands in a cell (ui.md 5.1).

S secure (nearly always right within the criterion), A accurate (nearly always right, not yet quick), G growing, T teach
(wrong or avoided as often as right), UNKNOWN below 3 answers. Each is drawn towards the student's own skill with the
Beta prior of measurement.md 5.1; "nearly always" and "sure" are its 5.4: more than .8 with a chance of .6, sure at .8.

Where ui.md and measurement.md leave open what counts, this page decides:
1. A chance is a card that was right or wrong, a draw although the card was there, or letting it pass for over 6 s.
2. For S only answers on the clock count, and of those that others cut off just the ones that had lasted longer than the
   criterion: what would have come of the others nobody knows.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc

from classroom.reports.answers import FACTS, LOST, MISSED, NO_FACT, Answers, Truth, Whole
from classroom.reports.measures.mastery import (
    FACT_FROM_ANSWERS,
    FLUENT_ABOVE,
    FLUENT_SECONDS,
    LACKING_BELOW,
    PRIOR_ANSWERS,
    SURE,
)

Floats = NDArray[np.float64]
SECURE, ACCURATE, GROWING, TEACH, UNKNOWN = LETTERS = ("S", "A", "G", "T", "")
AVOIDED_SECONDS = 6.0

NUMBERS = tuple(range(1, 11))
CHANGES = (-3, -2, -1, 1, 2, 3)
"""The columns of a fact map: what is added to the top card."""
GOES_ROUND = np.array([not 1 <= number + change <= 10 for number in NUMBERS for change in CHANGES])

SKILLS = ("1", "2", "3", "corner", "-1", "-2", "-3", "-corner")
"""On 1, on 2, on 3, on round the corner; then back (measurement 0.2)."""


def _skill_of(number: int, change: int) -> int:
    kind = abs(change) - 1 if 1 <= number + change <= 10 else 3
    return kind + (4 if change < 0 else 0)


SKILL_OF = np.array([_skill_of(number, change) for number in NUMBERS for change in CHANGES])


@dataclass(frozen=True)
class Counts:
    """Of M students and K facts or skills, all (M, K): `right` of `chances`, and `quick` of `clocked` ones."""

    right: Whole
    chances: Whole
    quick: Whole
    clocked: Whole

    def by_skill(self) -> "Counts":
        """Return the same (M, 60) counts by skill (M, 8)."""
        return Counts(*(part @ _OF_SKILL for part in (self.right, self.chances, self.quick, self.clocked)))


_OF_SKILL = (SKILL_OF[:, None] == np.arange(len(SKILLS))).astype(int)


@dataclass(frozen=True)
class Standings:
    """The letter of each cell as its place in LETTERS (M, K), and whether it is sure (M, K)."""

    counts: Counts
    letter: Whole
    sure: Truth

    @cached_property
    def known(self) -> Truth:
        return self.letter != LETTERS.index(UNKNOWN)

    @cached_property
    def there(self) -> Truth:
        """Secure or accurate."""
        return self.letter <= LETTERS.index(ACCURATE)


def count(answers: Answers, criterion: float = FLUENT_SECONDS) -> Counts:
    """Count by fact (M, 60); `criterion` is what "quick" means, in seconds."""
    passed = _passed(answers)
    decided = answers.right | answers.wrong | (answers.outcome == MISSED)
    too_late = (answers.outcome == LOST) & (answers.seconds > criterion)
    return Counts(
        right=_by_fact(answers, answers.right),
        chances=_by_fact(answers, decided | passed),
        quick=_by_fact(answers, answers.right & answers.clocked & (answers.seconds <= criterion)),
        clocked=_by_fact(answers, answers.clocked & (decided | too_late)),
    )


def waited(answers: Answers) -> list[int]:
    """Return how often each student let a card that fitted pass for over 6 s."""
    found: list[int] = np.bincount(answers.student[_passed(answers)], minlength=len(answers.players)).tolist()
    return found


def _passed(answers: Answers) -> Truth:
    return (answers.outcome == LOST) & answers.clocked & (answers.seconds > AVOIDED_SECONDS)


def fact_standings(counts: Counts) -> Standings:
    """Return the letters of the 60 facts, each drawn towards the student's own skill."""
    skills = counts.by_skill()
    right = _kept_off_ends(skills.right, skills.chances)[:, SKILL_OF]
    quick = _kept_off_ends(skills.quick, skills.clocked)[:, SKILL_OF]
    return _standings(counts, right, quick)


def skill_standings(counts: Counts) -> Standings:
    """Return the letters of the 8 skills, each drawn towards the student's own share in all of them."""
    skills = counts.by_skill()
    right = _kept_off_ends(skills.right.sum(1, keepdims=True), skills.chances.sum(1, keepdims=True))
    quick = _kept_off_ends(skills.quick.sum(1, keepdims=True), skills.clocked.sum(1, keepdims=True))
    return _standings(skills, right, quick)


def _by_fact(answers: Answers, kept: Truth) -> Whole:
    """Count the kept answers that are evidence of one fact: (M, 60)."""
    kept = kept & (answers.fact != NO_FACT)
    cells = answers.student[kept] * FACTS + answers.fact[kept]
    size = len(answers.players) * FACTS
    return np.bincount(cells, minlength=size).reshape(-1, FACTS)


def _kept_off_ends(part: Whole, whole: Whole) -> Floats:
    """As measures.skill_share_of, for arrays."""
    return np.asarray((part + 0.5) / (whole + 1))


def _standings(counts: Counts, right_share: Floats, quick_share: Floats) -> Standings:
    right = _Beta(counts.right, counts.chances, right_share)
    quick = _Beta(counts.quick, counts.clocked, quick_share)
    is_quick, is_right, is_lacking = quick.is_above, right.is_above, right.is_below
    letter = np.select([counts.chances < FACT_FROM_ANSWERS, is_quick, is_right, is_lacking], [4, 0, 1, 3], 2)
    chance = np.select([letter == 0, letter == 1, letter == 3], [quick.above, right.above, right.below], 1.0)
    return Standings(counts, letter, (chance >= SURE) & (letter != LETTERS.index(UNKNOWN)))


class _Beta:
    """Shares with their Beta distributions, as measures.FactShare, for arrays (held to it by a test)."""

    def __init__(self, part: Whole, whole: Whole, share: Floats) -> None:
        likely = PRIOR_ANSWERS * share
        shape = likely + part, PRIOR_ANSWERS - likely + whole - part
        self.above, self.below = 1 - betainc(*shape, FLUENT_ABOVE), betainc(*shape, LACKING_BELOW)
        enough = whole >= FACT_FROM_ANSWERS
        self.is_above = enough & (self.above >= LACKING_BELOW) & (self.above >= self.below)
        self.is_below = enough & (self.below >= LACKING_BELOW) & (self.below > self.above)
