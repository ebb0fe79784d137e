"""The events of Around the Corner, and their effect on a position. Nothing is judged here: the log is trusted."""

from collections.abc import Callable, Mapping
from typing import Any

from game.rules.around_the_corner.cards import NUMBER, in_order
from game.rules.around_the_corner.position import SUN, Position
from game.rules.contract import (
    EXHAUSTED,
    GO,
    HELD,
    PASSED,
    PAUSED,
    RESUMED,
    SKIPPED,
    SORTED,
    STANDSTILL,
    STOPPED,
    SUNSET,
    TIME_UP,
    Event,
    unchanged,
)
from game.rules.hands import replaced, with_drawn, without
from game.rules.seats import following

DREW, PLAYED, FINISHED, WRONG, BEATEN = "drew", "played", "finished", "wrong", "beaten"
MORE_TIME, FOLDED, EMPTIED = "more_time", "folded", "emptied"
"""Stored kinds of events beside those of the contract. `played`: a card that fits; `finished`: a last card (on
anything); `emptied`: a last card after which others play on; `beaten`: a card that came too late; `exhausted`: the
whole pile has been turned; `time_up`: a turn ended by its clock; `skipped`: a turn ended by the table; `paused`: a solo
player's own pause."""

PLACED = frozenset({PLAYED, FINISHED, EMPTIED})
TRIED = frozenset({PLAYED, WRONG})
ENDS = frozenset({FINISHED, EXHAUSTED, SUNSET, STOPPED})
NOT_DONE = frozenset({WRONG, BEATEN})
OWN_BUSINESS = frozenset({DREW, SORTED, WRONG, BEATEN})


def apply(position: Position, event: Event) -> Position:
    """Fold an event of the log into the position, without judging it. Raises UnknownKindError."""
    return _CHANGES.get(event.kind, unchanged)(position, event)


def _beaten(position: Position, event: Event) -> Position:
    """Leave a late card in the hand."""
    return position


def fitted(position: Position, event: Event) -> bool:
    """Return whether a beaten card fits the previous top card, which its player saw. Whether a card fits an even older
    top card is unknown."""
    saw_it = event.kind == BEATEN and event.top is not None and event.top >= position.top - 1
    return saw_it and NUMBER[event.card or 0] in position.options.fitting[position.previous]


def _played(position: Position, event: Event) -> Position:
    seat, held = _who_and_what(event)
    changed = replaced(position.hand_changes, seat, position.hand_changes[seat] + 1)
    return position._replace(
        pile=(*position.pile, held),
        hands=replaced(position.hands, seat, without(position.hands[seat], held)),
        hand_changes=changed,
        top=position.top + 1,
        previous=position.pile[-1],
        called=(seat, NUMBER[held]),
        **_next_turn(position, seat, event.at),
    )


def _drew(position: Position, event: Event) -> Position:
    seat, drawn = _who_and_what(event)
    return position._replace(
        hands=replaced(position.hands, seat, with_drawn(position.hands[seat], drawn)),
        draw_piles=replaced(position.draw_piles, seat, position.draw_piles[seat][:-1]),
        hand_changes=replaced(position.hand_changes, seat, position.hand_changes[seat] + 1),
    )


def _finished(position: Position, event: Event) -> Position:
    seat, held = _who_and_what(event)
    return position._replace(
        pile=(*position.pile, held),
        hands=replaced(position.hands, seat, without(position.hands[seat], held)),
        top=position.top + 1,
        previous=position.pile[-1],
        phase="over",
        called=None,
        finisher=seat,
        turn=None,
        over_at=event.at,
    )


def _emptied(position: Position, event: Event) -> Position:
    """Put a last card under the pile: the others see the same top card."""
    seat, held = _who_and_what(event)
    return position._replace(
        pile=(held, *position.pile),
        hands=replaced(position.hands, seat, without(position.hands[seat], held)),
        hand_changes=replaced(position.hand_changes, seat, position.hand_changes[seat] + 1),
    )


def _wrong(position: Position, event: Event) -> Position:
    if position.options.mode == "turns" or event.seat is None:
        return position
    own = position.options.of(event.seat).wrong_pause
    pause = position.options.wrong_pause if own is None else own
    if not pause:
        return position
    return position._replace(paused_until=replaced(position.paused_until, event.seat, event.at + pause))


def _passed(position: Position, event: Event) -> Position:
    return position._replace(**_next_turn(position, event.seat, event.at))


def _sorted(position: Position, event: Event) -> Position:
    seat = event.seat or 0
    return position._replace(
        hands=replaced(position.hands, seat, in_order(position.hands[seat])),
        hand_changes=replaced(position.hand_changes, seat, position.hand_changes[seat] + 1),
    )


def _standstill(position: Position, event: Event) -> Position:
    return position._replace(
        pile=(*position.pile[1:], position.pile[0]),
        top=position.top + 1,
        previous=position.pile[-1],
        phase="standstill",
        turned=position.turned + 1,
        called=None,
        stopped_at=_sun_stands_since(position, event.at),
    )


def _sun_stands_since(position: Position, at: int) -> int | None:
    """Return since when a standstill has stopped the sun; in other modes a standstill stops no clock."""
    if position.options.mode != SUN:
        return None
    return at if position.stopped_at is None else position.stopped_at


def _folded(position: Position, event: Event) -> Position:
    """Put the seat's cards under the pile: first the hand, then the draw pile, whose bottom card ends up lowest."""
    seat = event.seat or 0
    given = (*position.draw_piles[seat], *(held for held in reversed(position.hands[seat]) if held))
    folded = position._replace(
        pile=given + position.pile,
        hands=replaced(position.hands, seat, ()),
        draw_piles=replaced(position.draw_piles, seat, ()),
        laid_down=replaced(position.laid_down, seat, len(given)),
        folded=position.folded | {seat},
    )
    return folded._replace(**_next_turn(folded, seat, event.at))


def _go(position: Position, event: Event) -> Position:
    if position.go_at is not None:
        stood = 0 if position.stopped_at is None else event.at - position.stopped_at
        on = position._replace(phase="playing", turned=0, turn_since=event.at)
        return on._replace(stopped_at=None, pauses=position.pauses + stood)
    waits = (0,) * position.seats if position.options.mode != "race" else handicaps(position, event.at)
    return position._replace(phase="playing", go_at=event.at, turn_since=event.at, paused_until=waits)


def handicaps(position: Position, at: int) -> tuple[int, ...]:
    """Return until when each seat waits after a GO at `at` (ms since 1970); 0 if it may begin at once."""
    own = (position.options.of(seat).delay for seat in range(position.seats))
    return tuple(at + delay if delay else 0 for delay in own)


def _held(position: Position, event: Event) -> Position:
    """Stop the running clocks in the teacher's pause; before GO, in a standstill or in a solo player's pause none
    runs."""
    return position._replace(phase="held", stopped_at=event.at) if position.phase == "playing" else position


def _resumed(position: Position, event: Event) -> Position:
    """Shift all clocks by the length of the pause: neither a wait after a wrong card nor a turn's clock runs in it."""
    since = event.at if position.stopped_at is None else position.stopped_at
    stood = event.at - since
    waits = tuple(until + stood for until in position.paused_until)
    shifted = position._replace(paused_until=waits, turn_since=position.turn_since + stood)
    return shifted._replace(phase="playing", stopped_at=None, pauses=position.pauses + stood)


def _over(position: Position, event: Event) -> Position:
    return position._replace(phase="over", turn=None, over_at=event.at)


_CHANGES: Mapping[str, Callable[[Position, Event], Position]] = {
    GO: _go,
    DREW: _drew,
    PLAYED: _played,
    FINISHED: _finished,
    EMPTIED: _emptied,
    WRONG: _wrong,
    BEATEN: _beaten,
    PASSED: _passed,
    TIME_UP: _passed,
    SKIPPED: _passed,
    MORE_TIME: lambda position, event: position._replace(more_times=position.more_times + 1),
    SORTED: _sorted,
    STANDSTILL: _standstill,
    PAUSED: lambda position, event: position._replace(phase="paused", stopped_at=event.at),
    HELD: _held,
    RESUMED: _resumed,
    FOLDED: _folded,
    EXHAUSTED: _over,
    SUNSET: _over,
    STOPPED: _over,
}
EVENTS = frozenset(_CHANGES)


def _who_and_what(event: Event) -> tuple[int, int]:
    if event.seat is None or event.card is None:
        raise ValueError(f"no seat or no card: {event}")
    return event.seat, event.card


def _next_turn(position: Position, seat: int | None, at: int) -> dict[str, Any]:
    """Return the fields that change when that seat's turn ends; {} in a mode without turns or out of its turn."""
    if position.turn is None or position.turn != seat:
        return {}
    after = following(position.turn, position.seats, position.folded)
    return {"turn": after, "turn_since": at, "more_times": 0}
