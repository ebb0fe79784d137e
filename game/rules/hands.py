"""Hands as slots: 0 is an empty one, a drawn card fills the lowest, a played card leaves one; other cards keep their
slots."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def replaced(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


def without(hand: tuple[int, ...], held: int) -> tuple[int, ...]:
    """Return the hand with that card's slot empty."""
    return replaced(hand, hand.index(held), 0)


def with_drawn(hand: tuple[int, ...], drawn: int) -> tuple[int, ...]:
    """Return the hand with the card in its lowest empty slot, or in a new one."""
    return replaced(hand, hand.index(0), drawn) if 0 in hand else (*hand, drawn)


def with_all(hand: tuple[int, ...], cards: Iterable[int]) -> tuple[int, ...]:
    """Return the hand with all of the cards, one after the other."""
    for drawn in cards:
        hand = with_drawn(hand, drawn)
    return hand


def held_in(hand: Iterable[int]) -> tuple[int, ...]:
    """Return the cards of a hand without its empty slots."""
    return tuple(held for held in hand if held)
