"""Judgement of a move of Nine to Nothing: the resulting event, or the reason of its refusal.

Rule numbers refer to the package `nine_to_nothing`. No position is changed here.
"""

from collections.abc import Callable, Mapping

from game.rules.contract import FOLD, SKIP, SKIPPED, SORTED, STOP, STOPPED, Event, Move, Refused
from game.rules.nine_to_nothing.cards import in_order, is_change, total
from game.rules.nine_to_nothing.events import (
    ASKED,
    CAUGHT,
    CHECKED,
    DISCARDED,
    DONE,
    DREW,
    FOLDED,
    LAID,
    OKAYED,
    TOOK,
    TOOK_BACK,
    WRONG,
    deepened,
)
from game.rules.nine_to_nothing.position import Lay, Position
from game.rules.nine_to_nothing.solver import least_missed


def judge(position: Position, move: Move) -> Event:
    """Return the event of a move. Raises Refused if nothing is to be logged."""
    if position.phase == "over":
        raise Refused("over")
    if move.kind == STOP:
        return Event(STOPPED, at=move.at)
    if not 0 <= move.seat < position.seats:
        raise Refused("no_such_seat")
    if move.seat in position.folded:
        raise Refused("folded")
    judges = _SAME_HAND if position.options.same_hand else _JUDGES
    if move.kind not in judges:
        raise Refused("unknown_move")
    if position.phase != "playing" and move.kind != FOLD:
        raise Refused("eyes_up" if position.phase == "held" else "before_go")
    return judges[move.kind](position, move)


def allowed(position: Position, move: Move) -> bool:
    """Return whether `judge` accepts that move now (a wrong lay is accepted: it is logged)."""
    try:
        judge(position, move)
    except Refused:
        return False
    return True


def may_lay(position: Position, seat: int) -> bool:
    """Return whether that seat may lay any cards now."""
    playing = position.phase == "playing" and seat not in position.folded
    if position.options.same_hand:
        return playing and seat not in position.done
    return playing and position.turn == seat and position.stage == "lay"


def _judge_draw(position: Position, move: Move) -> Event:
    _may_draw(position, move)
    wanted = position.need(move.seat)
    drawn = deepened(position, wanted).draw_pile[-wanted:]
    return Event(DREW, move.seat, at=move.at, cards=tuple(reversed(drawn)))


def _judge_take(position: Position, move: Move) -> Event:
    _may_draw(position, move)
    wanted = position.need(move.seat)
    if len(position.discard_pile) < wanted:
        raise Refused("too_few_discards", need=wanted, there=len(position.discard_pile))
    return Event(TOOK, move.seat, at=move.at, cards=tuple(reversed(position.discard_pile[-wanted:])))


def _may_draw(position: Position, move: Move) -> None:
    _is_turn(position, move)
    if position.stage != "draw":
        raise Refused("already_drew")


def _judge_lay(position: Position, move: Move) -> Event:
    _may_go_on(position, move)
    if position.stage == "penalty":
        raise Refused("discard_first")
    _is_a_lay(position, move)
    if not position.options.by_classmates and total(move.cards) != position.target(move.seat):
        return Event(WRONG, move.seat, at=move.at, cards=move.cards)
    return Event(LAID, move.seat, None, position.lays + 1, move.at, move.cards)


def _is_a_lay(position: Position, move: Move) -> None:
    """Check that these are two or more different cards of the hand, every sign change on a number card, none on
    another. Raises Refused."""
    held, cards = position.held(move.seat), move.cards
    if any(laid not in held for laid in cards):
        raise Refused("not_your_card")
    if len(set(cards)) < len(cards):
        raise Refused("card_twice")
    if len(cards) < 2:
        raise Refused("too_few_cards")
    if is_change(cards[0]):
        raise Refused("change_without_card")
    if any(is_change(laid) and is_change(before) for before, laid in zip(cards, cards[1:], strict=False)):
        raise Refused("change_on_change")


def _judge_discard(position: Position, move: Move) -> Event:
    _may_go_on(position, move)
    if position.discarded:
        raise Refused("already_discarded")
    if move.cards:
        raise Refused("one_discard")
    if not move.card or move.card not in position.hands[move.seat]:
        raise Refused("not_your_card")
    return Event(DISCARDED, move.seat, move.card, at=move.at)


def _judge_sum(position: Position, move: Move) -> Event:
    """Judge a sum of the hand that all have; it replaces the seat's earlier sum."""
    _not_done(position, move)
    _is_a_lay(position, move)
    if total(move.cards) != position.goal:
        return Event(WRONG, move.seat, at=move.at, cards=move.cards)
    return Event(LAID, move.seat, None, position.lays + 1, move.at, move.cards)


def _judge_enough(position: Position, move: Move) -> Event:
    _not_done(position, move)
    return Event(DONE, move.seat, at=move.at)


def _not_done(position: Position, move: Move) -> None:
    if move.seat in position.done:
        raise Refused("already_done")


def _judge_done(position: Position, move: Move) -> Event:
    _may_go_on(position, move)
    if not position.discarded:
        raise Refused("discard_first")
    return Event(DONE, move.seat, at=move.at)


def _may_go_on(position: Position, move: Move) -> None:
    """Check that the seat may lay or discard: in its turn, after its draw, while no lay of 0 is being checked. Raises
    Refused."""
    _is_turn(position, move)
    if position.stage == "draw":
        raise Refused("draw_first")
    if position.stage == "closing":
        raise Refused("check_first")


def _is_turn(position: Position, move: Move) -> None:
    if position.turn != move.seat:
        raise Refused("not_your_turn", turn=position.turn)


def _judge_check(position: Position, move: Move) -> Event:
    lay = _open_lay(position, move)
    if lay.seat == move.seat:
        raise Refused("own_lay")
    if lay.number in position.checked:
        raise Refused("already_checked")
    if move.seat in position.checkers:
        raise Refused("one_check")
    return Event(CHECKED if lay.is_right else CAUGHT, move.seat, None, lay.number, move.at)


def _judge_mistake(position: Position, move: Move) -> Event:
    lay = _open_lay(position, move)
    if lay.seat != move.seat:
        raise Refused("not_your_lay")
    if lay.number in position.checked:
        raise Refused("already_checked")
    if position.stage == "penalty":
        raise Refused("discard_first")
    return Event(TOOK_BACK, move.seat, None, lay.number, move.at)


def _open_lay(position: Position, move: Move) -> Lay:
    if not position.options.by_classmates:
        raise Refused("unknown_move")
    lay = position.open_lay(move.top)
    if lay is None:
        raise Refused("too_late" if move.top is not None and 1 <= move.top <= position.lays else "no_such_lay")
    return lay


def _judge_ok(position: Position, move: Move) -> Event:
    if position.stage != "closing":
        raise Refused("nothing_to_ok")
    if position.turn == move.seat:
        raise Refused("own_lay")
    if move.seat in position.okayed:
        raise Refused("already_ok")
    return Event(OKAYED, move.seat, at=move.at)


def _judge_ask(position: Position, move: Move) -> Event:
    if not position.options.ask or position.target(move.seat) is None:
        raise Refused("unknown_move")
    return Event(ASKED, move.seat, at=move.at)


def _judge_sort(position: Position, move: Move) -> Event:
    hand = position.hands[move.seat]
    if hand == in_order(hand):
        raise Refused("nothing_to_sort")
    return Event(SORTED, move.seat, at=move.at)


def _judge_skip(position: Position, move: Move) -> Event:
    _is_turn(position, move)
    if position.stage == "closing":
        raise Refused("check_first")
    return Event(SKIPPED, move.seat, _owed(position, move.seat), at=move.at)


def _owed(position: Position, seat: int) -> int | None:
    """Return the card discarded for a player whose turn is skipped; None if no discard is owed."""
    hand = position.held(seat)
    owes = position.stage != "draw" and not position.discarded and hand
    return least_missed(hand, position.target(seat) or 0) if owes else None


def _judge_fold(position: Position, move: Move) -> Event:
    return Event(FOLDED, move.seat, at=move.at)


_JUDGES: Mapping[str, Callable[[Position, Move], Event]] = {
    "draw": _judge_draw,
    "take": _judge_take,
    "lay": _judge_lay,
    "discard": _judge_discard,
    "done": _judge_done,
    "check": _judge_check,
    "mistake": _judge_mistake,
    "ok": _judge_ok,
    "ask": _judge_ask,
    "sort": _judge_sort,
    SKIP: _judge_skip,
    FOLD: _judge_fold,
}
_SAME_HAND: Mapping[str, Callable[[Position, Move], Event]] = {
    "lay": _judge_sum,
    "done": _judge_enough,
    "sort": _judge_sort,
    FOLD: _judge_fold,
}
