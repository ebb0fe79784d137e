"""Hook called before every deal but the first: the classroom may replace the table by one with other players.

It is called under the table's lock: it may write rows and tell screens, but not call the table.
"""

from collections.abc import Awaitable, Callable

Hook = Callable[[str, frozenset[int]], Awaitable[bool]]
"""Gets a table's code and the players who are not there; says whether others play on in the place of that table."""


async def _leave(code: str, away: frozenset[int]) -> bool:
    """Leave everybody where they sit."""
    return False


_hook: Hook = _leave


def before_deal(hook: Hook) -> None:
    """Call this function from now on."""
    global _hook
    _hook = hook


async def reseat(code: str, away: frozenset[int]) -> bool:
    """Ask the hook for another table in the place of this one; True where there is one, and this one has to close."""
    return await _hook(code, away)
