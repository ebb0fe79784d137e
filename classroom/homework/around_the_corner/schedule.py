"""Choice of the fact that is practised next (practice 8.2).

Rule 1: every fact that was not right at once is put again after 2 other questions, after 5 more, and at the end of the
        run: as soon as it is its turn, the one missed first before the others. What no longer fits into the run is
        due in the next one. (Up to three facts only, or all of them: what is known a week later differs by no more
        than .004 of all facts, in each family of learners of tests/prove.)
Rule 2: otherwise no fact is put twice in a run or, where there are too few facts for that, within 5 questions.
Rule 3: of a run 60 % are due (known once, the chance has fallen below KNOWN), 25 % growing (not known yet, nearest
        TARGET first), 15 % sure. A run begins with a sure one. Where a kind is lacking another one takes its place.
Rule 4: skills are mixed: of those equally fit one of another skill than the last one's is put, unless it is new.
Rule 5: the first answers of a new student are a first look: they go to the skill of which least is known.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from random import Random, SystemRandom
from typing import NamedTuple

from classroom.homework.around_the_corner.memory import KNOWN, Memory, skill_of
from game.rules.around_the_corner.practice import Fact

TARGET = 0.5
"""The wished chance that a growing fact is known. Of those that are not, many come right by counting: of all answers
about three in four are right (Math Garden's middle level, measurement 1)."""
RUN = 20
"""Questions of a run: about four minutes."""
FIRST_LOOK = 20
"""Answers after which a student is no new one any more."""
APART = 5
AGAIN_AFTER = (2, 5)
"""Other questions before a fact that was not right is put again: the first time, the second time."""
NEW = 2
"""Right answers up to which a fact is new: then it need not be mixed."""
NEAREST = 4
"""Of so many that are equally fit one is put at random."""
DICE = SystemRandom()

SURE, DUE, GROWING = "sure", "due", "growing"
ORDER = (SURE, DUE, DUE, GROWING, DUE, DUE, GROWING, DUE, DUE, SURE, DUE, GROWING, DUE, DUE, GROWING, DUE, DUE, SURE,
         GROWING, DUE)  # fmt: skip
"""The kinds of a run's questions: 12 due, 5 growing, 3 sure."""
INSTEAD: Mapping[str, tuple[str, ...]] = {
    SURE: (SURE, DUE, GROWING),
    DUE: (DUE, GROWING, SURE),
    GROWING: (GROWING, DUE, SURE),
}


class PracticeRun(NamedTuple):
    """The questions of a practice so far, oldest first; `missed` are the places (from 1) that were not right at once.

    After `length` questions the next run begins.
    """

    asked: tuple[Fact, ...] = ()
    missed: frozenset[int] = frozenset()
    length: int = RUN

    @property
    def began(self) -> int:
        """Number of questions before this run."""
        return len(self.asked) - len(self.asked) % self.length

    @property
    def here(self) -> tuple[Fact, ...]:
        return self.asked[self.began :]

    @property
    def left(self) -> int:
        """Number of questions left, the next one included."""
        return self.length - len(self.here)

    @property
    def repeated(self) -> dict[Fact, int]:
        """The facts of this run that are put again, and at which place they were missed; in the order of places."""
        found: dict[Fact, int] = {}
        for place in sorted(self.missed):
            if place > self.began:
                found.setdefault(self.asked[place - 1], place - self.began)
        return found


def choose(memory: Memory, among: Sequence[Fact], run: PracticeRun, now: int, dice: Random = DICE) -> Fact:
    """Return the fact of the next question."""
    again = asked_again(run)
    if again is not None and again in among:
        return again
    fresh = _fresh(among, run)
    if memory.answers["all"] < FIRST_LOOK:
        return _first_look(memory, fresh, dice)
    kinds = kinds_of(memory, fresh, now)
    wished = ORDER[len(run.asked) % len(ORDER)]
    kind = next(kind for kind in INSTEAD[wished] if kinds[kind])
    return _mixed(memory, _fittest(memory, kinds[kind], kind, run, now), run, dice)


def kinds_of(memory: Memory, among: Sequence[Fact], now: int) -> dict[str, list[Fact]]:
    """Return the facts that are sure, due and growing."""
    found: dict[str, list[Fact]] = {SURE: [], DUE: [], GROWING: []}
    for fact in among:
        if fact not in memory.reached:
            found[GROWING].append(fact)
        else:
            found[SURE if memory.chance(fact, now) >= KNOWN else DUE].append(fact)
    return found


def asked_again(run: PracticeRun) -> Fact | None:
    """Return the fact that was not right in this run and is to be put now; None where there is none."""
    repeated = run.repeated
    if run.left <= len(repeated):
        return _at_the_end(run, repeated)
    times = {fact: run.here[missed:].count(fact) for fact, missed in repeated.items()}
    early = [fact for fact, again in times.items() if again < len(AGAIN_AFTER)]
    return next((fact for fact in early if _others(run, fact) >= AGAIN_AFTER[times[fact]]), None)


def _at_the_end(run: PracticeRun, repeated: Collection[Fact]) -> Fact | None:
    """Return the fact that waits longest of those not put in the last questions, as many as there are facts."""
    put = run.here[run.length - len(repeated) :]
    waiting = [fact for fact in repeated if fact not in put and _others(run, fact)]
    return max(waiting, key=lambda fact: _others(run, fact), default=None)


def _others(run: PracticeRun, fact: Fact) -> int:
    """Return how many other questions came since this one."""
    return run.here[::-1].index(fact)


def _fresh(among: Sequence[Fact], run: PracticeRun) -> list[Fact]:
    """Return the facts that were not put in this run, or where there are too few of them not lately."""
    for lately in (run.here + run.asked[-APART:], run.asked[-APART:]):
        if found := [fact for fact in among if fact not in lately]:
            return found
    last = {fact: place for place, fact in enumerate(run.asked)}
    return [min(among, key=lambda fact: last.get(fact, -1))]


def _first_look(memory: Memory, fresh: Sequence[Fact], dice: Random) -> Fact:
    """Return a fact of the skill of which an answer tells most: chance near a half, few answers. The easiest first."""
    if not memory.answers["all"]:
        return max(fresh, key=lambda fact: (memory.chance(fact), dice.random()))

    def told(fact: Fact) -> float:
        chance = memory.chance(fact)
        return chance * (1 - chance) / (1 + memory.answers[skill_of(fact)]) / (1 + memory.answers[fact])

    return max(fresh, key=lambda fact: (told(fact), dice.random()))


def _fittest(memory: Memory, facts: Sequence[Fact], kind: str, run: PracticeRun, now: int) -> list[Fact]:
    """Return the facts of a kind that come into question, the fittest first."""
    times, wished = Counter(run.here), TARGET if kind == GROWING else 0.0
    return sorted(facts, key=lambda fact: (times[fact], abs(memory.chance(fact, now) - wished)))[:NEAREST]


def _mixed(memory: Memory, fittest: Sequence[Fact], run: PracticeRun, dice: Random) -> Fact:
    """Return one of these of another skill than the last question's, if there is one; a new fact need not be mixed."""
    last = run.asked[-1].skill if run.asked else ""
    mixed = [fact for fact in fittest if fact.skill != last or memory.right[fact] < NEW]
    return dice.choice(mixed or list(fittest))
