"""The proof of one key in small: a fixed seed, few rounds."""

from tests.prove.fairness import one_key
from tests.prove.fairness.children import Scan

FEW = range(7, 67)


def test_a_child_with_one_key_wins_as_often_as_its_equal():
    share, tally = one_key.won(Scan(800, 350), "slow", FEW)
    assert one_key.LOWEST <= share <= one_key.HIGHEST
    assert 48 <= tally.share(0) <= 52


def test_without_what_is_taken_off_it_never_does():
    """The control: were the motor time left out, the proof would see it."""
    share, _tally = one_key.won(Scan(800, 350), "slow", FEW[:10], handicap=False)
    assert share == 0


def test_who_dawdles_when_it_is_measured_gains_nothing():
    assert one_key.dawdler(FEW).passed
