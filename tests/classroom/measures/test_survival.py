"""Curves against the vector "race16" of measurement 3.3, against scipy, and the properties of 6.3."""

import warnings
from math import inf

import numpy as np
import pytest
import scipy  # its statistics are loaded where they are asked: half a second
from hypothesis import given
from hypothesis import strategies as st

from classroom.measures import CUT, RIGHT, WRONG, rate
from tests.classroom.measures.races import ENDINGS, SECONDS, exposures
from tests.classroom.measures.survival import (
    aalen_johansen,
    accuracy_in_races,
    conditional_median,
    kaplan_meier,
    standardised_share,
)

RIGHT_CARDS = kaplan_meier(SECONDS, ENDINGS == RIGHT)


def test_the_curve_of_right_cards_has_the_steps_of_the_vector():
    steps = [0.937500, 0.870536, 0.797991, 0.725446, 0.634766, 0.528971, 0.396729, 0.198364]
    assert RIGHT_CARDS.steps.times == pytest.approx([1.2, 1.8, 2.1, 2.4, 3.0, 3.6, 4.4, 6.0])
    assert RIGHT_CARDS.survival == pytest.approx(steps, abs=1e-6)


def test_the_median_is_the_first_time_at_or_below_a_half_and_may_have_no_upper_end():
    assert (RIGHT_CARDS.median, RIGHT_CARDS.quantile(0.25)) == (4.4, 2.4)
    assert RIGHT_CARDS.median_interval() == (2.1, inf)
    assert kaplan_meier(SECONDS, ENDINGS != CUT).median == 3.6
    assert kaplan_meier([1, 2, 3, 4], [True] * 4).median == 2


def test_the_curve_at_three_seconds_has_greenwoods_error_and_a_log_log_interval():
    assert RIGHT_CARDS.at(3) == pytest.approx(0.634765625)
    assert RIGHT_CARDS.standard_error(3) == pytest.approx(0.1334291562)
    assert RIGHT_CARDS.interval(3) == pytest.approx((0.3246066183, 0.8322732215))


@pytest.mark.parametrize(
    ("seconds", "mean", "error"), [(5, 3.7403994606, 0.3594999654), (6, 4.1371279762, 0.4904561846)]
)
def test_the_mean_until_a_time_has_its_standard_error(seconds, mean, error):
    assert RIGHT_CARDS.mean_until(seconds) == pytest.approx((mean, error))


def test_the_incidence_of_right_cards_has_the_figures_of_the_vector():
    right, wrong = (aalen_johansen(SECONDS, ENDINGS, cause) for cause in (RIGHT, WRONG))
    assert right.at(3) == pytest.approx(0.3551587302)
    assert right.standard_error(3) == pytest.approx(0.1293171694)
    assert right.interval(3) == pytest.approx((0.1271223320, 0.5947902616))
    assert wrong.at(3) == pytest.approx(0.0806051587)
    assert right.at(7.5) == pytest.approx(0.743071, abs=1e-6)
    assert accuracy_in_races(SECONDS, ENDINGS) == pytest.approx(0.9021397520)
    assert conditional_median(SECONDS, ENDINGS) == 4.4


def test_cards_per_minute_count_the_time_of_lost_races():
    assert rate(8, float(SECONDS.sum())) == pytest.approx((9.0737240, 3.9173900, 17.8788535))


def test_one_stratum_standardised_is_itself_with_a_logit_interval():
    right = aalen_johansen(SECONDS, ENDINGS)
    share, low, high = standardised_share([right, right], [0.4, 0.6], 3)
    assert share == pytest.approx(right.at(3))
    assert 0 < low < share < high < 1


def test_empty_lost_and_all_wrong_data_divide_by_nothing():
    for seconds, endings in [([], []), ([2.0, 3.0], [CUT, CUT]), ([2.0, 3.0], [WRONG, WRONG])]:
        right, curve = aalen_johansen(seconds, np.array(endings)), kaplan_meier(seconds, np.array(endings) == RIGHT)
        assert (right.at(3), right.standard_error(3), right.interval(3), right.final) == (0, 0, None, 0)
        assert (curve.median, curve.median_interval(), curve.interval(3)) == (inf, (inf, inf), None)
        assert curve.mean_until(5) == (5, 0)
        assert conditional_median(seconds, np.array(endings)) == inf
        assert standardised_share([right], [1.0], 3) == (0, 0, 1)
    assert accuracy_in_races([2.0], np.array([CUT])) is None
    assert accuracy_in_races([2.0], np.array([WRONG])) == 0


@given(exposures())
def test_the_curve_and_its_interval_are_scipys(race):
    curve = kaplan_meier(race.seconds, race.decided)
    theirs = scipy.stats.ecdf(scipy.stats.CensoredData.right_censored(race.seconds, ~race.decided)).sf
    assert [curve.at(t) for t in race.seconds] == pytest.approx(theirs.evaluate(race.seconds))
    with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"):
        band = theirs.confidence_interval(0.95, method="log-log")
    for t in race.seconds[[0 < curve.at(t) < 1 for t in race.seconds]]:
        assert curve.interval(t) == pytest.approx((float(band.low.evaluate(t)), float(band.high.evaluate(t))))


@given(exposures(), st.floats(0.1, 10))
def test_scaled_times_scale_the_medians(race, factor):
    scaled = kaplan_meier(race.seconds * factor, race.decided)
    curve = kaplan_meier(race.seconds, race.decided)
    assert scaled.median == pytest.approx(curve.median * factor)
    assert scaled.median_interval() == pytest.approx([end * factor for end in curve.median_interval()])


@given(exposures(), st.floats(0.01, 0.99))
def test_an_exposure_cut_before_the_first_event_changes_nothing(race, share):
    early = race.seconds.min() * share
    curve = kaplan_meier(race.seconds, race.decided)
    more = kaplan_meier(np.append(race.seconds, early), np.append(race.decided, False))
    assert more.survival == pytest.approx(curve.survival)


@given(exposures(), st.data())
def test_a_lost_race_made_longer_never_lowers_the_median(race, data):
    cut = np.flatnonzero(~race.decided)
    if not len(cut):
        return
    longer = race.seconds.copy()
    longer[data.draw(st.sampled_from(list(cut)))] += data.draw(st.floats(0.1, 20))
    assert kaplan_meier(longer, race.decided).median >= kaplan_meier(race.seconds, race.decided).median


@given(exposures(), st.randoms(use_true_random=False))
def test_the_order_of_exposures_changes_nothing(race, dice):
    order = list(range(len(race)))
    dice.shuffle(order)
    one, other = (aalen_johansen(race.seconds[some], race.ending[some]) for some in (order, slice(None)))
    assert one.share == pytest.approx(other.share)
    assert one.standard_error(3) == pytest.approx(other.standard_error(3))


@given(exposures())
def test_the_fluent_share_grows_with_time_and_stays_below_its_end(race):
    curve = aalen_johansen(race.seconds, race.ending)
    shares = [curve.at(seconds) for seconds in np.linspace(0, 20, 30)]
    assert shares == sorted(shares)
    assert max(shares, default=0) <= curve.final <= 1 + 1e-12
