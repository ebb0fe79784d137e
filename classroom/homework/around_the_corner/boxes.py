"""Choice of the next sum to practise: Leitner's boxes with due times (practice 8.2). Times are ms since 1970.

Rule 1: a quick right answer moves a sum up one box if it was due, a slow one leaves it in its box, a wrong one moves it
        to the first box. The box decides after how many days a sum is due again.
Rule 2: a run begins with a sure sum: of those not due yet the one due soonest; without any, an easy new one.
Rule 3: then come due sums, those of the lowest box first; among new ones those of the kind met least, so that the first
        answers of a new child cover every kind; then one of another kind than the last sum. If none is due, the sum
        due soonest comes.
Rule 4: the first sums of a run that were not right at once, up to MOST_AGAIN, are repeated after 2 others, and once
        more after 5 if they were not right then. Otherwise no sum comes twice in a run, or within 5 sums if there are
        too few.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from random import Random, SystemRandom
from typing import NamedTuple

from classroom.server.time_zone import DAY_MS
from game.rules.around_the_corner.cards import TEN
from game.rules.around_the_corner.facts import Fact
from game.rules.around_the_corner.practice import RUN

GAPS = (1, 1, 3, 7, 14, 30)
"""Days after which a sum of each box is due again; a sum moves up at most once a day."""
EARLIER_MS = DAY_MS // 2
"""How much earlier a sum may come, so that tomorrow at another hour counts as tomorrow."""
KNOWN_FROM = 2
"""The first box whose sums were right and quick on two days."""
EASY = ("1", "2", "3", "corner")
"""Kinds of sums, the easiest first [decision]."""
APART = 5
AGAIN_AFTER, MOST_AGAIN = (2, 5), 2
DICE = SystemRandom()


class Answered(NamedTuple):
    """A first answer to a question: whether it was right, whether it counts as quick, and when.

    An answer whose time does not count is quick, too; one that was late or had a picture of the sum is not.
    """

    fact: Fact
    right: bool
    quick: bool
    at: int


class Boxes:
    """The boxes of a student. `due` is when a sum that was met is due; `right`, `quick` and `met` count answers, `met`
    also by kind; `reached` are the sums that have ever been in KNOWN_FROM."""

    def __init__(self, history: Iterable[Answered] = ()) -> None:
        self.box: Counter[Fact] = Counter()
        self.due: dict[Fact, int] = {}
        self.right: Counter[Fact] = Counter()
        self.quick: Counter[Fact] = Counter()
        self.met: Counter[str] = Counter()
        self.reached: set[Fact] = set()
        for answered in history:
            self.learn(answered)

    def learn(self, answered: Answered) -> None:
        fact, right, quick, at = answered
        box = self.box.get(fact, 0)
        if not right:
            box = 0
        else:
            self.right[fact] += 1
            if quick:
                self.quick[fact] += 1
                if self.is_due(fact, at):
                    box = min(box + 1, len(GAPS) - 1)
        if box >= KNOWN_FROM:
            self.reached.add(fact)
        self.box[fact] = box
        self.due[fact] = at + GAPS[box] * DAY_MS - EARLIER_MS
        self.met[skill_of(fact)] += 1

    def is_due(self, fact: Fact, now: int) -> bool:
        return self.due.get(fact, now) <= now


class PracticeRun(NamedTuple):
    """The questions of a practice so far, oldest first; `missed` are the places (from 1) of those that were not right
    at once.

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
    def again(self) -> Fact | None:
        """The sum of this run that was not right and is to be repeated now, or None."""
        here = self.asked[self.began :]
        missed = Counter(self.asked[place - 1] for place in sorted(self.missed) if place > self.began)
        for fact, times in list(missed.items())[:MOST_AGAIN]:
            others = here[::-1].index(fact)
            if here.count(fact) == times <= len(AGAIN_AFTER) and others >= AGAIN_AFTER[times - 1]:
                return fact
        return None


def choose(boxes: Boxes, among: Sequence[Fact], run: PracticeRun, now: int, dice: Random = DICE) -> Fact:
    """Return the sum of the next question."""
    if (again := run.again) is not None and again in among:
        return again
    fresh, last = _fresh(among, run), run.asked[-1].skill if run.asked else ""
    if len(run.asked) == run.began:
        sure = {fact: (boxes.is_due(fact, now), boxes.due.get(fact, EASY.index(fact.skill[:-1]))) for fact in fresh}
        return min(fresh, key=lambda fact: (sure[fact], dice.random()))

    def order(fact: Fact) -> tuple[float, ...]:
        wait = 0 if boxes.is_due(fact, now) else boxes.due[fact]
        met = 0 if fact in boxes.due else boxes.met[skill_of(fact)]
        return wait, boxes.box[fact], met, fact.skill == last, dice.random()

    return min(fresh, key=order)


def next_sums(boxes: Boxes, among: Sequence[Fact], length: int, now: int, run: int = RUN) -> tuple[Fact, ...]:
    """Return the sums of the next `length` questions, in runs of `run`, if every answer is right at once."""
    asked = PracticeRun(length=run)
    for _ in range(length):
        asked = asked._replace(asked=(*asked.asked, choose(boxes, among, asked, now)))
    return asked.asked


def _fresh(among: Sequence[Fact], run: PracticeRun) -> list[Fact]:
    """Return the sums not asked in this run or, if there are too few, not asked recently."""
    for lately in (run.asked[run.began :] + run.asked[-APART:], run.asked[-APART:]):
        if found := [fact for fact in among if fact not in lately]:
            return found
    last = {fact: place for place, fact in enumerate(run.asked)}
    return [min(among, key=lambda fact: last.get(fact, -1))]


@cache
def skill_of(fact: Fact) -> str:
    """Return the kind of a sum; one round the corner of five is a kind of its own."""
    return fact.skill if fact.highest == TEN else f"{fact.skill} of {fact.highest}"
