"""Match It, a toy: by turns a card goes on its colour or number, or one is drawn, until a hand or the pile is empty."""

from collections import namedtuple
from collections.abc import Mapping
from typing import Any

from game.rules.computer import think as think

from game.rules.contract import by_reaction as by_reaction, fitted as fitted, rivals as rivals, stands as stands  # isort: skip
from game.rules.contract import motors as motors  # isort: skip
from game.rules.contract import GO, HELD, RESUMED, STOPPED, Carries, Event, Move, Refused, Result, unchanged
from game.rules.hands import shuffled
from game.rules.seats import following, places

NAME, VERSION, SEATS, HIGHEST, PACK, HAND = "match_it", 1, range(2, 5), 6, range(1, 25), 4
MOVES: Mapping[str, Carries] = {"play": Carries.CARD, "draw": Carries.NOTHING}
TURNS = {"play": "played", "draw": "drew", "skip": "skipped", "fold": "folded", "stop": STOPPED}
PHASES = {GO: "playing", RESUMED: "playing", HELD: "held", STOPPED: "over", "matched": "over"}
PLACED, NOT_DONE, ENDS = frozenset({"played"}), frozenset({"wrong"}), frozenset({"matched", STOPPED})
TRIED, OWN_BUSINESS, EVENTS = PLACED | NOT_DONE, NOT_DONE, NOT_DONE.union(TURNS.values(), PHASES)
Card = namedtuple("Card", "id colour number")
Position = namedtuple("Position", "hands pile draw_pile seats turn turn_since phase go_at folded")
SeatView = namedtuple("SeatView", "left place")
View = namedtuple("View", "seat phase turn top card seats hand moves result paused_until")


def card(held: int) -> Card:
    return Card(held, *divmod(held - 1, HIGHEST))


def deal(options: Any, seats: int, seed: int) -> Position:
    *pack, first = shuffled(PACK, seed)
    hands = tuple(tuple(pack[HAND * seat : HAND * (seat + 1)]) for seat in range(seats))
    return Position(hands, (first,), tuple(pack[HAND * seats :]), seats, 0, 0, "dealt", None, frozenset())


def moves(position: Position, seat: int) -> tuple[Move, ...]:
    if position.phase != "playing" or position.turn != seat or due(position, 0):
        return ()
    (_, colour, number), top = card(position.pile[-1]), len(position.pile)
    fitting = (held for held in map(card, position.hands[seat]) if held.colour == colour or held.number == number)
    return (*(Move("play", seat, held.id, top) for held in fitting), Move("draw", seat))


def judge(position: Position, move: Move) -> Event:
    kind, seat, at = move.kind, move.seat, move.at
    if position.phase == "over" or kind not in TURNS:
        raise Refused("over" if position.phase == "over" else "unknown_move")
    if seat not in range(position.seats):
        raise Refused("no_such_seat")
    if kind not in ("fold", "stop") and position.phase != "playing":
        raise Refused("eyes_up" if position.phase == "held" else "before_go")
    if kind != "stop" and (seat in position.folded or (kind != "fold" and seat != position.turn)):
        raise Refused("not_your_turn", turn=position.turn)
    if kind != "play":
        drawn = position.draw_pile[0] if kind == "draw" else None
        return Event(TURNS[kind], None if kind == "stop" else seat, drawn, at=at)
    if move.card not in position.hands[seat]:
        raise Refused("not_your_card")
    return Event("played" if move.card in [fits.card for fits in moves(position, seat)] else "wrong", *move[1:5])


def apply(position: Position, event: Event) -> Position:
    if phase := PHASES.get(event.kind):
        phase = position.phase if event.kind == HELD and position.phase != "playing" else phase
        return position._replace(phase=phase, turn_since=event.at, go_at=position.go_at or event.at)
    if event.kind not in TURNS.values() or event.seat is None:
        return position if event.kind in NOT_DONE else unchanged(position, event)
    seat, hands, drawn = event.seat, list(position.hands), [event.card] if event.kind == "drew" else []
    hands[seat] = (*(held for held in hands[seat] if held != event.card), *drawn)
    pile = (*position.pile, event.card) if event.kind == "played" else position.pile
    position = position._replace(hands=tuple(hands), pile=pile, draw_pile=position.draw_pile[len(drawn) :])
    folded = position.folded | ({seat} if event.kind == "folded" else set())
    turn = following(seat, position.seats, folded) if seat == position.turn else position.turn
    return position._replace(folded=folded, turn=turn, turn_since=event.at)


def due(position: Position, at: int) -> Event | None:
    stay = [hand for seat, hand in enumerate(position.hands) if seat not in position.folded]
    goes_on = stay and all(stay) and position.draw_pile
    return Event("matched", at=at) if position.phase == "playing" and not goes_on else None


def next_due(position: Position) -> None: ...


def resume(position: Position, at: int) -> Event:
    return Event(GO, at=at)


def result(position: Position) -> Result | None:
    left = tuple(map(len, position.hands))
    return Result(places(tuple(-cards for cards in left), position.folded), left) if position.phase == "over" else None


def view(position: Position, seat: int | None) -> View:
    if seat not in (None, *range(position.seats)):
        raise IndexError(seat)
    end, phase, turn, pile = result(position), position.phase, position.turn, position.pile
    seats = tuple(map(SeatView, map(len, position.hands), end.places if end else [None] * position.seats))
    hand, offered = ((), ()) if seat is None else (tuple(map(card, position.hands[seat])), moves(position, seat))
    return View(seat, phase, turn, len(pile), card(pile[-1]), seats, hand, offered, end, 0)
