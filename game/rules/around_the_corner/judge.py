"""Judgement of a move of Around the Corner: the resulting event, or the reason of its refusal.

Rule numbers refer to the package `around_the_corner`. No position is changed here.
"""

from collections.abc import Callable, Mapping

from game.rules.around_the_corner.cards import NUMBER, in_order
from game.rules.around_the_corner.events import BEATEN, DREW, EMPTIED, FINISHED, FOLDED, MORE_TIME, PLAYED, WRONG
from game.rules.around_the_corner.position import AT_ONCE, MORE_TIMES, SUN, Position, can_play, has_last_card
from game.rules.contract import (
    FOLD,
    PASSED,
    PAUSED,
    RESUMED,
    SKIP,
    SKIPPED,
    SORTED,
    STOP,
    STOPPED,
    Event,
    Move,
    Refused,
)

EYE_MS = 600
"""A tap this soon after the top card changed on that screen may have answered the card before it."""
LATE_MS = 3000
"""Time after a round's end in which a card tapped before it may still arrive."""


def judge(position: Position, move: Move) -> Event:
    """Return the event of a move; `top` is the count of the card on top, for a sum of the one that its player saw.
    Raises Refused."""
    if position.phase == "over" and not _was_overtaken(position, move):
        raise Refused("over")
    if move.kind == STOP:
        return Event(STOPPED, top=position.top, at=move.at)
    if not 0 <= move.seat < len(position.hands):
        raise Refused("no_such_seat")
    if move.seat in position.folded:
        raise Refused("folded")
    if move.kind not in _JUDGES:
        raise Refused("unknown_move")
    return _JUDGES[move.kind](position, move)


def _judge_play(position: Position, move: Move) -> Event:
    if position.phase != "playing" and _was_overtaken(position, move):
        return Event(BEATEN, move.seat, move.card, move.top, move.at)
    _may_act(position, move)
    seat, held = move.seat, move.card
    if not held or held not in position.hands[seat]:
        raise Refused("not_drawn" if held in position.draw_piles[seat] else "not_your_card")
    if move.top is None or not 1 <= move.top <= position.top:
        raise Refused("bad_top")
    if has_last_card(position, seat):
        return Event(_last_card(position, seat), seat, held, position.top, move.at)
    return Event(_verdict(position, move), seat, held, move.top, move.at)


def _was_overtaken(position: Position, move: Move) -> bool:
    """Return whether the move is a sum on a top card whose successor has ended the round or brought a standstill (rule
    2)."""
    ended = position.phase == "over" and move.at <= (position.over_at or 0) + LATE_MS
    return (
        (ended or position.phase == "standstill")
        and move.kind == "play"
        and position.options.mode in AT_ONCE
        and move.top is not None
        and 1 <= move.top < position.top
        and 0 <= move.seat < position.seats
        and bool(move.card)
        and move.card in position.hands[move.seat]
        and not has_last_card(position, move.seat)
        and position.paused_until[move.seat] <= move.at
    )


def _last_card(position: Position, seat: int) -> str:
    """Return the kind of event of a seat's last card; against the sun the others play on."""
    others = (position.left(other) for other in range(position.seats) if other != seat)
    return EMPTIED if position.options.mode == SUN and any(others) else FINISHED


def _verdict(position: Position, move: Move) -> str:
    number, fitting = NUMBER[move.card or 0], position.options.fitting
    fits = number in fitting[position.pile[-1]]
    if move.top != position.top:
        return PLAYED if fits and position.options.mode == SUN else BEATEN
    if fits:
        return PLAYED
    in_turns = position.options.mode == "turns"
    eye_was_slow = not in_turns and move.since_top is not None and move.since_top < EYE_MS
    return BEATEN if eye_was_slow and number in fitting[position.previous] else WRONG


def _judge_draw(position: Position, move: Move) -> Event:
    _may_act(position, move)
    draw_pile = position.draw_piles[move.seat]
    if not draw_pile:
        raise Refused("draw_pile_empty")
    return Event(DREW, move.seat, draw_pile[-1], position.top, move.at)


def _judge_pass(position: Position, move: Move) -> Event:
    if position.options.mode != "turns":
        raise Refused("unknown_move")
    _may_act(position, move)
    if can_play(position, move.seat):
        raise Refused("can_play")
    if position.draw_piles[move.seat]:
        raise Refused("can_draw")
    return Event(PASSED, move.seat, None, position.top, move.at)


def _judge_more(position: Position, move: Move) -> Event:
    if position.turn_ends is None:
        raise Refused("unknown_move")
    _may_act(position, move)
    if position.more_times >= MORE_TIMES:
        raise Refused("no_more_time")
    return Event(MORE_TIME, move.seat, None, position.top, move.at)


def _judge_skip(position: Position, move: Move) -> Event:
    _may_act(position, move)
    return Event(SKIPPED, move.seat, None, position.top, move.at)


def _judge_sort(position: Position, move: Move) -> Event:
    _is_on(position)
    hand = position.hands[move.seat]
    if hand == in_order(hand):
        raise Refused("nothing_to_sort")
    return Event(SORTED, move.seat, None, position.top, move.at)


def _judge_pause(position: Position, move: Move) -> Event:
    if position.options.mode != "solo":
        raise Refused("unknown_move")
    _is_on(position)
    return Event(PAUSED, move.seat, None, position.top, move.at)


def _judge_resume(position: Position, move: Move) -> Event:
    if position.phase != "paused":
        raise Refused("unknown_move")
    return Event(RESUMED, move.seat, None, position.top, move.at)


_JUDGES: Mapping[str, Callable[[Position, Move], Event]] = {
    "play": _judge_play,
    "draw": _judge_draw,
    "pass": _judge_pass,
    "more": _judge_more,
    SKIP: _judge_skip,
    "sort": _judge_sort,
    FOLD: lambda position, move: Event(FOLDED, move.seat, None, position.top, move.at),
    "pause": _judge_pause,
    "resume": _judge_resume,
}


def _is_on(position: Position) -> None:
    if position.phase != "playing":
        raise Refused(
            {"dealt": "before_go", "paused": "clock_stopped", "held": "eyes_up"}.get(position.phase, "standstill")
        )


def _may_act(position: Position, move: Move) -> None:
    if position.phase != "playing":
        _is_on(position)
    if position.turn is not None and position.turn != move.seat:
        raise Refused("not_your_turn", turn=position.turn)
    until = position.paused_until[move.seat]
    if move.at < until:
        raise Refused("paused", ms=until - move.at)
