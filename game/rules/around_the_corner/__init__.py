"""Around the Corner: the rules of docs/rules section 1 (rule sheets 000 to 003), as a value and functions over it.

Rule 1: a card fits if its number is n + k or n - k of the top card; round the corner 11 is 1 and 0 is 10. With the
        numbers 1 to 5 the corner is after 5: 6 is 1 and 0 is 5. If steps only go up, only n + k fits.
Rule 2: the first card on the pile takes precedence. `top` counts the cards that came on top (1 after the deal), a play
        names the top it saw, and a play on an older top is beaten, whatever its number; in a race also if the newer
        card has ended the round or brought a standstill. Except by turns, a card that fits the previous top is beaten,
        not wrong, within EYE_MS of the change, since the eye is slower than the wire. `game.rules.first` decides in
        which order plays are judged that arrive close together.
Rule 3: a seat whose only card is in its hand may play it on anything, face down, at any time: the round is over.
Rule 4: when every draw pile is empty and no hand holds a card that may be played, the bottom pile card goes on top (as
        in sheets 000 and 003; 001 and 002 call a standstill with cards left to draw). When the whole pile has been
        turned, the round is over.
Rule 5: a seat paused after a wrong card neither plays nor draws ("the player is paused"); sorting is always allowed.
Rule 6: by turns the seat after the dealer begins. A turn ends with a card that fits, a pass, the clock (time_up) or,
        if its player is away, by the table (skipped). *More time* is a move of the seat whose turn it is.
Rule 7: a folded seat's cards go under the pile, and it shares the last place. The others play on, even one alone; with
        no seat left the round stops.
Rule 8: a solo player may stop the clock and go on later. Until then no move is allowed and no card is visible, and
        neither the time of the round nor a wait after a wrong card runs.
Rule 9: a seat's handicap (`delay`) is for the race: the seat begins that long after the first GO. By turns and solo it
        has no effect, since there is no race and a best time includes none.
Rule 10: against the sun (rules 1.11) there is no race: a card is judged on the present top card, whichever it names,
        and there are no places. A seat's last card goes under the pile and the others play on, to the last card of the
        table or to the sunset. The sun stands still while nobody may play.
"""

from collections.abc import Mapping
from typing import Any

from game.rules.around_the_corner.cards import CARDS, DECK, FIVE, TEN, Card, Sums, card
from game.rules.around_the_corner.computer import think
from game.rules.around_the_corner.events import ENDS, EVENTS, NOT_DONE, OWN_BUSINESS, PLACED, TRIED, apply, fitted
from game.rules.around_the_corner.judge import EYE_MS, LATE_MS, judge
from game.rules.around_the_corner.position import (
    SUN,
    Options,
    Position,
    by_reaction,
    can_play,
    motors,
    rivals,
    somebody_can_play,
)
from game.rules.around_the_corner.view import SeatView, View, own_hand, result, view
from game.rules.contract import (
    EXHAUSTED,
    GO,
    STANDSTILL,
    STOPPED,
    SUNSET,
    TIME_UP,
    Carries,
    Event,
    Move,
    Refused,
    Result,
    stands,
)
from game.rules.hands import shuffled

__all__ = [
    "CARDS", "CLOCKS", "DECK", "ENDS", "EVENTS", "EYE_MS", "FIVE", "LATE_MS", "MOVES", "NAME", "NOT_DONE",
    "OWN_BUSINESS", "PLACED", "SEATS", "TEN", "TRIED", "VERSION", "Card", "Options", "Position", "Result", "SeatView",
    "Sums", "View", "apply", "by_reaction", "can_play", "card", "deal", "due", "fitted", "judge", "motors", "moves",
    "next_due", "own_hand", "result", "resume", "rivals", "stands", "think", "view",
]  # fmt: skip

NAME = "around_the_corner"
VERSION = 2
"""2: a handicap has no effect by turns and solo (see version_1)."""
SEATS = range(1, 5)
CLOCKS = {"clock1": 1, "clock2": 2, "clock10": 10, "clock0": 0}
"""A solo player's choices of clock, between rounds or in a pause: the kind of the move, and the logged factor. No
position depends on it, so the table judges it instead of `judge`."""
MOVES: Mapping[str, Carries] = {
    "play": Carries.CARD,
    "draw": Carries.NOTHING,
    "sort": Carries.NOTHING,
    "pass": Carries.NOTHING,
    "more": Carries.NOTHING,
    "pause": Carries.NOTHING,
    "resume": Carries.NOTHING,
    **dict.fromkeys(CLOCKS, Carries.NOTHING),
}


def deal(options: Mapping[str, Any], seats: int, seed: int) -> Position:
    """Return the position before the first GO. Raises ValueError if the options do not allow this number of seats.

    The deck's top card starts the pile; the rest goes round one at a time from the dealer's left, each card on top of
    the last, and what is left over goes under the pile in its order.
    """
    chosen = Options.from_json(options)
    if not (seats == 1 if chosen.mode == "solo" else 2 <= seats <= 4) or chosen.dealer >= seats:
        raise ValueError(f"{chosen.mode} with {seats} seats, dealer {chosen.dealer}")
    top, *rest = shuffled(list(chosen.deck), seed)
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
    """Return the moves that `judge` would let that seat make once its pause is over, except folding, skipping and
    stopping."""
    hand = [held for held in position.hands[seat] if held]
    wanted = [Move("draw", seat), *(Move("play", seat, held, position.top) for held in hand)]
    wanted += [Move(kind, seat) for kind in ("pass", "sort", "more")]
    return tuple(move for move in wanted if _allowed(position, move))


def _allowed(position: Position, move: Move) -> bool:
    try:
        return judge(position, move._replace(at=position.paused_until[move.seat])).kind not in NOT_DONE
    except Refused:
        return False


def due(position: Position, at: int) -> Event | None:
    """Return the event that is due now: nobody is left, nobody can play (a standstill), or a turn's clock has run out.
    None if no event is due."""
    if position.phase != "playing":
        return None
    if not any(position.draw_piles) and not somebody_can_play(position):
        return Event(STANDSTILL if _somebody_is_left(position) else STOPPED, top=position.top, at=at)
    if position.turn is not None and (ends := position.turn_ends) is not None and at >= ends:
        return Event(TIME_UP, position.turn, None, position.top, at)
    if position.options.mode == SUN and (sets_at := position.sun_sets) is not None and at >= sets_at:
        return Event(SUNSET, top=position.top, at=at)
    return None


def next_due(position: Position) -> int | None:
    """Return when a clock will make an event due, server ms since 1970; None if no clock runs."""
    if position.turn is not None:
        return position.turn_ends
    return position.sun_sets if position.options.mode == SUN else None


def resume(position: Position, at: int) -> Event:
    """Return the event at the end of a countdown: GO, another card turned up, or the end (whole pile turned, or all
    left)."""
    if any(position.draw_piles) or somebody_can_play(position):
        kind = GO
    elif not _somebody_is_left(position):
        kind = STOPPED
    else:
        kind = EXHAUSTED if position.turned >= len(position.pile) else STANDSTILL
    return Event(kind, top=position.top, at=at)


def _somebody_is_left(position: Position) -> bool:
    """Return whether any seat still has cards. A seat has none once it has folded or placed its last one."""
    return any(position.left(seat) for seat in range(position.seats))
