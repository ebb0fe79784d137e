"""Nine to Nothing, turn by turn (rules 2.1–2.3): deal, draw, lay, discard."""

from collections import Counter

import pytest

from game.rules.contract import Event, Move, Refused
from game.rules.nine_to_nothing import DECK, apply, deal, judge, points, total, view
from tests.rules.around_the_corner.pictures import photo
from tests.rules.nine_to_nothing.pictures import after, discards, face, held, lays, picture, play, table

TABLE = """
    turn 0 lay
    draw     +1 -3 +8
    discard  +4
    seat 0   +6 -2 +5 ± -4 +9 +1 -7
    seat 1   -7 +1 +2 +3 +4 +5 +6
"""


def test_there_are_162_cards():
    faces = Counter(card.value for card in DECK)
    assert len(DECK) == 162
    assert faces == {**{value: 8 for value in range(-9, 10) if value}, 0: 18}
    assert [card.id for card in DECK] == list(range(1, 163))


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_seven_each_one_card_starts_the_discard_pile_and_the_dealers_left_begins(seats):
    position = deal({"dealer": seats - 1}, seats, 5)
    assert [len(hand) for hand in position.hands] == [7] * seats
    assert (len(position.discard_pile), len(position.draw_pile)) == (1, 161 - 7 * seats)
    assert (position.turn, position.phase) == (0, "dealt")


def test_the_same_seed_deals_the_same_cards_and_another_does_not():
    assert deal({}, 3, 5) == deal({}, 3, 5)
    assert deal({}, 3, 5).hands != deal({}, 3, 6).hands


def test_the_open_pile_is_seen_from_go_on_whatever_stops_the_table_before():
    dealt = deal({}, 2, 5)
    held = apply(dealt, Event("held", at=6))
    begun = apply(dealt, Event("go", at=7))
    assert (view(dealt, 0).discard_top, view(held, 0).discard_top) == (None, None)
    assert view(begun, 0).discard_top.id == begun.discard_pile[-1]


@pytest.mark.parametrize(("options", "seats"), [({}, 0), ({}, 5), ({"dealer": 2}, 2), ({"checking": "nobody"}, 2)])
def test_what_does_not_go_together_is_not_dealt(options, seats):
    with pytest.raises(ValueError, match=r"seats|checking"):
        deal(options, seats, 1)


def test_the_first_turn_draws_one_card():
    position = apply(deal({}, 2, 5), Event("go", at=7))
    drew = judge(position, Move("draw", 1))
    assert len(drew.cards) == 1
    assert len(apply(position, drew).held(1)) == 8


def test_later_as_many_as_bring_the_hand_to_seven():
    before = table("""
        turn 0 draw
        draw     +1 -3 +8 ± +2 -9
        discard  +4
        seat 0   +6 . . -2 .
        seat 1   -7 +1
    """)
    assert picture(play(before, Move("draw", 0))) == photo("""
        turn 0 lay
        draw     +1
        discard  +4
        seat 0   +6 -9 +2 -2 ± +8 -3
        seat 1   -7 +1
    """)


def test_the_discard_pile_gives_its_top_cards():
    before = table("""
        turn 0 draw
        draw     +1
        discard  +4 -5 +6
        seat 0   +1 +2 +3 +4 . +6
        seat 1   -7
    """)
    assert picture(play(before, Move("take", 0))) == photo("""
        turn 0 lay
        draw     +1
        discard  +4
        seat 0   +1 +2 +3 +4 +6 +6 -5
        seat 1   -7
    """)


def test_a_short_draw_pile_takes_in_the_discards_but_the_top_one():
    before = table("""
        turn 0 draw
        draw     +1
        discard  +2 +3 -5 +4
        seat 0   +6 -2 +9
        seat 1   -7
    """)
    position = play(before, Move("draw", 0))
    assert picture(position).splitlines()[3] == "discard  +4"
    assert sorted(map(face, position.held(0))) == sorted(["+6", "-2", "+9", "+1", "+2", "+3", "-5"])
    assert position.shuffles == 1


def test_what_there_is_is_drawn_where_both_piles_are_short():
    before = table("turn 0 draw\ndraw +1\ndiscard +2 +4\nseat 0 +6 -2\nseat 1 -7")
    assert sorted(map(face, play(before, Move("draw", 0)).held(0))) == ["+1", "+2", "+6", "-2"]


def test_nothing_is_shuffled_where_no_discard_can_be_taken_in():
    before = table("turn 0 draw\ndraw +1 -3\ndiscard +2\nseat 0 +6 -2\nseat 1 -7")
    assert play(before, Move("draw", 0)).shuffles == 0


def test_who_can_draw_nothing_and_holds_nothing_is_passed_over():
    before = table("turn 0 draw\ndraw\ndiscard +2\nseat 0 .\nseat 1 -7 +1")
    assert (play(before, Move("draw", 0)).turn, play(before, Move("draw", 0)).stage) == (1, "draw")


def test_a_lay_that_makes_nine_lies_on_the_table_and_the_same_turn_may_go_on():
    before = table(TABLE)
    position = after(before, lays(before, 0, "+6 -2 +5"))
    assert picture(position) == photo("""
        turn 0 lay
        draw     +1 -3 +8
        discard  +4
        seat 0   . . . ± -4 +9 +1 -7 | 9: +6 -2 +5
        seat 1   -7 +1 +2 +3 +4 +5 +6
    """)
    assert position.target(0) == 8


def test_a_sign_change_flips_the_card_it_lies_on():
    before = table(TABLE)
    cards = held(before, 0, "-4 ± +5")
    assert (total(cards), points(cards)) == (9, 4)
    assert picture(play(before, lays(before, 0, "-4 ± +5"))) == photo("""
        turn 0 lay
        draw     +1 -3 +8
        discard  +4
        seat 0   +6 -2 . . . +9 +1 -7 | 9: -4 ± +5
        seat 1   -7 +1 +2 +3 +4 +5 +6
    """)


def test_one_card_with_a_sign_change_is_two_cards():
    before = table("turn 0 lay\ndraw +1\ndiscard +4\nseat 0 -9 ± +1\nseat 1 +2")
    assert picture(play(before, lays(before, 0, "-9 ±"))).splitlines()[4] == "seat 0   . . +1 | 9: -9 ±"


def test_the_discard_ends_the_turn_and_it_goes_to_the_left():
    before = table(TABLE)
    assert picture(after(before, lays(before, 0, "+6 -2 +5"), discards(before, 0, "-7"))) == photo("""
        turn 1 draw discarded
        draw     +1 -3 +8
        discard  +4 -7
        seat 0   . . . ± -4 +9 +1 . | 9: +6 -2 +5
        seat 1   -7 +1 +2 +3 +4 +5 +6
    """)


def test_with_no_card_left_the_turn_is_over():
    before = table("turn 0 lay\ndraw +1\ndiscard +4\nseat 0 +4 +5\nseat 1 +2")
    assert (play(before, lays(before, 0, "+4 +5")).turn, judge(before, lays(before, 0, "+4 +5")).kind) == (1, "laid")


def test_a_referee_gives_a_wrong_lay_back_and_one_may_try_again():
    before = table(TABLE)
    wrong = judge(before, lays(before, 0, "+6 +5"))
    assert (wrong.kind, apply(before, wrong)) == ("wrong", before)
    with pytest.raises(Refused):
        play(before, lays(before, 0, "+6 +5"))


def test_a_turn_skipped_before_its_draw_goes_to_the_left_with_the_hand_as_it_was():
    before = table(TABLE.replace("lay", "draw"))
    skipped = play(before, Move("skip", 0))
    assert (skipped.turn, skipped.stage, skipped.hands) == (1, "draw", before.hands)


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        ("+6 +3 +8", "+8"),
        ("+2 +1 -7", "-7"),
        ("+6 +3 ±", "+6"),
        ("± ±", "±"),
    ],
)
@pytest.mark.parametrize("stage", ["lay", "penalty"])
def test_a_turn_skipped_after_its_draw_throws_away_what_the_next_lay_misses_least(hand, thrown, stage):
    before = table(f"turn 0 {stage}\ndraw +1\ndiscard +4\nseat 0 {hand}\nseat 1 -7")
    event = judge(before, Move("skip", 0))
    skipped = apply(before, event)
    assert (event.kind, face(event.card)) == ("skipped", thrown)
    assert (skipped.turn, skipped.stage, skipped.discarded) == (1, "draw", True)
    assert (skipped.discard_pile[-1], len(skipped.held(0))) == (event.card, len(before.held(0)) - 1)


def test_a_turn_skipped_after_its_discard_owes_no_other():
    before = table("turn 0 lay discarded\ndraw +1\ndiscard +4\nseat 0 +6 +5\nseat 1 -7", checking="classmates")
    assert judge(before, Move("skip", 0)) == Event("skipped", 0)


def test_being_away_turn_after_turn_makes_no_hand_longer():
    position = apply(deal({}, 2, 5), Event("go", at=1))
    for _ in range(8):
        position = after(position, Move("draw", position.turn), Move("skip", position.turn))
    assert [len(position.held(seat)) for seat in (0, 1)] == [7, 7]


def test_a_hand_that_is_sorted_keeps_the_answer_whether_a_sum_is_possible():
    asked = play(table(TABLE), Move("ask", 0))
    assert view(asked, 0).possible
    assert view(play(asked, Move("sort", 0)), 0).possible
    assert view(play(asked, lays(asked, 0, "+6 -2 +5")), 0).possible is None
