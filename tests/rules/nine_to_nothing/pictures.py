"""Positions of Nine to Nothing as text, both ways, so that a test is two pictures.

    turn 0 lay                        whose turn, its stage; `discarded` after it; or `over`
    draw     +1 -3                    bottom first, the last lies on top
    discard  +4
    seat 0   +6 -2 +5 ± . | 9: +4 +5  slots of the hand (. is an empty one), then what is laid, by target
    seat 1   -7 | 9? +1 +2            a question mark: it may still be checked
    seat 2   +1  folded

± is a sign change; in a lay it flips the card before it. Every card of a picture is a card of the deck: the first copy
that the picture has not used yet.
"""

import textwrap
from functools import partial, reduce
from typing import Any

from game.rules import nine_to_nothing
from game.rules.contract import Move
from game.rules.nine_to_nothing import DECK, Lay, Options, Position, card
from tests.rules import wandering
from tests.rules.decks import Deck

play = partial(wandering.play, nine_to_nothing)
"""Ask a move of the rules: the next position, or Refused."""


def face(number: int) -> str:
    if not number:
        return "."
    return "±" if card(number).is_change else f"{card(number).value:+d}"


def table(text: str, **options: Any) -> Position:
    """Return the position of a picture; lays are numbered seat by seat, and were laid from the cards of now."""
    deck, seats = Deck(DECK, face, gap="."), []
    piles: dict[str, tuple[int, ...]] = {"draw": (), "discard": ()}
    state = ["over"]
    for line in textwrap.dedent(text).strip().splitlines():
        name, *words = line.split()
        if name in ("turn", "over"):
            state = words
        elif name == "seat":
            seats.append(" ".join(words[1:]))
        else:
            piles[name] = deck.take(words)
    read = [_seat_of(deck, number, line) for number, line in enumerate(seats)]
    lays, open_lays = _numbered([laid for _, laid, _ in read])
    stage = state[1] if len(state) > 1 else "draw"
    return Position(
        options=Options.from_json(options),
        seed=1,
        draw_pile=piles["draw"],
        discard_pile=piles["discard"],
        hands=tuple(hand for hand, _, _ in read),
        hand_changes=(0,) * len(seats),
        asked=(-1,) * len(seats),
        laid=lays,
        turn=int(state[0]) if state else None,
        stage=stage,
        discarded="discarded" in state,
        lays=sum(map(len, lays)),
        open_lays=open_lays,
        closes_at=Options.from_json(options).check_window if stage == "closing" else None,
        folded=frozenset(number for number, (_, _, folded) in enumerate(read) if folded),
        phase="playing" if state else "over",
        go_at=0,
    )


def picture(position: Position) -> str:
    """Return the position as text, one line feed before and after as a test writes it."""
    over = position.phase == "over"
    state = ["over"] if over else ["turn", str(position.turn), position.stage]
    lines = [
        " ".join(state + ["discarded"] * (position.discarded and not over)),
        "draw     " + " ".join(map(face, position.draw_pile)),
        "discard  " + " ".join(map(face, position.discard_pile)),
        *(f"seat {seat}   {_seat(position, seat)}" for seat in range(position.seats)),
    ]
    return "\n" + "\n".join(line.rstrip() for line in lines) + "\n"


def after(position: Position, *moves: Move) -> Position:
    """Return the position after these moves, each of which is done."""
    return reduce(play, moves, position)


def lays(position: Position, seat: int, shown: str, **more: Any) -> Move:
    """Return the move that lays the cards with these faces."""
    return Move("lay", seat, cards=held(position, seat, shown), **more)


def discards(position: Position, seat: int, shown: str, **more: Any) -> Move:
    return Move("discard", seat, held(position, seat, shown)[0], **more)


def held(position: Position, seat: int, shown: str) -> tuple[int, ...]:
    """Return the cards of the hand with these faces, each used once."""
    left, found = list(position.held(seat)), []
    for word in shown.split():
        found.append(next(number for number in left if face(number) == word))
        left.remove(found[-1])
    return tuple(found)


def of_values(*values: int) -> tuple[int, ...]:
    """Return cards of the deck with these values, 0 a sign change; each used once."""
    return Deck(DECK, lambda number: str(card(number).value), gap="").take([*map(str, values)])


def _seat(position: Position, seat: int) -> str:
    parts = [" ".join(map(face, position.hands[seat]))]
    for lay in position.laid[seat]:
        mark = "?" if lay.number in position.open_lays else ":"
        parts.append(f"{lay.target}{mark} " + " ".join(map(face, lay.cards)))
    return " | ".join(parts).strip() + ("  folded" if seat in position.folded else "")


def _seat_of(deck: Deck, seat: int, line: str) -> tuple[tuple[int, ...], list[tuple[Lay, bool]], bool]:
    cards, *laid = line.removesuffix("folded").split("|")
    hand = deck.take(cards.split())
    found = []
    for words in laid:
        target, *faces = words.split()
        cards_laid = deck.take(faces)
        found.append((Lay(0, seat, int(target[:-1]), cards_laid, (*cards_laid, *filter(None, hand))), "?" in target))
    return hand, found, line.endswith("folded")


def _numbered(laid: list[list[tuple[Lay, bool]]]) -> tuple[tuple[tuple[Lay, ...], ...], tuple[int, ...]]:
    count, by_seat, open_lays = 0, [], []
    for of_seat in laid:
        mine = []
        for lay, is_open in of_seat:
            count += 1
            mine.append(lay._replace(number=count))
            open_lays += [count] * is_open
        by_seat.append(tuple(mine))
    return tuple(by_seat), tuple(open_lays)
