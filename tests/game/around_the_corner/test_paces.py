"""A computer that plays "like me": what it takes from a student's attempts."""

import math
import random

import pytest

from game.around_the_corner.pace import ENOUGH, STEADY, PacedAttempt, estimated_pace, pace_of
from game.rules.around_the_corner import card
from game.rules.around_the_corner.computer import EFFECT
from game.rules.computer import SHIFT

PLAIN = PacedAttempt("C", 2000, True, "2-plain-1", 5, 2, None)


def right(seconds: float, step: int = 2) -> PacedAttempt:
    return PLAIN._replace(
        milliseconds=round(1000 * (SHIFT + seconds * math.exp(EFFECT[step]))), stratum=f"{step}-plain-1", top_step=step
    )


def test_with_too_little_to_go_by_it_plays_at_the_steady_pace():
    assert estimated_pace([right(9)] * (ENOUGH - 1)) == STEADY


def test_its_median_is_the_students_whatever_the_steps_were():
    slow = estimated_pace([right(5, step) for step in (1, 2, 3)] * 10)
    assert slow.median == pytest.approx(5, rel=0.01)
    assert slow.draw > STEADY.draw


def test_lost_races_make_it_slower_not_faster():
    """Of a student whose times are long, the others win the long ones: won times alone would look quick."""
    dice = random.Random(5)
    times = [dice.lognormvariate(math.log(4), 0.45) for _ in range(400)]
    raced = [right(min(t, 4)) if t < 4 else right(4)._replace(ending="O") for t in times]
    won = sorted(one.milliseconds or 0 for one in raced if one.ending == "C")
    assert estimated_pace(raced).median == pytest.approx(4, rel=0.05)
    assert won[len(won) // 2] < 3400


def test_its_errors_are_as_many_and_of_the_same_kind():
    """5 + 2 and nothing but 6: always one short."""
    six = next(n for n in range(1, 74) if card(n).number == 6)
    wrong = PLAIN._replace(ending="W", played=six)
    pace = estimated_pace([right(3)] * 60 + [wrong] * 30)
    assert pace.error_rate == pytest.approx(0.31, abs=0.02)
    assert pace.slips.one_short == 8 + 30
    assert pace.slips.same == 3


def test_who_overlooks_cards_gets_a_computer_that_does():
    assert estimated_pace([right(3)] * 30 + [PLAIN._replace(ending="D", timed=False)] * 30).miss_rate > 0.4


def test_a_computer_that_plays_like_a_student_takes_from_half_a_second_to_twenty():
    assert estimated_pace([right(0.05)] * 30).median == 0.5
    assert estimated_pace([right(50)] * 30).median == 20


@pytest.mark.django_db
def test_a_level_has_its_own_pace_and_who_has_no_attempts_gets_the_steady_one():
    assert pace_of("quick", []).median < pace_of("gentle", []).median
    assert pace_of("like_me", [404]) == STEADY
