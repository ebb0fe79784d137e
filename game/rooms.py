"""Who listens where, in this process; publish to all of them.

Sockets are written to directly: nothing is queued, nothing is copied, everybody gets the same text.
"""

import asyncio
from typing import Protocol

PATIENCE = 0.25
"""Seconds a whole room waits for its slowest socket. One that blocks has 64 KiB of unread text and is as good as gone:
it is dropped, comes back, and gets the present state."""


class Listener(Protocol):
    player: int | None
    """Who listens; None is a teacher or a projector."""
    seat: int | None

    async def tell(self, text: str) -> None: ...

    async def close(self, code: int) -> None: ...

    def drop(self) -> None: ...


_rooms: dict[str, dict[Listener, None]] = {}


def join(room: str, listener: Listener) -> None:
    _rooms.setdefault(room, {})[listener] = None


def leave(room: str, listener: Listener) -> None:
    listeners = _rooms.get(room, {})
    listeners.pop(listener, None)
    if not listeners:
        _rooms.pop(room, None)


def listeners(room: str) -> list[Listener]:
    return list(_rooms.get(room, ()))


async def publish(room: str, text: str, *, but: Listener | None = None) -> None:
    """Tell everybody in the room, in the order in which they came, except `but`."""
    for listener in listeners(room):
        if listener is not but:
            await tell(room, listener, text)


async def tell(room: str, listener: Listener, text: str) -> None:
    """Tell one listener; one that is gone or stuck leaves the room."""
    try:
        async with asyncio.timeout(PATIENCE):
            await listener.tell(text)
    except (TimeoutError, RuntimeError, OSError):
        leave(room, listener)
        listener.drop()


async def dismiss(room: str, listener: Listener, code: int) -> None:
    """Show a listener out: 4409 it sits elsewhere now, 4403 it may not be here any more."""
    leave(room, listener)
    try:
        async with asyncio.timeout(PATIENCE):
            await listener.close(code)
    except (TimeoutError, RuntimeError, OSError):
        listener.drop()


async def dismiss_player(player: int, code: int) -> None:
    """Show this player out of every room of this process."""
    for room, listening in list(_rooms.items()):
        for listener in list(listening):
            if listener.player == player:
                await dismiss(room, listener, code)
