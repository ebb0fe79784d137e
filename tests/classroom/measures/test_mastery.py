"""The letters, from the chances that a cell's cards leave."""

import numpy as np
import pytest

from classroom.measures.cells import Cells
from classroom.measures.mastery import LETTERS, lacking, letters


def cell(median, right_odds, *, error=0.2):
    """Return one cell with this log time and log odds, both known so well."""
    return Cells(
        np.array([[[median, right_odds]]]), np.eye(2)[None, None] * error**2, np.array([-0.8]), np.array([0.1])
    )


@pytest.mark.parametrize(
    ("median", "odds", "error", "decided", "clocked", "letter"),
    [
        (0.2, 4.0, 0.2, 12, 12, "S"),
        (1.2, 4.0, 0.2, 12, 12, "A"),
        (0.2, 4.0, 0.2, 12, 2, "A"),
        (0.2, 4.0, 0.2, 2, 2, ""),
        (0.2, -1.0, 0.2, 12, 12, "T"),
        (0.2, -1.0, 0.2, 2, 2, ""),
        (0.2, 1.0, 0.5, 12, 12, "G"),
        (0.2, 1.0, 0.5, 4, 4, ""),
        (0.2, 1.6, 0.5, 12, 12, "G"),
    ],
)
def test_a_letter_needs_a_chance_of_eight_in_ten_and_three_cards(median, odds, error, decided, clocked, letter):
    found = letters(cell(median, odds, error=error), np.array([[decided]]), np.array([[clocked]]))
    assert LETTERS[found[0, 0]] == letter


def test_a_longer_time_makes_more_secure():
    found = [letters(cell(1.2, 4.0), np.array([[12]]), np.array([[12]]), seconds)[0, 0] for seconds in (3, 9, 12)]
    assert [LETTERS[place] for place in found] == ["A", "S", "S"]


def test_not_there_yet_is_the_other_side_of_accurate():
    assert lacking(cell(0.2, np.log(4)))[0, 0] == pytest.approx(0.5)
    assert lacking(cell(0.2, 4.0))[0, 0] < 0.01
