"""Positions of running rounds, and what a seat sees of them, for tests of screens."""

import re

from game.rules import Event, Move
from game.rules import around_the_corner as rules
from game.screens.table_view import TableView

NAMES = ("Maya", "Sam O.", "Fox & <Co>")


def seen(position: rules.Position, seat: int | None, **changes) -> TableView:
    values = {
        "code": "BCDFGHJK",
        "table": 3,
        "round": 1,
        "n": 57,
        "seat": seat,
        "view": rules.view(position, seat),
        "names": NAMES[: position.seats],
        "ready": frozenset[int](),
        "away": frozenset[int](),
        "computer": frozenset[int](),
        "phase": "playing",
        "go_at": None,
        "language": "en",
        "options": {},
        "labels": {card.id: card.id + 500 for card in rules.DECK},
    }
    return TableView(**{**values, **changes})


def does(position: rules.Position, seat: int, kind: str, card: int | None = None) -> rules.Position:
    return rules.apply(position, rules.judge(position, Move(kind, seat, card, position.top, at=10)))


def dealt(seats: int = 3, draw: int = 10, **options) -> rules.Position:
    """A running round in which every seat has drawn so many cards."""
    position = rules.apply(rules.deal(options, seats, seed=7), Event("go", at=1))
    for seat in range(seats):
        for _ in range(draw):
            position = does(position, seat, "draw")
    return position


def fitting(position: rules.Position, seat: int) -> int:
    return next(move.card for move in rules.moves(position, seat) if move.kind == "play" and move.card)


def after_a_play(position: rules.Position, seat: int) -> tuple[rules.Position, int]:
    card = fitting(position, seat)
    return does(position, seat, "play", card), position.hands[seat].index(card)


def labels_in(html: str) -> set[int]:
    return {int(label) for label in re.findall(r"\bc(\d+)\b", html)}


def labels_of(*cards: int) -> set[int]:
    return {card + 500 for card in cards if card}
