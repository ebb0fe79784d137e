"""Positions of Around the Corner as text, both ways, so that a test is two pictures.

    standstill                      the phase, where it is not `playing`
    pile    5±1 9±3                 bottom first, the last lies on top; in brackets a card that lies face down
    seat 0  2±1 - 6±2 | 4±1 3±3     slots of the hand (- is an empty one), after the bar the draw pile, bottom first
    seat 1  7±2  turn               then whatever else there is to say: turn, paused, folded

Every card of a picture is a card of the deck: the first copy that the picture has not used yet.
"""

import textwrap
from functools import partial
from typing import Any

from game.rules import around_the_corner
from game.rules.around_the_corner import DECK, Options, Position, card
from game.rules.contract import Move
from tests.rules import wandering
from tests.rules.decks import Deck

play = partial(wandering.play, around_the_corner)
"""Ask a move of the rules: the next position, or Refused."""

FLAGS = ("turn", "paused", "folded")
PHASES = ("dealt", "standstill", "over")
LONG_PAUSE = 1_000_000


def face(number: int) -> str:
    return f"{card(number).number}±{card(number).step}" if number else "-"


def table(text: str, **options: Any) -> Position:
    """Return the position of a picture. `top` counts the pile's cards; the card under the top one was there before."""
    deck = Deck(DECK, face, gap="-")
    phase, seats = "playing", []
    pile: tuple[int, ...] = ()
    for line in textwrap.dedent(text).strip().splitlines():
        words = line.split()
        if words[0] in PHASES:
            phase = words[0]
        elif words[0] == "pile":
            pile = deck.take(words[1:])
        else:
            seats.append(words[2:])
    return Position(
        options=Options.from_json({"mode": "solo" if len(seats) == 1 else "race", **options}),
        pile=pile,
        hands=tuple(deck.take(_cards(words)[0]) for words in seats),
        draw_piles=tuple(deck.take(_cards(words)[1]) for words in seats),
        paused_until=tuple(LONG_PAUSE if "paused" in words else 0 for words in seats),
        hand_changes=(0,) * len(seats),
        laid_down=(0,) * len(seats),
        turn=next((seat for seat, words in enumerate(seats) if "turn" in words), None),
        top=len(pile),
        previous=pile[-2] if len(pile) > 1 else 0,
        phase=phase,
        folded=frozenset(seat for seat, words in enumerate(seats) if "folded" in words),
        go_at=None if phase == "dealt" else 0,
    )


def picture(position: Position) -> str:
    """Return the position as text, one line feed before and after as a test writes it."""
    pile = [face(number) for number in position.pile]
    if position.phase == "dealt" or position.finisher is not None:
        pile[-1] = f"[{pile[-1]}]"
    lines = [] if position.phase == "playing" else [position.phase]
    lines.append("pile    " + " ".join(pile))
    lines += [f"seat {seat}  {_seat(position, seat)}".rstrip() for seat in range(position.seats)]
    return "\n" + "\n".join(lines) + "\n"


def photo(text: str) -> str:
    """Return a picture as written in a test, without its indentation."""
    return "\n" + textwrap.dedent(text).strip() + "\n"


def plays(position: Position, seat: int, shown: str, **more: Any) -> Move:
    """Return the move of a card by its face, on the top card that lies there unless `top` says otherwise."""
    held = next(number for number in position.hands[seat] if number and face(number) == shown)
    return Move("play", seat, held, **{"top": position.top, **more})


def _seat(position: Position, seat: int) -> str:
    hand = " ".join(face(number) for number in position.hands[seat])
    drawn = " ".join(face(number) for number in position.draw_piles[seat])
    flags = {
        "turn": position.turn == seat,
        "paused": position.paused_until[seat] > 0,
        "folded": seat in position.folded,
    }
    cards = f"{hand} | {drawn}".strip() if drawn else hand
    return "  ".join([cards, *(flag for flag in FLAGS if flags[flag])]).strip()


def _cards(words: list[str]) -> tuple[list[str], list[str]]:
    words = [word for word in words if word not in FLAGS]
    bar = words.index("|") if "|" in words else len(words)
    return words[:bar], words[bar + 1 :]
