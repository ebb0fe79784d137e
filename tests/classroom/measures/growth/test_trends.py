"""Trends over weeks: what changes is found, what does not is not said, and one class names few in error."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.special import ndtri

from classroom.measures import CUT, RIGHT, WRONG, Exposures, Standard, fit_class
from classroom.measures.growth import changes
from classroom.measures.growth.trends import comparable, trends_of

FOUR = Standard(np.full(4, 0.25), np.zeros(4), np.zeros(4))
WEEKS, STUDENTS, EACH = 8, 12, 40


def term(slower=0.0, surer=0.0, seed=4, days=0.0):
    """Return eight weeks of 12 students, of whom the first changes by so much a week, and the weeks. A lesson a week,
    on days that lie apart by `days` in log time and twice that in log odds."""
    dice = np.random.default_rng(seed)
    size = STUDENTS * WEEKS * EACH
    student, week = np.repeat(np.arange(STUDENTS), WEEKS * EACH), np.tile(np.repeat(np.arange(WEEKS), EACH), STUDENTS)
    first = student == 0
    day = np.random.default_rng(seed).normal(0, days, (STUDENTS, WEEKS))[student, week]
    own = 0.3 + np.exp(dice.normal(0.9 + slower * week * first + day, 0.45))
    other = 0.3 + np.exp(dice.normal(1.1, 0.45, size))
    right = dice.random(size) < 1 / (1 + np.exp(-(1.2 + surer * week * first + 2 * day)))
    ending = np.where(own > other, CUT, np.where(right, RIGHT, WRONG))
    stratum = dice.integers(0, 4, size)
    return Exposures(np.minimum(own, other), ending, student, stratum, card=dice.integers(0, 30, size)), week


def found(**changes):
    exposures, week = term(**changes)
    return trends_of(exposures, week, fit_class(exposures, STUDENTS, FOUR))


@pytest.mark.parametrize(("slower", "sign"), [(-0.08, 1), (0.08, -1)])
def test_who_gets_quicker_or_slower_is_named_and_nobody_else(slower, sign):
    trends = found(slower=slower)
    assert np.sign(trends.faster()).tolist() == [sign, *[0] * (STUDENTS - 1)]
    then, now = trends.seconds()[0]
    assert np.log((now - 0.3) / (then - 0.3)) == pytest.approx(7 * slower, abs=0.2)


def test_who_gets_surer_is_named():
    trends = found(surer=0.7)
    assert np.sign(trends.surer()).tolist() == [1, *[0] * (STUDENTS - 1)]
    then, now = trends.accuracy()[0]
    assert now > then + 0.1


def test_where_nobody_changes_nobody_is_named():
    trends = found()
    assert not trends.faster().any()
    assert not trends.surer().any()


def test_good_and_bad_days_are_no_change():
    named = 0
    for seed in range(10):
        trends = found(days=0.25, seed=seed)
        named += int(((trends.faster() != 0) | (trends.surer() != 0)).sum())
    assert named <= 3


def test_who_changes_much_is_named_on_good_and_bad_days_too():
    assert found(slower=-0.2, days=0.2).faster().tolist() == [2, *[0] * (STUDENTS - 1)]


def test_just_as_surely_is_said_only_where_a_fall_can_be_ruled_out():
    assert not found(slower=-0.08, surer=-0.3).as_sure()[0]
    assert found(slower=-0.08, surer=0.7).as_sure()[0]


def test_who_played_too_little_is_not_judged():
    exposures, week = term(slower=-0.3)
    kept = (exposures.student > 0) | (week < 1)
    trends = trends_of(exposures.where(kept), week[kept], fit_class(exposures, STUDENTS, FOUR))
    assert not trends.known[0]
    assert trends.faster()[0] == 0


def test_twenty_decisions_in_two_weeks_are_judged_and_nineteen_are_not():
    assert [of_a_few(first=10, last=last).known[0] for last in (9, 10)] == [False, True]


def test_a_few_right_cards_do_not_rule_out_a_fall():
    """The prior alone would: hardly any slope takes three of 100 from one who is nearly always right."""
    trends = of_a_few(first=10, last=10, always_right=True)
    assert trends.accuracy()[0].min() > 0.99
    assert not trends.as_sure()[0]


def of_a_few(first, last, *, always_right=False):
    """Return the trends where the first student decided so many cards in the first and the last week, and no others."""
    exposures, week = term()
    decided = (exposures.student == 0) & (exposures.ending != CUT)
    if always_right:
        exposures = replace(exposures, ending=np.where(decided, RIGHT, exposures.ending))
    kept = exposures.student > 0
    for cards, of_week in ((first, 0), (last, WEEKS - 1)):
        kept[np.flatnonzero(decided & (exposures.stratum < 2) & (week == of_week))[:cards]] = True
    return trends_of(exposures.where(kept), week[kept], fit_class(exposures, STUDENTS, FOUR))


def test_kinds_of_cards_that_came_later_are_not_compared():
    exposures, week = term()
    later = np.where(week < 4, exposures.stratum % 2, exposures.stratum)
    exposures = Exposures(exposures.seconds, exposures.ending, exposures.student, later)
    assert set(later[comparable(exposures, week)]) == {0, 1}


def test_what_is_said_of_a_slope_follows_its_class():
    errors, everybody = np.full(24, 0.02), np.ones(24, bool)
    still = 0.02 * ndtri((np.arange(24) + 0.5) / 24)
    one, half = np.where(np.arange(24) == 0, 0.056, still), np.where(np.arange(24) < 12, 0.05 + still, still)
    assert not changes.named(still, errors, everybody, changes.LOG_TIME).any()
    assert changes.named(one, errors, everybody, changes.LOG_TIME)[0] == 1, "likely"
    assert changes.named(2 * one, errors, everybody, changes.LOG_TIME)[0] == 2, "surely"
    alone = changes.named(half, errors, np.arange(24) == 1, changes.LOG_TIME)
    assert (changes.named(half, errors, everybody, changes.LOG_TIME)[:12] > 0).sum() > 8 * alone[1]
    assert not changes.named(one, 4 * errors, everybody, changes.LOG_TIME).any(), "days lie far apart"


def test_false_signs_are_those_of_the_mixture():
    """One slope of two errors, with what is usual: (1 - π)f₀ and π f₁ Φ by hand, and nothing learned from nobody."""
    usual = changes.Usual(0.25, 0.035)
    found = changes.false_signs(np.tile(0.04, 1), np.tile(0.02, 1), usual)[0]
    none = 0.75 * np.exp(-2) / 0.02
    wide = np.hypot(0.02, 0.035)
    some = 0.25 * np.exp(-((0.04 / wide) ** 2) / 2) / wide
    assert found == pytest.approx(none / (none + some), abs=0.06)
    assert changes.false_signs(np.zeros(0), np.zeros(0), usual).shape == (0,)
