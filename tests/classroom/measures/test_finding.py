"""What a watcher of mistakes would find alone, where the first who finds one ends the search."""

import numpy as np
import pytest

from classroom.measures.finding import found_alone
from classroom.measures.intervals import wilson


def test_of_an_only_watcher_it_is_the_share_that_was_found():
    (found,) = found_alone(np.ones((10, 1), bool), np.array([0] * 6 + [-1] * 4))
    assert found is not None
    assert found.value == pytest.approx(0.6, abs=1e-4)
    assert found.low < wilson(6, 10).low < wilson(6, 10).high < found.high


def test_who_did_nothing_of_the_kind_has_no_share():
    watching = np.array([[True, True, False]] * 4)
    found = found_alone(watching, np.array([0, 0, 1, -1]))
    assert found[2] is None
    assert found_alone(np.zeros((0, 2), bool), np.zeros(0, np.intp)) == [None, None]


def test_mistakes_that_others_found_first_are_neither_found_nor_missed():
    """Of those found and left the first watcher found half; many were taken from them meanwhile."""
    first = np.array([0] * 5 + [1] * 20 + [-1] * 5)
    both, _ = found_alone(np.ones((30, 2), bool), first)
    (alone,) = found_alone(np.ones((10, 1), bool), first[(first != 1)])
    assert both is not None
    assert alone is not None
    assert both.value < alone.value - 0.1


def test_who_finds_none_and_who_finds_all_are_at_the_ends():
    none, everything = found_alone(np.ones((12, 2), bool), np.array([1] * 12))
    assert none is None
    assert everything is not None
    assert everything.value == pytest.approx(1, abs=0.01)
    (never,) = found_alone(np.ones((12, 1), bool), np.full(12, -1))
    assert never is not None
    assert (never.value < 0.001, never.high < 0.4) == (True, True)


def test_the_order_of_watchers_does_not_matter():
    dice = np.random.default_rng(2)
    watching, first = np.ones((40, 3), bool), dice.integers(-1, 3, 40)
    turned = np.where(first >= 0, (first + 1) % 3, -1)
    found, again = found_alone(watching, first), found_alone(watching, turned)
    assert [again[place] for place in (1, 2, 0)] == [pytest.approx(each) for each in found]
