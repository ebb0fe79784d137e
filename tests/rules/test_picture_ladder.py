"""The ladder of number pictures: its laws over any answers, and what moves it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.picture_ladder import (
    ALWAYS,
    ASKED,
    FAULTS,
    NEVER,
    NONE,
    RUNGS,
    SOON,
    SOON_MS,
    SURE,
    Given,
    Ladder,
    is_pictured,
    ladder_after,
    rung_in,
    table,
)

ANSWERS = st.lists(st.builds(Given, st.sampled_from(RUNGS), st.booleans(), st.booleans()), max_size=60)
LADDERS = st.builds(Ladder, st.sampled_from(RUNGS), st.integers(0, 2 * SURE - 1), st.integers(0, FAULTS - 1))


def after(ladder: Ladder, answers: list[Given]) -> Ladder:
    for each in answers:
        ladder = ladder.after(each)
    return ladder


@given(LADDERS, ANSWERS)
def test_the_table_gives_the_rung_of_the_ladder_after_any_answers(ladder, answers):
    rows, row = table(ladder, moves=True), 0
    for right, pictured in ((each.right, each.pictured) for each in answers):
        ladder = ladder.after(Given(ladder.rung, right, pictured))
        at = rows[row]
        row = (at.pictured if pictured else at.right) if right else at.wrong
        assert rows[row].rung == ladder.rung
    assert len(rows) <= len(RUNGS) * 2 * SURE * FAULTS


@given(LADDERS)
def test_the_table_of_a_ladder_that_stands_still_has_one_row(ladder):
    assert table(ladder, moves=False) == [(ladder.rung, 0, 0, 0)]


def sure(rung: int, times: int = SURE, *, pictured: bool = False) -> list[Given]:
    return [Given(rung, True, pictured)] * times


def wrong(rung: int, times: int = FAULTS) -> list[Given]:
    return [Given(rung, False, False)] * times


@given(LADDERS, ANSWERS)
def test_an_answer_moves_a_child_one_rung_at_most_and_never_off_the_ladder(ladder, answers):
    for each in answers:
        before, ladder = ladder, ladder.after(each)
        assert ladder.rung in RUNGS
        assert abs(ladder.rung - before.rung) <= 1


@given(LADDERS, ANSWERS)
def test_right_answers_never_bring_more_pictures_and_wrong_ones_never_fewer(ladder, answers):
    for each in answers:
        assert ladder.after(each._replace(right=True)).rung >= ladder.rung
        assert ladder.after(each._replace(right=False)).rung <= ladder.rung


@given(LADDERS, ANSWERS)
def test_answers_of_another_rung_change_nothing(ladder, answers):
    assert after(ladder, [each for each in answers if each.rung != ladder.rung]) == ladder


@given(ANSWERS.filter(bool), ANSWERS)
def test_the_log_alone_says_where_a_child_stands(before, since):
    assert ladder_after(before + since) == after(ladder_after(before), since)


@given(LADDERS)
def test_five_sure_answers_without_the_picture_are_a_step_down_and_two_wrong_ones_a_step_up(ladder):
    assert after(ladder, sure(ladder.rung)).rung >= min(NEVER, ladder.rung + 1)
    assert after(ladder, wrong(ladder.rung)).rung <= max(ALWAYS, ladder.rung - 1)


@pytest.mark.parametrize(("rung", "needed"), [(ALWAYS, 2 * SURE), (SOON, 2 * SURE)])
def test_where_the_picture_comes_by_itself_twice_as_many_right_answers_are_needed(rung, needed):
    with_it = sure(rung, needed, pictured=True)
    assert after(Ladder(rung), with_it[1:]).rung == rung
    assert after(Ladder(rung), with_it) == Ladder(rung + 1)


def test_who_asks_for_the_picture_each_time_keeps_it():
    assert ladder_after(sure(ASKED, 100, pictured=True)).rung == ASKED
    assert ladder_after([*sure(ASKED, SURE - 1), *sure(ASKED, 1, pictured=True), *sure(ASKED, SURE - 1)]).rung == ASKED
    assert ladder_after(sure(ASKED)).rung == NEVER


def test_a_child_goes_all_the_way_and_comes_back_when_sums_go_wrong():
    answers = [given for rung in (ALWAYS, SOON, ASKED) for given in sure(rung)]
    assert ladder_after(answers) == Ladder(NEVER)
    assert ladder_after([*answers, *wrong(NEVER)]) == Ladder(ASKED)
    assert ladder_after([*answers, *wrong(NEVER), *wrong(ASKED), *wrong(SOON), *wrong(ALWAYS)]) == Ladder(ALWAYS)


def test_one_wrong_answer_in_a_full_row_moves_nothing():
    assert ladder_after([*wrong(NEVER, 1), *sure(NEVER), *wrong(NEVER, 1), *sure(NEVER)]) == Ladder(NEVER)


def test_a_table_that_is_laid_once_moves_its_child_by_one_step():
    assert ladder_after(sure(ALWAYS, 50)) == Ladder(SOON)


def test_who_has_answered_nothing_always_has_pictures():
    assert ladder_after([]) == Ladder(ALWAYS)


@pytest.mark.parametrize(
    ("rung", "asked", "waited", "expected"),
    [
        (ALWAYS, False, 0, True),
        (SOON, False, SOON_MS - 1, False),
        (SOON, False, SOON_MS, True),
        (ASKED, False, 60_000, False),
        (ASKED, True, 0, True),
        (NEVER, False, 60_000, False),
        (NONE, False, 60_000, False),
    ],
)
def test_a_picture_is_there_at_once_soon_on_request_or_never(rung, asked, waited, expected):
    assert is_pictured(rung, asked=asked, waited=waited) is expected


@pytest.mark.parametrize(
    "own", [{}, {"1": {"pictures": 2}}, {"0": {"pictures": "2"}}, {"0": {"pictures": 5}}, {"0": {}}]
)
def test_a_seat_without_a_rung_has_no_pictures(own):
    assert rung_in({"own": own}, 0) == NONE


def test_a_seat_has_the_rung_of_its_own_settings():
    assert rung_in({"own": {"2": {"pictures": SOON}}}, 2) == SOON
