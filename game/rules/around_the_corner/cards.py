"""The cards of Around the Corner, and what fits on which. The one table of the deck is COPIES."""

from collections.abc import Iterable
from typing import NamedTuple

# Copies of each card by number 1-10: from one independent implementation, not confirmed by the publisher.
COPIES = {1: "3333222222", 2: "2222333322", 3: "3332222233"}


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
FITTING = {
    corner: (frozenset[int](), *(frozenset(a for a in answers(c.number, c.step, corner) if a) for c in DECK))
    for corner in (False, True)
}
NUMBER = (0, *(c.number for c in DECK))


def in_order(hand: Iterable[int]) -> tuple[int, ...]:
    """Return a hand by number, then step, without its empty slots."""
    cards = sorted((card(held) for held in hand if held), key=lambda c: (c.number, c.step, c.id))
    return tuple(c.id for c in cards)
