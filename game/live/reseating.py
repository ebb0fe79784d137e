"""Hook called before every deal but the first, by which the classroom may replace a table by one with other players.

It is called under the table's lock: it may write rows and notify screens, but must not call the table.
"""

from collections.abc import Awaitable, Callable

Hook = Callable[[str, frozenset[int]], Awaitable[bool]]
"""Called with a table's code and its absent players; returns whether another table replaces this one."""


async def _leave(code: str, away: frozenset[int]) -> bool:
    """Keep all players seated: the default hook."""
    return False


_hook: Hook = _leave


def before_deal(hook: Hook) -> None:
    """Set the hook."""
    global _hook
    _hook = hook


async def reseat(code: str, away: frozenset[int]) -> bool:
    """Call the hook; return whether another table replaces this one, which then has to close."""
    return await _hook(code, away)
