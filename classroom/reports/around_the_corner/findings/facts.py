"""Mastery of each student by fact and by skill: counts, and the letter of the cell (screens 5.1).

Letters come from the class's fit and the cell's own cards (measures.mastery), with less weight for older ones. The
counts beside them are of the same cards: first answers to top cards for which the hand offered one sum.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from classroom.homework.around_the_corner.presets import SKILLS
from classroom.measures.cells import Cells, SumPlan, cells_of
from classroom.measures.mastery import (
    ACCURATE,
    FLUENT_SECONDS,
    LETTERS,
    NAMED_FROM,
    UNKNOWN,
    CellCards,
    lacking,
    letters,
)
from classroom.measures.mixture import Floats
from classroom.reports.around_the_corner.findings.ability import class_fit, newest
from classroom.reports.around_the_corner.findings.strata import STRATA
from classroom.reports.around_the_corner.sources.answers import (
    AVOIDED_SECONDS,
    FACTS,
    HALF_LIFE_MS,
    LOST,
    NO_FACT,
    RACE,
    Answers,
    Truth,
    Whole,
    last_of,
    read,
)
from classroom.reports.around_the_corner.sources.sheets import last_by_mode, stamp, stamp_of
from classroom.reports.around_the_corner.sums import CHANGES, NUMBERS, SKILL_OF
from classroom.reports.kit.cache import kept
from classroom.reports.kit.periods import usual_since
from game.rules.around_the_corner.practice import CHECK_UP


def _stratum_of(number: int, change: int) -> int:
    kind = "plain" if 1 <= number + change <= 10 else "corner"
    return STRATA.index(f"{abs(change)}-{kind}-1")


LOOKED_BACK_MS, AT_MOST = 3 * HALF_LIFE_MS, 1200
"""Oldest age of an answer that is read, as older ones would weigh less than an eighth; and the largest number of a
student's answers."""
PLAN = SumPlan(SKILL_OF, np.array([_stratum_of(number, change) for number in NUMBERS for change in CHANGES]))


@dataclass(frozen=True)
class Counts:
    """Counts of M students and K facts or skills, all (M, K): `right` of `answered`; of these `clocked` have a usable
    time, and `quick` are right within the criterion."""

    right: Whole
    answered: Whole
    clocked: Whole
    quick: Whole

    def by_skill(self) -> "Counts":
        """Return the (M, 60) counts summed by skill (M, 8)."""
        return self._each(lambda part: part @ _OF_SKILL)

    def of_each_fact(self) -> "Counts":
        """Return (M, 8) counts repeated for each fact of the skill (M, 60)."""
        return self._each(lambda part: part[:, SKILL_OF])

    def of_all(self) -> "Counts":
        """Return each student's sum over all its facts or skills, repeated for each (M, K)."""
        return self._each(lambda part: np.broadcast_to(part.sum(axis=1, keepdims=True), part.shape))

    def _each(self, found: Callable[[Whole], Whole]) -> "Counts":
        return Counts(*map(found, self.parts))

    @property
    def parts(self) -> tuple[Whole, ...]:
        return self.right, self.answered, self.clocked, self.quick


_OF_SKILL = (SKILL_OF[:, None] == np.arange(len(SKILLS))).astype(int)


@dataclass(frozen=True)
class Standings:
    """The letter of each cell as its index in LETTERS; whether it is solid, i.e. from its own cards rather than
    expected from similar ones; and the chance that the cell is not mastered yet; all (M, K)."""

    counts: Counts
    letter: Whole
    solid: Truth
    lacking: Floats

    @cached_property
    def expected(self) -> Truth:
        """Secure or accurate, solid or pale."""
        return self.letter <= LETTERS.index(ACCURATE)

    @cached_property
    def known(self) -> Truth:
        """The only definition of a known sum: solid, and secure or accurate (measurement 7, row 19)."""
        return self.solid & self.expected

    @cached_property
    def met(self) -> Truth:
        """Met often enough to be called known or not."""
        return self.solid & (self.letter != LETTERS.index(UNKNOWN))

    @cached_property
    def pale(self) -> Truth:
        return ~self.solid & (self.letter != LETTERS.index(UNKNOWN))

    @cached_property
    def needed(self) -> Truth:
        """In need of help: met, and more likely not mastered than mastered."""
        return np.asarray((self.counts.answered > 0) & (self.lacking >= NAMED_FROM))

    def counted(self) -> Whole:
        """Return for each student how many cells have each of LETTERS (M, 5); pale cells are not counted."""
        letter = np.where(self.solid, self.letter, LETTERS.index(UNKNOWN))
        return np.stack([(letter == place).sum(axis=1) for place in range(len(LETTERS))], axis=1)

    def of(self, place: int) -> "Standings":
        """Return the standings of the student at this index."""
        here = slice(place, place + 1)
        return Standings(
            Counts(*(part[here] for part in self.counts.parts)), self.letter[here], self.solid[here], self.lacking[here]
        )


class Known(NamedTuple):
    """Standings in the 60 facts and the 8 skills of the same students."""

    facts: Standings
    skills: Standings

    def of(self, place: int) -> "Known":
        return Known(self.facts.of(place), self.skills.of(place))


def known_of(players: Sequence[int], criterion: float = FLUENT_SECONDS, until: int | None = None) -> Known:
    """Return what these students know, over all modes: the only source for every page and file (measurement 7, rows 18,
    19). Check-ups count in every mode. `until` asks for what they knew before that moment (ms since 1970).

    Cached until any of them answers. On another day the answers are read again, since fewer of them may be recent
    enough, and computed again only if they differ.
    """
    since, modes = looked_back(last_by_mode(players, until))
    lately = 0 if until else usual_since()
    period: Any = {"since": since, "until": until, "checked": True}
    stamps = {mode: stamp(players, mode, **period) for mode in modes}

    in_modes = cache(lambda: [read(players, mode, **period) for mode in stamps])

    def fitted() -> list[str]:
        return [newest(_fitted(answers, lately)).digest for answers in in_modes()]

    of = stamp_of(stamps, criterion, kept(stamp_of(stamps, lately), "fitted", fitted))
    return kept(of, "known", lambda: known_in(in_modes(), criterion, lately))


def looked_back(last: dict[str, int]) -> tuple[int, list[str]]:
    """Return the time since which answers count as evidence, and the modes to read, given when each mode was last
    played."""
    last = last or {RACE: 0}
    since = max(last.values()) - LOOKED_BACK_MS
    modes = [mode for mode in last if last[mode] >= since]
    return since, [mode for mode in modes if mode != CHECK_UP or modes == [CHECK_UP]]


def known_in(in_modes: Iterable[Answers], criterion: float, lately: int) -> Known:
    """Return what is known by the answers in several modes."""
    found = [standings(answers, criterion, lately) for answers in in_modes]
    return Known(*(_best(parts) for parts in zip(*found, strict=True)))


def _best(found: Sequence[Standings]) -> Standings:
    """Return for each cell the standing of the mode in which it is known best, or has most cards."""
    if len(found) == 1:
        return found[0]
    better = [(each.known * (len(LETTERS) - each.letter)) * 2 * AT_MOST + each.counts.answered for each in found]
    best = np.stack(better).argmax(axis=0)[None]

    def of_best(parts: Iterable[NDArray]) -> NDArray:
        return np.take_along_axis(np.stack(list(parts)), best, 0)[0]

    counts = Counts(*(of_best(parts) for parts in zip(*(each.counts.parts for each in found), strict=True)))
    letter, solid, lacks = zip(*((each.letter, each.solid, each.lacking) for each in found), strict=True)
    return Standings(counts, of_best(letter), of_best(solid), of_best(lacks))


def standings(answers: Answers, criterion: float = FLUENT_SECONDS, lately: int = 0) -> Known:
    """Return what the students of these answers know; `criterion` is the limit of "quick" in seconds. The fit uses the
    answers since `lately`, if there are any."""
    last, fit = answers.where(last_of(answers.student, AT_MOST)), class_fit(_fitted(answers, lately))
    counts = count(last, criterion)
    by_skill, (skills, facts) = counts.by_skill(), cells_of(last.exposures(fading=True), fit, PLAN)
    whole = by_skill.of_all()
    return Known(
        _standings(facts, counts, by_skill.of_each_fact(), criterion), _standings(skills, by_skill, whole, criterion)
    )


def _fitted(answers: Answers, lately: int) -> Answers:
    recent = answers.since(lately)
    return recent if len(recent) else answers


def count(answers: Answers, criterion: float = FLUENT_SECONDS) -> Counts:
    """Count the answers by fact (M, 60)."""
    decided = answers.right | answers.wrong
    quick = answers.right & answers.clocked & (answers.seconds <= criterion)
    parts = answers.right, decided, decided & answers.clocked, quick
    return Counts(*(_by_fact(answers, part) for part in parts))


def waited(answers: Answers) -> list[int]:
    """Return how often each student let a fitting card pass for over 6 s."""
    passed = (answers.outcome == LOST) & answers.clocked & (answers.seconds > AVOIDED_SECONDS)
    found: list[int] = np.bincount(answers.student[passed], minlength=len(answers.players)).tolist()
    return found


def _by_fact(answers: Answers, kept: Truth) -> Whole:
    """Count the kept answers that are evidence of one fact: (M, 60)."""
    kept = kept & (answers.fact != NO_FACT)
    cells = answers.student[kept] * FACTS + answers.fact[kept]
    size = len(answers.players) * FACTS
    return np.bincount(cells, minlength=size).reshape(-1, FACTS)


def _standings(cells: Cells, counts: Counts, kin: Counts, criterion: float) -> Standings:
    cards = CellCards(counts.answered, counts.clocked, kin.answered, kin.clocked)
    return Standings(counts, *letters(cells, cards, criterion), lacking(cells))
