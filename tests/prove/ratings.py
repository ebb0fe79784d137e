"""The rating in races, with the update for lost ones and with the two obvious ways of treating them (1.4, 6.2)."""

from collections.abc import Callable, Iterator

import numpy as np

from classroom.measures.mixture import Floats
from classroom.measures.rating import expected_score, score, score_when_beaten
from tests.prove.generator import OPPONENT_HAS_CARD
from tests.prove.rows import Booleans, Figure, Row

STEP, DEADLINE = 0.02, 10.0
Scored = Callable[[float, bool, float, float], float | None]
"""Rating, right, own seconds, seconds of the first other → the score to learn from; None: learn nothing."""


def censored(rating: float, right: bool, own: float, other: float) -> float | None:
    return score(right, own, DEADLINE) if own <= other else score_when_beaten(rating, other, DEADLINE)


def skipping(rating: float, right: bool, own: float, other: float) -> float | None:
    return score(right, own, DEADLINE) if own <= other else None


def nought(rating: float, right: bool, own: float, other: float) -> float | None:
    return score(right, own, DEADLINE) if own <= other else 0.0


def rows(exposures: int, dice: np.random.Generator) -> Iterator[Row]:
    """Rate a student of 1.5 against 5 equals, as the acceptance table asks, and the other students of the page."""
    yield Row(
        "rating 1.5, 5 opponents: censored update",
        (Figure("mean", follow(censored, 1.5, 5, exposures, dice), 0, (1.44, 1.56)),),
    )
    yield Row(
        "must fail: rating 1.5, lost races skipped",
        (Figure("mean", follow(skipping, 1.5, 5, exposures, dice), 0, (2.5, 4.0)),),
    )
    yield Row(
        "must fail: rating 1.5, lost races score 0",
        (Figure("mean", follow(nought, 1.5, 5, exposures, dice), 0, (0.5, 1.0)),),
    )
    for true, opponents in [(0.5, 1), (0.5, 5), (1.5, 1), (1.5, 3), (3.0, 3)]:
        found = follow(censored, true, opponents, exposures, dice)
        yield Row(f"rating {true}, {opponents} opponents: censored update", (Figure("mean", found),))


def follow(scored: Scored, true: float, opponents: int, exposures: int, dice: np.random.Generator) -> float:
    """Return the mean rating over the second half of the exposures, starting from the truth, the card staying at 0."""
    right, own = answers(true, exposures, dice)
    other = first_of(true, opponents, exposures, dice)
    rating, path = true, np.empty(exposures)
    for place in range(exposures):
        found = scored(rating, bool(right[place]), float(own[place]), float(other[place]))
        rating += STEP * (found - expected_score(rating)) if found is not None else 0.0
        path[place] = rating
    return float(path[exposures // 2 :].mean())


def first_of(true: float, opponents: int, exposures: int, dice: np.random.Generator) -> Floats:
    """Return when the first of these equals plays a right card, the deadline where none does."""
    first = np.full(exposures, DEADLINE)
    for _ in range(opponents):
        right, taken = answers(true, exposures, dice)
        plays = right & (dice.random(exposures) < OPPONENT_HAS_CARD)
        first = np.where(plays & (taken < first), taken, first)
    return first


def chance_of_right(x: float) -> float:
    return float((1 + np.tanh(x / 2)) / 2)


def answers(true: float, exposures: int, dice: np.random.Generator) -> tuple[Booleans, Floats]:
    """Return whether answers are right, and after how many seconds, by the model behind the score (1.2)."""
    right, even = dice.random(exposures) < chance_of_right(true), dice.random(exposures)
    fast = -DEADLINE * np.log(1 - even * (1 - np.exp(-true))) / true
    slow = DEADLINE * np.log(1 + even * (np.exp(true) - 1)) / true
    return right, np.where(right, fast, slow)
