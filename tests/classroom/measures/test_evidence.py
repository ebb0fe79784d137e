"""Which attempts reach a fit, and as what (measurement.md 0.1)."""

import pytest

from classroom.reports.measures import CUT, RIGHT, STRATA, WRONG, fit_class, gather, shipped


def test_endings_become_right_wrong_and_cut_off():
    rows = [(7, ending, 2000, "2-plain-1") for ending in "CWDOX"]
    assert gather(rows, [7]).ending.tolist() == [RIGHT, WRONG, CUT, CUT, CUT]


def test_students_and_strata_count_in_their_order():
    found = gather([(9, "C", 1500, "1-plain-1"), (7, "W", 2500, "3-corner-2")], [7, 9])
    assert found.student.tolist() == [1, 0]
    assert found.seconds.tolist() == [1.5, 2.5]
    assert [STRATA[place] for place in found.stratum] == ["1-plain-1", "3-corner-2"]


def test_strangers_and_wrong_cards_without_a_fitting_one_are_left_out():
    assert len(gather([(8, "C", 1500, "1-plain-1"), (7, "W", 900, "")], [7])) == 0


def test_what_was_given_up_is_left_out_by_the_students_own_pace():
    quick = [(7, "C", 2000, "1-plain-1")] * 5
    slow = [(9, "C", 6000, "1-plain-1")] * 5
    long = [(player, "X", taken, "1-plain-1") for player in (7, 9) for taken in (9_900, 20_000, 45_000)]
    kept = gather([*quick, *slow, *long], [7, 9])
    assert sorted(kept.seconds[kept.student == 0])[-1] == 9.9
    assert sorted(kept.seconds[kept.student == 1])[-1] == 20


@pytest.mark.parametrize("rows", [[], [(7, "O", 2000, "1-plain-1")]])
def test_a_class_without_an_answer_has_a_fit_that_rests_on_nothing(rows):
    fit = fit_class(gather(rows, [7, 9]), 2, shipped())
    assert fit.decisions.tolist() == [0, 0]
    assert fit.student(0).median().low < fit.student(0).median().value
