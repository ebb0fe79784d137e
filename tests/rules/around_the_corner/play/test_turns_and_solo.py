"""Turns (rules 1.5) and solo (1.6)."""

import pytest

from game.rules.around_the_corner import Result, apply, deal, due, judge, next_due, result
from game.rules.contract import Event, Move, Refused
from tests.rules.around_the_corner.pictures import photo, picture, play, plays, table

TURNS = """
    pile    5±1
    seat 0  4±1 9±1 | 3±1
    seat 1  6±1 2±2  turn
    seat 2  8±1 7±2
"""


def turns(text=TURNS, **options):
    return table(text, mode="turns", **options)


@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 2), (2, 0)])
def test_the_seat_on_the_dealers_left_begins(dealer, first):
    assert deal({"mode": "turns", "dealer": dealer}, 3, 1).turn == first


def test_a_card_that_fits_ends_the_turn_and_it_goes_round_clockwise():
    before = turns()
    assert picture(play(before, plays(before, 1, "6±1"))) == photo("""
        pile    5±1 6±1
        seat 0  4±1 9±1 | 3±1
        seat 1  - 2±2
        seat 2  8±1 7±2  turn
    """)


def test_drawing_does_not_end_the_turn():
    before = turns(TURNS.replace("  turn", "").replace("3±1", "3±1 10±1  turn"))
    after = play(play(before, Move("draw", 0)), Move("draw", 0))
    assert picture(after) == photo("""
        pile    5±1
        seat 0  4±1 9±1 10±1 3±1  turn
        seat 1  6±1 2±2
        seat 2  8±1 7±2
    """)


def test_a_wrong_card_goes_back_without_a_pause_and_the_turn_stays():
    before = turns()
    wrong = judge(before, plays(before, 1, "2±2", at=100))
    assert wrong.kind == "wrong"
    assert apply(before, wrong) == before


def test_who_can_neither_play_nor_draw_passes():
    before = turns(TURNS.replace("6±1", "10±1"))
    assert picture(play(before, Move("pass", 1))) == photo("""
        pile    5±1
        seat 0  4±1 9±1 | 3±1
        seat 1  10±1 2±2
        seat 2  8±1 7±2  turn
    """)


@pytest.mark.parametrize(
    ("hand", "reason"),
    [("6±1 2±2", "can_play"), ("6±1 2±2 | 1±1", "can_play"), ("1±1 2±2 | 1±2", "can_draw"), ("1±1", "can_play")],
)
def test_a_pass_is_refused_while_there_is_something_to_do(hand, reason):
    with pytest.raises(Refused, match=reason):
        judge(turns(TURNS.replace("6±1 2±2", hand)), Move("pass", 1))


def test_a_folded_seat_is_passed_over_and_folding_hands_the_turn_on():
    before = play(turns(), Move("fold", 2))
    assert play(before, plays(before, 1, "6±1")).turn == 0
    assert play(before, Move("fold", 1)).turn == 0
    assert play(before, Move("fold", 0)).turn == 1


def test_a_standstill_is_seen_at_once_and_leaves_the_turn_where_it_was():
    stuck = turns("""
        pile    3±2 5±1
        seat 0  1±1 2±1
        seat 1  9±1 8±1  turn
    """)
    event = due(stuck, 7)
    assert event == Event("standstill", top=2, at=7)
    assert apply(apply(stuck, event), Event("go", at=9)).turn == 1


def test_the_turns_clock_passes_the_turn_on_when_a_teacher_set_one():
    position = apply(turns(turn_clock=30_000), Event("go", at=1_000))
    assert due(position, 30_999) is None
    event = due(position, 31_000)
    assert event == Event("time_up", 1, None, 1, 31_000)
    after = apply(position, event)
    assert (after.turn, after.turn_since) == (2, 31_000)


def test_more_time_puts_the_end_of_a_turn_off_ten_times_and_belongs_to_that_turn():
    position = apply(turns(turn_clock=30_000), Event("go", at=0))
    for times in range(1, 11):
        position = play(position, Move("more", 1))
        assert next_due(position) == 30_000 * (times + 1)
    with pytest.raises(Refused, match="no_more_time"):
        judge(position, Move("more", 1))
    assert next_due(play(position, plays(position, 1, "6±1", at=5))) == 30_005


@pytest.mark.parametrize(("options", "seat", "reason"), [({}, 1, "unknown_move"), ({"turn_clock": 9}, 0, "not_your")])
def test_more_time_is_for_the_one_whose_clock_runs(options, seat, reason):
    with pytest.raises(Refused, match=reason):
        judge(apply(turns(**options), Event("go", at=0)), Move("more", seat))


def test_the_table_can_skip_the_one_whose_turn_it_is_and_nobody_else():
    before = turns()
    assert judge(before, Move("skip", 1, at=7)) == Event("skipped", 1, None, 1, 7)
    assert apply(before, judge(before, Move("skip", 1))).turn == 2
    with pytest.raises(Refused, match="not_your_turn"):
        judge(before, Move("skip", 2))


def test_there_is_no_clock_unless_one_is_set():
    assert due(apply(turns(), Event("go", at=0)), 10**9) is None


def test_the_last_card_ends_turns_too():
    before = turns(TURNS.replace("6±1 2±2", "9±3"))
    after = play(before, plays(before, 1, "9±3"))
    assert (after.phase, after.turn) == ("over", None)
    assert result(after) == Result(places=(3, 1, 2), left=(3, 0, 2))


@pytest.mark.parametrize("since_top", [0, 599, 600, None])
def test_by_turns_a_wrong_card_is_wrong_however_soon_it_is_tapped(since_top):
    before = turns("""
        pile    9±2 4±1
        seat 0  2±1 3±3
        seat 1  1±1 8±2  turn
    """)
    for shown in ("1±1", "8±2"):
        assert judge(before, plays(before, 1, shown, since_top=since_top)).kind == "wrong"


def test_solo_has_no_opponents_and_the_race_rules():
    before = table("""
        pile    5±1
        seat 0  4±1 9±1 | 3±1
    """)
    wrong = apply(before, judge(before, plays(before, 0, "9±1", at=50)))
    assert wrong.paused_until == (1550,)
    assert picture(play(before, plays(before, 0, "4±1"))) == photo("""
        pile    5±1 4±1
        seat 0  - 9±1 | 3±1
    """)


def test_solo_comes_to_a_standstill_alone():
    assert due(table("pile 3±2 5±1\nseat 0  1±1 2±1"), 0) == Event("standstill", top=2)


def test_the_result_of_solo_is_the_time_from_the_first_go_to_the_last_card():
    position = apply(table("dealt\npile 3±2 5±1\nseat 0  2±1 1±1"), Event("go", at=1_000))
    for event in (Event("standstill", at=5_000), Event("go", at=8_000)):
        position = apply(position, event)
    position = play(position, plays(position, 0, "1±1", at=9_000))
    position = play(position, plays(position, 0, "2±1", at=61_250))
    assert position.over_at - position.go_at - position.pauses == 60_250
    assert result(position) == Result(places=(1,), left=(0,))


@pytest.mark.parametrize(("mode", "seats"), [("turns", 2), ("solo", 1), ("sun", 2)])
def test_a_handicap_does_nothing_where_nobody_is_raced(mode, seats):
    dealt = deal({"mode": mode, "dealer": seats - 1, "own": {"0": {"delay": 5000}}}, seats, 1)
    begun = apply(dealt, Event("go", at=1_000))
    assert judge(begun, Move("draw", 0, at=1_000)).kind == "drew"
