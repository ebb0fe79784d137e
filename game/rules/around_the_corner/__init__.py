"""Around the Corner: the rules of rules.md section 1 (rule sheets 000 to 003), as a value and functions over it.

Rule 1: a card fits when its number is n + k or n - k of the top card; round the corner 11 is 1 and 0 is 10.
Rule 2: the first card on the pile takes precedence. `top` counts the cards that came on top (1 after the deal), a play
        names the top it saw, and a play on an older top is beaten, whatever its number; in a race also where the
        newer card has ended the round or brought a standstill. Except by turns a card
        that fits the top before is beaten, not wrong, within EYE_MS of the change: the eye is slower than the wire.
Rule 3: a seat whose only card is in its hand may play it on anything, face down, at any time: the round is over.
Rule 4: when every draw pile is empty and no hand holds a card that may be played, the bottom pile card goes on top (as
        sheets 000 and 003 have it; 001 and 002 call a standstill with cards left to draw). With the whole pile turned
        the round is over.
Rule 5: who is paused after a wrong card neither plays nor draws ("the player is paused"); sorting is always free.
Rule 6: by turns the seat after the dealer begins. A turn ends with a card that fits, a pass, the clock (time_up) or,
        where its player is away, by the table's hand (skipped). *More time* is a move of the one whose turn it is.
Rule 7: a folded seat's cards go under the pile, and it shares the place after all others. The others play on, even one
        alone; with nobody left it stops.
Rule 8: who plays solo may stop the clock and go on later. Until then nothing may be done and no card is seen, and the
        time of the round, and a wait after a wrong card, stand still.
"""

from collections.abc import Callable, Mapping
from typing import Any

from game.rules.around_the_corner.cards import COPIES, DECK, FITTING, NUMBER, Card, answers, card, in_order
from game.rules.around_the_corner.computer import think
from game.rules.around_the_corner.events import ENDS, EVENTS, NOT_DONE, OWN_BUSINESS, PLACED, TRIED, apply
from game.rules.around_the_corner.position import (
    MORE_TIMES,
    Options,
    Position,
    can_play,
    has_last_card,
    somebody_can_play,
)
from game.rules.around_the_corner.view import HandView, SeatView, View, own_hand, result, solo_time, view
from game.rules.contract import Carries, Event, Move, Refused, Result
from game.rules.shuffling import shuffled

__all__ = [
    "COPIES", "DECK", "ENDS", "EVENTS", "EYE_MS", "MOVES", "NAME", "NOT_DONE", "OWN_BUSINESS", "PLACED", "SEATS",
    "TRIED", "Card", "HandView", "Options", "Position", "Result", "SeatView", "View", "answers", "apply", "can_play",
    "card", "deal", "due", "judge", "moves", "next_due", "own_hand", "play", "result", "resume", "solo_time", "think",
    "view",
]  # fmt: skip

NAME = "around_the_corner"
SEATS = range(1, 5)
MOVES: Mapping[str, Carries] = {
    "play": Carries.CARD,
    "draw": Carries.NOTHING,
    "sort": Carries.NOTHING,
    "pass": Carries.NOTHING,
    "more": Carries.NOTHING,
    "pause": Carries.NOTHING,
    "resume": Carries.NOTHING,
}
EYE_MS = 600  # a tap this soon after the top changed on that screen may have answered the top before it
LATE_MS = 3000  # so long after a round's end a card may still arrive that was tapped before it


def deal(options: Mapping[str, Any], seats: int, seed: int) -> Position:
    """Return the position before the first GO. ValueError where options and seats do not go together.

    The deck's top card starts the pile; the rest goes round one at a time from the dealer's left, each card on top of
    the last, and what is left over goes under the pile as it lay.
    """
    chosen = Options.from_json(options)
    if not (seats == 1 if chosen.mode == "solo" else 2 <= seats <= 4) or chosen.dealer >= seats:
        raise ValueError(f"{chosen.mode} with {seats} seats, dealer {chosen.dealer}")
    top, *rest = shuffled([c.id for c in DECK if c.step in chosen.steps], seed)
    first = (chosen.dealer + 1) % seats
    each = len(rest) // seats * seats
    none = (0,) * seats
    return Position(
        options=chosen,
        pile=(*reversed(rest[each:]), top),
        hands=((),) * seats,
        draw_piles=tuple(tuple(rest[(seat - first) % seats : each : seats]) for seat in range(seats)),
        paused_until=none,
        hand_changes=none,
        laid_down=none,
        turn=first if chosen.mode == "turns" else None,
    )


def moves(position: Position, seat: int) -> tuple[Move, ...]:
    """Return the moves `play` takes from that seat once its pause is over. Folding, skipping and stopping are not."""
    hand = [held for held in position.hands[seat] if held]
    wanted = [Move("draw", seat), *(Move("play", seat, held, position.top) for held in hand)]
    wanted += [Move(kind, seat) for kind in ("pass", "sort", "more")]
    return tuple(move for move in wanted if _allowed(position, move))


def _allowed(position: Position, move: Move) -> bool:
    try:
        return judge(position, move._replace(at=position.paused_until[move.seat])).kind not in ("wrong", "beaten")
    except Refused:
        return False


def play(position: Position, move: Move) -> Position:
    """Ask: return the next position, or raise Refused (with "wrong" or "beaten" too) and nothing has happened."""
    event = judge(position, move)
    if event.kind in ("wrong", "beaten"):
        raise Refused(event.kind)
    return apply(position, event)


def judge(position: Position, move: Move) -> Event:
    """Say what a move comes to. An event's `top` is what lay on top; of a beaten card, the top its player saw."""
    if position.phase == "over" and not _was_overtaken(position, move):
        raise Refused("over")
    if move.kind == "stop":
        return Event("stopped", top=position.top, at=move.at)
    if not 0 <= move.seat < position.seats:
        raise Refused("no_such_seat")
    if move.seat in position.folded:
        raise Refused("folded")
    if move.kind not in _JUDGES:
        raise Refused("unknown_move")
    return _JUDGES[move.kind](position, move)


def _judge_play(position: Position, move: Move) -> Event:
    if _was_overtaken(position, move):
        return Event("beaten", move.seat, move.card, move.top, move.at)
    _may_act(position, move)
    seat, held = move.seat, move.card
    if not held or held not in position.hands[seat]:
        raise Refused("not_drawn" if held in position.draw_piles[seat] else "not_your_card")
    if move.top is None or not 1 <= move.top <= position.top:
        raise Refused("bad_top")
    if has_last_card(position, seat):
        return Event("finished", seat, held, position.top, move.at)
    return Event(_verdict(position, move), seat, held, move.top, move.at)


def _was_overtaken(position: Position, move: Move) -> bool:
    """Whether the move is a sum on a top card whose successor has ended the round or brought a standstill: rule 2."""
    ended = position.phase == "over" and move.at <= (position.over_at or 0) + LATE_MS
    return (
        (ended or position.phase == "standstill")
        and move.kind == "play"
        and position.options.mode == "race"
        and move.top is not None
        and 1 <= move.top < position.top
        and 0 <= move.seat < position.seats
        and bool(move.card)
        and move.card in position.hands[move.seat]
        and not has_last_card(position, move.seat)
        and position.paused_until[move.seat] <= move.at
    )


def _verdict(position: Position, move: Move) -> str:
    if move.top != position.top:
        return "beaten"
    number, fitting = NUMBER[move.card or 0], FITTING[position.options.corner]
    if number in fitting[position.pile[-1]]:
        return "played"
    in_turns = position.options.mode == "turns"
    eye_was_slow = not in_turns and move.since_top is not None and move.since_top < EYE_MS
    return "beaten" if eye_was_slow and number in fitting[position.previous] else "wrong"


def _judge_draw(position: Position, move: Move) -> Event:
    _may_act(position, move)
    draw_pile = position.draw_piles[move.seat]
    if not draw_pile:
        raise Refused("draw_pile_empty")
    return Event("drew", move.seat, draw_pile[-1], position.top, move.at)


def _judge_pass(position: Position, move: Move) -> Event:
    if position.options.mode != "turns":
        raise Refused("unknown_move")
    _may_act(position, move)
    if can_play(position, move.seat):
        raise Refused("can_play")
    if position.draw_piles[move.seat]:
        raise Refused("can_draw")
    return Event("passed", move.seat, None, position.top, move.at)


def _judge_more(position: Position, move: Move) -> Event:
    if position.turn_ends is None:
        raise Refused("unknown_move")
    _may_act(position, move)
    if position.more_times >= MORE_TIMES:
        raise Refused("no_more_time")
    return Event("more_time", move.seat, None, position.top, move.at)


def _judge_skip(position: Position, move: Move) -> Event:
    _may_act(position, move)
    return Event("skipped", move.seat, None, position.top, move.at)


def _judge_sort(position: Position, move: Move) -> Event:
    _is_on(position)
    hand = position.hands[move.seat]
    if hand == in_order(hand):
        raise Refused("nothing_to_sort")
    return Event("sorted", move.seat, None, position.top, move.at)


def _judge_pause(position: Position, move: Move) -> Event:
    if position.options.mode != "solo":
        raise Refused("unknown_move")
    _is_on(position)
    return Event("paused", move.seat, None, position.top, move.at)


def _judge_resume(position: Position, move: Move) -> Event:
    if position.phase != "paused":
        raise Refused("unknown_move")
    return Event("resumed", move.seat, None, position.top, move.at)


def _judge_fold(position: Position, move: Move) -> Event:
    return Event("folded", move.seat, None, position.top, move.at)


_JUDGES: Mapping[str, Callable[[Position, Move], Event]] = {
    "play": _judge_play,
    "draw": _judge_draw,
    "pass": _judge_pass,
    "more": _judge_more,
    "skip": _judge_skip,
    "sort": _judge_sort,
    "fold": _judge_fold,
    "pause": _judge_pause,
    "resume": _judge_resume,
}


def _is_on(position: Position) -> None:
    if position.phase != "playing":
        raise Refused(
            {"dealt": "before_go", "paused": "clock_stopped", "held": "eyes_up"}.get(position.phase, "standstill")
        )


def _may_act(position: Position, move: Move) -> None:
    _is_on(position)
    if position.turn is not None and position.turn != move.seat:
        raise Refused("not_your_turn", turn=position.turn)
    until = position.paused_until[move.seat]
    if move.at < until:
        raise Refused("paused", ms=until - move.at)


def due(position: Position, at: int) -> Event | None:
    """Return what has just become true: nobody is left, or can play (a standstill), or a turn's clock has run out."""
    if position.phase != "playing":
        return None
    if not any(position.draw_piles) and not somebody_can_play(position):
        return Event("standstill" if _somebody_is_left(position) else "stopped", top=position.top, at=at)
    if position.turn_ends is not None and at >= position.turn_ends:
        return Event("time_up", position.turn, None, position.top, at)
    return None


def next_due(position: Position) -> int | None:
    """Return when the clock alone will make something due, server ms since 1970; None where no clock runs."""
    return position.turn_ends


def resume(position: Position, at: int) -> Event:
    """Return what a countdown ends in: GO, another card turned up, or the end (whole pile turned, or all left)."""
    if any(position.draw_piles) or somebody_can_play(position):
        kind = "go"
    elif not _somebody_is_left(position):
        kind = "stopped"
    else:
        kind = "exhausted" if position.turned >= len(position.pile) else "standstill"
    return Event(kind, top=position.top, at=at)


def _somebody_is_left(position: Position) -> bool:
    return len(position.folded) < position.seats
