"""Around the Corner: the rules of rules.md section 1 (rule sheets 000 to 003), as a value and functions over it.

Rule 1: a card fits when its number is n + k or n - k of the top card; round the corner 11 is 1 and 0 is 10.
Rule 2: the first card on the pile takes precedence. `top` counts the cards that came on top (1 after the deal), a play
        names the top it saw, and a play on an older top is beaten, whatever its number.
Rule 3: a seat whose only card is in its hand may play it on anything, face down, at any time: the round is over.
Rule 4: when every draw pile is empty and no hand holds a card that may be played, the bottom pile card goes on top.
Rule 5: who is paused after a wrong card neither plays nor draws ("the player is paused"); sorting is always free.
Rule 6: a folded seat's cards go under the pile. The others play on, even one alone; with nobody left it is over.
"""

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

from game.rules.contract import Event, Move, Refused, Result

NAME = "around_the_corner"
MODES = ("race", "turns", "solo")
STEPS = (1, 2, 3)
EYE_MS = 600  # a tap this soon after the top changed on that screen may have answered the top before it
LONGEST_PAUSE_MS = 60_000
LONGEST_TURN_MS = 600_000

# Copies of each card by number 1-10: from one independent implementation, not confirmed by the publisher.
COPIES = {1: "3333222222", 2: "2222333322", 3: "3332222233"}

T = TypeVar("T")


class Card(NamedTuple):
    """One of the 73; equal number and step do not make two cards the same card."""

    id: int
    number: int
    step: int


def _deck() -> tuple[Card, ...]:
    faces = [(n, step) for step, row in COPIES.items() for n, copies in enumerate(row, 1) for _ in range(int(copies))]
    return tuple(Card(number, *face) for number, face in enumerate(faces, 1))


DECK = _deck()


def card(number: int) -> Card:
    """Return the card with that identity (1-73); IndexError where there is none."""
    if number < 1:
        raise IndexError(number)
    return DECK[number - 1]


def answers(number: int, step: int, corner: bool) -> tuple[int | None, int | None]:
    """Return n + k and n - k; without the corner an answer above 10 or below 1 is None, as it is not there."""
    plus, minus = number + step, number - step
    if corner:
        return (plus - 1) % 10 + 1, (minus - 1) % 10 + 1
    return plus if plus <= 10 else None, minus if minus >= 1 else None


# What fits on a card, by corner and card id; a lookup because it is asked for every card of every hand.
_FITTING = {
    corner: (frozenset[int](), *(frozenset(a for a in answers(c.number, c.step, corner) if a) for c in DECK))
    for corner in (False, True)
}
_NUMBER = (0, *(c.number for c in DECK))


@dataclass(frozen=True, slots=True)
class Options:
    """What a session may choose. Times are ms, 0 is off. `hints` None means the mode's own way: on in turns only.

    Seats count clockwise, so seat `dealer` + 1 sits on the dealer's left.
    """

    mode: str = "race"
    corner: bool = True
    steps: tuple[int, ...] = STEPS
    wrong_pause: int = 1500
    hints: bool | None = None
    turn_clock: int = 0
    dealer: int = 0

    @property
    def shows_hints(self) -> bool:
        return self.mode == "turns" if self.hints is None else self.hints

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Options":
        """Read options out of JSON; keys of others are left alone, ValueError where a value is nonsense."""
        known = {name: data[name] for name in cls.__dataclass_fields__ if name in data}
        for name, value in known.items():
            if not _SENSIBLE[name](value):
                raise ValueError(f"{name}: {value!r}")
        if "steps" in known:
            known["steps"] = tuple(sorted(known["steps"]))
        return cls(**known)


def _whole(lowest: int, highest: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and lowest <= value <= highest


def _some_steps(value: Any) -> bool:
    return isinstance(value, list | tuple) and 0 < len(value) == len(
        {s for s in value if type(s) is int and s in STEPS}
    )


_SENSIBLE: Mapping[str, Callable[[Any], bool]] = {
    "mode": lambda value: value in MODES,
    "corner": lambda value: isinstance(value, bool),
    "steps": _some_steps,
    "wrong_pause": _whole(0, LONGEST_PAUSE_MS),
    "hints": lambda value: value is None or isinstance(value, bool),
    "turn_clock": _whole(0, LONGEST_TURN_MS),
    "dealer": _whole(0, 3),
}


@dataclass(frozen=True, slots=True)
class Position:
    """A round at one moment. Cards are ids; piles lie bottom first, so the last is the top; by seat where plural.

    A hand is slots: 0 is an empty one, a drawn card fills the lowest, a played card leaves one. `previous` is the card
    that lay on top before. `hand_changes` counts a seat's drew, played and sorted. `laid_down` is how many cards a
    folded seat gave up. `turned` counts cards turned since somebody could play. Times are server ms since 1970.
    """

    options: Options
    pile: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    draw_piles: tuple[tuple[int, ...], ...]
    paused_until: tuple[int, ...]
    hand_changes: tuple[int, ...]
    laid_down: tuple[int, ...]
    turn: int | None = None
    top: int = 1
    previous: int = 0
    phase: str = "dealt"
    turned: int = 0
    folded: frozenset[int] = frozenset()
    called: tuple[int, int] | None = None
    finisher: int | None = None
    turn_since: int = 0
    go_at: int | None = None
    over_at: int | None = None

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def dealer(self) -> int:
        return self.options.dealer

    def left(self, seat: int) -> int:
        """Return how many cards that seat still has, drawn or not."""
        hand = self.hands[seat]
        return len(self.draw_piles[seat]) + len(hand) - hand.count(0)


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


def shuffled(cards: Iterable[int], seed: int) -> list[int]:
    """Fisher and Yates over random() alone: the one sequence Python promises to keep for a seed in every version."""
    dice, pack = random.Random(seed), list(cards)
    for last in range(len(pack) - 1, 0, -1):
        other = int(dice.random() * (last + 1))
        pack[last], pack[other] = pack[other], pack[last]
    return pack


def moves(position: Position, seat: int) -> tuple[Move, ...]:
    """Return the moves `play` takes from that seat once its pause is over. Folding and stopping are not a player's."""
    hand = [held for held in position.hands[seat] if held]
    wanted = [Move("draw", seat), *(Move("play", seat, held, position.top) for held in hand)]
    return tuple(move for move in (*wanted, Move("pass", seat), Move("sort", seat)) if _allowed(position, move))


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
    if position.phase == "over":
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
    _may_act(position, move)
    seat, held = move.seat, move.card
    if not held or held not in position.hands[seat]:
        raise Refused("not_drawn" if held in position.draw_piles[seat] else "not_your_card")
    if move.top is None or not 1 <= move.top <= position.top:
        raise Refused("bad_top")
    if _has_last_card(position, seat):
        return Event("finished", seat, held, position.top, move.at)
    return Event(_verdict(position, move), seat, held, move.top, move.at)


def _verdict(position: Position, move: Move) -> str:
    if move.top != position.top:
        return "beaten"
    number, fitting = _NUMBER[move.card or 0], _FITTING[position.options.corner]
    if number in fitting[position.pile[-1]]:
        return "played"
    eye_was_slow = move.since_top is not None and move.since_top < EYE_MS
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


def _judge_sort(position: Position, move: Move) -> Event:
    _is_on(position)
    hand = position.hands[move.seat]
    if hand == _in_order(hand):
        raise Refused("nothing_to_sort")
    return Event("sorted", move.seat, None, position.top, move.at)


def _judge_fold(position: Position, move: Move) -> Event:
    return Event("folded", move.seat, None, position.top, move.at)


_JUDGES: Mapping[str, Callable[[Position, Move], Event]] = {
    "play": _judge_play,
    "draw": _judge_draw,
    "pass": _judge_pass,
    "sort": _judge_sort,
    "fold": _judge_fold,
}


def _is_on(position: Position) -> None:
    if position.phase != "playing":
        raise Refused("before_go" if position.phase == "dealt" else "standstill")


def _may_act(position: Position, move: Move) -> None:
    _is_on(position)
    if position.turn is not None and position.turn != move.seat:
        raise Refused("not_your_turn", turn=position.turn)
    until = position.paused_until[move.seat]
    if move.at < until:
        raise Refused("paused", ms=until - move.at)


def can_play(position: Position, seat: int) -> bool:
    """Say whether that seat holds a card it may play: one that fits, or its last."""
    fitting = _FITTING[position.options.corner][position.pile[-1]]
    return any(_NUMBER[held] in fitting for held in position.hands[seat]) or _has_last_card(position, seat)


def _has_last_card(position: Position, seat: int) -> bool:
    hand = position.hands[seat]
    return not position.draw_piles[seat] and len(hand) - hand.count(0) == 1


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
        turned=0,
        called=(seat, _NUMBER[held]),
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


def _sorted(position: Position, event: Event) -> Position:
    seat = event.seat or 0
    return replace(
        position,
        hands=_with(position.hands, seat, _in_order(position.hands[seat])),
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
    if len(folded.folded) == folded.seats:
        return _over(folded, event)
    return replace(folded, **_next_turn(folded, seat, event.at))


def _go(position: Position, event: Event) -> Position:
    go_at = event.at if position.go_at is None else position.go_at
    return replace(position, phase="playing", turned=0, go_at=go_at, turn_since=event.at)


def _over(position: Position, event: Event) -> Position:
    return replace(position, phase="over", turn=None, over_at=event.at)


_CHANGES: Mapping[str, Callable[[Position, Event], Position]] = {
    "go": _go,
    "drew": _drew,
    "played": _played,
    "finished": _finished,
    "wrong": _wrong,
    "passed": _passed,
    "sorted": _sorted,
    "standstill": _standstill,
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


def _in_order(hand: tuple[int, ...]) -> tuple[int, ...]:
    cards = sorted((card(held) for held in hand if held), key=lambda c: (c.number, c.step, c.id))
    return tuple(c.id for c in cards)


def _next_turn(position: Position, seat: int | None, at: int) -> dict[str, Any]:
    """Return what changes when that seat's turn ends: nothing where there are no turns or it was not theirs."""
    if position.turn is None or position.turn != seat:
        return {}
    seats = position.seats
    order = ((seat + n) % seats for n in range(1, seats + 1))
    return {"turn": next(s for s in order if s not in position.folded), "turn_since": at}


def due(position: Position, at: int) -> Event | None:
    """Return a standstill that has just become true, or the pass of a turn whose clock has run out."""
    if position.phase != "playing":
        return None
    if not any(position.draw_piles) and not _somebody_can_play(position):
        return Event("standstill", top=position.top, at=at)
    clock = position.options.turn_clock
    if position.turn is not None and clock and at >= position.turn_since + clock:
        return Event("passed", position.turn, None, position.top, at)
    return None


def resume(position: Position, at: int) -> Event:
    """Return what a countdown ends in: GO, the next card turned up, or the end when the whole pile was turned."""
    if position.phase == "dealt" or any(position.draw_piles) or _somebody_can_play(position):
        return Event("go", top=position.top, at=at)
    kind = "exhausted" if position.turned >= len(position.pile) else "standstill"
    return Event(kind, top=position.top, at=at)


def _somebody_can_play(position: Position) -> bool:
    return any(can_play(position, seat) for seat in range(position.seats))


def result(position: Position) -> Result | None:
    """Return places by cards left, equals sharing; folded seats share the place after all others."""
    if position.phase != "over":
        return None
    seats = range(position.seats)
    left = tuple(position.laid_down[s] if s in position.folded else position.left(s) for s in seats)
    stayed = [left[s] for s in seats if s not in position.folded]
    ahead = (len(stayed) if s in position.folded else sum(n < left[s] for n in stayed) for s in seats)
    return Result(tuple(1 + n for n in ahead), left)


def solo_time(position: Position) -> int | None:
    """Return ms from the first GO to the last card of a solo round, standstills included; None unless it was played."""
    if position.options.mode != "solo" or position.finisher is None:
        return None
    return (position.over_at or 0) - (position.go_at or 0)


class SeatView(NamedTuple):
    """What everybody sees of a seat: numbers of cards. `place` once the round is over."""

    left: int
    hand: int
    draw_pile: int
    folded: bool
    place: int | None


@dataclass(frozen=True, slots=True)
class View:
    """The table as one seat may see it (`seat` None: an onlooker). Its own cards, the top card, and counts.

    `top_card` is None while `face_down`: before the first GO, and when a last card ended the round. `hand` are slots,
    None an empty one; `hand_hidden` while hands lie face down. `answers` only where hints are on.
    """

    seat: int | None
    options: Options
    phase: str
    top: int
    top_card: Card | None
    face_down: bool
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
    dealer: int
    hand_changes: int
    go_at: int | None
    over_at: int | None
    result: Result | None


def view(position: Position, seat: int | None) -> View:
    """Return what that seat may see, in plain values from which no hidden card can be reached."""
    if seat is not None and not 0 <= seat < position.seats:
        raise IndexError(seat)
    mine = seat is not None
    own = seat or 0
    face_down = position.phase == "dealt" or position.finisher is not None
    top_card = None if face_down else card(position.pile[-1])
    places = result(position)
    hints = top_card is not None and position.options.shows_hints
    return View(
        seat=seat,
        options=position.options,
        phase=position.phase,
        top=position.top,
        top_card=top_card,
        face_down=face_down,
        pile=len(position.pile),
        seats=tuple(_seat_view(position, s, places) for s in range(position.seats)),
        hand=tuple(card(held) if held else None for held in position.hands[own]) if mine else (),
        hand_hidden=position.phase == "standstill",
        draw_pile=len(position.draw_piles[own]) if mine else 0,
        paused_until=position.paused_until[own] if mine else 0,
        last_card=mine and _has_last_card(position, own),
        answers=answers(top_card.number, top_card.step, position.options.corner) if top_card and hints else None,
        called=position.called,
        turn=position.turn,
        dealer=position.dealer,
        hand_changes=position.hand_changes[own] if mine else 0,
        go_at=position.go_at,
        over_at=position.over_at,
        result=places,
    )


def _seat_view(position: Position, seat: int, places: Result | None) -> SeatView:
    drawn = len(position.draw_piles[seat])
    left = position.left(seat)
    return SeatView(left, left - drawn, drawn, seat in position.folded, places.places[seat] if places else None)
