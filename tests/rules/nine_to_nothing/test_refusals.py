"""Every refusal of Nine to Nothing has its word, changes nothing, and leaves nothing to log."""

import pytest

from game.rules.contract import Event, Move, Refused
from game.rules.nine_to_nothing import apply, deal
from tests.rules.nine_to_nothing.pictures import discards, held, lays, picture, play, table

TABLE = """
    turn 0 lay
    draw     +1 -3 +8
    discard  +4
    seat 0   +6 -2 +5 ± ± -4
    seat 1   -7 +1
    seat 2   +2  folded
"""
DRAW = TABLE.replace("lay", "draw")
OPEN = """
    turn 0 lay
    draw     +1 -3 +8
    discard  +4
    seat 0   +6 -2 | 9? +4 +4
    seat 1   -7 +1 | 9: +9
"""


def twice(p):
    return held(p, 0, "+6") * 2


@pytest.mark.parametrize(
    ("reason", "text", "move"),
    [
        ("card_twice", TABLE, lambda p: Move("lay", 0, cards=twice(p))),
        ("change_on_change", TABLE, lambda p: lays(p, 0, "-4 ± ± +5")),
        ("change_without_card", TABLE, lambda p: lays(p, 0, "± -4 +5")),
        ("too_few_cards", TABLE, lambda p: lays(p, 0, "+6")),
        ("too_few_cards", TABLE, lambda p: Move("lay", 0)),
        ("not_your_card", TABLE, lambda p: Move("lay", 0, cards=held(p, 1, "-7 +1"))),
        ("not_your_card", TABLE, lambda p: Move("lay", 0, cards=(0, 0))),
        ("not_your_card", TABLE, lambda p: Move("lay", 0, cards=(999, -1))),
        ("not_your_card", TABLE, lambda p: Move("discard", 0, p.draw_pile[-1])),
        ("not_your_card", TABLE, lambda p: Move("discard", 0, 0)),
        ("not_your_card", TABLE, lambda p: Move("discard", 0)),
        ("not_your_turn", TABLE, lambda p: lays(p, 1, "-7 +1")),
        ("not_your_turn", TABLE, lambda p: discards(p, 1, "-7")),
        ("not_your_turn", DRAW, lambda p: Move("draw", 1)),
        ("not_your_turn", TABLE, lambda p: Move("done", 1)),
        ("not_your_turn", TABLE, lambda p: Move("skip", 1)),
        ("one_discard", TABLE, lambda p: Move("discard", 0, p.hands[0][0], cards=p.hands[0][:2])),
        ("already_drew", TABLE, lambda p: Move("draw", 0)),
        ("already_drew", TABLE, lambda p: Move("take", 0)),
        ("draw_first", DRAW, lambda p: lays(p, 0, "+6 +5")),
        ("draw_first", DRAW, lambda p: discards(p, 0, "+6")),
        ("too_few_discards", DRAW.replace(" ± ±", ""), lambda p: Move("take", 0)),
        ("discard_first", TABLE, lambda p: Move("done", 0)),
        ("already_discarded", TABLE.replace("lay", "lay discarded"), lambda p: discards(p, 0, "+6")),
        ("own_lay", OPEN, lambda p: Move("check", 0, top=1)),
        ("not_your_lay", OPEN, lambda p: Move("mistake", 1, top=1)),
        ("too_late", OPEN, lambda p: Move("check", 0, top=2)),
        ("too_late", OPEN, lambda p: Move("mistake", 1, top=2)),
        ("no_such_lay", OPEN, lambda p: Move("check", 1, top=3)),
        ("no_such_lay", OPEN, lambda p: Move("check", 1, top=0)),
        ("no_such_lay", OPEN, lambda p: Move("check", 1)),
        ("nothing_to_ok", OPEN, lambda p: Move("ok", 1)),
        ("own_lay", OPEN.replace("lay", "closing"), lambda p: Move("ok", 0)),
        ("check_first", OPEN.replace("lay", "closing"), lambda p: discards(p, 0, "+6")),
        ("check_first", OPEN.replace("lay", "closing"), lambda p: lays(p, 0, "+6 -2")),
        ("check_first", OPEN.replace("lay", "closing"), lambda p: Move("skip", 0)),
        ("discard_first", OPEN.replace("lay", "penalty"), lambda p: Move("mistake", 0, top=1)),
        ("nothing_to_sort", OPEN, lambda p: Move("sort", 0)),
        ("folded", TABLE, lambda p: Move("ask", 2)),
        ("folded", TABLE, lambda p: Move("fold", 2)),
        ("no_such_seat", TABLE, lambda p: Move("draw", 3)),
        ("no_such_seat", TABLE, lambda p: Move("draw", -1)),
        ("unknown_move", TABLE, lambda p: Move("fly", 0)),
        ("unknown_move", TABLE, lambda p: Move("play", 0, p.hands[0][0], 1)),
        ("over", TABLE.replace("turn 0 lay", "over"), lambda p: lays(p, 0, "+6 +5")),
        ("over", TABLE.replace("turn 0 lay", "over"), lambda p: Move("stop", 0)),
    ],
)
def test_a_refused_move_says_why_and_changes_nothing(reason, text, move):
    position = table(text, checking="classmates")
    before, shown = position._replace(), picture(position)
    with pytest.raises(Refused) as refusal:
        play(position, move(position))
    assert refusal.value.reason == reason
    assert (position, picture(position)) == (before, shown)


@pytest.mark.parametrize("kind", ["check", "mistake"])
def test_where_the_referee_checks_nobody_else_does(kind):
    with pytest.raises(Refused, match="unknown_move"):
        play(table(OPEN), Move(kind, 1, top=1))


def test_a_check_of_a_lay_already_checked_is_not_used_up():
    position = play(table(OPEN.replace("+4 +4", "+4 +5"), checking="classmates"), Move("check", 1, top=1))
    with pytest.raises(Refused, match="already_checked"):
        play(position, Move("check", 1, top=1))


def test_ok_is_said_once():
    text = OPEN.replace("lay", "closing") + "    seat 2   +1\n"
    position = play(table(text, checking="classmates"), Move("ok", 1))
    with pytest.raises(Refused, match="already_ok"):
        play(position, Move("ok", 1))


def test_asking_can_be_switched_off():
    with pytest.raises(Refused, match="unknown_move"):
        play(table(TABLE, ask=False), Move("ask", 0))


def test_before_go_nothing_may_be_done():
    position = deal({}, 2, 3)
    for kind in ("draw", "take", "lay", "discard", "sort", "ask", "ok"):
        with pytest.raises(Refused, match="before_go"):
            play(position, Move(kind, 1))


def test_before_go_and_in_the_teachers_pause_one_may_leave_all_the_same():
    dealt = deal({}, 3, 3)
    held = apply(apply(dealt, Event("go", at=1)), Event("held", at=2))
    for position in (dealt, held):
        assert play(position, Move("fold", 1)).folded == {1}
