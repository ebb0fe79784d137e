"""Standstill, its end, and folded seats (rules 1.4, 1.5, 3)."""

import pytest

from game.rules.around_the_corner import Result, apply, due, judge, result, resume
from game.rules.contract import Event, Move
from tests.rules.around_the_corner.pictures import photo, picture, play, plays, table

STUCK = """
    pile    3±2 7±1 5±1
    seat 0  1±1 2±1
    seat 1  9±1 8±1
"""


def test_when_nobody_can_draw_or_play_the_bottom_card_comes_on_top():
    before = table(STUCK)
    event = due(before, 500)
    assert event == Event("standstill", top=3, at=500)
    after = apply(before, event)
    assert picture(after) == photo("""
        standstill
        pile    7±1 5±1 3±2
        seat 0  1±1 2±1
        seat 1  9±1 8±1
    """)
    assert (after.top, after.previous) == (4, before.pile[-1])


def test_after_the_countdown_it_is_go_again_when_somebody_can_play():
    still = apply(table(STUCK), Event("standstill", at=500))
    event = resume(still, 3000)
    assert event.kind == "go"
    after = apply(still, event)
    assert picture(after) == photo("""
        pile    7±1 5±1 3±2
        seat 0  1±1 2±1
        seat 1  9±1 8±1
    """)
    assert picture(play(after, plays(after, 0, "1±1"))) == photo("""
        pile    7±1 5±1 3±2 1±1
        seat 0  - 2±1
        seat 1  9±1 8±1
    """)


@pytest.mark.parametrize(
    "no_standstill",
    [
        "pile 5±1\nseat 0  1±1 2±1 | 10±1\nseat 1  9±1 8±1",
        "pile 5±1\nseat 0  1±1 2±1\nseat 1  9±1 8±1 | 10±1",
        "pile 5±1\nseat 0  1±1 2±1\nseat 1  9±1 4±1",
        "pile 5±1\nseat 0  1±1 2±1\nseat 1  - 8±1",
    ],
    ids=["one can draw", "the other can draw", "a card fits", "a last card fits always"],
)
def test_there_is_no_standstill_while_somebody_could_do_something(no_standstill):
    assert due(table(no_standstill), 0) is None


def test_there_is_no_standstill_before_go_nor_twice():
    assert due(table("dealt" + STUCK), 0) is None
    assert due(table("standstill" + STUCK), 0) is None


def test_it_is_repeated_as_long_as_it_holds_and_ends_when_the_whole_pile_was_turned():
    position = table("""
        pile    5±2 6±1 5±1
        seat 0  1±1 2±1
        seat 1  9±1 8±1 10±1
    """)
    turned = []
    event = due(position, 0)
    while event and event.kind == "standstill":
        position = apply(position, event)
        turned.append(picture(position).splitlines()[2].split()[-1])
        event = resume(position, 0)
    assert turned == ["5±2", "6±1", "5±1"]
    assert event == Event("exhausted", top=6)
    assert result(apply(position, event)) == Result(places=(1, 2), left=(2, 3))


def test_when_the_pile_is_exhausted_equal_hands_share_the_place():
    position = table("standstill" + STUCK.replace("3±2 7±1 ", ""))
    assert result(apply(position, Event("exhausted"))) == Result(places=(1, 1), left=(2, 2))


def test_go_begins_the_count_of_turned_cards_anew():
    position = apply(table(STUCK), Event("standstill"))
    assert position.turned == 1
    assert apply(position, resume(position, 0)).turned == 0


def test_a_folded_hand_goes_under_the_pile_and_its_draw_pile_under_that():
    before = table("""
        pile    3±2 5±1
        seat 0  4±1 - 2±1 | 10±1 10±2
        seat 1  9±1 8±1 | 7±2
    """)
    after = play(before, Move("fold", 0))
    assert picture(after) == photo("""
        pile    10±1 10±2 2±1 4±1 3±2 5±1
        seat 0  folded
        seat 1  9±1 8±1 | 7±2
    """)
    assert after.top == before.top


def test_the_others_play_on_and_the_folded_are_placed_last_with_the_cards_they_gave_up():
    position = table("""
        pile    5±1
        seat 0  4±1
        seat 1  9±1
        seat 2  8±1 7±1
    """)
    for seat in (0,):
        position = play(position, Move("fold", seat))
    position = play(position, plays(position, 1, "9±1"))
    assert result(position) == Result(places=(3, 1, 2), left=(1, 0, 2))


def test_who_is_left_alone_goes_on_with_a_standstill():
    position = play(table(STUCK), Move("fold", 1))
    assert position.phase == "playing"
    event = due(position, 0)
    assert event is not None
    assert event.kind == "standstill"


def test_folding_can_bring_a_standstill():
    before = table("""
        pile    3±2 5±1
        seat 0  1±1 2±1
        seat 1  9±1 8±1 | 10±1
        seat 2  7±1 7±2
    """)
    assert due(before, 0) is None
    assert due(play(before, Move("fold", 1)), 4) == Event("standstill", top=2, at=4)


@pytest.mark.parametrize("phase", ["", "standstill", "dealt"])
def test_when_all_have_left_it_stops(phase):
    position = play(play(table(phase + STUCK), Move("fold", 0)), Move("fold", 1))
    event = resume(position, 8) if phase else due(position, 8)
    assert event == Event("stopped", top=3, at=8)
    assert result(apply(position, event)) == Result(places=(1, 1), left=(2, 2))


def test_a_play_that_comes_in_during_a_standstill_is_not_held_against_anybody():
    after = apply(table(STUCK), Event("standstill", at=500))
    go = apply(after, Event("go", at=3000))
    assert judge(go, plays(go, 1, "9±1", top=3, at=3010)).kind == "beaten"
