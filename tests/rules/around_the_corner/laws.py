"""The laws of Around the Corner, for tests.rules.test_laws."""

from collections.abc import Iterator, Sequence
from itertools import chain

from game.rules import around_the_corner as rules
from game.rules.contract import Event, Refused
from tests.rules.contract import Offer
from tests.rules.hidden import others_for
from tests.rules.wandering import Step

UNRECORDED = frozenset({"skipped", "more_time", "paused", "held", "resumed", "exhausted", "stopped"})
"""Kinds of events that no recorded round comes to."""


def cards_of(position: rules.Position) -> Iterator[int]:
    return filter(None, chain(position.pile, *position.hands, *position.draw_piles))


def assert_own_laws(step: Step) -> None:
    """Assert what holds after every event of the log."""
    assert_top_counts_cards_that_came_on_top(step)
    assert_standstill_exactly_when_defined(step.after)
    assert_verdict_as_by_hand(step)


def assert_offers(step: Step, offers: Sequence[Offer]) -> None:
    """A move is offered exactly when `play` takes it."""
    if step.move is None or step.move.kind in ("fold", "fly") or step.move.top != step.before.top:
        return
    seat, free = step.move.seat, step.move.at >= max(step.before.paused_until)
    if not free or not 0 <= seat < step.before.seats or seat in step.before.folded:
        return
    taken = not isinstance(step.outcome, Refused) and step.outcome.kind not in ("wrong", "beaten")
    wanted = {(move.kind, move.card) for move in offers[seat].moves}
    assert ((step.move.kind, step.move.card if step.move.kind == "play" else None) in wanted) == taken


def assert_top_counts_cards_that_came_on_top(step: Step) -> None:
    assert isinstance(step.outcome, Event)
    if step.outcome.kind == "emptied":
        assert step.after.pile == (step.outcome.card, *step.before.pile)
    comes_on_top = step.outcome.kind in ("played", "finished", "standstill")
    assert step.after.top - step.before.top == comes_on_top
    if comes_on_top:
        assert step.after.previous == step.before.pile[-1]
        assert step.after.pile[-1] == (step.outcome.card or step.before.pile[0])


def fits_by_hand(number: int, top: rules.Card, options: rules.Options) -> bool:
    """Counting along the cards one step at a time, as a child does; nothing of the engine's arithmetic."""
    row = list(range(1, 1 + options.highest))
    for cards in (row,) if options.only_plus else (row, row[::-1]):
        after = cards[cards.index(top.number) + 1 :] + (cards if options.corner else [])
        if after[top.step - 1 : top.step] == [number]:
            return True
    return False


def assert_verdict_as_by_hand(step: Step) -> None:
    event, before = step.outcome, step.before
    assert isinstance(event, Event)
    if event.kind not in ("played", "wrong") or event.card is None:
        return
    fits = fits_by_hand(rules.card(event.card).number, rules.card(before.pile[-1]), before.options)
    assert fits == (event.kind == "played")


def assert_standstill_exactly_when_defined(position: rules.Position) -> None:
    if position.phase != "playing" or not any(map(position.left, range(position.seats))):
        return
    top, options = rules.card(position.pile[-1]), position.options
    hands = [[held for held in hand if held] for hand in position.hands]
    stuck = not any(position.draw_piles) and not any(
        len(hand) == 1 or any(fits_by_hand(rules.card(held).number, top, options) for held in hand) for hand in hands
    )
    due = rules.due(position, 0)
    assert stuck == (due is not None and due.kind == "standstill")


def assert_own_end(position: rules.Position) -> None:
    """Places follow the cards left; who left for good shares the last. Against the sun nobody has one."""
    end = rules.result(position)
    assert end is not None
    if position.options.mode == "sun":
        assert end.places == ()
        all_are_placed = not any(map(position.left, range(position.seats)))
        assert (position.finisher is not None) == all_are_placed or position.folded
        return
    stayed = [seat for seat in range(position.seats) if seat not in position.folded]
    for seat in stayed:
        fewer = [other for other in stayed if end.left[other] < end.left[seat]]
        assert end.places[seat] == 1 + len(fewer)
    for seat in position.folded:
        assert end.places[seat] == 1 + len(stayed)


def may_see(position: rules.Position, seat: int | None) -> set[int]:
    own = set() if seat is None else {held for held in position.hands[seat] if held}
    face_up = position.phase != "dealt" and position.finisher is None
    return own | ({position.pile[-1]} if face_up else set())


def with_hidden_cards_mixed(position: rules.Position, seat: int | None) -> rules.Position:
    """The same table to this seat: every card that it cannot see is another one."""
    other = others_for(cards_of(position), may_see(position, seat))

    def mixed(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(other.get(card, card) for card in cards)

    return position._replace(
        pile=mixed(position.pile),
        hands=tuple(map(mixed, position.hands)),
        draw_piles=tuple(map(mixed, position.draw_piles)),
        previous=other.get(position.previous, position.previous),
    )
