"""Seats round a table, clockwise, for every game that is played by turns."""

from collections.abc import Set


def following(seat: int, seats: int, folded: Set[int]) -> int:
    """Return whose turn comes after that seat's: the next that has not left; itself where all others have."""
    order = ((seat + n) % seats for n in range(1, seats + 1))
    return next((candidate for candidate in order if candidate not in folded), seat)
