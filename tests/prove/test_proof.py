"""The proof in small: fixed seeds, few replications, limits widened by their own Monte-Carlo error (see rows)."""

import numpy as np
import pytest

from classroom.measures import CUT, RIGHT
from classroom.reports.around_the_corner.sources.answers import LOST
from tests.prove import connections, curves, errors, fits, ratings, schedules
from tests.prove.__main__ import OPEN
from tests.prove.generator import Kind, run
from tests.prove.pages import check_ups, printed, sums
from tests.prove.people import memories, outside
from tests.prove.people.truth import Truth
from tests.prove.rows import Figure, Row, share, table

REPLICATIONS = 300


@pytest.fixture
def dice():
    return np.random.default_rng(20)


def failing(rows) -> list[str]:
    return [str(row) for row in rows if row.passed is not True]


@pytest.mark.parametrize("kind", [Kind(0, 50), Kind(3, 50), Kind(3, 100, slower=0.3), Kind(5, 100)], ids=fits.named)
def test_the_model_finds_the_truth_and_its_range_holds_it(kind, dice):
    assert failing([fits.known_offsets(kind, REPLICATIONS, dice)]) == []


@pytest.mark.parametrize("kind", fits.CLASSES[:2], ids=fits.named)
def test_a_class_learns_its_offsets_from_nothing(kind, dice):
    assert failing([fits.a_class(kind, 4, dice)]) == []


def test_wilsons_range_covers_as_often_as_it_says_on_average():
    assert failing(curves.wilsons_coverage(n) for n in (10, 20, 50, 100)) == []


def test_the_plain_curve_holds_where_cards_are_alike(dice):
    assert failing([curves.alike(Kind(3, 100, alike=True), REPLICATIONS, dice)]) == []


def test_the_measures_that_must_fail_fail(dice):
    assert failing(curves.controls(REPLICATIONS // 2, dice)) == []


def test_the_rating_survives_lost_races_and_the_obvious_ways_do_not(dice):
    judged = [row for row in ratings.rows(12_000, dice) if row.passed is not None]
    assert len(judged) == 3
    assert failing(judged) == []


def test_blind_play_is_hardly_ever_flagged(dice):
    rows = [row for row in errors.rows(REPLICATIONS // 3, dice) if row.passed is not None]
    assert len(rows) == 1
    assert failing(rows) == []


@pytest.mark.long
def test_what_pages_print_is_true_of_children_whom_the_model_does_not_know(dice):
    open_rows = OPEN["children"]
    found = [row for row in printed.rows(8, dice, outside.children) if row.passed is not None]
    judged = [row for row in found if row.what not in open_rows]
    assert {what for what in open_rows - {row.what for row in found} if "check-ups" not in what} == set()
    assert len(judged) >= 12
    assert failing(judged) == []


@pytest.mark.long
def test_after_one_lesson_and_one_check_up_it_is_known_who_needs_help(dice):
    found = [row for row in check_ups.rows(5, dice, outside.children) if row.passed is not None]
    judged = [row for row in found if row.what not in OPEN["children"]]
    assert (len(found), len(judged)) == (6, 5)
    assert failing(judged) == []


def test_the_children_who_remember_or_count_are_of_a_family_of_their_own(dice):
    """What is counted takes longer and goes wrong more often: slow errors, where those of `outside` are hasty."""
    late = {}
    for family in (outside.children, memories.rememberers):
        answers = outside.played(family(dice), outside.Course(8), dice, "solo")
        late[family] = np.median(answers.seconds[answers.wrong]) / np.median(answers.seconds[answers.right])
    assert late[memories.rememberers] > 1.2 > 0.9 > late[outside.children]


def test_a_table_of_two_families_says_what_misses_its_goal():
    met, missed = (
        Row("one", (Figure("a", value, 0.0, (0.8, 1.0), 2000), Figure("b", float("nan")))) for value in (0.9, 0.7)
    )
    head, _rule, line = table(("first", "second"), [[met], [missed]])
    assert head == "| row | figure | goal | first | second |"
    assert line == "| one | a | 0.8 to 1 | 0.900 of 2000 | **0.700** of 2000 |"


def test_what_the_pages_of_sums_print_is_true_of_children_of_another_family(dice):
    judged = [row for row in sums.rows(12, dice) if row.passed is not None]
    assert len(judged) >= 9
    assert failing(judged) == []


def test_the_children_of_the_outside_simulator_are_of_another_family(dice):
    who = outside.children(dice)
    truth = Truth(who, dice)
    answers = outside.played(who, outside.Course(6), dice)
    assert set(who.family.tolist()) == {0, 1, 2, 3}
    assert ((who.wrong_on > 0).any(axis=1)).sum() == 8
    assert truth.median[who.odd == outside.SLOW][0] > 6
    assert (truth.fluent <= truth.accuracy).all()
    assert 0.35 < (answers.outcome == LOST).mean() < 0.65
    won = answers.right & (answers.student == np.argmax(who.odd == outside.USUAL))
    assert np.median(answers.seconds[won]) < truth.median[np.argmax(who.odd == outside.USUAL)]


def test_what_is_practised_next_teaches_more_than_chance_and_more_than_boxes(dice):
    assert failing(schedules.rows(8, dice, schedules.FAMILIES[:2])) == []


@pytest.mark.parametrize(("slower", "fluent", "median"), [(0, 0.4985, 2.90), (0.3, 0.302, 3.78), (-0.3, 0.677, 2.25)])
def test_the_truths_of_the_generator_are_those_of_measurement(slower, fluent, median):
    kind = Kind(0, 1, slower=slower)
    assert (kind.fluent_share(3), kind.median) == pytest.approx((fluent, median), abs=0.005)
    assert kind.accuracy == pytest.approx(0.905, abs=0.001)
    assert Kind(0, 1).standard.time_offsets == pytest.approx([-0.298, -0.107, 0.085, 0.474], abs=6e-4)
    assert kind.standard.odds_offsets == pytest.approx([0.751, 0.160, -0.229, -1.040], abs=6e-4)


@pytest.mark.parametrize(("opponents", "lost"), [(0, 0), (1, 0.28), (3, 0.57), (5, 0.71)])
def test_races_are_lost_as_often_as_in_measurement(opponents, lost, dice):
    races = run(Kind(opponents, 200, alike=True), 200, dice)
    assert (races.ending == CUT).mean() == pytest.approx(lost, abs=0.03)


def test_a_slow_student_looks_fast_in_won_races(dice):
    raced, alone = (run(Kind(opponents, 200, slower=0.25), 100, dice) for opponents in (3, 0))
    won, true = (races.seconds[races.ending == RIGHT].mean() for races in (raced, alone))
    assert won < 0.85 * true


def test_a_row_fails_beyond_its_limits_and_their_monte_carlo_error():
    assert Row("", (Figure("", 1.1, 0.1, (0, 1)),)).passed
    assert Row("", (Figure("", 1.3, 0.1, (0, 1)), Figure("", 0.5, 0, (0, 1)))).passed is False
    assert Row("", (Figure("", 9.0),)).passed is None
    missed = Row("", (Figure("", 2.0, 0, (0, 1)),))
    assert missed.failed
    assert not missed.left_open().failed
    assert str(missed.left_open()).startswith("OPEN")
    assert "FAIL" in str(missed.left_open())
    assert share("", np.ones(100, bool)).error > 0


def test_from_a_thousand_replications_on_limits_hold_as_they_stand():
    held = np.arange(1000) < 920
    assert share("", held[:500], (0.99, 1.0)).kept
    assert share("", np.tile(held[500:], 1), (0.86, 1.0)).kept
    assert share("", held, (0.925, 1.0)).kept is False


def test_a_slow_connection_does_not_change_the_seconds_that_are_printed():
    assert failing([connections.row(8, range(48))]) == []
