"""The numbers against the vectors of measurement 3.6 and the counts of 5.4."""

from random import Random

import pytest

from classroom.measures import (
    Interval,
    Showing,
    Speed,
    accuracy_showing,
    median,
    median_interval,
    rate,
    speed_showing,
    wilson,
)

WILSON = [
    (0, 5, 0, 0.434482),
    (1, 1, 0.206549, 1),
    (3, 5, 0.230724, 0.882379),
    (5, 5, 0.565518, 1),
    (4, 6, 0.299993, 0.903229),
    (7, 8, 0.529112, 0.977583),
    (9, 10, 0.595850, 0.982124),
    (10, 10, 0.722467, 1),
    (17, 20, 0.639581, 0.947631),
    (27, 30, 0.743789, 0.965400),
    (45, 50, 0.786398, 0.956524),
    (95, 100, 0.888250, 0.978456),
]


@pytest.mark.parametrize(("right", "n", "low", "high"), WILSON)
def test_the_interval_is_wilsons(right, n, low, high):
    assert wilson(right, n) == pytest.approx((low, high), abs=1e-6)


@pytest.mark.parametrize(("right", "n"), [(0, 0), (6, 5), (-1, 5)])
def test_a_share_that_is_none_is_refused(right, n):
    with pytest.raises(ValueError, match="is no share"):
        wilson(right, n)


def test_the_average_coverage_of_wilson_is_that_of_measurement():
    """Single shares may lie below 95 %; the average over them may not (measurement 3.6: .954 at n = 20)."""
    chance = Random(7)
    shares = [chance.uniform(0.5, 0.99) for _ in range(4000)]
    covered = 0
    for share in shares:
        low, high = wilson(sum(chance.random() < share for _ in range(20)), 20)
        covered += low <= share <= high
    assert covered / len(shares) == pytest.approx(0.954, abs=0.012)


def test_the_median_is_the_plain_one():
    assert median([3, 1, 2]) == 2
    assert median([4, 1, 2, 3]) == 2.5
    assert median([]) is None


@pytest.mark.parametrize(
    ("n", "low", "high"), [(6, 1, 6), (9, 2, 8), (10, 2, 9), (20, 6, 15), (50, 18, 33), (100, 40, 61)]
)
def test_the_range_of_a_median_has_the_ranks_of_the_binomial(n, low, high):
    assert median_interval(range(n, 0, -1)) == (low, high)


def test_five_times_give_a_median_no_range():
    assert median_interval([1, 2, 3, 4, 5]) is None


@pytest.mark.parametrize(
    ("showing", "n", "what"),
    [
        (accuracy_showing, 4, Showing.HIDDEN),
        (accuracy_showing, 5, Showing.PALE),
        (accuracy_showing, 16, Showing.PALE),
        (accuracy_showing, 17, Showing.FIRM),
        (speed_showing, 9, Showing.HIDDEN),
        (speed_showing, 10, Showing.PALE),
        (speed_showing, 49, Showing.PALE),
        (speed_showing, 50, Showing.FIRM),
    ],
)
def test_numbers_show_from_the_minimum_counts_of_measurement(showing, n, what):
    assert showing(n) is what


@pytest.mark.parametrize(
    ("seconds", "low", "high", "shown"), [(2.4, 1.8, 3.1, 2.5), (0.7, 0.6, 0.9, 0.7), (0.2, 0.1, 0.3, 0.2)]
)
def test_seconds_that_are_uncertain_are_rounded_to_no_number_beside_their_range(seconds, low, high, shown):
    """Rounded to half a second alone, it would read "about 0.5 s" beside a range of 0.6 to 0.9 s."""
    assert Speed(10, seconds, Interval(low, high)).about == shown


@pytest.mark.parametrize(("count", "seconds"), [(-1, 5), (3, 0)])
def test_a_rate_of_no_time_is_refused(count, seconds):
    with pytest.raises(ValueError, match="is no rate"):
        rate(count, seconds)


def test_no_cards_are_a_rate_with_an_upper_end():
    assert rate(0, 60) == pytest.approx((0, 0, 3.6888794541))


def test_right_cards_per_minute_of_looking_are_those_of_the_vector():
    assert rate(8, 28.3).value == pytest.approx(16.9611307)


@pytest.mark.parametrize(
    ("share", "counts"), [(0.7, (320, 78, 33, 18)), (0.8, (245, 60, 26, 14)), (0.9, (141, 37, 17, 10))]
)
def test_so_many_answers_make_an_accuracy_that_sure(share, counts):
    """Half widths of .05, .10, .15, .20; 17 answers for .15 at 90 % are where an accuracy becomes firm."""
    assert tuple(answers_for(share, half) for half in (0.05, 0.10, 0.15, 0.20)) == counts


def answers_for(share, half):
    def width(n):
        ends = wilson(share * n, n)
        return ends.high - ends.low

    return next(n for n in range(1, 1000) if width(n) <= 2 * half)
