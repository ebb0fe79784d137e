"""The share of a class: its range knows that the cards of one child are alike."""

import numpy as np
import pytest

from classroom.measures import CUT, RIGHT, WRONG, Exposures, Standard, fit_class, wilson
from classroom.measures.clusters import counted_share, raced_shares

PLAIN = Standard(np.ones(1), np.zeros(1), np.zeros(1))


def test_children_who_differ_make_the_range_wider_than_their_cards_do():
    alike, apart = (
        counted_share(np.array(right), np.full(6, 40)) for right in ([32] * 3 + [33] * 3, [40, 38, 39, 18, 25, 35])
    )
    assert alike.value == apart.value == pytest.approx(195 / 240)
    assert alike.high - alike.low < apart.high - apart.low
    plain = wilson(195, 240)
    assert apart.low < plain.low < plain.high < apart.high


def test_one_child_is_no_class():
    assert counted_share(np.array([9, 0]), np.array([10, 0])) is None


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
