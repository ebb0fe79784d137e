"""One hand for everybody: the deal, sums in any order, what is hidden, and how it ends."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules import nine_to_nothing as rules
from game.rules.contract import Event, Move, Refused
from game.rules.nine_to_nothing.solver import best_lay, can_lay
from tests.rules.nine_to_nothing.pictures import play, table

OPTIONS = {"mode": "same_hand", "hand_limit": 60_000}
PICTURE = """
    over
    draw -9
    seat 0 +6 -2 +5 +9 +1 ± -8
    seat 1 .
    seat 2 .
"""
LONGER = (9, -8, 6, -2, 0)
"""9 − 8 + 6 − (−2)"""


@pytest.fixture
def hand() -> rules.Position:
    """Three seats after GO, the same hand, and 9 to make: 6 − 2 + 5, or LONGER."""
    drawn = table(PICTURE, **OPTIONS)
    dealt = drawn._replace(hands=(drawn.hands[0],) * 3, phase="dealt", goal=9, turn=None, stage="lay")
    return rules.apply(dealt, Event("go", at=1000))


def cards(position: rules.Position, *values: int) -> tuple[int, ...]:
    held = {rules.card(number).value: number for number in position.held(0)}
    return tuple(held[value] for value in values)


def lay(position: rules.Position, seat: int, *values: int) -> rules.Position:
    return play(position, Move("lay", seat, cards=cards(position, *values), at=2000))


def done(position: rules.Position, *seats: int) -> rules.Position:
    for seat in seats:
        position = play(position, Move("done", seat, at=3000))
    return position


def ended(position: rules.Position) -> rules.Position:
    event = rules.due(position, 61_000)
    assert event is not None
    return rules.apply(position, event)


def test_nobody_checks_sums_at_a_shared_hand_whatever_the_options_say(hand):
    """Its moves are judged apart from those of turns, so that a wrong sum comes back and no lay is open to a check."""
    both = hand._replace(options=rules.Options(**OPTIONS, checking="classmates"))
    with pytest.raises(Refused, match="wrong"):
        lay(both, 0, 6, 5)
    right = lay(both, 0, 6, -2, 5)
    assert right.open_lays == ()
    for kind in ("check", "mistake", "ok"):
        with pytest.raises(Refused, match="unknown_move"):
            play(right, Move(kind, 1, top=1))


@settings(max_examples=60)
@given(seed=st.integers(0, 2**62), seats=st.integers(1, 40))
def test_all_get_the_same_seven_cards_and_a_target_that_they_can_make(seed, seats):
    position = rules.deal(OPTIONS, seats, seed)
    assert len(set(position.hands)) == 1
    assert can_lay(position.hands[0], position.goal)
    assert sorted((*position.hands[0], *position.draw_pile)) == list(range(1, 163))
    assert position == rules.deal(OPTIONS, seats, seed)


@pytest.mark.parametrize("seats", [0, 41])
def test_more_than_a_class_is_refused(seats):
    with pytest.raises(ValueError, match="seats"):
        rules.deal(OPTIONS, seats, 1)


def test_nobody_sees_the_hand_before_go():
    """A round that is stopped before GO shows no hand either."""
    dealt = rules.deal(OPTIONS, 2, 5)
    for position in (dealt, rules.apply(dealt, Event("stopped", at=1))):
        for seat in (None, 0, 1):
            view = rules.view(position, seat)
            assert (view.hand, view.same.hand) == ((), ())


def test_the_last_right_sum_counts_and_the_cards_stay(hand):
    longer = lay(lay(hand, 0, 6, -2, 5), 0, *LONGER)
    assert (longer.points(0), lay(longer, 0, 6, -2, 5).points(0), longer.hands) == (6, 3, hand.hands)


def test_a_wrong_sum_comes_back_with_its_total_and_changes_nothing(hand):
    before = lay(hand, 0, 6, -2, 5)
    with pytest.raises(Refused) as refused:
        lay(before, 0, 6, 5)
    assert refused.value.reason == "wrong"
    assert before.points(0) == 3


@pytest.mark.parametrize(
    ("values", "reason"),
    [((6,), "too_few_cards"), ((0, 9), "change_without_card"), ((6, 6), "card_twice")],
)
def test_what_is_no_sum_is_refused(hand, values, reason):
    with pytest.raises(Refused, match=reason):
        lay(hand, 0, *values)


@pytest.mark.parametrize("kind", ["draw", "take", "discard", "check", "mistake", "ok", "ask", "skip"])
def test_there_are_no_turns_piles_or_checks(hand, kind):
    with pytest.raises(Refused, match="unknown_move"):
        play(hand, Move(kind, 0))


def test_who_is_done_lays_no_more(hand):
    after = done(hand, 0)
    for kind in ("lay", "done"):
        with pytest.raises(Refused, match="already_done"):
            play(after, Move(kind, 0, cards=cards(hand, 6, -2, 5)))
    assert lay(after, 1, 6, -2, 5).points(1) == 3


def test_it_ends_when_all_are_done_or_gone(hand):
    two = done(hand, 0, 1)
    assert rules.due(two, 4000) is None
    assert rules.due(done(two, 2), 4000) == Event("finished", at=4000)
    assert rules.due(rules.apply(two, Event("folded", 2)), 4000) == Event("finished", at=4000)


def test_it_ends_in_time_and_a_pause_does_not_count(hand):
    assert rules.next_due(hand) == 61_000
    assert (rules.due(hand, 60_999), rules.due(hand, 61_000)) == (None, Event("finished", at=61_000))
    paused = rules.apply(rules.apply(hand, Event("held", at=2000)), Event("resumed", at=7000))
    assert rules.next_due(paused) == 66_000


def test_sums_of_others_are_hidden_until_it_is_over(hand):
    after = lay(hand, 0, 6, -2, 5)
    for seat in (None, 1):
        view = rules.view(after, seat)
        assert view == rules.view(lay(hand, 0, *LONGER), seat)
        assert [seat.points for seat in view.seats] == [0, 0, 0]
        assert (view.same.having, view.same.own, view.same.possible, view.news) == (1, None, None, None)
    assert rules.view(after, 0).same.own.points == 3


def test_the_longest_right_sum_wins_and_equals_share(hand):
    over = ended(lay(lay(hand, 0, 6, -2, 5), 2, 5, 6, -2))
    assert rules.result(over).places == (1, 3, 1)
    same = rules.view(over, None).same
    assert [(longest.points, longest.seats) for longest in same.longest] == [(3, 2)]
    assert same.possible.possible == best_lay(over.held(0), 9).points >= 3


def test_of_the_longest_sums_the_most_frequent_is_first(hand):
    over = ended(lay(lay(lay(hand, 0, *LONGER), 1, 9, 6, 0, 5, 1), 2, 1, 6, 0, 9, 5))
    assert [(longest.points, longest.seats) for longest in rules.view(over, None).same.longest] == [(6, 2), (6, 1)]


def test_who_is_done_and_leaves_is_counted_no_more(hand):
    same = rules.view(play(done(hand, 1), Move("fold", 1)), None).same
    assert (same.done, same.playing) == (0, 2)


def test_no_sum_at_all_has_no_longest(hand):
    over = ended(hand)
    assert rules.view(over, 0).same.longest == ()
    assert rules.result(over).points == (0, 0, 0)


def test_the_moves_named_are_those_taken(hand):
    for move in rules.moves(hand, 1):
        assert rules.judge(hand, move).kind in {"laid", "done", "sorted"}
    assert rules.view(hand, 1).may == {"lay", "done", "sort"}
    assert rules.view(done(hand, 1), 1).may == {"sort"}
