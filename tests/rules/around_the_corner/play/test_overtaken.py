"""A card that another one beat by ending the round, or by bringing a standstill (rules 1.4): it is beaten, too."""

from dataclasses import replace

import pytest

from game.rules.around_the_corner import LATE_MS, Position, apply, judge
from game.rules.contract import Event, Refused
from tests.rules.around_the_corner.pictures import play, plays, table


def overtaken(phase: str) -> tuple[Position, Position]:
    """A race before and after the card of seat 0 that ends the round, or after which nobody can play."""
    before = table("""
        pile    5±1
        seat 0  4±1
        seat 1  6±1 6±2 | 7±1
    """)
    if phase == "over":
        return before, play(before, plays(before, 0, "4±1"))
    stands = table("""
        pile    9±3 5±1
        seat 0  4±1 9±1
        seat 1  6±1 6±2
    """)
    played = play(stands, plays(stands, 0, "4±1"))
    return stands, apply(played, Event("standstill", top=played.top))


@pytest.mark.parametrize("phase", ["over", "standstill"])
def test_a_card_that_was_beaten_by_the_last_one_is_beaten_too(phase):
    before, after = overtaken(phase)
    late = plays(before, 1, "6±1", top=before.top)
    assert judge(after, late).kind == "beaten"
    assert apply(after, judge(after, late)) == after
    for move in (late._replace(top=after.top), late._replace(top=None), late._replace(card=99), late._replace(seat=9)):
        with pytest.raises(Refused):
            judge(after, move)


def test_a_card_is_late_for_three_seconds():
    before, after = overtaken("over")
    late = plays(before, 1, "6±1", top=before.top)
    assert judge(after, late._replace(at=after.over_at + LATE_MS)).kind == "beaten"
    with pytest.raises(Refused, match="over"):
        judge(after, late._replace(at=after.over_at + LATE_MS + 1))


def test_neither_a_last_card_nor_one_of_a_paused_player_is_a_late_sum():
    before, after = overtaken("over")
    late = plays(before, 1, "6±1", top=before.top)
    for odd in (
        after._replace(hands=(after.hands[0], (late.card,)), draw_piles=((), ())),
        after._replace(paused_until=(0, 1)),
        after._replace(options=replace(after.options, mode="turns")),
    ):
        with pytest.raises(Refused, match="over"):
            judge(odd, late)
