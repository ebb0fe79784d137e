"""Seats round a table: whose turn comes next, clockwise, and who has which place at the end."""

from collections.abc import Set
from functools import lru_cache


def following(seat: int, seats: int, folded: Set[int]) -> int:
    """Return whose turn comes after that seat's: the next that has not left; itself where all others have."""
    order = ((seat + n) % seats for n in range(1, seats + 1))
    return next((candidate for candidate in order if candidate not in folded), seat)


@lru_cache(maxsize=256)
def places(scores: tuple[int, ...], folded: frozenset[int]) -> tuple[int, ...]:
    """Return the place of each seat: most first, equals share; folded seats share the place after all others."""
    stayed = [score for seat, score in enumerate(scores) if seat not in folded]
    ahead = (len(stayed) if seat in folded else sum(other > own for other in stayed) for seat, own in enumerate(scores))
    return tuple(1 + n for n in ahead)
