"""Laws that hold in every round of Nine to Nothing, whatever is chosen and whoever plays."""

from collections.abc import Iterator
from functools import reduce
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules import nine_to_nothing as rules
from game.rules.contract import Event, Refused
from game.rules.nine_to_nothing.judge import allowed
from tests.rules.around_the_corner.rounds import Step
from tests.rules.hidden import assert_views_hide, others_for
from tests.rules.nine_to_nothing.rounds import OPTION_SETS, wander

SEEDS = st.integers(0, 2**62)
DECK = list(range(1, 163))

every_option_set = pytest.mark.parametrize("name", OPTION_SETS)


@every_option_set
@settings(max_examples=170, deadline=None)
@given(seed=SEEDS)
def test_every_round_keeps_the_laws_and_comes_to_an_end(name, seed):
    options, seats, leaving = OPTION_SETS[name]
    log: list[Event] = []
    for step in wander(options, seats, leaving, seed):
        if isinstance(step.outcome, Refused):
            assert step.after == step.before
            continue
        log.append(step.outcome)
        assert sorted(cards_of(step.after)) == DECK
        assert_referee_lets_nothing_wrong_lie(step.after)
        assert_ladder(step.after)
        assert_windows_close_with_a_draw(step)
        assert_no_hand_is_longer_than_seven_after_a_turn(step.after)
    assert reduce(rules.apply, log, rules.deal(options, seats, seed)) == step.after
    assert_result_counts_what_lies(step.after)


@every_option_set
@settings(max_examples=6, deadline=None)
@given(seed=SEEDS)
def test_a_view_holds_no_card_its_seat_may_not_see(name, seed):
    for number, step in enumerate(wander(*OPTION_SETS[name], seed)):
        if number % 17 == 0 or step.after.phase != "playing":
            assert_views_hide(rules, step.after, may_see, with_hidden_cards_mixed)


@every_option_set
@settings(max_examples=4, deadline=None)
@given(seed=SEEDS)
def test_a_view_names_exactly_the_moves_that_the_rules_take(name, seed):
    for step in wander(*OPTION_SETS[name], seed):
        for seat in range(step.before.seats):
            view, found = rules.view(step.before, seat), rules.moves(step.before, seat)
            assert {move.kind for move in found} | {"lay"} == view.may | {"lay"}
            assert all(allowed(step.before, move) for move in found)
            assert {move.top for move in found if move.kind == "check"} == set(view.checkable)
            if step.move and step.move.seat == seat and step.move.kind not in ("skip", "fold", "fly"):
                taken = not isinstance(step.outcome, Refused)
                assert not taken or step.move.kind in view.may


@every_option_set
def test_a_refused_move_raises_and_leaves_the_position_alone(name):
    reasons = set()
    for seed in range(3):
        for step in wander(*OPTION_SETS[name], seed):
            if step.move and isinstance(step.outcome, Refused):
                before = step.before._replace()
                with pytest.raises(Refused):
                    rules.play(step.before, step.move)
                assert step.before == before
                reasons.add(step.outcome.reason)
    assert len(reasons) > 5


def cards_of(position: rules.Position) -> Iterator[int]:
    lying = (lay.cards for lays in position.laid for lay in lays)
    return filter(None, chain(position.draw_pile, position.discard_pile, *position.hands, *lying))


def assert_ladder(position: rules.Position) -> None:
    """Every seat has laid 9, 8, … in that order."""
    for lays in position.laid:
        assert [lay.target for lay in lays] == list(range(9, 9 - len(lays), -1))


def assert_referee_lets_nothing_wrong_lie(position: rules.Position) -> None:
    if not position.options.by_classmates:
        assert all(value_of(lay.cards) == lay.target for lays in position.laid for lay in lays)


def value_of(cards: tuple[int, ...]) -> int:
    """Add up a lay by hand, from its last card back; nothing of the engine's arithmetic."""
    made, flip = 0, False
    for one in reversed(cards):
        if one > 144:
            flip = True
            continue
        number = ((one - 1) // 8) % 9 + 1
        made += -number if (one > 72) != flip else number
        flip = False
    return made


def assert_windows_close_with_a_draw(step: Step) -> None:
    assert isinstance(step.outcome, Event)
    if step.outcome.kind in ("drew", "took"):
        assert step.after.open_lays == ()
    if step.outcome.kind == "caught":
        lay = step.before.open_lay(step.outcome.top)
        assert lay is not None
        assert value_of(lay.cards) != lay.target


def assert_no_hand_is_longer_than_seven_after_a_turn(position: rules.Position) -> None:
    for seat in position.active:
        in_its_turn = position.turn == seat and position.stage != "draw"
        assert len(position.held(seat)) <= rules.HAND + in_its_turn


def assert_result_counts_what_lies(position: rules.Position) -> None:
    end = rules.result(position)
    assert end is not None
    for seat, lays in enumerate(position.laid):
        lying = [one for lay in lays for one in lay.cards]
        assert end.points[seat] == len(lying) + sum(one > 144 for one in lying)
        assert end.places[seat] == 1 + sum(points > end.points[seat] for points in end.points)


def may_see(position: rules.Position, seat: int | None) -> set[int]:
    """What lies on the table, the top discard, what last came back or was thrown away; the own hand, now and then."""
    seen = {lying for lays in position.laid for lay in lays for lying in lay.cards}
    seen |= set(position.discard_pile[-1:])
    if position.returned:
        seen |= set(position.returned.cards)
    if position.told and position.told.card:
        seen.add(position.told.card)
    own = [] if seat is None else [position.held(seat), *(lay.hand for lay in position.laid[seat])]
    return seen.union(*own)


def with_hidden_cards_mixed(position: rules.Position, seat: int | None) -> rules.Position:
    """The same table to this seat: every card that it cannot see is another one."""
    other = others_for(cards_of(position), may_see(position, seat))

    def mixed(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(other.get(card, card) for card in cards)

    def of_another_hand(lay: rules.Lay) -> rules.Lay:
        return lay if lay.seat == seat else lay._replace(hand=mixed(lay.hand))

    return position._replace(
        draw_pile=mixed(position.draw_pile),
        discard_pile=mixed(position.discard_pile),
        hands=tuple(map(mixed, position.hands)),
        laid=tuple(tuple(map(of_another_hand, lays)) for lays in position.laid),
        returned=position.returned and of_another_hand(position.returned),
        told=position.told and position.told._replace(cards=mixed(position.told.cards)),
    )
