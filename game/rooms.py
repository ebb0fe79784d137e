"""Publish and subscribe within this process: rooms and their listeners.

Sockets are written to directly: without a queue or a copy, all with the same text.
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
"""Seconds that a room waits for its slowest socket. One that blocks has 64 KiB of unread text: it is dropped,
reconnects, and gets the present state."""


OWN = ("table:", "browser:")
"""Prefixes of rooms that are not told to other workers: a table is synchronised by its log, and a browser's connections
are counted by each worker."""


class Listener(Protocol):
    player: int | None
    """The listening player; None for a teacher or a projector."""
    language: str
    """The language of its page."""

    has_left: bool
    """Whether it has left its room and no longer gets its messages."""
    page: str
    """The page's id, which prefixes the ids of its moves; "" without one."""

    @property
    def seat(self) -> int | None:
        """The seat at the table; None for an onlooker."""

    def writes(self, frame: bytes) -> bool:
        """Write a WebSocket frame at once; return False if the text has to be sent by `tell` instead."""

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
    return sorted({listener.language for name in names for listener in _rooms.get(name, ())})


async def publish(room: str, text: str, *, language: str | None = None) -> None:
    """Send a text to all listeners of the room, or to those with this language.

    A message that sends pages elsewhere is also passed to other workers. For tables `live.elsewhere` does so by their
    logs.
    """
    if text.startswith("{") and not room.startswith(OWN):
        others.note("texts", (room, text))
    told = [listener for listener in _rooms.get(room, ()) if language in (None, listener.language)]
    await _tell(room, told, text)


async def publish_drawn(room: str, draw: Callable[[], Awaitable[str]]) -> None:
    """Send the result of `draw`, if any, to all listeners of the room; it is drawn once for each of their languages."""
    for language in languages(room):
        with translation.override(language or settings.LANGUAGE_CODE):
            html = await draw()
        if html:
            await publish(room, html, language=language)


def look_after(subject: str, look: Callable[[], None] | None) -> None:
    """Call `look` whenever this subject has `changed`; None ends this."""
    if look:
        if subject not in _looks:
            others.hold(subject)
        _looks[subject] = look
    elif _looks.pop(subject, None):
        others.release(subject)


def changed(subject: str) -> None:
    """Call the `look` of this subject, here and in other workers."""
    others.note("changes", subject)
    _look([subject])


async def look_again(subjects: list[str]) -> None:
    """Call the looks of these subjects, on behalf of another worker's `changed`."""
    _look(subjects)


def _look(subjects: list[str]) -> None:
    for subject in subjects:
        if look := _looks.get(subject):
            look()


async def tell(room: str, listener: Listener, text: str) -> None:
    await _tell(room, [listener], text)


async def _tell(room: str, listeners: Iterable[Listener], text: str) -> None:
    """Send a text to these listeners; one that is gone or stuck leaves the room without delaying the others."""
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
    """Send to the listeners here what another worker has published in their rooms."""
    for name, text in told:
        await _tell(name, listeners(name), text)


async def dismiss(room: str, listener: Listener, code: int) -> None:
    """Disconnect a listener: 4409 if it sits elsewhere now, 4403 if it is no longer allowed here."""
    leave(room, listener)
    try:
        async with asyncio.timeout(PATIENCE):
            await listener.close(code)
    except (TimeoutError, RuntimeError, OSError):
        listener.drop()


async def dismiss_player(player: int, code: int) -> None:
    """Disconnect this player from every room of this process."""
    for room, listening in list(_rooms.items()):
        for listener in list(listening):
            if listener.player == player:
                await dismiss(room, listener, code)
