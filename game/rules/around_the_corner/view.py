"""View of a position of Around the Corner: what a seat or an onlooker may see, and everybody once it is over."""

from typing import NamedTuple

from game.rules.around_the_corner.cards import CARDS, Card, card
from game.rules.around_the_corner.position import MORE_TIMES, SUN, Options, Position, has_last_card
from game.rules.contract import Result
from game.rules.seats import places

_SLOT = (None, *CARDS)
"""The content of a slot of a hand, by card id; 0 is an empty slot."""


def result(position: Position) -> Result | None:
    """Return places by cards left, shared by equals; folded seats share the last place. Against the sun nobody has a
    place."""
    if position.phase != "over":
        return None
    seats = range(position.seats)
    left = tuple(position.laid_down[s] if s in position.folded else position.left(s) for s in seats)
    together = position.options.mode == SUN
    return Result(() if together else places(tuple([-n for n in left]), position.folded), left)


class SeatView(NamedTuple):
    """A seat as everybody sees it: numbers of cards. `place` once the round is over."""

    left: int
    hand: int
    draw_pile: int
    folded: bool
    place: int | None


class View(NamedTuple):
    """The table as visible to one seat (`seat` None: an onlooker): its own cards, the top card, and counts.

    `top_card` is None while it lies face down: before the first GO, and when a last card ended the round. `hand` are
    slots, None an empty one; `hand_hidden` while hands lie face down. `answers` only with hints on. `turn_ends` is
    server ms since 1970 if turns have a clock, `more_times` how often it can still be extended.
    """

    seat: int | None
    options: Options
    phase: str
    top: int
    top_card: Card | None
    pile: int
    seats: tuple[SeatView, ...]
    hand: tuple[Card | None, ...]
    hand_hidden: bool
    draw_pile: int
    paused_until: int
    last_card: bool
    answers: tuple[int | None, int | None] | None
    called: tuple[int, int] | None
    turn: int | None
    turn_ends: int | None
    more_times: int
    dealer: int
    hand_changes: int
    go_at: int | None
    over_at: int | None
    result: Result | None
    stopped_at: int | None
    pauses: int


class HandView(NamedTuple):
    """A seat's own cards as in View: all that changes with a draw."""

    hand: tuple[Card | None, ...] = ()
    hand_hidden: bool = False
    draw_pile: int = 0
    last_card: bool = False
    hand_changes: int = 0
    options: Options = Options()


def own_hand(position: Position, seat: int) -> HandView:
    """Return what that seat may see of its own cards."""
    return HandView(
        tuple([_SLOT[held] for held in position.hands[seat]]),
        _hands_lie_face_down(position),
        len(position.draw_piles[seat]),
        has_last_card(position, seat),
        position.hand_changes[seat],
        position.options,
    )


def _hands_lie_face_down(position: Position) -> bool:
    return position.phase in ("standstill", "paused", "held")


def view(position: Position, seat: int | None) -> View:
    """Return what that seat may see, as plain values that reveal no hidden card."""
    if seat is not None and not 0 <= seat < len(position.hands):
        raise IndexError(seat)
    own = HandView() if seat is None else own_hand(position, seat)
    face_down = position.phase in ("dealt", "paused", "held") or position.finisher is not None
    top_card = None if face_down else card(position.pile[-1])
    end = result(position) if position.phase == "over" else None
    hints = top_card is not None and position.options.hints_for(seat)
    return View(
        seat=seat,
        options=position.options,
        phase=position.phase,
        top=position.top,
        top_card=top_card,
        pile=len(position.pile),
        seats=_seat_views(position, end),
        hand=own.hand,
        hand_hidden=_hands_lie_face_down(position) if seat is None else own.hand_hidden,
        draw_pile=own.draw_pile,
        paused_until=0 if seat is None else position.paused_until[seat],
        last_card=own.last_card,
        answers=position.options.answers(top_card.number, top_card.step) if top_card and hints else None,
        called=position.called,
        turn=position.turn,
        turn_ends=None if position.turn is None else _turn_ends(position, seat),
        more_times=MORE_TIMES - position.more_times,
        dealer=position.options.dealer,
        hand_changes=own.hand_changes,
        go_at=position.go_at,
        over_at=position.over_at,
        result=end,
        stopped_at=position.stopped_at,
        pauses=position.pauses,
    )


def _turn_ends(position: Position, seat: int | None) -> int | None:
    """Return the end of the turn as shown: to the player by their own clock, to all others by the usual one."""
    if position.turn is None or seat == position.turn or not position.options.own:
        return position.turn_ends
    running = position.options.turn_clock and position.phase == "playing"
    return position.turn_ends_with(1) if running else None


def _seat_views(position: Position, end: Result | None) -> tuple[SeatView, ...]:
    """Return the view of every seat. It is built for every move, so it avoids a call per seat."""
    of = end.places if end and end.places else (None,) * len(position.hands)
    return tuple(
        [
            SeatView(hold + len(drawn), hold, len(drawn), seat in position.folded, place)
            for seat, (hand, drawn, place) in enumerate(zip(position.hands, position.draw_piles, of, strict=True))
            for hold in (len(hand) - hand.count(0),)
        ]
    )
