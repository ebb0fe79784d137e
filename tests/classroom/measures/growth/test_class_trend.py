"""The trend of a class: all children that grow are seen, and neither who came nor good and bad days are growth."""

import numpy as np
import pytest

from classroom.measures import CUT, RIGHT, WRONG, Exposures, Standard, fit_class
from classroom.measures.growth.class_trend import ClassWeeks, class_weeks
from classroom.measures.mixture import MU, ODDS

FOUR = Standard(np.full(4, 0.25), np.zeros(4), np.zeros(4))
WEEKS, STUDENTS, EACH = 8, 12, 25


def weeks_of(slower=0.0, surer=0.0, seed=1, days=0.0, only=None) -> ClassWeeks:
    """Return eight weeks of a class that changes by so much a week; `only` the students who came in the second half."""
    dice = np.random.default_rng(seed)
    week = np.repeat(np.arange(WEEKS), STUDENTS * EACH)
    student = np.tile(np.repeat(np.arange(STUDENTS), EACH), WEEKS)
    day = dice.normal(0, days, WEEKS)[week]
    own = 0.3 + np.exp(0.7 + 0.06 * student + slower * week + day + dice.normal(0, 0.45, len(week)))
    other = 0.3 + np.exp(dice.normal(1.3, 0.45, len(week)))
    right = dice.random(len(week)) < 1 / (1 + np.exp(-(2.2 - 0.1 * student + surer * week)))
    ending = np.where(own > other, CUT, np.where(right, RIGHT, WRONG))
    kept = np.ones(len(week), bool) if only is None else (week < WEEKS // 2) | np.isin(student, only)
    exposures = Exposures(np.minimum(own, other), ending, student, dice.integers(0, 4, len(week))).where(kept)
    return class_weeks(exposures, week[kept], WEEKS, fit_class(exposures, STUDENTS, FOUR))


def said(found: ClassWeeks) -> tuple[int, int]:
    time, odds = (line.said if (line := found.line(column)) else 0 for column in (MU, ODDS))
    return time, odds


def test_a_class_that_gets_quicker_and_surer_is_said_to():
    assert said(weeks_of(slower=-0.05, surer=0.2)) == (-2, 2)
    then, now = weeks_of(slower=-0.05).ends(MU, weeks_of(slower=-0.05).line(MU)).value
    assert np.log((now - 0.3) / (then - 0.3)) == pytest.approx(-0.35, abs=0.08)


def test_who_stays_away_makes_no_class_slower():
    assert said(weeks_of(only=[9, 10, 11])) == (0, 0)


def test_good_and_bad_days_of_a_class_are_no_trend():
    assert sum(said(weeks_of(days=0.1, seed=seed))[0] != 0 for seed in range(20)) <= 2


def test_fewer_than_four_weeks_make_no_line():
    found = weeks_of(slower=-0.2)
    few = ClassWeeks(found.fit, found.theta, found.covariance, np.arange(WEEKS) < 3)
    assert few.line(MU) is None
