"""The share of a class: its range knows that the cards of one child are alike."""

from dataclasses import replace

import numpy as np
import pytest

from classroom.measures import CUT, RIGHT, WRONG, Exposures, Standard, fit_class, wilson
from classroom.measures.climbing import by_days, days_of
from classroom.measures.clusters import counted_share, raced_shares
from classroom.measures.mixture import CENTRES, MU, log_seconds, terms

PLAIN = Standard(np.ones(1), np.zeros(1), np.zeros(1))


def test_children_who_differ_make_the_range_wider_than_their_cards_do():
    alike, apart = (
        counted_share(np.array(right), np.full(6, 40)) for right in ([32] * 3 + [33] * 3, [40, 38, 39, 18, 25, 35])
    )
    assert alike.value == apart.value == pytest.approx(195 / 240)
    assert alike.high - alike.low < apart.high - apart.low
    plain = wilson(195, 240)
    assert apart.low < plain.low < plain.high < apart.high


def test_the_range_of_few_children_is_that_of_a_small_sample():
    found = counted_share(np.array([6, 8, 9, 10, 7]), np.full(5, 10))
    assert found == pytest.approx((0.8, 0.539733, 0.931714), abs=1e-6)


def test_one_child_is_no_class():
    assert counted_share(np.array([9, 0]), np.array([10, 0])) is None


def test_one_child_of_a_race_is_no_class_either():
    exposures, lesson = races([2.0, 2.0], each=3)
    alone = exposures.student == 0
    fit = fit_class(exposures, 20, PLAIN)
    assert raced_shares(exposures.where(alone), lesson[alone], 2, fit) == [None, None]


@pytest.mark.parametrize(("right", "answered"), [(1, 1), (0, 1), (9, 10)])
def test_children_who_happen_to_be_alike_are_no_surer_than_their_cards(right, answered):
    found = counted_share(np.full(5, right), np.full(5, answered))
    assert (found.low, found.high) == pytest.approx(wilson(5 * right, 5 * answered), abs=1e-6)


def test_a_lesson_in_which_every_card_is_right_is_no_surer_than_its_cards():
    exposures, lesson = races([2.0, 2.0], each=3)
    exposures = replace(exposures, ending=np.where(exposures.ending == WRONG, RIGHT, exposures.ending))
    decided = int((exposures.ending == RIGHT).sum())
    (found,) = raced_shares(exposures, np.zeros(len(lesson), int), 1, fit_class(exposures, 20, PLAIN))
    assert found.low <= wilson(decided, decided).low + 0.01


def races(odds, seed=3, each=60):
    """Return lessons of 20 children whose right cards are slow and wrong ones quick: races cut the right ones."""
    dice = np.random.default_rng(seed)
    student, lesson = np.repeat(np.arange(20), 2 * each), np.tile(np.repeat([0, 1], each), 20)
    own_odds = np.array(odds)[lesson] + dice.normal(0, 0.5, 20)[student]
    right = dice.random(len(student)) < 1 / (1 + np.exp(-own_odds))
    own = 0.3 + np.exp(dice.normal(1.0, 0.4, len(student)) - 0.5 * ~right)
    other = 0.3 + np.exp(dice.normal(1.0, 0.4, len(student)))
    ending = np.where(own > other, CUT, np.where(right, RIGHT, WRONG))
    nothing = np.zeros(len(student), int)
    return Exposures(np.minimum(own, other), ending, student, nothing), lesson


def test_a_lesson_has_the_share_with_nobody_racing():
    exposures, lesson = races([2.0, 2.0])
    counted = (exposures.ending == RIGHT).sum() / (exposures.ending != CUT).sum()
    found = raced_shares(exposures, lesson, 2, fit_class(exposures, 20, PLAIN))
    assert counted < 0.83
    for share in found:
        assert share.low < 0.87 < share.high
        assert share.value > counted + 0.02


def test_lessons_that_differ_are_told_apart():
    exposures, lesson = races([2.5, 0.5], each=120)
    better, worse = raced_shares(exposures, lesson, 2, fit_class(exposures, 20, PLAIN))
    assert better.low > worse.high


@pytest.mark.parametrize("line", [False, True])
def test_what_days_add_is_what_the_formula_says_day_by_day(line):
    """DerSimonian & Laird's moments, written out for each child and day by itself."""
    dice = np.random.default_rng(9)
    child, day = dice.integers(0, 3, 90), dice.integers(0, 4, 90)
    seconds, ending = 0.3 + np.exp(dice.normal(1, 0.5, 90)), dice.integers(0, 3, 90)
    found = terms(log_seconds(seconds), ending, np.tile(CENTRES, (90, 1)), np.zeros(90), np.zeros(90))
    gradient, bend = found.gradient[MU], found.hessian[MU, MU]
    design = np.column_stack([np.ones(4), np.arange(4)])[:, : 1 + line]
    beyond, of_one, each_day, middles = 0.0, 0.0, [], []
    for who in range(3):
        mine = [(child == who) & (day == at) for at in range(4)]
        pull, squares = (np.array([part[of].sum() for of in mine]) for part in (gradient, gradient**2))
        weights = np.diag([max(-bend[of].sum(), 0.0) for of in mine])
        left = np.eye(4) - weights @ design @ np.linalg.inv(design.T @ weights @ design) @ design.T
        a_day = np.trace(weights) / 4
        beyond += (((left @ pull) ** 2).sum() - ((left**2) @ squares).sum()) / a_day
        of_one += ((left @ weights) ** 2).sum() / a_day
        each_day.append(a_day)
        middles.append(design.T @ weights @ weights @ design)
    prior = 10 * np.mean(each_day)
    variance = max(0.0, (beyond + prior * 0.06**2) / (of_one + prior))
    days = days_of(child, day, 3, day.astype(float) if line else None)
    assert by_days(found, MU, days, 0.06) == pytest.approx(variance * np.array(middles))
