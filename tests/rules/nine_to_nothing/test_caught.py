"""Who is caught after a discard and *My mistake* (docs/rules, notes); older logs, where the turn went on."""

from functools import reduce

from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules.contract import Event, Move
from game.rules.nine_to_nothing import apply, due, stands
from tests.rules.around_the_corner.pictures import photo
from tests.rules.nine_to_nothing.pictures import discards, held, lays, picture, play, table
from tests.rules.nine_to_nothing.rounds import BY_CLASSMATES, wander

AGAIN = """
    turn 0 lay discarded
    draw     +1 -3 +8
    discard  +4 -7
    seat 0   +8 -2 +5 +9 -8
    seat 1   -7 +1
    seat 2   +2
"""
"""Seat 0 laid 8 − 2 for 9, discarded −7 and pressed *My mistake*."""

RUNGS = " | ".join(f"{target}: " for target in range(9, 1, -1))


def test_caught_after_discard_and_my_mistake_ends_the_turn():
    before = table(AGAIN.replace("discarded", "").replace("-7\n    seat 0", "\n    seat 0 -7"), checking="classmates")
    position = play(before, lays(before, 0, "+8 -2"))
    for move in (discards(position, 0, "-7"), Move("mistake", 0, top=1)):
        position = play(position, move)
    assert sorted(position.held(0)) == sorted(table(AGAIN).held(0))
    wrong = play(position, lays(position, 0, "+9 -8"))
    caught = play(wrong, Move("check", 2, top=2))
    assert picture(caught).splitlines()[1] == "turn 1 draw discarded"
    assert sorted(caught.held(0)) == sorted(position.held(0))
    assert play(caught, Move("draw", 1)).turn == 1


def test_a_caught_zero_ends_the_turn_and_never_the_round():
    before = table(
        f"""
        turn 0 lay
        draw     +1 -3 +8
        discard  +4
        seat 0   +6 -5 +9 -8 +3 | {RUNGS}
        seat 1   -7 +1
        """,
        checking="classmates",
    )
    position = play(before, lays(before, 0, "+6 -5"))
    for move in (discards(position, 0, "+3"), Move("mistake", 0, top=position.lays)):
        position = play(position, move)
    position = play(position, lays(position, 0, "+6 -5"))
    closing = play(position, lays(position, 0, "+9 -8"))
    assert (closing.stage, due(closing, 0)) == ("closing", None)
    caught = play(closing, Move("check", 1, top=closing.lays))
    assert due(caught, 10**9) is None
    assert picture(caught) == photo(f"""
        turn 1 draw discarded
        draw     +1 -3 +8
        discard  +4 +3
        seat 0   +9 -8 . . . | {RUNGS} | 1? +6 -5
        seat 1   -7 +1
    """)


def test_a_caught_zero_of_one_who_left_after_discard_and_my_mistake_gives_the_turn_on():
    before = table(
        f"""
        turn 0 closing discarded
        draw     +1
        discard  +4
        seat 0   +2 | {RUNGS} | 1: +6 -5 | 0? +9 -8
        seat 1   -7
        seat 2   +2
        """,
        checking="classmates",
    )
    left = play(before, Move("fold", 0))
    caught = play(left, Move("check", 1, top=10))
    assert (caught.turn, caught.stage, due(caught, 10**9)) == (1, "draw", None)


@settings(max_examples=60)
@given(seats=st.integers(2, 4), seed=st.integers(0, 2**62))
def test_who_is_caught_has_no_more_of_that_turn_but_a_discard(seats, seed):
    for step in wander(BY_CLASSMATES, seats, 0.002, seed):
        if isinstance(step.outcome, Event) and step.outcome.kind == "caught":
            layer = step.before.open_lay(step.outcome.top).seat
            assert step.after.turn != layer or step.after.stage == "penalty"
            assert due(step.after, 10**9) in (None, Event("exhausted", at=10**9))


def test_an_older_log_where_the_turn_went_on_still_folds():
    """By earlier rules a lay that was caught after a discard and *My mistake* left the turn with its seat."""
    start = table(AGAIN, checking="classmates")
    wrong, right = held(start, 0, "+9 -8"), held(start, 0, "+8 +9 -8")
    log = [
        Event("laid", 0, None, 1, 1, wrong),
        Event("caught", 2, None, 1, 2),
        Event("laid", 0, None, 2, 3, right),
        Event("done", 0, at=4),
    ]
    now = reduce(apply, log, start)
    assert picture(now) == photo("""
        turn 1 draw discarded
        draw     +1 -3 +8
        discard  +4 -7
        seat 0   . -2 +5 . . | 9? +8 +9 -8
        seat 1   -7 +1
        seat 2   +2
    """)


def test_an_older_log_where_a_skipped_turn_discarded_nothing_still_folds():
    start = table("turn 0 lay\ndraw +1\ndiscard +4\nseat 0 +6 +5\nseat 1 -7")
    now = apply(start, Event("skipped", 0, at=1))
    assert (now.turn, now.stage, now.hands, now.discard_pile) == (1, "draw", start.hands, start.discard_pile)


def test_a_lay_counts_as_standing_when_it_cannot_come_back_any_more():
    before = table(AGAIN, checking="classmates")
    laid = Event("laid", 0, top=1)
    for cards, checked in (("+8 -2 +5 -8", "caught"), ("+9 +8 -8", "checked")):
        position = play(before, lays(before, 0, cards))
        assert not stands(position, laid)
        seen = play(position, Move("check", 2, top=1))
        assert (seen.told.kind, stands(seen, laid)) == (checked, checked == "checked")
        drawn = play(play(position, Move("done", 0)), Move("draw", 1))
        assert stands(drawn, laid)
