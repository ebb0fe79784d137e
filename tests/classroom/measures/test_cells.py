"""Cells: kinds of sums and single sums, drawn towards the student and moved by their own cards."""

import numpy as np

from classroom.measures import CUT, RIGHT, WRONG, Exposures, Standard, fit_class
from classroom.measures.cells import SumPlan, cells_of

PLAN = SumPlan(np.array([0, 0, 1, 1]), np.zeros(4, np.intp))
PLAIN = Standard(np.ones(1), np.zeros(1), np.zeros(1))


def answered(fact, ending, seconds=2.0, times=1):
    return [(seconds, ending, fact)] * times


def cells(rows):
    seconds, ending, fact = (np.array(column) for column in zip(*rows, strict=True))
    nobody = np.zeros(len(rows), int)
    exposures = Exposures(seconds.astype(float), ending, nobody, nobody, fact)
    return cells_of(exposures, fit_class(exposures, 1, PLAIN), PLAN)


ROWS = [*answered(0, RIGHT, times=20), *answered(2, RIGHT, times=8), *answered(2, WRONG, times=12)]


def test_a_kind_of_sum_that_goes_wrong_is_told_from_one_that_does_not():
    kinds, _sums = cells(ROWS)
    assert kinds.chance_right_above(0.8)[0, 0] > 0.8
    assert kinds.chance_right_above(0.6)[0, 1] < 0.2


def test_a_sum_without_cards_is_where_its_kind_is_and_less_sure():
    _kinds, sums = cells(ROWS)
    right = sums.right()[0]
    assert right[0] > right[1] > right[3] > right[2]
    assert sums.covariance[0, 1, 1, 1] > sums.covariance[0, 0, 1, 1]


def test_only_hands_that_offer_one_sum_tell_of_a_cell():
    both = [*ROWS, *answered(-1, WRONG, times=30)]
    kinds, _sums = cells(both)
    assert kinds.right()[0, 0] > kinds.right()[0, 1] + 0.2


def test_losing_races_early_does_not_make_a_sum_slow_but_late_ones_do():
    own = [row for seconds in np.linspace(1.2, 3.2, 20) for row in answered(0, RIGHT, seconds=seconds)]
    own += answered(2, RIGHT, times=5)
    lost, late = (answered(0, CUT, seconds=seconds, times=20) for seconds in (0.5, 3.1))
    usual, early, slow = (cells(rows)[1].chance_fluent_above(0.8, 3.0)[0, 0] for rows in (own, own + lost, own + late))
    assert abs(usual - early) < 0.1
    assert slow < usual - 0.3


def test_more_time_never_lowers_the_chance_of_being_quick():
    kinds, _sums = cells(ROWS)
    chances = [kinds.chance_fluent_above(0.8, seconds)[0, 0] for seconds in (1, 2, 3, 6, 30)]
    assert chances == sorted(chances)
