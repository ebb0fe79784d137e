"""The trend of counted answers: what it names, and that harder sums or a few answers are no change."""

import numpy as np
import pytest

from classroom.measures.growth.counted_trends import Weekly, counted_trends
from classroom.measures.mastery import lacking_counted, weakest

WEEKS, A_WEEK = 8, 12


def student(dice, *, surer=0.0, quicker=0.0, harder=False, answers=A_WEEK, days=0.0):
    week = np.repeat(np.arange(WEEKS), answers)
    stratum = dice.integers(0, 2, len(week)) + 2 * (harder & (week >= WEEKS // 2))
    day = days * np.random.default_rng(int(dice.integers(2**32))).normal(0, 1, WEEKS)[week] if days else 0.0
    odds = 1.2 - 3 * surer - 0.8 * (stratum >= 2) + surer * week + 2 * day
    right = dice.random(len(week)) < 1 / (1 + np.exp(-odds))
    seconds = 2.5 + 0.5 * (stratum >= 2) - quicker * week + day + 0.4 * dice.normal(size=len(week))
    return Weekly(right.astype(float), np.where(right, seconds, np.nan), stratum, week, week)


@pytest.fixture
def dice():
    return np.random.default_rng(12)


def test_who_changed_is_named_and_who_did_not_is_not(dice):
    unchanged = [student(dice) for _ in range(20)]
    surer, quicker = student(dice, surer=0.6), student(dice, quicker=0.12)
    found = counted_trends([*unchanged, surer, quicker])
    assert sum(each.share is not None or each.seconds is not None for each in found[:-2]) <= 1
    assert found[-2].share is not None
    assert found[-2].share[1] > found[-2].share[0]
    assert found[-1].seconds is not None
    assert found[-1].seconds[1] < found[-1].seconds[0]


def test_harder_sums_in_mid_term_do_not_look_like_worse_children(dice):
    found = counted_trends([student(dice, harder=True) for _ in range(24)])
    assert sum(each.share is not None or each.seconds is not None for each in found) <= 1


def test_good_and_bad_days_are_no_change():
    dice = np.random.default_rng(2)
    found = [each for _ in range(10) for each in counted_trends([student(dice, days=0.25) for _ in range(24)])]
    assert sum(each.share is not None or each.seconds is not None for each in found) <= 3


def test_who_changed_much_is_named_on_good_and_bad_days_too(dice):
    found = counted_trends([*(student(dice, days=0.15) for _ in range(20)), student(dice, quicker=0.25, days=0.15)])
    assert found[-1].seconds is not None
    assert found[-1].seconds[1] < found[-1].seconds[0]


def test_few_answers_none_or_a_single_week_say_nothing(dice):
    nothing = Weekly(*(np.array([]) for _ in range(2)), *(np.array([], int) for _ in range(3)))
    few = student(dice, surer=2.0, answers=2)
    one_week = student(dice)._replace(week=np.zeros(WEEKS * A_WEEK, int), day=np.zeros(WEEKS * A_WEEK, int))
    all_right = student(dice)._replace(right=np.ones(WEEKS * A_WEEK))
    found = counted_trends([nothing, few, one_week, all_right])
    assert [each.known for each in found] == [False, False, False, True]
    assert all(each.share is None for each in found)


def test_what_is_lacking_is_known_from_counts_and_the_class():
    right = np.array([[19, 1], [20, 2], [18, 1], [0, 0]])
    tried = np.array([[20, 8], [20, 9], [20, 7], [0, 0]])
    chances = lacking_counted(right, tried)
    assert weakest(chances[:3]) == [1]
    assert (chances[:3, 1] > 0.8).all()
    assert (chances[:3, 0] < 0.5).all()
    assert chances[3, 1] > 0.5, "who tried none is as the class"


def test_a_child_that_is_right_elsewhere_is_not_named_for_two_tries():
    right, tried = np.array([[2, 30], [1, 12], [1, 12], [2, 13]]), np.array([[2, 30], [4, 20], [4, 20], [4, 20]])
    chances = lacking_counted(right, tried)[:, 0]
    assert chances[0] < 0.5 < chances[1]


def test_two_kinds_that_are_not_apart_are_both_said():
    right, tried = np.array([[3, 3, 9], [4, 4, 9], [5, 4, 9]]), np.full((3, 3), 10)
    assert sorted(weakest(lacking_counted(right, tried))) == [0, 1]
