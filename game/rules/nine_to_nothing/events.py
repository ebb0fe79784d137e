"""The events of Nine to Nothing, and their effect on a position. Nothing is judged here: the log is trusted."""

from collections.abc import Callable, Mapping
from typing import Any

from game.rules.contract import EXHAUSTED, GO, HELD, RESUMED, SKIPPED, SORTED, STOPPED, Event, unchanged
from game.rules.hands import replaced, shuffled, with_all, without
from game.rules.nine_to_nothing.cards import in_order
from game.rules.nine_to_nothing.position import Lay, Position
from game.rules.seats import following

DREW, TOOK, LAID, WRONG, DISCARDED, DONE = "drew", "took", "laid", "wrong", "discarded", "done"
CHECKED, CAUGHT, TOOK_BACK, OKAYED = "checked", "caught", "took_back", "okayed"
ASKED, FOLDED, FINISHED = "asked", "folded", "finished"
"""Stored kinds of events beside those of the contract; the package's docstring lists the moves they come from."""

PLACED = frozenset({LAID})
TRIED = frozenset({LAID, WRONG})
ENDS = frozenset({FINISHED, EXHAUSTED, STOPPED})
NOT_DONE = frozenset({WRONG})
OWN_BUSINESS = frozenset({WRONG, ASKED, SORTED})


def apply(position: Position, event: Event) -> Position:
    """Fold an event of the log into the position, without judging it. Raises UnknownKindError."""
    change = _CHANGES.get(event.kind)
    if not change:
        return unchanged(position, event)
    after = change(_in_the_turn_of(position, event), event)
    if event.kind not in _TOLD or position.options.same_hand:
        return after
    came_back = event.kind in (CAUGHT, TOOK_BACK)
    return after._replace(told=event, returned=position.lay(event.top) if came_back else None)


def _in_the_turn_of(position: Position, event: Event) -> Position:
    """Return the position with the turn of the event's seat.

    In older logs a seat goes on after its lay was caught, if it had discarded before; by today's rules that turn is
    over.
    """
    if event.kind not in _OF_A_TURN or position.options.same_hand or event.seat == position.turn:
        return position
    return position._replace(turn=event.seat, stage="lay")


def _wrong(position: Position, event: Event) -> Position:
    """Return the position unchanged: a wrong lay comes back at once."""
    return position


def deepened(position: Position, wanted: int) -> Position:
    """Return the position with all discards but the top one shuffled into the draw pile, if that is too short."""
    if len(position.draw_pile) >= wanted or len(position.discard_pile) < 2:
        return position
    pack = shuffled((*position.draw_pile, *position.discard_pile[:-1]), f"{position.seed} {position.shuffles + 1}")
    return position._replace(
        draw_pile=tuple(pack), discard_pile=position.discard_pile[-1:], shuffles=position.shuffles + 1
    )


def _go(position: Position, event: Event) -> Position:
    ends_at = event.at + position.options.hand_limit if position.options.same_hand else None
    return position._replace(phase="playing", go_at=event.at, turn_since=event.at, closes_at=ends_at)


def _drew(position: Position, event: Event) -> Position:
    deep = deepened(position, position.need(_seat(event)))
    left = deep.draw_pile[: len(deep.draw_pile) - len(event.cards)]
    return _hand_filled(deep, event, draw_pile=left)


def _took(position: Position, event: Event) -> Position:
    return _hand_filled(position, event, discard_pile=position.discard_pile[: -len(event.cards)])


def _hand_filled(position: Position, event: Event, **pile: tuple[int, ...]) -> Position:
    """Add the drawn cards, and close the checks of earlier lays."""
    seat = _seat(event)
    drawn = _with_hand(
        position,
        seat,
        with_all(position.hands[seat], event.cards),
        **pile,
        stage="lay",
        discarded=False,
        open_lays=(),
        checked=frozenset(),
        checkers=frozenset(),
    )
    return drawn if drawn.held(seat) else _turn_over(drawn, event.at)


def _shown(position: Position, event: Event) -> Position:
    """Store a sum of the hand that all have: the last one counts, and the cards stay in the hand."""
    seat, number = _seat(event), position.lays + 1
    lay = Lay(number, seat, position.target(seat) or 0, event.cards, position.held(seat))
    return position._replace(laid=replaced(position.laid, seat, (lay,)), lays=number)


def _laid(position: Position, event: Event) -> Position:
    seat, number = _seat(event), position.lays + 1
    lay = Lay(number, seat, position.target(seat) or 0, event.cards, position.held(seat))
    hand = position.hands[seat]
    for laid in event.cards:
        hand = without(hand, laid)
    laid_so = _with_hand(
        position,
        seat,
        hand,
        laid=replaced(position.laid, seat, (*position.laid[seat], lay)),
        lays=number,
        open_lays=(*position.open_lays, number) if position.options.by_classmates else (),
        barren=0,
    )
    if lay.target == 0:
        window = position.options.check_window if position.options.by_classmates else 0
        return laid_so._replace(stage="closing", closes_at=event.at + window)
    return laid_so if laid_so.held(seat) else _turn_over(laid_so, event.at)


def _discarded(position: Position, event: Event) -> Position:
    seat, card = _seat(event), event.card or 0
    given = _with_hand(
        position,
        seat,
        without(position.hands[seat], card),
        discard_pile=(*position.discard_pile, card),
        discarded=True,
    )
    return _turn_over(given, event.at)


def _checked(position: Position, event: Event) -> Position:
    """Mark a lay as right. Whoever checks a right 0 counts as having pressed OK."""
    seat, lay = _seat(event), event.top or 0
    content = {seat} if position.stage == "closing" and lay == position.lays else set()
    return position._replace(
        checked=position.checked | {lay},
        checkers=position.checkers | {seat},
        okayed=position.okayed | content,
    )


def _caught(position: Position, event: Event) -> Position:
    """Return the lay to the hand and end its seat's turn, after the discard if that is still owed (rules 2.5)."""
    lay, back = _came_back(position, event)
    if back.discarded or lay.seat in back.folded:
        return _turn_over(back, event.at) if back.turn == lay.seat else back
    return back._replace(turn=lay.seat, stage="penalty", turn_since=event.at)


def _took_back(position: Position, event: Event) -> Position:
    """Return the lay to the hand; its seat may try again. A discard already made stays."""
    lay, back = _came_back(position, event)
    since = back.turn_since if position.turn == lay.seat else event.at
    return back._replace(turn=lay.seat, stage="lay", turn_since=since)


def _came_back(position: Position, event: Event) -> tuple[Lay, Position]:
    """Return the event's lay, and the position with it and all later ones back in its seat's hand."""
    number = event.top or 0
    lay = next(laid for lays in position.laid for laid in lays if laid.number == number)
    staying = tuple(laid for laid in position.laid[lay.seat] if laid.number < number)
    cards = [card for laid in position.laid[lay.seat] if laid.number >= number for card in laid.cards]
    back = _with_hand(
        position,
        lay.seat,
        with_all(position.hands[lay.seat], cards),
        laid=replaced(position.laid, lay.seat, staying),
        open_lays=tuple(still for still in position.open_lays if still < number),
        okayed=frozenset(),
        closes_at=None,
    )
    return lay, back


def _done(position: Position, event: Event) -> Position:
    if position.options.same_hand:
        return position._replace(done=position.done | {_seat(event)})
    return _turn_over(position, event.at)


def _skipped(position: Position, event: Event) -> Position:
    """End the turn. The event names the card discarded for the player, None if no discard was owed."""
    return _discarded(position, event) if event.card else _turn_over(position, event.at)


def _asked(position: Position, event: Event) -> Position:
    seat = _seat(event)
    return position._replace(asked=replaced(position.asked, seat, position.hand_changes[seat]))


def _sorted(position: Position, event: Event) -> Position:
    """Sort the hand. Its cards do not change, so an answer to *Is it possible?* stays valid."""
    seat = _seat(event)
    changes = position.hand_changes[seat]
    after = _with_hand(position, seat, in_order(position.hands[seat]))
    return _asked(after, event) if position.asked[seat] == changes else after


def _folded(position: Position, event: Event) -> Position:
    seat = _seat(event)
    folded = position._replace(folded=position.folded | {seat})
    if position.turn != seat or position.stage == "closing":
        return folded
    return _turn_over(folded, event.at)


def _held(position: Position, event: Event) -> Position:
    """Stop the running clocks in the teacher's pause; before GO none runs."""
    return position._replace(phase="held", stopped_at=event.at) if position.phase == "playing" else position


def _resumed(position: Position, event: Event) -> Position:
    """Shift all clocks by the length of the pause: the check window of a 0 does not run in it."""
    if position.stopped_at is None:
        return position
    stood = event.at - position.stopped_at
    closes_at = None if position.closes_at is None else position.closes_at + stood
    since = position.turn_since + stood
    return position._replace(phase="playing", stopped_at=None, closes_at=closes_at, turn_since=since)


def _over(position: Position, event: Event) -> Position:
    return position._replace(phase="over", turn=None, open_lays=(), closes_at=None, over_at=event.at)


_TOLD = frozenset({DREW, TOOK, LAID, DISCARDED, CHECKED, CAUGHT, TOOK_BACK, OKAYED, DONE, SKIPPED, FOLDED})
_OF_A_TURN = frozenset({DREW, TOOK, LAID, DISCARDED, DONE, SKIPPED})
_CHANGES: Mapping[str, Callable[[Position, Event], Position]] = {
    GO: _go,
    DREW: _drew,
    TOOK: lambda position, event: _hand_filled(
        position, event, discard_pile=position.discard_pile[: -len(event.cards)]
    ),
    LAID: lambda position, event: _shown(position, event) if position.options.same_hand else _laid(position, event),
    WRONG: _wrong,
    DISCARDED: _discarded,
    CHECKED: _checked,
    CAUGHT: _caught,
    TOOK_BACK: _took_back,
    OKAYED: lambda position, event: position._replace(okayed=position.okayed | {_seat(event)}),
    DONE: _done,
    ASKED: _asked,
    SORTED: _sorted,
    SKIPPED: _skipped,
    FOLDED: _folded,
    HELD: _held,
    RESUMED: _resumed,
    FINISHED: lambda position, event: _over(position, event)._replace(finisher=event.seat),
    EXHAUSTED: _over,
    STOPPED: _over,
}
EVENTS = frozenset(_CHANGES)


def _seat(event: Event) -> int:
    if event.seat is None:
        raise ValueError(f"no seat: {event}")
    return event.seat


def _with_hand(position: Position, seat: int, hand: tuple[int, ...], **more: Any) -> Position:
    changes = replaced(position.hand_changes, seat, position.hand_changes[seat] + 1)
    return position._replace(hands=replaced(position.hands, seat, hand), hand_changes=changes, **more)


def _turn_over(position: Position, at: int) -> Position:
    """Begin the turn of the next seat that has not folded; lays stay open to checks until it draws."""
    after = following(position.turn or 0, position.seats, position.folded)
    return position._replace(
        turn=after, turns=position.turns + 1, turn_since=at, stage="draw", barren=position.barren + 1
    )
