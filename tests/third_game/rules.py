"""Match It, a small shedding game: what another game needs of rules, and no more.

Rule 1: a card goes on one of its colour or its number. Who cannot play draws a card, or passes where none is left.
Rule 2: the first empty hand ends the round, or a whole circle of passes. Fewest cards win; who left comes last.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from game.rules.computer import think as think
from game.rules.contract import (
    GO,
    HELD,
    PASSED,
    RESUMED,
    SKIPPED,
    STOPPED,
    Carries,
    Event,
    Move,
    Refused,
    Result,
    unchanged,
)
from game.rules.hands import held_in, replaced, with_drawn, without
from game.rules.seats import following
from game.rules.shuffling import shuffled

NAME, SEATS = "match_it", range(2, 5)
MOVES: Mapping[str, Carries] = {"play": Carries.CARD, "draw": Carries.NOTHING, "pass": Carries.NOTHING}
EVENTS = frozenset({GO, HELD, RESUMED, STOPPED, PASSED, SKIPPED, "played", "wrong", "drew", "folded", "ended"})
PLACED, TRIED, ENDS = frozenset({"played"}), frozenset({"played", "wrong"}), frozenset({"ended", STOPPED})
NOT_DONE = OWN_BUSINESS = frozenset({"wrong"})
COLOURS, HIGHEST, HAND = 4, 6, 4


class Card(NamedTuple):
    id: int

    @property
    def face(self) -> tuple[int, int]:
        return divmod(self.id - 1, HIGHEST)


class Position(NamedTuple):
    hands: tuple[tuple[int, ...], ...]
    pile: tuple[int, ...]
    draw_pile: tuple[int, ...]
    turn: int | None = 0
    turn_since: int = 0
    phase: str = "dealt"
    folded: frozenset[int] = frozenset()
    passes: int = 0
    go_at: int | None = None

    @property
    def seats(self) -> int:
        return len(self.hands)


class SeatView(NamedTuple):
    left: int
    place: int | None
    folded: bool


class View(NamedTuple):
    seat: int | None
    phase: str
    top: int
    top_card: Card
    turn: int | None
    seats: tuple[SeatView, ...]
    hand: tuple[Card | None, ...]
    moves: tuple[Move, ...]
    result: Result | None
    paused_until: int = 0


def deal(options: Any, seats: int, seed: int) -> Position:
    if seats not in SEATS:
        raise ValueError(f"{seats} seats")
    pack = tuple(shuffled(range(1, COLOURS * HIGHEST + 1), seed))
    hands = tuple(pack[1 + HAND * seat : 1 + HAND * (seat + 1)] for seat in range(seats))
    return Position(hands, pack[:1], pack[1 + HAND * seats :])


def fits(position: Position, card: int) -> bool:
    return any(mine == lies for mine, lies in zip(Card(card).face, Card(position.pile[-1]).face, strict=True))


def moves(position: Position, seat: int) -> tuple[Move, ...]:
    cards = [Move("play", seat, card, len(position.pile)) for card in held_in(position.hands[seat])]
    return tuple(move for move in (*cards, Move("draw", seat), Move("pass", seat)) if _is_done(position, move))


def _is_done(position: Position, move: Move) -> bool:
    try:
        return judge(position, move).kind not in NOT_DONE
    except Refused:
        return False


def judge(position: Position, move: Move) -> Event:
    kind, seat = move.kind, move.seat
    if position.phase == "over":
        raise Refused("over")
    if kind == "stop":
        return Event(STOPPED, at=move.at)
    if not 0 <= seat < position.seats:
        raise Refused("no_such_seat")
    if seat in position.folded:
        raise Refused("folded")
    if kind == "fold":
        return Event("folded", seat, at=move.at)
    if kind not in (*MOVES, "skip"):
        raise Refused("unknown_move")
    if position.phase != "playing":
        raise Refused("eyes_up" if position.phase == "held" else "before_go")
    if position.turn != seat:
        raise Refused("not_your_turn", turn=position.turn)
    return _in_turn(position, move)


def _in_turn(position: Position, move: Move) -> Event:
    hand, seat = held_in(position.hands[move.seat]), move.seat
    if move.kind == "play":
        if move.card not in hand:
            raise Refused("not_your_card")
        return Event("played" if fits(position, move.card) else "wrong", seat, move.card, move.top, move.at)
    if move.kind == "skip":
        return Event(SKIPPED, seat, at=move.at)
    if any(fits(position, card) for card in hand):
        raise Refused("can_play")
    if move.kind == "pass":
        if position.draw_pile:
            raise Refused("can_draw")
        return Event(PASSED, seat, at=move.at)
    if not position.draw_pile:
        raise Refused("draw_pile_empty")
    return Event("drew", seat, position.draw_pile[-1], at=move.at)


def play(position: Position, move: Move) -> Position:
    event = judge(position, move)
    if event.kind in NOT_DONE:
        raise Refused(event.kind)
    return apply(position, event)


def apply(position: Position, event: Event) -> Position:
    seat, card = event.seat or 0, event.card or 0
    match event.kind:
        case "go" | "resumed":
            return position._replace(phase="playing", turn_since=event.at, go_at=position.go_at or event.at)
        case "held":
            return position._replace(phase="held") if position.phase == "playing" else position
        case "stopped" | "ended":
            return position._replace(phase="over", turn=None)
        case "wrong":
            return position
        case "drew":
            hands = replaced(position.hands, seat, with_drawn(position.hands[seat], card))
            return position._replace(hands=hands, draw_pile=position.draw_pile[:-1])
        case "played":
            hands = replaced(position.hands, seat, without(position.hands[seat], card))
            return _next_turn(position._replace(hands=hands, pile=(*position.pile, card), passes=0), seat, event.at)
        case "passed" | "skipped":
            return _next_turn(position._replace(passes=position.passes + 1), seat, event.at)
        case "folded":
            return _next_turn(position._replace(folded=position.folded | {seat}), seat, event.at)
    return unchanged(position, event)


def _next_turn(position: Position, seat: int, at: int) -> Position:
    if position.turn != seat:
        return position
    return position._replace(turn=following(seat, position.seats, position.folded), turn_since=at)


def due(position: Position, at: int) -> Event | None:
    stay = [hand for seat, hand in enumerate(position.hands) if seat not in position.folded]
    ended = not stay or not all(map(held_in, stay)) or position.passes >= len(stay)
    return Event("ended", at=at) if position.phase == "playing" and ended else None


def next_due(position: Position) -> int | None:
    return None


def resume(position: Position, at: int) -> Event:
    return Event(GO, at=at)


def result(position: Position) -> Result | None:
    if position.phase != "over":
        return None
    left = tuple(len(held_in(hand)) for hand in position.hands)
    ranks = [(seat in position.folded, 0 if seat in position.folded else left[seat]) for seat in range(position.seats)]
    return Result(tuple(1 + sum(other < rank for other in ranks) for rank in ranks), left)


def view(position: Position, seat: int | None) -> View:
    if seat is not None and not 0 <= seat < position.seats:
        raise IndexError(seat)
    end, hand = result(position), () if seat is None else position.hands[seat]
    return View(
        seat=seat,
        phase=position.phase,
        top=len(position.pile),
        top_card=Card(position.pile[-1]),
        turn=position.turn,
        seats=tuple(
            SeatView(len(held_in(held)), end.places[s] if end else None, s in position.folded)
            for s, held in enumerate(position.hands)
        ),
        hand=tuple(Card(card) if card else None for card in hand),
        moves=() if seat is None else moves(position, seat),
        result=end,
    )
