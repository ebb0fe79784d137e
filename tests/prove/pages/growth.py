"""What is said of a term of weekly lessons of 60 top cards, against how children have changed (measurement 7, rows 14,
15).

A third of a class changes: quicker, slower, more or less often right, or hastier: quicker and less right. Found are
those whose seconds changed by over 15 of 100 or whose share of right cards by over 5 points, whoever is named with a
true word. Beside it stands what would be found of the same children, were no time cut short by anybody else.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple

import numpy as np

from classroom.measures.mixture import Floats, Whole
from classroom.reports.around_the_corner.findings.ability import class_fit
from classroom.reports.around_the_corner.findings.growth import trends
from classroom.reports.kit.growth.weeks import QUICKER, WEEKS, more_right, quicker
from classroom.server.time_zone import moment
from tests.prove.people.outside import CARDS, Course, Family, played
from tests.prove.people.truth import Truth
from tests.prove.rows import Booleans, Figure, Row, share

ORDINARY_DAYS, BAD_DAYS = 0.06, 0.12
"""How far good and bad days lie apart in log seconds."""
TIME, ODDS = (0.22, 0.65), (0.6, 1.6)
"""From and to how much log time of thinking and log odds change over the term; a part of a time is eye and hand."""
MUCH_TIME, MUCH_RIGHT = np.log(1.15), 0.05
FALSE, TRUE = (0.0, 0.04), (0.85, 1.0)
EASY_FIRST = (*[(1, 2)] * (WEEKS // 2), (1, 2, 3))


class Term(NamedTuple):
    """Children after a term (M, 2), quicker and more often right as 1, slower and less as -1: what was `said` and what
    is so at all; of whom it is said that they are no less right; and of each class what is true of it at both ends."""

    said: Whole
    true: Floats
    as_right: Booleans
    ends: list[tuple[Truth, Truth]]

    @property
    def much(self) -> Floats:
        """What of that which is so is much: to find it out takes longer than all else of a term."""
        less = np.concatenate([np.log(first.median / last.median) for first, last in self.ends])
        more = np.concatenate([last.accuracy - first.accuracy for first, last in self.ends])
        return self.true * np.stack([np.abs(less) > MUCH_TIME, np.abs(more) > MUCH_RIGHT], axis=1)


def rows(classes: int, dice: np.random.Generator, family: Family) -> Iterator[Row]:
    for what, course, found in (
        ("ordinary days", Course(WEEKS, days=ORDINARY_DAYS), (0.55, 1.0)),
        ("bad days", Course(WEEKS, days=BAD_DAYS), (0.35, 1.0)),
        ("ordinary days, twice the cards", Course(WEEKS, 2 * CARDS, days=ORDINARY_DAYS), (0.55, 1.0)),
    ):
        seed = int(dice.integers(2**32))
        raced, alone = (_terms(classes, seed, family, course, mode) for mode in ("race", "solo"))
        yield from _rows(f"growth, {what}", raced, alone, found)
    for what, course in (
        ("ordinary days", Course(WEEKS, days=ORDINARY_DAYS)),
        ("bad days", Course(WEEKS, days=BAD_DAYS)),
        ("harder cards in mid-term", Course(WEEKS, steps=EASY_FIRST)),
        ("2 weeks", Course(2, days=ORDINARY_DAYS)),
        ("4 weeks", Course(4, days=ORDINARY_DAYS)),
    ):
        still = _terms(classes, int(dice.integers(2**32)), family, course, changes=0.0)
        yield Row(f"growth, {what}: nobody changes", (share("named", (still.said != 0).any(axis=1), FALSE),))
    for weeks in (2, 4, WEEKS):
        seed = int(dice.integers(2**32))
        yield _as_right(weeks, _terms(classes, seed, family, Course(weeks, days=ORDINARY_DAYS), changes=1.0))


def _rows(what: str, of: Term, uncut: Term, goal: tuple[float, float]) -> Iterator[Row]:
    unchanged, said, right = ~of.true.any(axis=1), of.said != 0, (of.said != 0) & (of.said == of.true)
    known = (uncut.said != 0) & (uncut.said == uncut.true)
    much = of.much
    changed = much.any(axis=1)
    yield Row(
        f"{what}: a third changes",
        (share("true", right[said], TRUE), share("unchanged named", said[unchanged].any(axis=1), FALSE)),
    )
    yield Row(
        f"{what}: found of a third who change",
        (share("found", right.any(axis=1)[changed], goal), share("found, no time cut", known.any(axis=1)[changed]),
         share("of speed", right[:, 0][much[:, 0] != 0]), share("of right cards", right[:, 1][much[:, 1] != 0])),
    )  # fmt: skip


def _as_right(weeks: int, of: Term) -> Row:
    """Of those whose share fell by over 5 points, of how many it is said that they are no less right."""
    fell = of.much[:, 1] < 0
    praised = of.as_right & (of.said[:, 0] == QUICKER)
    figures: tuple[Figure, ...] = (share("said of who is less right", of.as_right[fell], (0.0, 0.05)),)
    return Row(f"“no less right” after {weeks} weeks", (*figures, share("with praise", praised[fell], FALSE)))


def _terms(classes: int, seed: int, family: Family, course: Course, mode: str = "race", changes: float = 1 / 3) -> Term:
    """Return what is said of so many classes, the same ones for a seed."""
    found = [_term(np.random.default_rng([seed, place]), family, course, mode, changes) for place in range(classes)]
    said, true, as_right, ends = zip(*found, strict=True)
    return Term(np.concatenate(said), np.concatenate(true), np.concatenate(as_right), [pair for (pair,) in ends])


def _term(dice: np.random.Generator, family: Family, course: Course, mode: str, changes: float) -> Term:
    who, lessons = family(dice), course.lessons
    time, odds = drawn_changes(len(who), changes, dice)
    way = np.linspace(-0.5, 0.5, lessons)
    slower, surer = time[:, None] * way, odds[:, None] * way
    changing = (time != 0) | (odds != 0)
    first, last = (Truth(who, dice, slower[:, end], surer[:, end], changing) for end in (0, -1))
    changed = Course(lessons, course.cards, True, course.days, slower, surer, course.steps)
    answers = played(who, changed, dice, mode)
    last_day = moment(int(answers.began_at.max())).date() + timedelta(days=6)
    found = trends(answers, last_day, class_fit(answers))
    true = np.stack([-np.sign(time), np.sign(odds)], axis=1)
    said = np.array([(quicker(one), more_right(one)) for one in found])
    return Term(said, true, np.array([one.as_sure for one in found]), [(first, last)])


def drawn_changes(size: int, part: float, dice: np.random.Generator) -> tuple[Floats, Floats]:
    """Return how log time and log odds change over the term, of a part of the children in turns."""
    time, odds = np.zeros(size), np.zeros(size)
    for place, child in enumerate(dice.permutation(size)[: round(part * size)]):
        by, right = dice.uniform(*TIME), dice.uniform(*ODDS)
        time[child] = (-by, by, 0.0, -by)[place % 4]
        odds[child] = (0.0, 0.0, right * dice.choice([1, 1, -1]), -right)[place % 4]
    return time, odds
