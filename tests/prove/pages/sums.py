"""What the pages of Nine to Nothing print, against what is true of simulated children (measurement 7, row 13).

Another family than the measures': ex-Gaussian, gamma and lognormal thinking times, days that differ, each child with
strengths of its own in kinds of sums, longer sums that are harder. The functions asked are those that the pages call.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import NamedTuple

import numpy as np
from scipy.special import expit

from classroom.measures.mastery import OWN_FROM, SURELY_FROM
from classroom.measures.mixture import Floats, Whole
from classroom.reports.kit.growth.weeks import WEEKS, span_of
from classroom.reports.nine_to_nothing import next_lesson
from classroom.reports.nine_to_nothing.growth import KINDS, trends
from classroom.reports.nine_to_nothing.next_lesson import group_of
from classroom.reports.nine_to_nothing.tally import LaidSum, tally
from game.nine_to_nothing.claims import MISSED, RIGHT, WRONG
from tests.prove.pages import checks, needs
from tests.prove.rows import Booleans, Row, mean, share

SIZE, LAST_DAY, SURE, AT_LEAST = 24, date(2026, 3, 27), (0.80, 1.0), (0.93, 1.0)
MIX, LONGER = np.array([0.55, 0.30, 0.15]), np.array([0.45, 0.35, 0.20])
"""How often each of KINDS is laid, and sums of 2, 3 and 4 cards."""
SAMPLE = 4000
DAYS, GOOD_AND_BAD_DAYS = 0.06, 0.15
"""How far days lie apart in log seconds; in log odds twice as far."""
BANDS = ((3, 8), (9, 20), (21, 60))
"""Sums of a child from and to so many: of few a page says "perhaps"."""


class Adders(NamedTuple):
    """Children: log odds by kind (M, 3), log of the median of thinking (M,), family of times (M,)."""

    odds: Floats
    core: Floats
    family: Whole


def adders(dice: np.random.Generator) -> Adders:
    hard = np.array([1.9, 1.0, 0.3]) + dice.normal(0, 0.5, 3)
    odds = hard + dice.normal(0, 0.8, (SIZE, 1)) + dice.normal(0, 0.5, (SIZE, 3))
    return Adders(odds, dice.normal(np.log(14), 0.35, SIZE), dice.integers(0, 3, SIZE))


def _laid(who: Adders, child: int, n: int, dice: np.random.Generator, *, mix: Floats = MIX, day: Floats | float = 0.0,
          slower: Floats | float = 0.0, surer: Floats | float = 0.0) -> tuple:  # fmt: skip
    """Return kind, number of cards, whether right, and seconds of so many sums."""
    kind, size = dice.choice(3, n, p=mix), 2 + dice.choice(3, n, p=LONGER)
    right = dice.random(n) < expit(who.odds[child, kind] - 0.35 * (size - 2) + 2 * day + surer)
    noise = [
        (dice.normal(0.72, 0.12, n) + dice.exponential(0.42, n)) / 1.03,
        dice.gamma(5.0, 1.0, n) / 4.67,
        np.exp(0.5 * dice.normal(size=n)),
    ][int(who.family[child])]
    seconds = 1.5 + np.exp(who.core[child] + 0.25 * (size - 2) + 0.2 * kind + day + slower) * np.maximum(noise, 0.1)
    return kind, size, right, seconds


def rows_of(child: int, laid: tuple, started_at: Sequence[float]) -> list[LaidSum]:
    return [
        LaidSum(
            player=child + 1, table=1, target=9, kind=KINDS[kind], size=int(size), ending=RIGHT if right else WRONG,
            noticed="", points=0, possible=0, milliseconds=round(1000 * seconds), timed=True, retry=False, codes=[],
            cards=[], total=0, checking="referee", started_at=int(at),
        )
        for kind, size, right, seconds, at in zip(*laid, started_at, strict=True)
    ]  # fmt: skip


def rows(classes: int, dice: np.random.Generator) -> Iterator[Row]:
    yield from _printed([_class(dice) for _ in range(classes)])
    for band in BANDS:
        yield _teach_by_number(band, [_class(dice, band) for _ in range(classes)])
    yield from checks.rows(classes, dice)
    for what, changed, harder, days in (
        ("nobody changes", 0.0, False, DAYS),
        ("a third changes", 1 / 3, False, DAYS),
        ("nobody changes, harder sums", 0.0, True, DAYS),
        ("a third changes, good and bad days", 1 / 3, False, GOOD_AND_BAD_DAYS),
    ):
        terms = [_term(changed, harder, dice, days) for _ in range(classes // 2 + 1)]
        yield _growth(f"sums, growth: {what}", terms)


class Lessons(NamedTuple):
    """A class after some lessons: what it laid, and by child what is true: share right, by kind too, middle seconds of
    right sums, and right sums a minute."""

    told: list[LaidSum]
    share: Floats
    by_kind: Floats
    seconds: Floats
    pace: Floats


def _class(dice: np.random.Generator, number: tuple[int, int] = (8, 79)) -> Lessons:
    who, told, true = adders(dice), [], []
    for child in range(SIZE):
        n = int(dice.integers(*number, endpoint=True))
        told += rows_of(child, _laid(who, child, n, dice), range(n))
        kind, _size, right, seconds = _laid(who, child, SAMPLE, dice)
        of_kind = [right[kind == each].mean() for each in range(3)]
        true.append((right.mean(), *of_kind, np.median(seconds[right]), 60 * right.sum() / seconds.sum()))
    share_right, *kinds, seconds, pace = np.array(true).T
    return Lessons(told, share_right, np.array(kinds).T, seconds, pace)


def _printed(classes: list[Lessons]) -> Iterator[Row]:
    known = [(one, child, tally([row for row in one.told if row.player == child + 1]))
             for one in classes for child in range(SIZE)]  # fmt: skip
    held, held_seconds, held_pace, off, sure = [], [], [], [], []
    for one, child, found in known:
        between = found.accuracy.range
        if between and found.accuracy.n >= 17:
            held.append(between.low <= one.share[child] <= between.high)
        if found.speed.range and found.speed.seconds:
            held_seconds.append(found.speed.range.low <= one.seconds[child] <= found.speed.range.high)
            off.append(found.speed.seconds / one.seconds[child] - 1)
        if found.pace:
            held_pace.append(found.pace.low <= one.pace[child] <= found.pace.high)
        group, is_sure = group_of(found)
        if group and is_sure:
            sure.append((f"{group}" == "Mostly right") == (one.share[child] >= next_lesson.GOAL))
    yield Row(
        f"sums, printed: {len(known)} children",
        (share("right cov", np.array(held), AT_LEAST), mean("seconds", np.array(off), (-0.03, 0.03)),
         share("cov", np.array(held_seconds), AT_LEAST), share("a minute cov", np.array(held_pace), AT_LEAST),
         share("group without perhaps", np.array(sure), (0.90, 1.0))),
    )  # fmt: skip
    yield from _teach(classes)
    yield needs.row("sums", [_verdicts(one) for one in classes])


def _verdicts(one: Lessons) -> needs.Verdicts:
    found = next_lesson.chances_of(one.told)
    kinds = [KINDS.index(kind) for kind in found.kinds]
    return needs.Verdicts(found.chances, one.by_kind[:, kinds], found.tried > 0)


class Taught(NamedTuple):
    """What is said for the next lesson: of C classes whether the weakest kind is; of N children the chance with which
    they are named (0: not), and whether they lack what is to be taught."""

    said: Booleans
    chance: Floats
    lacking: Booleans
    nameable: Booleans
    """Of those who lack it, children with the sums that a name needs (measurement 7, row 21)."""


def _taught(classes: list[Lessons]) -> Taught:
    said: list[bool] = []
    chances: list[float] = []
    true: list[bool] = []
    seen: list[bool] = []
    for one in classes:
        found = next_lesson.weakest(one.told)
        if found is None:
            continue
        kinds = [KINDS.index(kind) for kind in found.kinds]
        missing = one.by_kind <= next_lesson.GOAL
        said.append(missing.mean(axis=0)[kinds].max() == missing.mean(axis=0).max())
        chances += [found.named.get(child + 1, 0.0) for child in range(SIZE)]
        true += [bool(each.any()) for each in missing[:, kinds]]
        tried = Counter((row.player, row.kind) for row in one.told if not row.retry and row.ending != MISSED)
        seen += [
            any(missing[child, kind] and tried[child + 1, KINDS[kind]] >= OWN_FROM for kind in kinds)
            for child in range(SIZE)
        ]
    return Taught(np.array(said), np.array(chances), np.array(true), np.array(seen))


def _teach(classes: list[Lessons]) -> Iterator[Row]:
    found = _taught(classes)
    named = found.chance > 0
    yield Row(
        "sums, teach: the weakest kind; children named",
        (share("share", found.said, (0.90, 1.0)), share("precision", found.lacking[named], SURE),
         share("recall", named[found.nameable], SURE), share("recall of all", named[found.lacking])),
    )  # fmt: skip


def _teach_by_number(band: tuple[int, int], classes: list[Lessons]) -> Row:
    """How far few sums reach: who is named, with "perhaps" or without; without it they must be the right ones."""
    found = _taught(classes)
    named, surely = found.chance > 0, found.chance >= SURELY_FROM
    return Row(
        f"sums, teach: children with {band[0]} to {band[1]} sums",
        (share("precision", found.lacking[named], SURE), share("recall", named[found.lacking]),
         share("perhaps", ~surely[named]), share("without it", found.lacking[surely], (0.90, 1.0))),
    )  # fmt: skip


def _term(share_changed: float, harder: bool, dice: np.random.Generator, days: float) -> tuple[Floats, Floats]:
    """Eight weeks of about twelve sums; return what is said of speed and right sums (M, 2), and what is so."""
    who, told, start = adders(dice), [], span_of(LAST_DAY)[0]
    kind = np.zeros(SIZE, int)
    changed = dice.permutation(SIZE)[: round(share_changed * SIZE)]
    kind[changed] = 1 + np.arange(len(changed)) % 3
    for child in range(SIZE):
        for week in range(WEEKS):
            n = int(dice.integers(8, 16))
            mix = np.array([0.15, 0.4, 0.45]) if harder and week >= WEEKS // 2 else MIX
            laid = _laid(who, child, n, dice, mix=mix, day=float(dice.normal(0, days)),
                         slower=(0.0, -0.06, 0.05, 0.0)[kind[child]] * week,
                         surer=(0.0, 0.0, 0.0, 0.25)[kind[child]] * (week - WEEKS / 2))  # fmt: skip
            told += rows_of(child, laid, [start + timedelta(weeks=week, days=1) / timedelta(milliseconds=1)] * n)
    found = trends(told, range(1, SIZE + 1), LAST_DAY)
    said = [
        (0 if each.seconds is None else np.sign(each.seconds.then - each.seconds.now),
         0 if each.accuracy is None else np.sign(each.accuracy.now - each.accuracy.then))
        for each in found
    ]  # fmt: skip
    return np.array(said), np.array([(0, 0), (1, 0), (-1, 0), (0, 1)])[kind]


def _growth(what: str, terms: list[tuple[Floats, Floats]]) -> Row:
    said, true = (np.concatenate(part) for part in zip(*terms, strict=True))
    unchanged, told = ~true.any(axis=1), said != 0
    figures = [share("false", told[unchanged].any(axis=1), (0.0, 0.05))]
    if not unchanged.all():
        figures.append(share("true of said", (said == true)[told], SURE))
        figures.append(share("found", (told & (said == true)).any(axis=1)[~unchanged]))
    return Row(f"{what}; {int(told.sum())} said", tuple(figures))
