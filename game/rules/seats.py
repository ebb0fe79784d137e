"""Seats round a table: the order of turns, clockwise, and the places at the end."""

from collections.abc import Set
from functools import lru_cache


def following(seat: int, seats: int, folded: Set[int]) -> int:
    """Return the seat whose turn comes next: the next one that has not folded, or the same seat if all others have."""
    order = ((seat + n) % seats for n in range(1, seats + 1))
    return next((candidate for candidate in order if candidate not in folded), seat)


@lru_cache(maxsize=256)
def places(scores: tuple[int, ...], folded: frozenset[int]) -> tuple[int, ...]:
    """Return the place of each seat by score, highest first, shared by equals; folded seats share the last place."""
    stayed = [score for seat, score in enumerate(scores) if seat not in folded]
    ahead = (len(stayed) if seat in folded else sum(other > own for other in stayed) for seat, own in enumerate(scores))
    return tuple(1 + n for n in ahead)
