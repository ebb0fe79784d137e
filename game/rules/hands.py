"""Hands as slots: 0 is an empty one, a drawn card fills the lowest, a played card leaves one; other cards keep their
slots."""

import random
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


def shuffled(cards: Iterable[int], seed: int | str) -> list[int]:
    """Return the cards shuffled by Fisher and Yates with random() alone, whose sequence Python guarantees for a seed in
    every version."""
    dice, pack = random.Random(seed), list(cards)
    for last in range(len(pack) - 1, 0, -1):
        other = int(dice.random() * (last + 1))
        pack[last], pack[other] = pack[other], pack[last]
    return pack
