"""The model of record against the vectors of measurement 3.5, its derivatives, and the properties of 6.3."""

from pathlib import Path
from time import process_time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from classroom import measures
from classroom.measures import CUT, RIGHT, WRONG, Exposures, Standard, fit_class
from classroom.measures.class_fit import StudentFit, fit_students
from classroom.measures.climbing import Priors, posterior
from classroom.measures.mixture import CENTRES, RIGHT_SERVED, SPREADS, WRONG_SERVED, log_seconds, terms
from classroom.reports.around_the_corner.findings.strata import STRATA, shipped
from tests.classroom.measures.races import ENDINGS, SECONDS, alone, exposures

PLAIN = Standard(np.ones(1), np.zeros(1), np.zeros(1))
RACE16 = alone(SECONDS, ENDINGS)
FOUR_PRIORS = Priors(CENTRES[:4], SPREADS[:4])


def slopes(theta, race=RACE16):
    nothing = np.zeros(len(race))
    rows = np.asarray([theta])[race.student]
    parts = terms(log_seconds(race.seconds), race.ending, rows, nothing, nothing)
    columns = list(range(len(theta)))
    return posterior(np.asarray([theta]), parts, race.student, columns, Priors(CENTRES[columns], SPREADS[columns]))


def test_the_posterior_has_the_value_of_the_vector():
    assert slopes([1.2, np.log(0.5), 0, 2.0]).value == pytest.approx([17.980003], abs=1e-6)


def test_the_fit_of_race16_is_that_of_the_vector():
    """With four parameters and the covariance of the information, as measurement computed it."""
    peak = fit_students(RACE16, PLAIN, start=CENTRES[None, :4], priors=FOUR_PRIORS)
    fit = StudentFit(peak.at[0], peak.covariance[0], int(RACE16.decided.sum()), PLAIN)
    assert fit.theta == pytest.approx([1.219605, -0.484842, -0.002291, 2.144996], abs=1e-6)
    assert np.sqrt(np.diag(fit.covariance)) == pytest.approx([0.17382, 0.17437, 0.28124, 0.7457], abs=1e-4)
    assert slopes(fit.theta).value == pytest.approx([17.16597778], abs=1e-8)
    assert fit.median() == pytest.approx((3.685851, 2.708307, 5.060186), abs=1e-6)
    fluent = PLAIN.fluent_share(fit.theta, fit.covariance, 3)
    assert [*map(float, fluent)] == pytest.approx((0.319222, 0.166303, 0.524322), abs=1e-6)
    assert fit.fluent_share(3).low < float(fluent.low)
    assert fit.accuracy() == pytest.approx((0.895200, 0.664511, 0.973572), abs=1e-6)
    assert fit.decisions == 9


def test_standardising_has_the_values_of_the_vector():
    standard = Standard(
        np.array([0.3, 0.25, 0.25, 0.2]), np.array([-0.3, -0.1, 0.1, 0.45]), np.array([0.69, 0.19, -0.21, -1.01])
    )
    theta, covariance = np.array([1.2, np.log(0.5), 0, 2.2]), np.zeros((4, 4))
    assert standard.median(theta, covariance).value == pytest.approx(3.6201169227)
    assert standard.fluent_share(theta, covariance, 3).value == pytest.approx(0.3321011341)
    assert standard.accuracy(theta, covariance).value == pytest.approx(0.8865043538)


@given(
    st.tuples(st.floats(0, 2.5), st.floats(-1.5, 0.3), st.floats(-1, 1), st.floats(-2, 4), st.floats(-6, 1)).map(
        np.array
    ),
    st.sampled_from([4, 5]),
    exposures(at_most=8, endings=(CUT, RIGHT, WRONG, RIGHT_SERVED, WRONG_SERVED)),
)
@settings(max_examples=40)
def test_the_derivatives_are_those_of_the_value(theta, columns, race):
    theta = theta[:columns]
    here, width = slopes(theta, race), 1e-5
    for place, nudge in enumerate(np.eye(columns) * width):
        more, less = slopes(theta + nudge, race), slopes(theta - nudge, race)
        assert (more.value - less.value) / (2 * width) == pytest.approx(here.gradient[:, place], rel=1e-5, abs=1e-4)
        bend = (more.gradient - less.gradient) / (2 * width)
        assert bend == pytest.approx(here.hessian[:, place], rel=1e-4, abs=1e-3)


@given(exposures(), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_the_numbers_are_in_range_ordered_and_do_not_mind_the_order_of_exposures(race, dice):
    fit = fit_class(race, 1, PLAIN).student(0)
    shares = [fit.fluent_share(seconds) for seconds in (0.5, 1, 3, 6, 60)]
    assert [share.value for share in shares] == sorted(share.value for share in shares)
    assert shares[-1].value <= fit.accuracy().value
    for value, low, high in (*shares, fit.accuracy(), fit.median()):
        assert 0 <= low <= value <= high
    assert fit.median(z=1.28).low >= fit.median().low
    order = list(range(len(race)))
    dice.shuffle(order)
    again = fit_class(alone(race.seconds[order], race.ending[order]), 1, PLAIN).student(0)
    assert again.theta == pytest.approx(fit.theta, abs=1e-5)


@pytest.mark.parametrize("endings", [[], [CUT] * 12, [WRONG] * 12, [RIGHT], [RIGHT] * 200])
def test_extreme_students_have_finite_numbers(endings):
    fit = fit_class(alone(np.linspace(0.01, 30, len(endings)), endings), 1, PLAIN).student(0)
    assert np.isfinite([*fit.median(), *fit.fluent_share(3), *fit.accuracy()]).all()
    assert fit.decisions == sum(ending != CUT for ending in endings)


def test_without_exposures_the_numbers_are_the_priors():
    assert fit_class(alone([], []), 1, PLAIN).theta[0] == pytest.approx(CENTRES)


def test_a_decision_without_a_time_tells_of_right_and_wrong_alone():
    race = alone([2.0, 2.5, 3.0], [RIGHT, RIGHT, RIGHT])
    untimed = alone([2.0, 2.5, 3.0, *[np.nan] * 20], [RIGHT, RIGHT, RIGHT, *[WRONG] * 20])
    before, after = (fit_class(one, 1, PLAIN).student(0) for one in (race, untimed))
    assert after.theta[:3] == pytest.approx(before.theta[:3], abs=1e-6)
    assert after.accuracy().value < 0.5 < before.accuracy().value
    assert after.decisions == before.decisions == 3


@pytest.mark.parametrize("part", [0.25, 1.0])
def test_a_decision_of_the_servers_clock_lies_between_its_interval_less_the_line_and_that(part):
    """Of 400 cards a part has the server's time alone, 60 to 400 ms more than it took: the median stays."""
    dice = np.random.default_rng(6)
    own, served = 0.3 + np.exp(dice.normal(0.9, 0.45, 400)), dice.random(400) < part
    right = dice.random(400) < 0.9
    timed = np.where(right, RIGHT, WRONG)
    seen = alone(own, timed)
    later = np.where(served, own + dice.uniform(0.06, 0.4, 400), own)
    known = alone(later, np.where(served, np.where(right, RIGHT_SERVED, WRONG_SERVED), timed))
    true, found = (fit_class(one, 1, PLAIN).student(0) for one in (seen, known))
    assert found.median().value == pytest.approx(true.median().value, rel=0.015 if part < 1 else 0.05)
    assert found.accuracy().value == pytest.approx(true.accuracy().value, abs=0.005)
    assert found.decisions == 400


def test_cards_that_are_let_pass_do_not_make_a_student_slow():
    """Of 60 cards the student answers 48 near 3 s, and lets 12 lie until others end them after 8 s."""
    dice = np.random.default_rng(3)
    own = 0.3 + np.exp(dice.normal(1.0, 0.4, 48))
    race = alone([*own, *dice.uniform(6, 10, 12)], [*[RIGHT] * 48, *[CUT] * 12])
    fit = fit_class(race, 1, PLAIN).student(0)
    assert fit.median().value == pytest.approx(3.0, rel=0.1)
    assert fit.lets_pass
    tried = fit_students(race, PLAIN, start=CENTRES[None, :4], priors=FOUR_PRIORS).at[0]
    assert PLAIN.median(tried, np.zeros((4, 4))).value > 1.1 * fit.median().value


def a_class(students, each, seed=1):
    """Return exposures in which the even strata are slow (+.4 log seconds) and everybody's median is near 3 s."""
    dice = np.random.default_rng(seed)
    student, stratum = np.repeat(np.arange(students), each), dice.integers(0, 4, students * each)
    own = 0.3 + np.exp(dice.normal(0.9 + 0.4 * (stratum % 2 == 0), 0.45))
    other = 0.3 + np.exp(dice.normal(1.1, 0.45, len(own)))
    ending = np.where(own > other, CUT, np.where(dice.random(len(own)) < 0.9, RIGHT, WRONG))
    return Exposures(np.minimum(own, other), ending, student, stratum)


FOUR = Standard(np.full(4, 0.25), np.zeros(4), np.zeros(4))


def test_a_class_teaches_how_hard_the_strata_are():
    fit = fit_class(a_class(30, 100), 30, FOUR)
    assert fit.learned.all()
    assert fit.standard.time_offsets == pytest.approx([0.2, -0.2, 0.2, -0.2], abs=0.05)
    assert fit.standard.weights @ fit.standard.time_offsets == pytest.approx(0, abs=1e-9)
    assert fit.standard.weights @ fit.standard.odds_offsets == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(("students", "each"), [(9, 400), (12, 60)])
def test_a_small_class_or_a_thin_stratum_keeps_the_shipped_offsets(students, each):
    fit = fit_class(a_class(students, each), students, shipped())
    assert not fit.learned.any()
    assert fit.standard.time_offsets == pytest.approx(shipped().time_offsets)


def test_a_thin_stratum_keeps_its_place_among_the_learned_ones():
    race = a_class(30, 100)
    thin = (race.stratum == 3) & (np.arange(len(race)) % 10 > 0)
    fit = fit_class(race.where(~thin), 30, Standard(FOUR.weights, np.array([0.1, -0.1, 0.2, -0.2]), np.zeros(4)))
    assert fit.learned.tolist() == [True, True, True, False]
    assert fit.standard.time_offsets[3] == -0.2
    assert fit.standard.weights @ fit.standard.time_offsets == pytest.approx(0, abs=1e-9)


def test_a_student_who_never_decided_takes_the_place_of_the_class():
    race = a_class(30, 100)
    fit = fit_class(race, 31, FOUR)
    assert fit.decisions[30] == 0
    assert fit.theta[30, :4] == pytest.approx(fit.theta[:30, :4].mean(axis=0), abs=0.05)


def test_a_class_of_thirty_is_fitted_within_a_second():
    """Of processor time, as other work on the machine is not the fit's; 0.2 s on a slow core."""
    race = a_class(30, 200)
    began = process_time()
    fit_class(race, 30, FOUR)
    assert process_time() - began < 1


def test_from_the_last_fit_the_same_is_reached_sooner():
    race = a_class(30, 200)
    before = race.where(np.arange(len(race)) % 20 > 0)
    cold, warm = fit_class(race, 30, FOUR), fit_class(race, 30, FOUR, fit_class(before, 30, FOUR))
    assert warm.theta == pytest.approx(cold.theta, abs=2e-3)
    assert warm.standard.time_offsets == pytest.approx(cold.standard.time_offsets, abs=1e-3)


def test_a_last_fit_of_another_kind_is_not_started_from():
    small, race = a_class(12, 60), a_class(12, 200)
    cold, warm = fit_class(race, 12, FOUR), fit_class(race, 12, FOUR, fit_class(small, 12, FOUR))
    assert warm.theta == pytest.approx(cold.theta, abs=1e-9)


def test_the_reference_mix_is_a_mix_and_leaves_out_what_a_level_has_not():
    for steps, corner in [((1, 2, 3), True), ((1,), True), ((2, 3), False)]:
        standard = shipped(steps, corner)
        assert standard.weights.sum() == pytest.approx(1)
        assert standard.weights @ standard.time_offsets == pytest.approx(0, abs=1e-12)
        met = {name for name, weight in zip(STRATA, standard.weights, strict=True) if weight}
        assert {int(name[0]) for name in met} == set(steps)
        assert any("corner" in name for name in met) == corner


def test_a_range_is_wider_where_cards_are_alike():
    """The same cards come back: forty exposures of ten top cards say less than forty of forty."""
    dice = np.random.default_rng(8)
    hard, top = dice.normal(0, 0.5, 10), np.arange(40) % 10
    race = alone(0.3 + np.exp(0.9 + hard[top] + dice.normal(0, 0.2, 40)), [RIGHT] * 40)
    known = Exposures(race.seconds, race.ending, race.student, race.stratum, card=top)
    apart, together = (fit_class(one, 1, PLAIN).student(0).median() for one in (race, known))
    assert together.value == apart.value
    assert together.high - together.low > 1.3 * (apart.high - apart.low)


@pytest.mark.parametrize(("apart", "least", "most"), [(0.0, 1.0, 1.15), (0.3, 1.6, 4.0)])
def test_a_range_is_wider_where_a_class_has_good_and_bad_days(apart, least, most):
    """Twelve children, four days of 20 cards each: how far a child's days lie apart is learned from all of them."""
    dice = np.random.default_rng(3)
    student, day = np.repeat(np.arange(12), 80), np.tile(np.repeat(np.arange(4), 20), 12)
    seconds = 0.3 + np.exp(0.9 + dice.normal(0, 1, (12, 4))[student, day] * apart + dice.normal(0, 0.4, 960))
    race = Exposures(seconds, np.full(960, RIGHT), student, np.zeros(960, int))
    known = Exposures(race.seconds, race.ending, race.student, race.stratum, day=day)
    alone, days = (np.diff(np.log([fit_class(one, 12, PLAIN).student(0).median()[1:]])) for one in (race, known))
    assert least < days / alone < most
    one_day = Exposures(race.seconds, race.ending, race.student, race.stratum, day=np.zeros(960, int))
    usual = np.diff(np.log([fit_class(one_day, 12, PLAIN).student(0).median()[1:]]))
    assert 1.0 < usual / alone < 2.0


def test_good_and_bad_days_say_no_less_of_a_child_whose_cards_are_all_wrong():
    """Its time is split between being slow and being slow where it is wrong, and a day moves both at once."""
    dice = np.random.default_rng(5)
    student, day = np.repeat(np.arange(12), 80), np.tile(np.repeat(np.arange(4), 20), 12)
    race = Exposures(
        0.3 + np.exp(0.9 + dice.normal(0, 0.4, 960)), np.where(student == 0, WRONG, RIGHT), student, np.zeros(960, int)
    )
    known = Exposures(race.seconds, race.ending, race.student, race.stratum, day=day)
    alone, days = (np.diff(np.log([fit_class(one, 12, PLAIN).student(0).median()[1:]])) for one in (race, known))
    assert days / alone < 1.2


def test_one_very_slow_student_is_not_drawn_to_the_class():
    race = a_class(24, 60)
    slow = race.student == 0
    seconds = np.where(
        slow, 0.3 + np.exp(np.log(8) + 0.45 * np.random.default_rng(2).normal(size=len(race))), race.seconds
    )
    ending = np.where(slow, RIGHT, race.ending)
    kept = ~slow | (np.cumsum(slow) <= 10)
    fit = fit_class(Exposures(seconds, ending, race.student, race.stratum).where(kept), 24, FOUR)
    assert fit.decisions[0] == 10
    plain = np.exp(np.log(seconds[slow & kept] - 0.3).mean())
    assert fit.student(0).median().value - 0.3 == pytest.approx(plain, rel=0.04)


def test_no_measure_loads_scipys_functions_before_one_is_asked_for():
    for file in Path(measures.__file__).parent.rglob("*.py"):
        assert "scipy.special import" not in file.read_text(), file.name
