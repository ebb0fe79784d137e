"""Publish and subscribe within this process: rooms and their listeners.

Sockets are written to directly: nothing is queued, nothing is copied, everybody gets the same text.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, Protocol

from django.conf import settings
from django.utils import translation

from game import metrics
from game.sockets import framed
from game.workers import others

PATIENCE = 0.25
"""Seconds a room waits for its slowest socket. One that blocks has 64 KiB of unread text and is as good as gone: it is
dropped, comes back, and gets the present state."""


OWN = ("table:", "browser:")
"""Rooms of which other workers are told nothing: a table is its log, a browser's lines are counted where they are."""


class Listener(Protocol):
    player: int | None
    """Who listens; None is a teacher or a projector."""
    language: str
    """In which language they read."""

    has_left: bool
    """Whether it has left its room: what is told there does not come to it any more."""
    page: str
    """Its page's own name, with which the ids of that page's moves begin; "" has none."""

    @property
    def seat(self) -> int | None:
        """Seat at the table; None is an onlooker."""

    def writes(self, frame: bytes) -> bool:
        """Write a WebSocket's frame at once; False where the listener has to be told instead."""

    def tell(self, text: str) -> Coroutine[Any, Any, None]: ...

    async def close(self, code: int) -> None: ...

    def drop(self) -> None: ...


_rooms: dict[str, dict[Listener, None]] = {}
_looks: dict[str, Callable[[], None]] = {}


def join(room: str, listener: Listener) -> None:
    if room not in _rooms:
        _rooms[room] = {}
        if not room.startswith(OWN):
            others.hold(room)
    _rooms[room][listener] = None
    listener.has_left = False


def leave(room: str, listener: Listener) -> None:
    listener.has_left = True
    listeners = _rooms.get(room, {})
    listeners.pop(listener, None)
    if not listeners and _rooms.pop(room, None) is not None and not room.startswith(OWN):
        others.release(room)


def listeners(room: str) -> list[Listener]:
    return list(_rooms.get(room, ()))


def languages(*names: str) -> list[str]:
    """Return the languages in which somebody in these rooms reads."""
    return sorted({listener.language for name in names for listener in _rooms.get(name, ())})


async def publish(room: str, text: str, *, language: str | None = None) -> None:
    """Tell everybody in the room, or those who read in this language.

    Where a page is to go it is told by other workers, too. Tables are the log's business (`live.elsewhere`).
    """
    if text.startswith("{") and not room.startswith(OWN):
        others.note("texts", (room, text))
    told = [listener for listener in _rooms.get(room, ()) if language in (None, listener.language)]
    await _tell(room, told, text)


async def publish_drawn(room: str, draw: Callable[[], Awaitable[str]]) -> None:
    """Tell everybody in the room what is drawn, if anything, once for each language in which somebody there reads."""
    for language in languages(room):
        with translation.override(language or settings.LANGUAGE_CODE):
            html = await draw()
        if html:
            await publish(room, html, language=language)


def look_after(subject: str, look: Callable[[], None] | None) -> None:
    """Call `look` whenever this subject has `changed`; None: nobody in this process looks after it any more."""
    if look:
        if subject not in _looks:
            others.hold(subject)
        _looks[subject] = look
    elif _looks.pop(subject, None):
        others.release(subject)


def changed(subject: str) -> None:
    """Let whoever looks after this look now, here and in other workers."""
    others.note("changes", subject)
    _look([subject])


async def look_again(subjects: list[str]) -> None:
    """Do here what another worker's `changed` asks for."""
    _look(subjects)


def _look(subjects: list[str]) -> None:
    for subject in subjects:
        if look := _looks.get(subject):
            look()


async def tell(room: str, listener: Listener, text: str) -> None:
    """Tell one listener of the room."""
    await _tell(room, [listener], text)


async def _tell(room: str, listeners: Iterable[Listener], text: str) -> None:
    """Tell them all; one that is gone or stuck leaves the room, and the others are told all the same."""
    frame = framed(text)
    waiting = [listener for listener in listeners if not listener.writes(frame)][::-1]
    while waiting:
        try:
            async with asyncio.timeout(PATIENCE):
                while waiting:
                    await waiting[-1].tell(text)
                    waiting.pop()
        except (TimeoutError, RuntimeError, OSError):
            _lose(room, waiting.pop())


def _lose(room: str, listener: Listener) -> None:
    leave(room, listener)
    listener.drop()
    metrics.DROPPED.inc()


async def forward(told: list[tuple[str, str]]) -> None:
    """Tell the listeners of rooms, here, what another worker has said there."""
    for name, text in told:
        await _tell(name, listeners(name), text)


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
