"""What the pages of Nine to Nothing print of checks of classmates' sums, against what is true of simulated children.

Another family than the measure's: whoever looks at all finds a wrong sum after a gamma time, unless somebody was
quicker or the next player has drawn; sums differ in how hard they are to see through, and in how long they lie.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from scipy.special import expit

from classroom.measures.mixture import Floats, Whole
from classroom.reports.nine_to_nothing.checks import Checks, SumToFind, Watcher, counted
from classroom.reports.nine_to_nothing.next_lesson import FOUND, finds_too_few
from tests.prove.rows import Row, mean, share

SEATS, TABLES, SAMPLE, ENOUGH = (2, 3, 4), 6, 20_000, 8
"""Children at a table, tables of a class; draws for what is true; found and missed from so many a row judges."""
WRONG_SUMS, DOUBTS = (16, 60), 4
"""Wrong sums at a table, from and to; right ones that a child checks, in the mean."""


class Lookers(NamedTuple):
    """Children at a table: log odds that they look at a wrong sum, and shape and scale of their times (M,)."""

    looks: Floats
    shape: Floats
    scale: Floats

    def times(self, hard: Floats, dice: np.random.Generator) -> Floats:
        """Return after how many seconds each finds each sum (N, M), never where it does not look."""
        size = len(hard), len(self.looks)
        seconds = dice.gamma(self.shape, self.scale, size) * np.exp(0.3 * hard)[:, None]
        return np.where(dice.random(size) < expit(self.looks - hard[:, None]), seconds, np.inf)


class Checked(NamedTuple):
    """A class that has checked, by child: what is printed, the share that it would find alone, the right sums that it
    checked; and by who laid them how many wrong sums were found, and how many lay there."""

    printed: dict[Watcher, Checks]
    alone: dict[Watcher, float]
    doubted: Counter[Watcher]
    found: Whole
    laid: Whole


def rows(classes: int, dice: np.random.Generator) -> Iterator[Row]:
    checked = [_class(dice) for _ in range(classes)]
    judged = [
        (each, one.alone[child])
        for one in checked for child, each in one.printed.items() if each.accuracy.n >= ENOUGH and each.alone
    ]  # fmt: skip
    off = [each.alone.value - true for each, true in judged if each.alone]
    held = [each.alone.low <= true <= each.alone.high for each, true in judged if each.alone]
    bare = [each.found / each.accuracy.n - true for each, true in judged]
    doubted = [one.printed[child].doubted == times for one in checked for child, times in one.doubted.items()]
    yield Row(
        f"checks: what {len(judged)} children find alone",
        (mean("share", np.array(off), (-0.03, 0.03)), share("cov", np.array(held), (0.925, 1.0)),
         mean("bare counts", np.array(bare)), share("doubted", np.array(doubted), (1.0, 1.0))),
    )  # fmt: skip
    told = np.array([finds_too_few(one.found, one.laid) for one in checked])
    few = np.array([one.found.sum() / one.laid.sum() < FOUND for one in checked])
    yield Row(
        f"checks: too few are found, said of {int(told.sum())} classes",
        (share("true of said", few[told], (0.90, 1.0)), share("found", told[few])),
    )


def _class(dice: np.random.Generator) -> Checked:
    level = float(dice.normal(0, 1.2))
    sums: list[SumToFind] = []
    alone: dict[Watcher, float] = {}
    laid: list[int] = []
    found: list[int] = []
    for table in range(TABLES):
        seats = int(dice.choice(SEATS))
        who = Lookers(dice.normal(level, 1.0, seats), dice.uniform(2, 5, seats), dice.uniform(0.8, 2.5, seats))
        names = [10 * table + seat + 1 for seat in range(seats)]
        alone |= dict(zip(names, _alone(who, dice), strict=True))
        told = _played(who, int(dice.integers(*WRONG_SUMS)), names, dice)
        sums += told
        for name in names:
            own = [each for each in told if name not in each.watchers]
            laid.append(len(own))
            found.append(sum(each.finder is not None for each in own))
    doubted: Counter[Watcher] = Counter(
        {name: int(times) for name, times in zip(alone, dice.poisson(DOUBTS, len(alone)), strict=True)}
    )
    return Checked(counted(sums, doubted), alone, +doubted, np.array(found), np.array(laid))


def _played(who: Lookers, number: int, names: list[int], dice: np.random.Generator) -> list[SumToFind]:
    """Return so many wrong sums, laid in turns: the first who finds one ends the search of the others."""
    hard, lies = _sums(number, dice)
    layer = np.arange(number) % len(names)
    times = who.times(hard, dice)
    times[np.arange(number), layer] = np.inf
    first = np.where(times.min(axis=1) < lies, times.argmin(axis=1), -1)
    return [
        SumToFind(frozenset(names) - {names[by]}, names[at] if at >= 0 else None)
        for by, at in zip(layer.tolist(), first.tolist(), strict=True)
    ]


def _alone(who: Lookers, dice: np.random.Generator) -> list[float]:
    hard, lies = _sums(SAMPLE, dice)
    found: list[float] = (who.times(hard, dice) < lies[:, None]).mean(axis=0).tolist()
    return found


def _sums(number: int, dice: np.random.Generator) -> tuple[Floats, Floats]:
    """Return how hard the wrong sums are, some of them much harder, and how long they lie."""
    return dice.normal(0, 0.5, number) + 0.8 * (dice.random(number) < 0.2), 2 + dice.gamma(2, 3.5, number)
