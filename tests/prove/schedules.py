"""What is practised next: boxes that know time beside two obvious ways, on students of `learners`."""

import random
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from classroom.homework.around_the_corner.boxes import Answered, Boxes, PracticeRun, choose
from classroom.server.time_zone import DAY_MS
from game.rules.around_the_corner.facts import FACTS, Fact
from game.rules.around_the_corner.practice import RUN
from tests.prove.learners import Associations, HalfLife, Learner, Scales, Stability, Stages, Traces, Windows
from tests.prove.rows import Row, mean

FAMILIES: tuple[type[Learner], ...] = (HalfLife, Associations, Traces, Stages, Scales, Windows, Stability)
DAYS = tuple(float(7 * week + day) for week in range(4) for day in (0, 2, 4))
"""Practice on Monday, Wednesday and Friday for four weeks, a run each."""
LATER = 7.0
"""What is known is asked so many days after the last practice."""
QUESTION_DAYS = 12 / 24 / 3600
QUICK = 5.0
NOT_BELOW, AHEAD = (-0.002, 1.0), (0.01, 1.0)
"""Over plain boxes: in no family fewer by a tenth of a sum, and more on the mean of all."""

Course = Callable[[Learner, random.Random], None]


def ours(learner: Learner, dice: random.Random, length: int = RUN) -> None:
    """Practise as the program chooses."""
    boxes = Boxes()
    for day in DAYS:
        asked: list[Fact] = []
        missed: set[int] = set()
        for place in range(1, length + 1):
            at = day + place * QUESTION_DAYS
            now = round(at * DAY_MS)
            fact = choose(boxes, FACTS, PracticeRun(tuple(asked), frozenset(missed), length), now, dice)
            right, seconds = learner.answer(fact, at)
            boxes.learn(Answered(fact, right, seconds <= QUICK, now))
            asked.append(fact)
            missed |= set() if right else {place}


def at_random(learner: Learner, dice: random.Random) -> None:
    for day in DAYS:
        for place in range(1, RUN + 1):
            learner.answer(dice.choice(FACTS), day + place * QUESTION_DAYS)


def plain_boxes(learner: Learner, dice: random.Random) -> None:
    """Leitner's box for each fact: up one when right, back to the first when wrong; box b is due every 2^b runs."""
    box, due = dict.fromkeys(FACTS, 0), dict.fromkeys(FACTS, 0)
    for run, day in enumerate(DAYS):
        waiting = sorted(FACTS, key=lambda fact: (max(0, due[fact] - run), box[fact], dice.random()))[:RUN]
        for place, fact in enumerate(waiting, start=1):
            right, _seconds = learner.answer(fact, day + place * QUESTION_DAYS)
            box[fact] = min(5, box[fact] + 1) if right else 0
            due[fact] = run + 2 ** box[fact]


def gains(family: type[Learner], course: Course, seeds: Sequence[int]) -> np.ndarray:
    """Return by how much the share of known facts has grown, a week after the last practice, for each student."""
    found = []
    for seed in seeds:
        learner = family(random.Random(seed))
        before = learner.known(0)
        course(learner, random.Random(f"{seed} schedule"))
        found.append(learner.known(DAYS[-1] + LATER) - before)
    return np.array(found)


def rows(students: int, dice: np.random.Generator, families: Sequence[type[Learner]] = FAMILIES) -> Iterator[Row]:
    """The same students by each schedule; the program's must be ahead of both on the mean."""
    seeds = [int(seed) for seed in dice.integers(0, 2**31, students)]
    over = []
    for family in families:
        mine, plain, leitner = (gains(family, course, seeds) for course in (ours, at_random, plain_boxes))
        yield Row(
            f"practice, {family.__name__}: more known a week later",
            (
                mean("gain", mine),
                mean("random", plain),
                mean("boxes", leitner),
                mean("over random", mine - plain, (0.0, 1.0)),
                mean("over boxes", mine - leitner, NOT_BELOW),
            ),
        )
        over.append(mine - leitner)
    yield Row("practice, mean of the families", (mean("over boxes", np.mean(over, axis=0), AHEAD),))
