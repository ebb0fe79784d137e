"""Nine to Nothing: the rules of docs/rules section 2 (rule sheet 004), as a value and functions over it.

Rule 1: the seat after the dealer begins. A turn draws up to seven cards (at least one) from one of the piles, lays what
        it can, and discards one.
Rule 2: a lay is two or more cards whose total is the seat's target: first 9, then 8, … down to 0. A sign change lies on
        one number card and flips it. Several targets may be laid in one turn. With small numbers the cards go to 5, and
        the first target is 5.
Rule 3: laying 0 ends the round. Every number card laid counts 1, every sign change 2; most points win, ties share.
Rule 4: in `referee` a wrong lay comes back at once (event `wrong`); in `classmates` it stays until a player checks it.
Rule 5: the lays of a turn may be checked by the others until the next draw; each seat has one check that finds no
        mistake. A lay that comes back takes later ones with it. A seat that is caught may only discard in that turn,
        if it has not done so before.
Rule 6: a lay of 0 ends the round when its window closes, or when all others have pressed OK or found it right.
Rule 7: a folded seat keeps its cards and its points, and shares the last place; its turns are skipped. With no seat
        left the round stops. A turn that is skipped after its draw discards for the player: the card least useful to
        the next lay.
Rule 8: in the teacher's pause (held, resumed) no move is allowed and no window runs out.
Rule 9: no lay for BARREN_TURNS turns of everybody, or no card left to draw or to play, ends the round, too.
Rule 10: with `same_hand` all have the same seven cards and target at once, and the cards can make it. Cards stay in the
         hand; a seat's last right lay counts, wrong ones come back. The round ends when all are done, or by its time.

Moves (Move.kind) with their payload → the resulting event (Event.kind):

    draw, take                     → drew, took (`cards`)             from the draw pile, from the discard pile
    lay      cards                 → laid (`cards`, `top` its number), wrong (`cards`; no change)
    discard  card                  → discarded (`card`)
    done                           → done                             ends a turn whose discard was made before
    check    top: number of a lay  → checked (it is right), caught (it comes back)
    mistake  top: number of a lay  → took_back                        the layer's own *My mistake*
    ok                             → okayed                           nothing to check in the 0
    ask                            → asked                            *Is it possible?*; the answer is in the view
    sort                           → sorted
    skip                           → skipped (`card`, where owed)     by the table, as are the next two
    fold, stop                     → folded, stopped
    (the clock, nobody)            → go, finished, exhausted

`cards` of a lay are in order, each sign change after the card it flips (see `cards`).

Refused for: over, no_such_seat, folded, unknown_move, before_go, eyes_up, not_your_turn (turn), draw_first,
already_drew, too_few_discards (need), not_your_card, card_twice, too_few_cards, change_without_card,
change_on_change, discard_first (after a right check), one_discard (two cards at once), already_discarded, check_first
(0 waits for its checks), no_such_lay, own_lay, not_your_lay, too_late, already_checked, one_check, nothing_to_ok,
already_ok, nothing_to_sort, already_done.
"""

from collections.abc import Mapping
from itertools import count
from random import Random
from typing import Any

from game.rules.contract import EXHAUSTED, GO, STOPPED, Carries, Event, Move, by_reaction, fitted, motors, rivals
from game.rules.hands import shuffled
from game.rules.nine_to_nothing.cards import DECK, FIVE, NINE, Card, Term, card, deck, points, terms, total
from game.rules.nine_to_nothing.computer import think
from game.rules.nine_to_nothing.events import ENDS, EVENTS, FINISHED, NOT_DONE, OWN_BUSINESS, PLACED, TRIED, apply
from game.rules.nine_to_nothing.judge import allowed, judge
from game.rules.nine_to_nothing.position import BARREN_TURNS, HAND, MOST_AT_ONE_HAND, Lay, Options, Position
from game.rules.nine_to_nothing.seen import BestLay, SeatView
from game.rules.nine_to_nothing.solver import best_lay, can_lay
from game.rules.nine_to_nothing.view import result, view

__all__ = [
    "BARREN_TURNS", "DECK", "ENDS", "EVENTS", "FIVE", "HAND", "MOVES", "NAME", "NINE", "NOT_DONE", "OWN_BUSINESS",
    "PLACED", "SEATS", "TRIED", "VERSION", "BestLay", "Card", "Lay", "Options", "Position", "SeatView", "Term", "apply",
    "by_reaction", "card", "deal", "due", "fitted", "judge", "motors", "moves", "next_due", "points", "result",
    "resume", "rivals", "stands", "terms", "think", "total", "view",
]  # fmt: skip

NAME = "nine_to_nothing"
VERSION = 2
"""2: folded seats share the last place (see version_1)."""
SEATS = range(1, 5)
"""Seats at one table; up to MOST_AT_ONE_HAND if all have the same hand."""
MOVES: Mapping[str, Carries] = {
    "draw": Carries.NOTHING,
    "take": Carries.NOTHING,
    "lay": Carries.CARDS,
    "discard": Carries.PICKED_CARD,
    "done": Carries.NOTHING,
    "check": Carries.NUMBER,
    "mistake": Carries.NUMBER,
    "ok": Carries.NOTHING,
    "ask": Carries.NOTHING,
    "sort": Carries.NOTHING,
}


def deal(options: Mapping[str, Any], seats: int, seed: int) -> Position:
    """Return the position before GO. Raises ValueError if the options do not allow this number of seats.

    Seven go round one at a time from the dealer's left; the next card starts the discard pile.
    """
    chosen = Options.from_json(options)
    if chosen.same_hand:
        return _deal_same_hand(chosen, seats, seed)
    if not 1 <= seats <= 4 or chosen.dealer >= seats:
        raise ValueError(f"{seats} seats, dealer {chosen.dealer}")
    pack = shuffled(deck(chosen.highest), seed)
    first, dealt = (chosen.dealer + 1) % seats, HAND * seats
    return Position(
        options=chosen,
        seed=seed,
        draw_pile=tuple(reversed(pack[dealt + 1 :])),
        discard_pile=(pack[dealt],),
        hands=tuple(tuple(pack[(seat - first) % seats : dealt : seats]) for seat in range(seats)),
        hand_changes=(0,) * seats,
        asked=(-1,) * seats,
        laid=((),) * seats,
        turn=first,
    )


def _deal_same_hand(options: Options, seats: int, seed: int) -> Position:
    """Return the position before GO: one hand for all seats, and a target that it can make.

    The pack is shuffled again until the hand can make one. Raises ValueError for less than one seat or more than a
    class.
    """
    if not 1 <= seats <= MOST_AT_ONE_HAND:
        raise ValueError(f"{seats} seats")
    goal = Random(f"target of {seed}").randint(0, options.highest)
    packs = (shuffled(deck(options.highest), f"{seed} same {again}") for again in count())
    pack = next(pack for pack in packs if can_lay(pack[:HAND], goal))
    return Position(
        options=options,
        seed=seed,
        draw_pile=tuple(reversed(pack[HAND:])),
        discard_pile=(),
        hands=(tuple(pack[:HAND]),) * seats,
        hand_changes=(0,) * seats,
        asked=(-1,) * seats,
        laid=((),) * seats,
        turn=None,
        stage="lay",
        goal=goal,
    )


def moves(position: Position, seat: int) -> tuple[Move, ...]:
    """Return the moves that `judge` would accept from that seat; of all right lays only one with most points."""
    held = position.held(seat)
    lay = best_lay(held, position.target(seat) or 0).cards
    wanted = [Move(kind, seat) for kind in ("draw", "take", "done", "ok", "ask", "sort")]
    wanted += [Move("lay", seat, cards=lay)] if lay else []
    wanted += [Move("discard", seat, card_id) for card_id in held]
    wanted += [Move(kind, seat, top=number) for kind in ("check", "mistake") for number in position.open_lays]
    return tuple(move for move in wanted if allowed(position, move))


def due(position: Position, at: int) -> Event | None:
    """Return the event that is due now: nobody is left, a lay of 0 stands, or no further lay is possible. None if none
    is due."""
    if position.phase != "playing":
        return None
    if not position.active:
        return Event(STOPPED, at=at)
    if position.options.same_hand:
        return Event(FINISHED, at=at) if _hand_is_over(position, at) else None
    if position.stage == "closing":
        closed = at >= (position.closes_at or 0) or set(position.active) - {position.turn} <= position.okayed
        return Event(FINISHED, position.turn, at=at) if closed else None
    return Event(EXHAUSTED, at=at) if _nothing_comes(position) else None


def _hand_is_over(position: Position, at: int) -> bool:
    """Return whether all are done, or the time is up (`at`: server ms since 1970)."""
    all_done = position.done >= set(position.active)
    return all_done or (position.closes_at is not None and at >= position.closes_at)


def _nothing_comes(position: Position) -> bool:
    """Return whether too many turns passed without a lay, or all hands are empty and no pile can fill one."""
    if position.barren >= BARREN_TURNS * len(position.active):
        return True
    return not any(position.held(seat) for seat in position.active) and not position.drawable()


def next_due(position: Position) -> int | None:
    """Return when a clock will end the round (check window of a 0, time of the same hand), server ms since 1970."""
    return position.closes_at


def resume(position: Position, at: int) -> Event:
    """Return the event at the end of a countdown: GO, or the end if all have left."""
    return Event(GO if position.active else STOPPED, at=at)


def stands(position: Position, event: Event) -> bool:
    """Return whether a lay is still on the table: not caught, taken back or replaced. An open lay may still come
    back."""
    return position.lay(event.top) is not None and (
        event.top in position.checked or event.top not in position.open_lays
    )
