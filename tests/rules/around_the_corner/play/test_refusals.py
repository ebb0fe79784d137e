"""Every refusal has its word, changes nothing, and leaves nothing to log."""

import pytest

from game.rules.around_the_corner import deal, judge
from game.rules.contract import Move, Refused
from tests.rules.around_the_corner.pictures import picture, play, plays, table

RACE = """
    pile    5±1 9±3
    seat 0  2±1 6±2 4±1 | 3±1
    seat 1  6±1 5±2
    seat 2  folded
"""
TURNS = """
    pile    9±3
    seat 0  2±1 4±1 | 3±1  turn
    seat 1  6±1 5±2
"""


def other_card(position, seat):
    return next(number for number in range(1, 74) if number not in position.hands[seat] + position.draw_piles[seat])


@pytest.mark.parametrize(
    ("reason", "phase", "options", "move"),
    [
        ("before_go", "dealt", {}, lambda p: Move("draw", 0)),
        ("before_go", "dealt", {}, lambda p: plays(p, 0, "2±1")),
        ("before_go", "dealt", {}, lambda p: Move("sort", 0)),
        ("standstill", "standstill", {}, lambda p: plays(p, 0, "2±1")),
        ("standstill", "standstill", {}, lambda p: Move("draw", 0)),
        ("standstill", "standstill", {}, lambda p: Move("sort", 0)),
        ("over", "over", {}, lambda p: plays(p, 0, "2±1")),
        ("over", "over", {}, lambda p: Move("stop", 0)),
        ("over", "over", {}, lambda p: Move("fold", 0)),
        ("not_your_card", "", {}, lambda p: plays(p, 1, "6±1")._replace(seat=0)),
        ("not_your_card", "", {}, lambda p: Move("play", 0, other_card(p, 0), p.top)),
        ("not_your_card", "", {}, lambda p: Move("play", 0, p.pile[-1], p.top)),
        ("not_your_card", "", {}, lambda p: Move("play", 0, None, p.top)),
        ("not_your_card", "", {}, lambda p: Move("play", 0, 0, p.top)),
        ("not_your_card", "", {}, lambda p: Move("play", 0, 99, p.top)),
        ("not_drawn", "", {}, lambda p: Move("play", 0, p.draw_piles[0][0], p.top)),
        ("draw_pile_empty", "", {}, lambda p: Move("draw", 1)),
        ("bad_top", "", {}, lambda p: plays(p, 0, "2±1", top=p.top + 1)),
        ("bad_top", "", {}, lambda p: plays(p, 0, "2±1", top=0)),
        ("bad_top", "", {}, lambda p: plays(p, 0, "2±1", top=None)),
        ("folded", "", {}, lambda p: Move("draw", 2)),
        ("folded", "", {}, lambda p: Move("fold", 2)),
        ("no_such_seat", "", {}, lambda p: Move("draw", 3)),
        ("no_such_seat", "", {}, lambda p: Move("draw", -1)),
        ("unknown_move", "", {}, lambda p: Move("fly", 0)),
        ("unknown_move", "", {}, lambda p: Move("pass", 1)),
        ("wrong", "", {}, lambda p: plays(p, 0, "4±1")),
        ("wrong", "", {"corner": False}, lambda p: plays(p, 0, "2±1")),
        ("beaten", "", {}, lambda p: plays(p, 0, "2±1", top=1)),
    ],
)
def test_a_refused_move_says_why_and_changes_nothing(reason, phase, options, move):
    position = table(f"{phase}{RACE}", **options)
    before = picture(position)
    with pytest.raises(Refused) as refusal:
        play(position, move(position))
    assert refusal.value.reason == reason
    assert picture(position) == before


@pytest.mark.parametrize(
    ("reason", "move"),
    [
        ("not_your_turn", lambda p: plays(p, 1, "6±1")),
        ("not_your_turn", lambda p: Move("draw", 1)),
        ("not_your_turn", lambda p: Move("pass", 1)),
        ("can_play", lambda p: Move("pass", 0)),
    ],
)
def test_a_move_refused_by_turns_says_why(reason, move):
    position = table(TURNS, mode="turns")
    with pytest.raises(Refused, match=reason):
        judge(position, move(position))


def test_a_refusal_before_the_deal_is_turned_up_does_not_tell_whose_card_it_is():
    position = deal({}, 2, 3)
    for number in (position.draw_piles[0][0], position.draw_piles[1][0], position.pile[0]):
        with pytest.raises(Refused, match="before_go"):
            judge(position, Move("play", 0, number, 1))
