"""The cards of Around the Corner, and which cards fit on which. COPIES defines the deck.

Beside the numbers 1 to 10 a round may use only the numbers 1 to 5: then the cards of LOW_COPIES are added to the low
ones of the deck. This makes 73 cards again, with the usual number of each step, and every number 14 or 15 times.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import product
from typing import NamedTuple

# Copies of each card by number 1-10: from one independent implementation, not confirmed by the publisher.
COPIES = {1: "3333222222", 2: "2222333322", 3: "3332222233"}
LOW_COPIES = {1: "22222", 2: "33322", 3: "22233"}
FIVE, TEN = 5, 10
HIGHEST = (TEN, FIVE)
"""The possible highest numbers of a round's cards: the usual one, and that of small numbers."""


class Card(NamedTuple):
    """A card of the deck; two cards may have equal number and step."""

    id: int
    number: int
    step: int


def _cards(table: Mapping[int, str], first: int) -> tuple[Card, ...]:
    faces = [(n, step) for step, row in table.items() for n, copies in enumerate(row, 1) for _ in range(int(copies))]
    return tuple(Card(number, *face) for number, face in enumerate(faces, first))


DECK = _cards(COPIES, 1)
"""The 73 cards of the numbers 1 to 10, in order of their ids."""
CARDS = (*DECK, *_cards(LOW_COPIES, len(DECK) + 1))
"""All cards; those from 74 to 108 are used only with the numbers 1 to 5."""
LOW_DECK = tuple(drawn for drawn in CARDS if drawn.number <= FIVE)


def card(number: int) -> Card:
    """Return the card with that id (1-108). Raises IndexError."""
    if number < 1:
        raise IndexError(number)
    return CARDS[number - 1]


SIGNS = {False: "±", True: "+"}
"""The sign before the step on a card, by whether steps only go up."""


class Sums(NamedTuple):
    """The kind of sums in a round: whether they go round the `corner`, the `highest` number, and whether steps only go
    up (`only_plus`: +1 instead of ±1)."""

    corner: bool = True
    highest: int = TEN
    only_plus: bool = False

    @classmethod
    def of(cls, kept: object) -> "Sums":
        """Return the sums of an object with these attributes: options, or an attempt."""
        return cls(*(getattr(kept, name) for name in cls._fields))

    @property
    def signs(self) -> str:
        """The possible directions of a step."""
        return "+" if self.only_plus else "+-"

    @property
    def sign(self) -> str:
        return SIGNS[self.only_plus]

    def answers(self, number: int, step: int) -> tuple[int | None, int | None]:
        """Return n + k and n - k, each None if it does not exist: above the highest number or below 1 without the
        corner, and n - k if steps only go up."""
        return self._answer(number + step), None if self.only_plus else self._answer(number - step)

    def _answer(self, straight: int) -> int | None:
        if self.corner:
            return (straight - 1) % self.highest + 1
        return straight if 1 <= straight <= self.highest else None


ALL_SUMS = tuple(
    Sums(corner, highest, only_plus)
    for only_plus in (False, True)
    for highest in HIGHEST
    for corner in (True, False)
    if corner or not only_plus
)
"""All kinds of sums that a session may have. Steps that only go up always go round the corner."""


def _fitting(sums: Sums) -> tuple[frozenset[int], ...]:
    there = (sums.answers(c.number, c.step) for c in CARDS)
    return frozenset[int](), *(frozenset(filter(None, found)) for found in there)


# Lookup tables by (corner, highest, only_plus): the sums, and the numbers that fit on each card, by its id. They are
# used for every card of every hand.
SUMS_OF: dict[tuple[bool, int, bool], Sums] = {
    kind: Sums(*kind) for kind in product((False, True), HIGHEST, (False, True))
}
FITTING = {kind: _fitting(sums) for kind, sums in SUMS_OF.items()}
NUMBER = (0, *(c.number for c in CARDS))


@cache
def deck(steps: tuple[int, ...], sums: Sums) -> tuple[int, ...]:
    """Return the card ids of a round: those with its steps and numbers on which something can fit.

    On 3 ±3 nothing fits among 1 to 5 without the corner; every other card has an answer.
    """
    among = DECK if sums.highest == TEN else LOW_DECK
    fitting = FITTING[sums]
    return tuple(drawn.id for drawn in among if drawn.step in steps and fitting[drawn.id])


def in_order(hand: Iterable[int]) -> tuple[int, ...]:
    """Return a hand sorted by number, then step, without empty slots."""
    cards = sorted((card(held) for held in hand if held), key=lambda c: (c.number, c.step, c.id))
    return tuple(c.id for c in cards)
