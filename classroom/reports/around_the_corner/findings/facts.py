"""Mastery of each student by fact and by skill: counts, and the letter of the cell (screens 5.1).

Letters come from the class's fit and the cell's own cards (measures.mastery), all of the newest weeks that the fit
rests on. Counts beside them are of the same cards: first answers to top cards whose hand offered one sum.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from classroom.homework.around_the_corner.presets import SKILLS
from classroom.measures.cells import Cells, SumPlan, cells_of
from classroom.measures.mastery import ACCURATE, FLUENT_SECONDS, LETTERS, UNKNOWN, lacking, letters
from classroom.measures.mixture import Floats
from classroom.reports.around_the_corner.findings.ability import class_fit, newest
from classroom.reports.around_the_corner.findings.strata import STRATA
from classroom.reports.around_the_corner.sources.answers import (
    AVOIDED_SECONDS,
    FACTS,
    LOST,
    NO_FACT,
    Answers,
    Truth,
    Whole,
)
from classroom.reports.around_the_corner.sums import CHANGES, NUMBERS, SKILL_OF


def _stratum_of(number: int, change: int) -> int:
    kind = "plain" if 1 <= number + change <= 10 else "corner"
    return STRATA.index(f"{abs(change)}-{kind}-1")


PLAN = SumPlan(SKILL_OF, np.array([_stratum_of(number, change) for number in NUMBERS for change in CHANGES]))


@dataclass(frozen=True)
class Counts:
    """Of M students and K facts or skills, all (M, K): `right` of `answered`; of these `clocked` have a time that may
    be used, and `quick` are right within the criterion."""

    right: Whole
    answered: Whole
    clocked: Whole
    quick: Whole

    def by_skill(self) -> "Counts":
        """Return the same (M, 60) counts by skill (M, 8)."""
        return Counts(*(part @ _OF_SKILL for part in (self.right, self.answered, self.clocked, self.quick)))


_OF_SKILL = (SKILL_OF[:, None] == np.arange(len(SKILLS))).astype(int)


@dataclass(frozen=True)
class Standings:
    """The letter of each cell as its place in LETTERS (M, K), and the chance that it is not there yet (M, K)."""

    counts: Counts
    letter: Whole
    lacking: Floats

    @cached_property
    def known(self) -> Truth:
        return self.letter != LETTERS.index(UNKNOWN)

    @cached_property
    def there(self) -> Truth:
        """Secure or accurate."""
        return self.letter <= LETTERS.index(ACCURATE)

    def of(self, place: int) -> "Standings":
        """Return those of one student."""
        here = slice(place, place + 1)
        counts = (self.counts.right, self.counts.answered, self.counts.clocked, self.counts.quick)
        return Standings(Counts(*(part[here] for part in counts)), self.letter[here], self.lacking[here])


class Known(NamedTuple):
    """The 60 facts and the 8 skills of the same students."""

    facts: Standings
    skills: Standings

    def of(self, place: int) -> "Known":
        return Known(self.facts.of(place), self.skills.of(place))


def standings(answers: Answers, criterion: float = FLUENT_SECONDS) -> Known:
    """Return what the students of these answers know; `criterion` is what "quick" means, in seconds."""
    lately = newest(answers)
    counts = count(lately, criterion)
    skills, facts = cells_of(lately.exposures(), class_fit(answers), PLAN)
    return Known(_standings(facts, counts, criterion), _standings(skills, counts.by_skill(), criterion))


def count(answers: Answers, criterion: float = FLUENT_SECONDS) -> Counts:
    """Count by fact (M, 60)."""
    decided = answers.right | answers.wrong
    quick = answers.right & answers.clocked & (answers.seconds <= criterion)
    parts = answers.right, decided, decided & answers.clocked, quick
    return Counts(*(_by_fact(answers, part) for part in parts))


def waited(answers: Answers) -> list[int]:
    """Return how often each student let a card that fitted pass for over 6 s."""
    passed = (answers.outcome == LOST) & answers.clocked & (answers.seconds > AVOIDED_SECONDS)
    found: list[int] = np.bincount(answers.student[passed], minlength=len(answers.players)).tolist()
    return found


def _by_fact(answers: Answers, kept: Truth) -> Whole:
    """Count the kept answers that are evidence of one fact: (M, 60)."""
    kept = kept & (answers.fact != NO_FACT)
    cells = answers.student[kept] * FACTS + answers.fact[kept]
    size = len(answers.players) * FACTS
    return np.bincount(cells, minlength=size).reshape(-1, FACTS)


def _standings(cells: Cells, counts: Counts, criterion: float) -> Standings:
    return Standings(counts, letters(cells, counts.answered, counts.clocked, criterion), lacking(cells))
