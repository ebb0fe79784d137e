"""The race (rules 1.4): drawing, playing, beaten, wrong, the last card, the end."""

import pytest

from game.rules.around_the_corner import Result, apply, deal, judge, result, resume
from game.rules.contract import Event, Move, Refused
from tests.rules.around_the_corner.pictures import photo, picture, play, plays, table

BEFORE = """
    pile    5±1 9±3
    seat 0  2±1 6±2 4±1 | 3±1 8±2
    seat 1  6±1 5±2 | 7±1 1±1
"""


def test_a_draw_brings_the_top_of_the_own_pile_into_the_hand():
    assert picture(play(table(BEFORE), Move("draw", 0))) == photo("""
        pile    5±1 9±3
        seat 0  2±1 6±2 4±1 8±2 | 3±1
        seat 1  6±1 5±2 | 7±1 1±1
    """)


def test_nine_plus_three_goes_round_the_corner_to_two():
    before = table(BEFORE)
    assert picture(play(before, plays(before, 0, "2±1"))) == photo("""
        pile    5±1 9±3 2±1
        seat 0  - 6±2 4±1 | 3±1 8±2
        seat 1  6±1 5±2 | 7±1 1±1
    """)


def test_nine_minus_three_is_six_and_the_number_is_called():
    before = table(BEFORE)
    after = play(before, plays(before, 1, "6±1"))
    assert picture(after) == photo("""
        pile    5±1 9±3 6±1
        seat 0  2±1 6±2 4±1 | 3±1 8±2
        seat 1  - 5±2 | 7±1 1±1
    """)
    assert (after.called, after.top) == ((1, 6), before.top + 1)


def test_without_the_corner_nine_plus_three_is_nothing():
    before = table(BEFORE, corner=False)
    assert judge(before, plays(before, 0, "2±1")).kind == "wrong"
    assert judge(before, plays(before, 0, "6±2")).kind == "played"


def test_a_step_does_not_matter_for_fitting():
    before = table("""
        pile    5±1
        seat 0  4±1 4±2 4±3 6±1 | 9±1
        seat 1  1±1 | 2±1
    """)
    assert {judge(before, plays(before, 0, shown)).kind for shown in ("4±1", "4±2", "4±3", "6±1")} == {"played"}


def test_a_drawn_card_fills_the_lowest_empty_slot():
    before = table("""
        pile    5±1
        seat 0  4±1 - 6±1 - | 9±1 2±2
        seat 1  1±1 | 2±1
    """)
    assert picture(play(before, Move("draw", 0))) == photo("""
        pile    5±1
        seat 0  4±1 2±2 6±1 - | 9±1
        seat 1  1±1 | 2±1
    """)


def test_one_player_may_play_as_many_in_a_row_as_fit():
    before = table("""
        pile    5±1
        seat 0  4±1 5±3 8±2 | 9±1
        seat 1  1±1 | 2±1
    """)
    after = play(before, plays(before, 0, "4±1"))
    after = play(after, plays(after, 0, "5±3"))
    after = play(after, plays(after, 0, "8±2"))
    assert picture(after) == photo("""
        pile    5±1 4±1 5±3 8±2
        seat 0  - - - | 9±1
        seat 1  1±1 | 2±1
    """)


def test_sorting_puts_the_hand_by_number_then_step_without_gaps():
    before = table("""
        pile    5±1
        seat 0  4±3 - 10±1 4±1 | 9±1
        seat 1  1±1 | 2±1
    """)
    after = play(before, Move("sort", 0))
    assert picture(after) == photo("""
        pile    5±1
        seat 0  4±1 4±3 10±1 | 9±1
        seat 1  1±1 | 2±1
    """)
    with pytest.raises(Refused, match="nothing_to_sort"):
        judge(after, Move("sort", 0))


@pytest.mark.parametrize("shown", ["4±1", "2±1"])
def test_a_card_on_a_top_that_was_covered_meanwhile_is_beaten_whether_or_not_it_fits_now(shown):
    before = table(BEFORE)
    after = play(before, plays(before, 1, "6±1"))
    assert judge(after, plays(after, 0, shown, top=before.top)) == Event(
        "beaten", 0, plays(after, 0, shown).card, before.top
    )


def test_a_late_card_on_the_top_it_saw_is_beaten_even_where_it_fits_the_new_one():
    before = table("""
        pile    5±1
        seat 0  4±1 6±2 | 3±1
        seat 1  6±1 5±2 | 7±1
    """)
    after = play(before, plays(before, 0, "4±1"))
    assert judge(after, plays(after, 1, "5±2")).kind == "played"
    assert judge(after, plays(after, 1, "5±2", top=before.top)).kind == "beaten"


@pytest.mark.parametrize(
    ("shown", "since_top", "verdict"),
    [
        ("4±1", 599, "beaten"),
        ("4±1", 0, "beaten"),
        ("4±1", 600, "wrong"),
        ("4±1", None, "wrong"),
        ("3±1", 100, "wrong"),
        ("6±2", 100, "played"),
    ],
)
def test_a_card_tapped_just_after_the_change_is_beaten_if_it_fitted_the_top_card_before(shown, since_top, verdict):
    """4 fitted the 5±1 that lay on top before; 3 fitted neither, 6 fits both."""
    before = table("""
        pile    5±1 9±3
        seat 0  4±1 3±1 6±2 | 8±2
        seat 1  5±2 | 7±1
    """)
    assert judge(before, plays(before, 0, shown, since_top=since_top)).kind == verdict


def test_a_beaten_card_costs_nothing():
    before = table(BEFORE)
    beaten = judge(before, plays(before, 0, "2±1", top=1))
    assert beaten.kind == "beaten"
    assert apply(before, beaten) == before


def test_a_wrong_card_stays_in_the_hand_and_its_player_is_paused():
    before = table(BEFORE)
    after = apply(before, judge(before, plays(before, 0, "4±1", at=10_000)))
    assert picture(after) == photo("""
        pile    5±1 9±3
        seat 0  2±1 6±2 4±1 | 3±1 8±2  paused
        seat 1  6±1 5±2 | 7±1 1±1
    """)
    assert after.paused_until == (11_500, 0)


@pytest.mark.parametrize("kind", ["draw", "play"])
def test_a_paused_player_neither_plays_nor_draws_until_the_pause_is_over(kind):
    before = table(BEFORE)
    paused = apply(before, judge(before, plays(before, 0, "4±1", at=10_000)))
    move = plays(paused, 0, "2±1", at=11_499)._replace(kind=kind)
    with pytest.raises(Refused, match="paused") as refusal:
        judge(paused, move)
    assert refusal.value.details == {"ms": 1}
    assert judge(paused, move._replace(at=11_500)).kind in ("drew", "played")


def test_the_others_are_not_paused_and_a_paused_player_may_sort():
    before = table(BEFORE)
    paused = apply(before, judge(before, plays(before, 0, "4±1", at=10_000)))
    assert judge(paused, plays(paused, 1, "6±1", at=10_001)).kind == "played"
    assert judge(paused, Move("sort", 0, at=10_001)).kind == "sorted"


def test_without_a_pause_a_wrong_card_changes_nothing():
    before = table(BEFORE, wrong_pause=0)
    assert apply(before, judge(before, plays(before, 0, "4±1"))) == before


LAST = """
    pile    9±3
    seat 0  - 4±1
    seat 1  6±1 5±2 | 7±1 1±1
"""


def test_the_last_card_goes_face_down_on_anything_and_ends_the_round():
    before = table(LAST)
    after = play(before, plays(before, 0, "4±1", at=77))
    assert picture(after) == photo("""
        over
        pile    9±3 [4±1]
        seat 0  - -
        seat 1  6±1 5±2 | 7±1 1±1
    """)
    assert result(after) == Result(places=(1, 2), left=(0, 4))
    assert (after.called, after.over_at, after.top) == (None, 77, 2)


def test_the_last_card_may_come_late_since_its_number_does_not_matter():
    before = table(LAST)
    after = play(before, plays(before, 1, "6±1"))
    late = judge(after, plays(after, 0, "4±1", top=1))
    assert late.kind == "finished"


def test_the_last_card_must_be_drawn_first():
    before = table("""
        pile    9±3
        seat 0  | 4±1
        seat 1  6±1 5±2 | 7±1
    """)
    with pytest.raises(Refused, match="not_drawn"):
        judge(before, Move("play", 0, before.draw_piles[0][0], 1))
    drawn = play(before, Move("draw", 0))
    assert judge(drawn, plays(drawn, 0, "4±1")).kind == "finished"


def test_a_card_in_the_hand_is_not_the_last_while_another_can_be_drawn():
    before = table("""
        pile    9±3
        seat 0  4±1 | 8±1
        seat 1  6±1 5±2 | 7±1
    """)
    assert judge(before, plays(before, 0, "4±1")).kind == "wrong"


def test_the_others_are_placed_by_cards_left_and_equals_share():
    before = table("""
        pile    9±3
        seat 0  6±1 6±2 | 7±1
        seat 1  4±1
        seat 2  5±1 | 7±2
        seat 3  8±1 8±2
    """)
    after = play(before, plays(before, 1, "4±1"))
    assert result(after) == Result(places=(4, 1, 2, 2), left=(3, 0, 2, 2))


def test_a_round_has_a_result_once_it_is_over_and_a_teacher_may_end_it():
    before = table(BEFORE)
    assert result(before) is None
    stopped = play(before, Move("stop", 0, at=9))
    assert result(stopped) == Result(places=(2, 1), left=(5, 4))
    assert (stopped.phase, stopped.over_at) == ("over", 9)


def test_go_turns_the_first_card_up():
    position = deal({}, 3, 1)
    after = apply(position, resume(position, 12))
    assert (after.phase, after.go_at, after.top) == ("playing", 12, 1)


def test_a_hand_counts_its_own_changes():
    position = table(BEFORE)
    for move in (Move("draw", 0), plays(position, 0, "2±1"), Move("sort", 0)):
        position = play(position, move)
    wrong = apply(position, judge(position, plays(position, 0, "6±2")))
    assert wrong.hand_changes == (3, 0)


def test_a_seat_with_a_handicap_begins_that_long_after_the_first_go():
    dealt = deal({"own": {"1": {"delay": 5000}}}, 2, 1)
    begun = apply(dealt, resume(dealt, 1_000))
    assert judge(begun, Move("draw", 0, at=1_000)).kind == "drew"
    with pytest.raises(Refused, match="paused"):
        judge(begun, Move("draw", 1, at=5_999))
    assert judge(begun, Move("draw", 1, at=6_000)).kind == "drew"
    again = apply(begun._replace(phase="standstill"), Event("go", at=9_000))
    assert judge(again, Move("draw", 1, at=9_000)).kind == "drew"
