"""What a seat may see (rules 3): its own hand, the top card, and numbers."""

import pytest

from game.rules.around_the_corner import Result, SeatView, apply, card, deal, view
from game.rules.contract import Event, Move
from tests.rules.around_the_corner.pictures import face, play, plays, table

TABLE = """
    pile    5±1 9±3
    seat 0  2±1 - 6±2 | 3±1 8±2
    seat 1  4±1
"""


def faces(hand):
    return [face(held.id if held else 0) for held in hand]


def test_a_seat_sees_its_own_slots_and_of_the_others_how_many():
    seen = view(table(TABLE), 0)
    assert faces(seen.hand) == ["2±1", "-", "6±2"]
    assert seen.seats == (SeatView(4, 2, 2, False, None), SeatView(1, 1, 0, False, None))
    assert (seen.draw_pile, seen.pile, seen.top, faces([seen.top_card])) == (2, 2, 2, ["9±3"])


def test_an_onlooker_sees_no_hand():
    seen = view(table(TABLE), None)
    assert (seen.seat, seen.hand, seen.draw_pile, seen.last_card) == (None, (), 0, False)
    assert seen.top_card is not None


@pytest.mark.parametrize("stranger", [-1, 2])
def test_a_seat_that_is_not_there_sees_nothing(stranger):
    with pytest.raises(IndexError):
        view(table(TABLE), stranger)


def test_before_go_the_top_card_lies_face_down():
    position = deal({}, 2, 9)
    assert view(position, 0).top_card is None
    after = apply(position, Event("go"))
    assert view(after, 0).top_card == card(position.pile[-1])


def test_a_last_card_is_told_to_its_holder_alone_and_never_shown():
    position = table(TABLE)
    assert [view(position, seat).last_card for seat in (0, 1, None)] == [False, True, False]
    over = play(position, plays(position, 1, "4±1"))
    for seat in (0, 1, None):
        seen = view(over, seat)
        assert (seen.top_card, seen.called) == (None, None)
        assert [each.place for each in seen.seats] == [2, 1]
        assert seen.result == Result(places=(2, 1), left=(4, 0))


def test_in_the_teachers_pause_neither_hands_nor_the_top_card_are_seen():
    seen = view(apply(table(TABLE), Event("held", at=5)), 0)
    assert (seen.hand_hidden, seen.top_card, seen.answers) == (True, None, None)


def test_in_a_standstill_hands_are_hidden_and_the_new_top_card_is_seen():
    position = apply(table("pile 3±2 5±1\nseat 0  1±1 2±1\nseat 1  9±1 8±1"), Event("standstill"))
    seen = view(position, 0)
    assert (seen.hand_hidden, faces([seen.top_card]), seen.phase) == (True, ["3±2"], "standstill")
    assert not view(apply(position, Event("go")), 0).hand_hidden


@pytest.mark.parametrize(
    ("options", "told"),
    [({}, None), ({"hints": True}, (2, 6)), ({"hints": True, "corner": False}, (None, 6)), ({"mode": "turns"}, (2, 6))],
)
def test_answers_are_told_only_where_hints_are_on(options, told):
    assert view(table(TABLE, **options), 0).answers == told


def test_no_hint_tells_what_lies_face_down():
    assert view(deal({"hints": True}, 2, 1), 0).answers is None


def test_everybody_hears_the_number_and_only_its_player_feels_the_pause():
    position = table(TABLE)
    position = play(position, plays(position, 0, "2±1"))
    position = apply(position, Event("wrong", 0, position.hands[0][2], position.top, 100))
    assert [view(position, seat).called for seat in (0, 1, None)] == [(0, 2)] * 3
    assert [view(position, seat).paused_until for seat in (0, 1, None)] == [1600, 0, 0]
    assert [view(position, seat).hand_changes for seat in (0, 1, None)] == [1, 0, 0]


def test_a_folded_seat_is_shown_as_folded_with_no_cards():
    position = play(table(TABLE), Move("fold", 0))
    assert view(position, 1).seats[0] == SeatView(0, 0, 0, True, None)
