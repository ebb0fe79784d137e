"""Mistakes where classmates check (rules 2.5): Check it, My mistake, the window, the penalty, the end at 0."""

import pytest

from game.rules.contract import Event, Move, Refused
from game.rules.nine_to_nothing import apply, due, judge, next_due, view
from tests.rules.around_the_corner.pictures import photo
from tests.rules.nine_to_nothing.pictures import after, discards, lays, picture, play, table

LAID = """
    turn 0 lay
    draw     +1 -3 +8
    discard  +4
    seat 0   +9 +1 -7 | 9? +6 +5
    seat 1   -7 +1
    seat 2   +2
"""
RIGHT = LAID.replace("+6 +5", "+6 +3")


def by_classmates(text, **options):
    return table(text, checking="classmates", **options)


def check(seat, lay=1, at=0):
    return Move("check", seat, top=lay, at=at)


def mistake(seat, lay=1):
    return Move("mistake", seat, top=lay)


def test_a_lay_is_put_on_the_table_true_or_false():
    before = by_classmates(LAID.replace(" | 9? +6 +5", " +6 +5"))
    assert picture(play(before, lays(before, 0, "+6 +5"))) == photo("""
        turn 0 lay
        draw     +1 -3 +8
        discard  +4
        seat 0   +9 +1 -7 . . | 9? +6 +5
        seat 1   -7 +1
        seat 2   +2
    """)


def test_a_wrong_lay_that_is_checked_comes_back_and_its_seat_discards_one():
    caught = play(by_classmates(LAID), check(2))
    assert picture(caught) == photo("""
        turn 0 penalty
        draw     +1 -3 +8
        discard  +4
        seat 0   +9 +1 -7 +6 +5
        seat 1   -7 +1
        seat 2   +2
    """)
    assert picture(play(caught, discards(caught, 0, "-7"))) == photo("""
        turn 1 draw discarded
        draw     +1 -3 +8
        discard  +4 -7
        seat 0   +9 +1 . +6 +5
        seat 1   -7 +1
        seat 2   +2
    """)


def test_nothing_but_the_discard_is_left_to_who_was_caught():
    caught = play(by_classmates(LAID), check(1))
    for move in (lays(caught, 0, "+9 +1"), Move("done", 0)):
        with pytest.raises(Refused, match="discard_first"):
            judge(caught, move)


def test_a_right_lay_that_is_checked_stays_and_the_check_is_used_up():
    checked = play(by_classmates(RIGHT), check(2))
    assert checked.laid == by_classmates(RIGHT).laid
    again = play(checked, lays(checked, 0, "+9 +1"))
    with pytest.raises(Refused, match="one_check"):
        judge(again, check(2, 2))
    assert judge(again, check(1, 2)).kind == "caught"


def test_in_the_next_turn_it_can_check_again():
    position = play(by_classmates(RIGHT), check(2))
    position = after(position, discards(position, 0, "-7"), Move("draw", 1))
    position = play(position, lays(position, 1, "-7 +1"))
    assert judge(position, check(2, 2)).kind == "caught"


def test_the_window_closes_when_the_next_player_draws():
    discarded = play(by_classmates(LAID), discards(by_classmates(LAID), 0, "-7"))
    assert judge(discarded, check(1)).kind == "caught"
    drawn = play(discarded, Move("draw", 1))
    for move in (check(2), mistake(0)):
        with pytest.raises(Refused, match="too_late"):
            judge(drawn, move)
    assert drawn.points(0) == 2
    was_right = after(by_classmates(RIGHT), check(2), discards(by_classmates(RIGHT), 0, "-7"), Move("draw", 1))
    assert (was_right.checked, was_right.checkers) == (frozenset(), frozenset())


def test_after_the_discard_a_wrong_lay_comes_back_without_another():
    discarded = play(by_classmates(LAID), discards(by_classmates(LAID), 0, "-7"))
    assert picture(play(discarded, check(1))) == photo("""
        turn 1 draw discarded
        draw     +1 -3 +8
        discard  +4 -7
        seat 0   +9 +1 +6 +5
        seat 1   -7 +1
        seat 2   +2
    """)


def test_who_laid_the_last_card_and_is_caught_discards_before_the_next_draws():
    before = by_classmates("turn 0 lay\ndraw +1\ndiscard +4\nseat 0 +6 +5\nseat 1 -7\nseat 2 +2")
    laid = play(before, lays(before, 0, "+6 +5"))
    assert (laid.turn, laid.stage) == (1, "draw")
    caught = play(laid, check(2))
    assert (caught.turn, caught.stage) == (0, "penalty")
    assert picture(play(caught, discards(caught, 0, "+6"))) == photo("""
        turn 1 draw discarded
        draw     +1
        discard  +4 +6
        seat 0   . +5
        seat 1   -7
        seat 2   +2
    """)


def test_lays_made_after_a_wrong_one_come_back_with_it():
    before = by_classmates(LAID.replace("9? +6 +5", "9? +6 +5 | 8? +9 -1"))
    assert picture(play(before, check(1, 1))).splitlines()[4] == "seat 0   +9 +1 -7 +6 +5 +9 -1"
    second = by_classmates(LAID.replace("9? +6 +5", "9? +6 +3 | 8? +9 -2"))
    assert picture(play(second, check(1, 2))).splitlines()[4] == "seat 0   +9 +1 -7 +9 -2 | 9? +6 +3"


def test_my_mistake_brings_the_cards_back_as_if_nothing_had_happened():
    before = by_classmates(LAID)
    back = play(before, mistake(0))
    assert picture(back).splitlines()[1:5:3] == ["turn 0 lay", "seat 0   +9 +1 -7 +6 +5"]
    again = play(back, lays(back, 0, "+9 +1 -7 +6"))
    assert again.points(0) == 4


def test_who_can_lay_nothing_after_my_mistake_discards_one():
    back = play(by_classmates(LAID), mistake(0))
    assert play(back, discards(back, 0, "+9")).turn == 1


def test_my_mistake_after_the_discard_gives_the_turn_back_without_another_discard():
    before = by_classmates(LAID)
    back = after(before, discards(before, 0, "-7"), mistake(0))
    assert picture(back).splitlines()[1] == "turn 0 lay discarded"
    with pytest.raises(Refused, match="already_discarded"):
        judge(back, discards(back, 0, "+9"))
    tried = play(back, lays(back, 0, "+9 +1"))
    assert (play(tried, Move("done", 0)).turn, play(back, Move("done", 0)).turn) == (1, 1)


def test_the_time_of_a_turn_that_comes_back_begins_anew_and_that_of_one_that_goes_on_does_not():
    before = by_classmates(LAID)
    passed = play(before, discards(before, 0, "-7", at=1000))
    assert play(before, Move("mistake", 0, top=1, at=5000)).turn_since == 0
    assert play(passed, Move("mistake", 0, top=1, at=5000)).turn_since == 5000
    assert play(before, check(1, at=5000)).turn_since == 5000


def test_my_mistake_is_too_late_once_somebody_has_checked():
    with pytest.raises(Refused, match="already_checked"):
        judge(play(by_classmates(RIGHT), check(1)), mistake(0))


def test_a_wrong_lay_that_nobody_noticed_stands_and_scores():
    before = by_classmates(LAID)
    later = after(before, discards(before, 0, "-7"), Move("draw", 1))
    assert (later.points(0), later.target(0), later.laid[0][0].is_right) == (2, 8, False)


RUNGS = " | ".join(f"{target}: " for target in range(9, 0, -1))
ZERO = f"""
    turn 0 closing
    draw     +1 -3 +8
    discard  +4
    seat 0   +9 -7 | {RUNGS} | 0? +6 -6
    seat 1   -7 +1
    seat 2   +2
"""


def test_zero_waits_for_its_checks():
    before = by_classmates(ZERO.replace("closing", "lay").replace(" | 0? +6 -6", "").replace("-7 |", "-7 +6 -6 |"))
    laid = play(before, lays(before, 0, "+6 -6", at=1000))
    assert (laid.stage, next_due(laid), due(laid, 10_999)) == ("closing", 11_000, None)
    assert due(laid, 11_000) == Event("finished", 0, at=11_000)
    with pytest.raises(Refused, match="check_first"):
        judge(laid, discards(laid, 0, "+9"))


def test_zero_stands_when_every_other_player_has_pressed_ok():
    position = play(by_classmates(ZERO), Move("ok", 1))
    assert due(position, 5) is None
    assert due(play(position, Move("ok", 2)), 5) == Event("finished", 0, at=5)


def test_who_found_the_zero_right_need_not_press_ok_and_who_left_is_not_waited_for():
    position = after(by_classmates(ZERO), check(1, 10), Move("fold", 2))
    assert due(position, 5) == Event("finished", 0, at=5)


def test_who_checked_another_lay_of_that_turn_has_not_said_ok_to_the_zero():
    one = ZERO.replace("closing", "lay").replace("1:  | 0? +6 -6", "1? +3 -2").replace("-7 |", "-7 +6 -6 |")
    before = by_classmates(one)
    for position in (
        after(before, check(1, 9), lays(before, 0, "+6 -6")),
        after(before, lays(before, 0, "+6 -6"), check(1, 9)),
    ):
        assert (position.stage, position.okayed) == ("closing", frozenset())
        assert due(play(position, Move("ok", 2)), 5) is None


def test_who_laid_the_zero_asks_no_more_whether_a_sum_is_possible():
    with pytest.raises(Refused, match="unknown_move"):
        judge(by_classmates(ZERO), Move("ask", 0))


def test_a_wrong_zero_comes_back_and_the_round_goes_on():
    caught = play(by_classmates(ZERO.replace("+6 -6", "+6 -5")), check(2, 10))
    assert (caught.stage, caught.closes_at, due(caught, 10**9), caught.target(0)) == ("penalty", None, None, 0)
    assert play(caught, discards(caught, 0, "+9")).turn == 1


def test_the_layer_of_a_zero_may_still_say_my_mistake():
    back = play(play(by_classmates(ZERO), Move("ok", 1)), mistake(0, 10))
    assert (back.stage, back.turn, back.okayed, back.closes_at) == ("lay", 0, frozenset(), None)


def test_a_zero_laid_by_who_then_left_ends_the_round_all_the_same_or_comes_back():
    left = play(by_classmates(ZERO), Move("fold", 0))
    assert due(left, 10_000) == Event("finished", 0, at=10_000)
    wrong = play(by_classmates(ZERO.replace("+6 -6", "+6 -5")), Move("fold", 0))
    assert (play(wrong, check(1, 10)).turn, play(wrong, check(1, 10)).stage) == (1, "draw")


def test_alone_nobody_checks():
    text = f"turn 0 lay\ndraw +1\ndiscard +4\nseat 0 +6 -6 +1 | {RUNGS}"
    laid = play(by_classmates(text), lays(by_classmates(text), 0, "+6 -6"))
    assert due(laid, 0) == Event("finished", 0)


def test_everybody_sees_what_came_back_and_who_saw_it():
    caught = play(by_classmates(LAID), check(2))
    for seat in (None, 0, 1, 2):
        news = view(caught, seat).news
        assert (news.kind, news.seat, news.lay.seat, news.lay.target, news.lay.total) == ("caught", 2, 0, 9, 11)


def test_the_buttons_follow_the_rules():
    position = by_classmates(LAID)
    assert view(position, 0).may >= {"lay", "discard", "mistake"}
    assert (view(position, 1).checkable, view(position, 0).checkable) == ((1,), ())
    assert (view(position, 0).mistakable, view(position, None).may) == ((1,), frozenset())
    assert "check" in view(position, 2).may
    assert view(by_classmates(ZERO), 1).may >= {"ok", "check"}


def test_in_the_teachers_pause_nothing_is_done_and_the_window_stands_still():
    position = by_classmates(ZERO)._replace(closes_at=10_000)
    held = apply(position, Event("held", at=4_000))
    for move in (Move("ok", 1), check(1, 10)):
        with pytest.raises(Refused, match="eyes_up"):
            judge(held, move)
    assert due(held, 60_000) is None
    on = apply(held, Event("resumed", at=64_000))
    assert (next_due(on), due(on, 69_999), due(on, 70_000).kind) == (70_000, None, "finished")
    assert on.turn_since == position.turn_since + 60_000


def test_folding_a_log_back_needs_no_judge():
    events, position = [], by_classmates(LAID)
    for move in (mistake(0), discards(position, 0, "-7")):
        events.append(judge(position, move))
        position = apply(position, events[-1])
    assert [event.kind for event in events] == ["took_back", "discarded"]
