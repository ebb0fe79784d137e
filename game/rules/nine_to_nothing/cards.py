"""The cards of Nine to Nothing (rule sheet 004), and the sums of lays.

A lay is its cards in order, each sign change right after the number card that it flips: [+6, −2, sign change, +1] is 6
− (−2) + 1 = 9.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

COPIES, SIGN_CHANGES = 8, 18
"""Copies of each of +1…+9 and −1…−9, and number of sign changes: 162 cards."""
NINE, FIVE = 9, 5
HIGHEST = (NINE, FIVE)
"""The possible highest numbers of a round's cards, which are also its first target: the usual one, and that of small
numbers."""


class Card(NamedTuple):
    """One of the 162 cards. `value` is +1…+9 or −1…−9, and 0 on a sign change."""

    id: int
    value: int

    @property
    def is_change(self) -> bool:
        return self.value == 0

    @property
    def points(self) -> int:
        """Points of the card in a lay (rules 2.4)."""
        return 2 if self.is_change else 1


class Term(NamedTuple):
    """A number card of a lay, and the sign change on it, if any."""

    card: Card
    change: Card | None = None

    @property
    def value(self) -> int:
        """Value in the sum: +4 with a sign change is −4, −4 with a sign change is +4."""
        return -self.card.value if self.change else self.card.value


def _deck() -> tuple[Card, ...]:
    numbers = [sign * number for sign in (1, -1) for number in range(1, 10) for _ in range(COPIES)]
    return tuple(Card(place, value) for place, value in enumerate([*numbers, *[0] * SIGN_CHANGES], 1))


DECK = _deck()


@cache
def deck(highest: int) -> tuple[int, ...]:
    """Return the card ids of a round with numbers up to this one; its two sign changes per number are the usual
    ratio."""
    changes = [drawn.id for drawn in DECK if drawn.is_change][: SIGN_CHANGES * highest // NINE]
    return *(drawn.id for drawn in DECK if 0 < abs(drawn.value) <= highest), *changes


def card(number: int) -> Card:
    """Return the card with that id (1–162). Raises IndexError."""
    if number < 1:
        raise IndexError(number)
    return DECK[number - 1]


def is_change(number: int) -> bool:
    return card(number).is_change


def terms(cards: Iterable[int]) -> tuple[Term, ...]:
    """Return the terms of a valid lay: every sign change follows a number card, at most one on each."""
    found: list[Term] = []
    for laid in map(card, cards):
        if laid.is_change:
            found[-1] = found[-1]._replace(change=laid)
        else:
            found.append(Term(laid))
    return tuple(found)


def total(cards: Iterable[int]) -> int:
    """Return the sum of a lay."""
    return sum(term.value for term in terms(cards))


def points(cards: Iterable[int]) -> int:
    """Return the points of a lay: 1 for each number card, 2 for each sign change."""
    return sum(card(laid).points for laid in cards)


def in_order(hand: Iterable[int]) -> tuple[int, ...]:
    """Return a hand by value, highest first, sign changes last, without empty slots."""
    cards: Iterator[Card] = (card(held) for held in hand if held)
    return tuple(c.id for c in sorted(cards, key=lambda c: (c.is_change, -c.value, c.id)))
