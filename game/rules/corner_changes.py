"""What each event does to a position of Around the Corner. Nothing here judges: the log is trusted."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from game.rules.contract import Event
from game.rules.corner_cards import NUMBER, in_order
from game.rules.corner_position import Position

T = TypeVar("T")


def apply(position: Position, event: Event) -> Position:
    """Trust: fold an event of the log into the position. Kinds that are not of this game's change nothing."""
    change = _CHANGES.get(event.kind)
    return change(position, event) if change else position


def _played(position: Position, event: Event) -> Position:
    seat, held = _who_and_what(event)
    changed = _with(position.hand_changes, seat, position.hand_changes[seat] + 1)
    return replace(
        position,
        pile=(*position.pile, held),
        hands=_with(position.hands, seat, _without(position.hands[seat], held)),
        hand_changes=changed,
        top=position.top + 1,
        previous=position.pile[-1],
        called=(seat, NUMBER[held]),
        **_next_turn(position, seat, event.at),
    )


def _drew(position: Position, event: Event) -> Position:
    seat, drawn = _who_and_what(event)
    return replace(
        position,
        hands=_with(position.hands, seat, _with_drawn(position.hands[seat], drawn)),
        draw_piles=_with(position.draw_piles, seat, position.draw_piles[seat][:-1]),
        hand_changes=_with(position.hand_changes, seat, position.hand_changes[seat] + 1),
    )


def _finished(position: Position, event: Event) -> Position:
    seat, held = _who_and_what(event)
    return replace(
        position,
        pile=(*position.pile, held),
        hands=_with(position.hands, seat, _without(position.hands[seat], held)),
        top=position.top + 1,
        previous=position.pile[-1],
        phase="over",
        called=None,
        finisher=seat,
        turn=None,
        over_at=event.at,
    )


def _wrong(position: Position, event: Event) -> Position:
    pause = position.options.wrong_pause
    if not pause or position.options.mode == "turns" or event.seat is None:
        return position
    return replace(position, paused_until=_with(position.paused_until, event.seat, event.at + pause))


def _passed(position: Position, event: Event) -> Position:
    return replace(position, **_next_turn(position, event.seat, event.at))


def _more_time(position: Position, event: Event) -> Position:
    return replace(position, more_times=position.more_times + 1)


def _sorted(position: Position, event: Event) -> Position:
    seat = event.seat or 0
    return replace(
        position,
        hands=_with(position.hands, seat, in_order(position.hands[seat])),
        hand_changes=_with(position.hand_changes, seat, position.hand_changes[seat] + 1),
    )


def _standstill(position: Position, event: Event) -> Position:
    return replace(
        position,
        pile=(*position.pile[1:], position.pile[0]),
        top=position.top + 1,
        previous=position.pile[-1],
        phase="standstill",
        turned=position.turned + 1,
        called=None,
    )


def _folded(position: Position, event: Event) -> Position:
    """Hand first, then draw pile, each card under the one before: the draw pile's bottom card ends up lowest."""
    seat = event.seat or 0
    given = (*position.draw_piles[seat], *(held for held in reversed(position.hands[seat]) if held))
    folded = replace(
        position,
        pile=given + position.pile,
        hands=_with(position.hands, seat, ()),
        draw_piles=_with(position.draw_piles, seat, ()),
        laid_down=_with(position.laid_down, seat, len(given)),
        folded=position.folded | {seat},
    )
    return replace(folded, **_next_turn(folded, seat, event.at))


def _go(position: Position, event: Event) -> Position:
    go_at = event.at if position.go_at is None else position.go_at
    return replace(position, phase="playing", turned=0, go_at=go_at, turn_since=event.at)


def _paused(position: Position, event: Event) -> Position:
    return replace(position, phase="paused", stopped_at=event.at)


def _resumed(position: Position, event: Event) -> Position:
    """Go on as if no time had passed: a wait after a wrong card is not waited out in a pause."""
    since = event.at if position.stopped_at is None else position.stopped_at
    stood = event.at - since
    waits = tuple(until + stood if until > since else until for until in position.paused_until)
    return replace(position, phase="playing", stopped_at=None, pauses=position.pauses + stood, paused_until=waits)


def _over(position: Position, event: Event) -> Position:
    return replace(position, phase="over", turn=None, over_at=event.at)


_CHANGES: Mapping[str, Callable[[Position, Event], Position]] = {
    "go": _go,
    "drew": _drew,
    "played": _played,
    "finished": _finished,
    "wrong": _wrong,
    "passed": _passed,
    "time_up": _passed,
    "skipped": _passed,
    "more_time": _more_time,
    "sorted": _sorted,
    "standstill": _standstill,
    "paused": _paused,
    "resumed": _resumed,
    "folded": _folded,
    "exhausted": _over,
    "stopped": _over,
}


def _who_and_what(event: Event) -> tuple[int, int]:
    if event.seat is None or event.card is None:
        raise ValueError(f"no seat or no card: {event}")
    return event.seat, event.card


def _with(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _without(hand: tuple[int, ...], held: int) -> tuple[int, ...]:
    return _with(hand, hand.index(held), 0)


def _with_drawn(hand: tuple[int, ...], drawn: int) -> tuple[int, ...]:
    return _with(hand, hand.index(0), drawn) if 0 in hand else (*hand, drawn)


def _next_turn(position: Position, seat: int | None, at: int) -> dict[str, Any]:
    """Return what changes when that seat's turn ends: nothing where there are no turns or it was not theirs."""
    if position.turn is None or position.turn != seat:
        return {}
    seats = position.seats
    order = ((seat + n) % seats for n in range(1, seats + 1))
    return {"turn": next((s for s in order if s not in position.folded), seat), "turn_since": at, "more_times": 0}
