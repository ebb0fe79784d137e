"""A rating from accuracy and time, only for matching tables and handicaps: never a grade, never on a report.

Signed residual time of Klinkenberg, Straatemeier and van der Maas (2011) with the censored update for races of
measurement 1.4. Ratings θ, β have no unit; x = θ - β; times and the deadline are seconds. One deadline for all modes.
"""

from math import tanh
from typing import NamedTuple

DEADLINE = 10.0
STEP, OWN_DOUBT, OTHER_DOUBT = 0.0075, 4.0, 0.5
ANSWERS_TO_CERTAINTY, DAYS_TO_DOUBT = 40, 30
_SERIES_BELOW = 0.01


class Rated(NamedTuple):
    """A student, or a top card: its rating, and its uncertainty (1 at first, 0 after 40 answers)."""

    rating: float = 0.0
    doubt: float = 1.0


def expected_score(x: float) -> float:
    """Return E(S) = coth x - 1/x, by its series near 0 where the formula cancels (equation 7, a·d = 1)."""
    return x / 3 - x**3 / 45 if abs(x) < _SERIES_BELOW else 1 / tanh(x) - 1 / x


def score(right: bool, seconds: float, deadline: float = DEADLINE) -> float:
    """Return S between -1 and 1; 0 from the deadline on (equation 6)."""
    left = max(0.0, 1 - seconds / deadline)
    return left if right else -left


def score_when_beaten(x: float, seconds: float, deadline: float = DEADLINE) -> float:
    """Return E[S | nothing yet after these seconds] = r·L(r·x) with r = 1 - seconds/deadline (measurement 1.4)."""
    left = min(1.0, max(0.0, 1 - seconds / deadline))
    return left * expected_score(left * x)


def doubt_after(doubt: float, idle_days: float) -> float:
    """Return U after one more answer: 1/40 less, and 1/30 more for each day without one (equation 5)."""
    return min(1.0, max(0.0, doubt - 1 / ANSWERS_TO_CERTAINTY + idle_days / DAYS_TO_DOUBT))


def step(own_doubt: float, other_doubt: float) -> float:
    """Return K: larger with one's own uncertainty, smaller with the other's (equation 4)."""
    return STEP * (1 + OWN_DOUBT * own_doubt - OTHER_DOUBT * other_doubt)


def answered(
    student: Rated, top: Rated, *, right: bool, seconds: float, idle_days: float = 0.0, deadline: float = DEADLINE
) -> tuple[Rated, Rated]:
    """Return both ratings after an answer; after the deadline right and wrong count alike."""
    return _updated(student, top, score(right, seconds, deadline), idle_days)


def beaten(
    student: Rated, top: Rated, *, seconds: float, idle_days: float = 0.0, deadline: float = DEADLINE
) -> tuple[Rated, Rated]:
    """Return both after another student's card came first: neither skipped nor a loss (measurement 1.4)."""
    return _updated(student, top, score_when_beaten(student.rating - top.rating, seconds, deadline), idle_days)


def _updated(student: Rated, top: Rated, scored: float, idle_days: float) -> tuple[Rated, Rated]:
    surprise = scored - expected_score(student.rating - top.rating)
    own, other = doubt_after(student.doubt, idle_days), doubt_after(top.doubt, idle_days)
    return (
        Rated(student.rating + step(own, other) * surprise, own),
        Rated(top.rating - step(other, own) * surprise, other),
    )
