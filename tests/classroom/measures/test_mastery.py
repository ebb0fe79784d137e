"""The letters, from the chances that a cell's cards leave."""

import numpy as np
import pytest

from classroom.measures.cells import Cells
from classroom.measures.mastery import LETTERS, CellCards, lacking, letters


def cell(median, right_odds, *, error=0.2):
    """Return one cell with this log time and log odds, both known so well."""
    return Cells(
        np.array([[[median, right_odds]]]), np.eye(2)[None, None] * error**2, np.array([-0.8]), np.array([0.1])
    )


def cards(decided, clocked, kin=20):
    """Return the evidence of one cell with so many cards of its own, among so many like it."""
    return CellCards(*(np.array([[n]]) for n in (decided, clocked, max(decided, kin), max(clocked, kin))))


@pytest.mark.parametrize(
    ("median", "odds", "error", "evidence", "letter", "solid"),
    [
        (0.2, 4.0, 0.2, cards(12, 12), "S", True),
        (1.2, 4.0, 0.2, cards(12, 12), "A", True),
        (0.2, 4.0, 0.2, cards(12, 2), "A", True),
        (0.2, 4.0, 0.2, cards(3, 3), "S", True),
        (0.4, 4.0, 0.2, cards(12, 12), "A", True),
        (1.2, 1.573, 0.2, cards(12, 12), "A", True),
        (0.2, 4.0, 0.2, cards(2, 2), "S", False),
        (0.2, 4.0, 0.2, cards(2, 2, kin=2), "", False),
        (0.2, -1.0, 0.2, cards(12, 12), "T", True),
        (0.2, 0.5, 0.2, cards(12, 12), "T", True),
        (0.2, -1.0, 0.2, cards(2, 2), "T", False),
        (0.2, 0.617, 0.2, cards(12, 12), "T", True),
        (0.2, 0.617, 0.2, cards(2, 2), "G", False),
        (0.2, 0.55, 0.2, cards(2, 2), "G", False),
        (0.2, 1.0, 0.5, cards(12, 12), "G", True),
        (0.2, 1.0, 0.5, cards(4, 4), "G", False),
        (0.2, 1.0, 0.5, cards(5, 5), "G", True),
        (0.2, 1.6, 0.5, cards(12, 12), "G", True),
    ],
)
def test_a_letter_needs_a_chance_of_eight_in_ten_and_is_solid_from_three_cards(
    median, odds, error, evidence, letter, solid
):
    found, is_solid = letters(cell(median, odds, error=error), evidence)
    assert (LETTERS[found[0, 0]], bool(is_solid[0, 0] and letter)) == (letter, solid)


def test_a_longer_time_makes_more_secure():
    found = [letters(cell(1.2, 4.0), cards(12, 12), seconds)[0][0, 0] for seconds in (3, 9, 12)]
    assert [LETTERS[place] for place in found] == ["A", "S", "S"]


def test_not_there_yet_is_the_other_side_of_accurate():
    assert lacking(cell(0.2, np.log(4)))[0, 0] == pytest.approx(0.5)
    assert lacking(cell(0.2, 4.0))[0, 0] < 0.01
