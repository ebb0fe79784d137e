"""The laws of Nine to Nothing, for tests.rules.test_laws."""

from collections.abc import Iterator, Sequence
from itertools import chain

from game.rules import nine_to_nothing as rules
from game.rules.contract import Event, Refused
from tests.rules.contract import Offer
from tests.rules.hidden import others_for
from tests.rules.wandering import Step

UNRECORDED = frozenset({"held", "resumed", "stopped"})
"""Kinds of events that no recorded round comes to."""


def cards_of(position: rules.Position) -> Iterator[int]:
    lying = (lay.cards for lays in position.laid for lay in lays)
    return filter(None, chain(position.draw_pile, position.discard_pile, *position.hands, *lying))


def pack_up_to(highest: int) -> list[int]:
    """Return eight plus and eight minus cards of each number, and two sign changes for each."""
    return [card for card in range(1, 145) if (card - 1) // 8 % 9 < highest] + list(range(145, 145 + 2 * highest))


def assert_own_laws(step: Step) -> None:
    """Assert what holds after every event of the log."""
    assert_referee_lets_nothing_wrong_lie(step.after)
    assert_ladder(step.after)
    assert_windows_close_with_a_draw(step)
    assert_no_hand_is_longer_than_seven_after_a_turn(step.after)


def assert_offers(step: Step, offers: Sequence[Offer]) -> None:
    """A view names exactly the moves that the rules take; of lays only one of the best is offered."""
    for seat, (view, found) in enumerate(offers):
        assert {move.kind for move in found} | {"lay"} == view.may | {"lay"}
        assert {move.top for move in found if move.kind == "check"} == set(view.checkable)
        if step.move and step.move.seat == seat and step.move.kind not in ("skip", "fold", "fly"):
            assert isinstance(step.outcome, Refused) or step.move.kind in view.may


def assert_ladder(position: rules.Position) -> None:
    """Every seat has laid 9, 8, … in that order, or 5, 4, … with small numbers."""
    first = position.options.highest
    for lays in position.laid:
        assert [lay.target for lay in lays] == list(range(first, first - len(lays), -1))


def assert_referee_lets_nothing_wrong_lie(position: rules.Position) -> None:
    if not position.options.by_classmates:
        assert all(value_of(lay.cards) == lay.target for lays in position.laid for lay in lays)


def value_of(cards: tuple[int, ...]) -> int:
    """Add up a lay by hand, from its last card back; nothing of the engine's arithmetic."""
    made, flip = 0, False
    for card in reversed(cards):
        if card > 144:
            flip = True
            continue
        number = ((card - 1) // 8) % 9 + 1
        made += -number if (card > 72) != flip else number
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


def assert_own_end(position: rules.Position) -> None:
    """Points are counted from what lies, places from points, and who folded comes after all others; the pack is the
    sheet's 162 cards, or the 90 up to 5."""
    assert sorted(cards_of(position)) == pack_up_to(position.options.highest)
    end = rules.result(position)
    assert end is not None
    for seat, lays in enumerate(position.laid):
        lying = [card for lay in lays for card in lay.cards]
        assert end.points[seat] == len(lying) + sum(card > 144 for card in lying)
        stayed = [end.points[other] for other in range(position.seats) if other not in position.folded]
        ahead = len(stayed) if seat in position.folded else sum(points > end.points[seat] for points in stayed)
        assert end.places[seat] == 1 + ahead


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
