"""Facts and skills against the vectors of measurement.md 5.1 and the counts of 5.4."""

import pytest

from classroom.reports.measures import FactShare, Mastery, Showing, Standing, mastery, skill_share_of, sprt


@pytest.mark.parametrize(
    ("fluent", "n", "mean", "interval"),
    [
        (0, 0, 0.7, (0.400450, 0.942317)),
        (3, 3, 0.828571, (0.638763, 0.971269)),
        (1, 3, 0.542857, (0.304911, 0.774458)),
        (9, 10, 0.842857, (0.712996, 0.949804)),
    ],
)
def test_a_fact_is_drawn_towards_its_skill(fluent, n, mean, interval):
    fact = FactShare(fluent, n, 0.7)
    assert fact.mean == pytest.approx(mean, abs=1e-6)
    assert fact.interval() == pytest.approx(interval, abs=1e-6)


def test_the_chances_of_a_fact_are_those_of_the_vectors():
    assert FactShare(3, 3, 0.7).chance_above(0.8) == pytest.approx(0.658353, abs=1e-6)
    assert FactShare(1, 3, 0.7).chance_below(0.6) == pytest.approx(0.607868, abs=1e-6)
    assert FactShare(9, 10, 0.7).chance_above(0.8) == pytest.approx(0.716656, abs=1e-6)


@pytest.mark.parametrize(
    ("fluent", "n", "standing", "showing"),
    [
        (2, 2, Standing.UNKNOWN, Showing.HIDDEN),
        (3, 3, Standing.FLUENT, Showing.PALE),
        (1, 3, Standing.LACKING, Showing.PALE),
        (12, 12, Standing.FLUENT, Showing.FIRM),
        (0, 5, Standing.LACKING, Showing.FIRM),
        (7, 10, Standing.BETWEEN, Showing.PALE),
    ],
)
def test_a_fact_gets_its_colour_from_the_counts_of_measurement(fluent, n, standing, showing):
    fact = FactShare(fluent, n, 0.7)
    assert (fact.standing, fact.showing) == (standing, showing)


@pytest.mark.parametrize(("fluent", "n"), [(0, 0), (0, 9), (9, 9)])
def test_the_share_of_a_skill_leaves_a_range_to_its_facts(fluent, n):
    low, high = FactShare(0, 0, skill_share_of(fluent, n)).interval()
    assert 0 <= low < high <= 1


def test_the_sequential_test_stops_at_its_boundaries():
    assert sprt([True] * 9) == sprt([True] * 8)
    assert sprt([True] * 8).ratio == pytest.approx(8 * 0.405465, abs=1e-5)
    assert (sprt([True] * 8).decision, sprt([True] * 7).decision) == (Mastery.MASTERED, Mastery.OPEN)
    assert sprt([False, False]).ratio == pytest.approx(-2 * 1.386294, abs=1e-5)
    assert (sprt([False] * 9).decision, sprt([False] * 9).used) == (Mastery.NOT_YET, 2)
    assert sprt([]).decision is Mastery.OPEN


@pytest.mark.parametrize(
    ("share", "passes", "mean"), [(0.6, 0.045, 8), (0.7, 0.19, 12), (0.8, 0.60, 15), (0.9, 0.94, 12)]
)
def test_the_sequential_test_passes_as_often_as_measurement_says(share, passes, mean):
    """Exact: every path is followed with its probability until it stops (below 1e-9 is left open)."""
    passed, used = 0.0, 0.0
    alive = {(0, 0): 1.0}
    for n in range(1, 300):
        following: dict[tuple[int, int], float] = {}
        for (right, wrong), likely in alive.items():
            for fluent, chance in ((True, share), (False, 1 - share)):
                state = (right + fluent, wrong + (not fluent))
                trial = sprt_of(*state)
                if trial is Mastery.OPEN:
                    following[state] = following.get(state, 0) + likely * chance
                else:
                    passed += likely * chance * (trial is Mastery.MASTERED)
                    used += n * likely * chance
        alive = following
    assert passed == pytest.approx(passes, abs=0.01)
    assert used == pytest.approx(mean, abs=0.6)


def sprt_of(right, wrong):
    """Return the decision after these counts, no boundary having been crossed on the way."""
    ratio = sprt([True]).ratio * right + sprt([False]).ratio * wrong
    if ratio >= 2.890372:
        return Mastery.MASTERED
    return Mastery.NOT_YET if ratio <= -2.251292 else Mastery.OPEN


def test_mastery_is_the_latest_decision():
    assert mastery([False, False, *[True] * 8]) is Mastery.MASTERED
    assert mastery([*[True] * 8, False, False]) is Mastery.NOT_YET
    assert mastery([*[True] * 8, False]) is Mastery.MASTERED
    assert mastery([True] * 7) is Mastery.OPEN
