"""The proofs of one key and of resting in small: fixed seeds, few rounds."""

import pytest

from tests.prove.fairness import one_key, resting, slower
from tests.prove.fairness.children import Rest, Scan
from tests.prove.fairness.rows import PACES

FEW = range(70_000, 70_060)
"""Other seeds than those on which the constants were fitted."""
TWO = [(way, pace) for pace in PACES for way in (*one_key.SCANS, *resting.RESTS)]
MADE_GOOD = [each for each in TWO if each not in (one_key.LATE, resting.LONG)]


@pytest.mark.parametrize(("way", "pace"), MADE_GOOD)
def test_a_child_who_presses_in_a_slower_way_wins_as_often_as_its_equal(way: Scan | Rest, pace: str):
    """Of few rounds the cards say it sooner: one more of a hundred is some ten rounds."""
    _share, tally = slower.won(way, pace, FEW)
    assert 48 <= tally.share(0) <= 52


@pytest.mark.parametrize(("way", "most"), [(Scan(800, 350), 0), (Rest(1500, 1500), 10)], ids=["one key", "resting"])
def test_without_the_motor_time_taken_off_a_slower_child_hardly_ever_wins(way: Scan | Rest, most: int):
    """The control: were the motor time left out, the proof would see it."""
    share, _tally = slower.won(way, "slow", FEW[:10], handicap=False)
    assert share <= most


def test_who_dawdles_when_it_is_measured_gains_nothing():
    assert one_key.dawdler(FEW).passed


def test_who_clicks_although_it_could_rest_gains_nothing():
    assert resting.clicks(FEW).passed
