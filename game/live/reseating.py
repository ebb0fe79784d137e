"""Hook called before every deal but the first: the classroom may replace the table by one with other players.

Asked before every deal but the first, under the table's lock: the answer may write rows and tell screens, but not call
the table.
"""

from collections.abc import Awaitable, Callable

LaysAnew = Callable[[str, frozenset[int]], Awaitable[bool]]


async def _nobody(code: str, away: frozenset[int]) -> bool:
    return False


_lays_anew: LaysAnew = _nobody


def seat_with(lays_anew: LaysAnew) -> None:
    """Ask this function from now on: it gets a table's code and the players who are not there."""
    global _lays_anew
    _lays_anew = lays_anew


async def is_laid_anew(code: str, away: frozenset[int]) -> bool:
    """Say whether others play on in the place of this table, which is closed then."""
    return await _lays_anew(code, away)
