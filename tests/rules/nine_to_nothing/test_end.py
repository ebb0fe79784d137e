"""How a round of Nine to Nothing ends, and who has won (rules 2.4)."""

from game.rules.contract import Event, Move, Result
from game.rules.nine_to_nothing import BARREN_TURNS, apply, due, result
from tests.rules.around_the_corner.pictures import photo
from tests.rules.nine_to_nothing.pictures import lays, picture, play, table
from tests.rules.nine_to_nothing.test_turns import TABLE, after


def end_of(position, at=0):
    return apply(position, due(position, at))


ZERO = """
    turn 1 lay
    draw     +1 -3 +8
    discard  +4
    seat 0   +6 | 9: +4 +5 | 8: +4 +4
    seat 1   +2 -2 +7 | 9: +9 +1 -1 | 8: +9 -1 | 7: +8 -1 | 6: +7 -1 | 5: +6 -1 | 4: +5 -1 | 3: +3 | 2: -2 ± | 1: +3 -2
    seat 2   +5
"""


def test_zero_laid_ends_the_round_at_once_where_the_referee_checks():
    before = table(ZERO)
    laid = play(before, lays(before, 1, "+2 -2", at=50))
    assert due(laid, 50) == Event("finished", 1, at=50)
    over = end_of(laid, 50)
    assert (over.phase, over.turn, over.finisher) == ("over", None, 1)
    assert result(over) == Result(places=(2, 1, 3), left=(1, 1, 1), points=(4, 21, 0))


def test_finishing_is_not_winning():
    before = table("""
        turn 1 lay
        draw     +1
        discard  +4
        seat 0   +6 | 9: +1 +2 +3 +4 -1
        seat 1   +2 -2 | 9: +9 | 8: | 7: | 6: | 5: | 4: | 3: | 2: | 1:
    """)
    over = end_of(play(before, lays(before, 1, "+2 -2")))
    assert result(over) == Result(places=(1, 2), left=(1, 0), points=(5, 3))


def test_equal_points_share_a_place():
    over = table("over\ndraw +1\ndiscard +2\nseat 0 +3 | 9: +4 +5\nseat 1 +4 | 9: -9 ±\nseat 2 | 9: +1 +8")
    assert result(over) == Result(places=(2, 1, 2), left=(1, 1, 0), points=(2, 3, 2))


def test_a_folded_seat_keeps_its_points_and_its_turns_are_skipped():
    before = table("turn 0 draw\ndraw +1 +2\ndiscard +4\nseat 0 +3 | 9: +4 +5\nseat 1 +4\nseat 2 +5")
    folded = play(before, Move("fold", 1))
    assert picture(play(folded, Move("fold", 0))) == photo("""
        turn 2 draw
        draw     +1 +2
        discard  +4
        seat 0   +3 | 9: +4 +5  folded
        seat 1   +4  folded
        seat 2   +5
    """)


def test_who_left_shares_the_place_after_all_others_whatever_its_points():
    over = table("over\ndraw +1\ndiscard +2\nseat 0 +3 | 9: +4 +5  folded\nseat 1 +4\nseat 2 +1  folded")
    assert result(over) == Result(places=(2, 1, 2), left=(1, 1, 1), points=(2, 0, 0))


def test_with_nobody_left_the_round_stops():
    position = after(table(TABLE), Move("fold", 0), Move("fold", 1))
    assert due(position, 3) == Event("stopped", at=3)


def test_nothing_laid_for_many_turns_ends_the_round():
    position = table(TABLE)
    for turn in range(2 * BARREN_TURNS):
        assert due(position, 0) is None, turn
        position = play(position, Move("skip", position.turn))
    assert due(position, 4) == Event("exhausted", at=4)
    alone = play(table(TABLE)._replace(barren=BARREN_TURNS), Move("fold", 1))
    assert due(alone, 4) == Event("exhausted", at=4)
    laid = table(TABLE)._replace(barren=2 * BARREN_TURNS - 1)
    assert due(after(laid, lays(laid, 0, "+6 -2 +5"), Move("skip", 0)), 4) is None


def test_no_card_to_draw_or_to_play_ends_the_round():
    assert due(table("turn 0 draw\ndraw\ndiscard +2\nseat 0 .\nseat 1 ."), 9) == Event("exhausted", at=9)
