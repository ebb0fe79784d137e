"""Pace and slips of a computer that plays "like me", estimated from a student's attempts (rules 1.8).

Races are won by fast answers, so the median is estimated from all of a student's times, with lost races as censored
(Kaplan-Meier, measurement 3.2), after subtracting the effect of the kind of sum (6.1). Rates are shrunk towards the
steady level's.
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from game.models import Attempt
from game.rules.around_the_corner import Sums, card
from game.rules.around_the_corner.cards import Card
from game.rules.around_the_corner.computer import CORNER, EFFECT, PaceWithSlips, Slips, slip
from game.rules.around_the_corner.position import SUMS
from game.rules.computer import LEVELS, SHIFT, Pace

LIKE_ME = "like_me"
STEADY = LEVELS["steady"]

ENOUGH = 20
"""Fewest timed decisions of a student for a median (measurement 6.2); with fewer the steady level plays."""
RECENT = 400
"""Number of newest attempts that are used: the last week or two of playing."""
PRIOR = 10
"""Number of a steady player's decisions added to a student's own in the rates."""
FASTEST, SLOWEST = 0.5, 20.0
"""Limits of the thinking time in seconds, within which a computer is still a sensible opponent."""


class PacedAttempt(NamedTuple):
    """Columns of an attempt from which a pace is estimated: ending, time in ms if usable, kind of sum, cards, and the
    sums of its round."""

    ending: str
    milliseconds: int | None
    timed: bool
    stratum: str
    top_number: int
    top_step: int
    played: int | None
    sums: Sums = Sums()


def pace_of(level: str, players: Sequence[int]) -> Pace:
    """Return the pace of a level; `like_me` is estimated from all these players together."""
    if level != LIKE_ME:
        return LEVELS.get(level, STEADY)
    rows = Attempt.objects.filter(player__in=players, retry=False).exclude(directions="").order_by("-pk")
    kept = len(PacedAttempt._fields) - 1
    asked = rows.values_list(*PacedAttempt._fields[:kept], *SUMS)[:RECENT]
    return estimated_pace([PacedAttempt._make((*row[:kept], Sums(*row[kept:]))) for row in asked])


def estimated_pace(tried: Sequence[PacedAttempt]) -> Pace:
    """Return the pace estimated from these attempts, steady if they are too few."""
    endings = Counter(attempt.ending for attempt in tried)
    decided = endings["C"] + endings["W"]
    if sum(attempt.timed for attempt in tried if attempt.ending in "CW") < ENOUGH:
        return STEADY
    median = min(max(_median(tried) or STEADY.median, FASTEST), SLOWEST)
    return PaceWithSlips(
        median=median,
        spread=STEADY.spread,
        draw=STEADY.draw * median / STEADY.median,
        error_rate=(endings["W"] + PRIOR * STEADY.error_rate) / (decided + PRIOR),
        miss_rate=(endings["D"] + PRIOR * STEADY.miss_rate) / (decided + endings["D"] + PRIOR),
        slips=_slips(tried),
    )


def _median(tried: Sequence[PacedAttempt]) -> float | None:
    """Return the Kaplan-Meier median thinking time in s, without the effect of the kind of sum; None if not reached."""
    times = sorted(
        (_thinking(attempt), attempt.ending not in "CW") for attempt in tried if attempt.timed and attempt.milliseconds
    )
    left, survival = len(times), 1.0
    for seconds, lost in times:
        if not lost:
            survival *= 1 - 1 / left
        if survival <= 0.5:
            return seconds
        left -= 1
    return None


def _thinking(attempt: PacedAttempt) -> float:
    kind = CORNER if "corner" in attempt.stratum else attempt.top_step
    return max(0.05, (attempt.milliseconds or 0) / 1000 - SHIFT) / math.exp(EFFECT[kind])


def _slips(tried: Sequence[PacedAttempt]) -> Slips:
    """Return the usual temptations with a student's own wrong cards added."""
    wrong = [(attempt, card(attempt.played).number) for attempt in tried if attempt.ending == "W" and attempt.played]
    own = Counter(
        slip(number, Card(0, attempt.top_number, attempt.top_step), attempt.sums) for attempt, number in wrong
    )
    return Slips(*(usual + own[name] for name, usual in Slips()._asdict().items()))
