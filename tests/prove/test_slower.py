"""The proof of one key in small: a fixed seed, few rounds."""

import pytest

from tests.prove.fairness import one_key
from tests.prove.fairness.children import Scan

FEW = range(70_000, 70_060)
"""Other seeds than those on which the constants were fitted."""


TWO = [(scan, pace) for pace in one_key.PACES for scan in one_key.SCANS if (scan, pace) != one_key.LATE]


@pytest.mark.parametrize(("scan", "pace"), TWO)
def test_a_child_with_one_key_wins_as_often_as_its_equal(scan: Scan, pace: str):
    """Of few rounds the cards say it sooner: one more of a hundred is some ten rounds."""
    _share, tally = one_key.won(scan, pace, FEW)
    assert 48 <= tally.share(0) <= 52


def test_without_what_is_taken_off_it_never_does():
    """The control: were the motor time left out, the proof would see it."""
    share, _tally = one_key.won(Scan(800, 350), "slow", FEW[:10], handicap=False)
    assert share == 0


def test_who_dawdles_when_it_is_measured_gains_nothing():
    assert one_key.dawdler(FEW).passed
