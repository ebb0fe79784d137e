"""A WebSocket of one browser as an ASGI application: opened, heard, answered, closed.

Channels' consumers put a task, a channel layer and a change of thread between a frame and its handler: 110 µs of
processor time for each frame instead of 1.4 (`python -m tests.bench.parts`), while judging, saving and telling a card
takes some 130. They are not needed, since rooms are kept in this process; only Channels' routing (URLRouter) is used. A
test runs the same conversations with a consumer of Channels.

If the server offers its connection (scope["connection"], see DirectConnection), texts of an open socket bypass ASGI's
queue, messages and coroutines: `classroom.server.http.socket_frames`. Otherwise everything goes through ASGI.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]


log = logging.getLogger(__name__)

MOST_WAITING = 8
"""Texts that may wait for the one before; beyond that the socket is not read any further."""


def framed(text: str) -> bytes:
    """Return a text as a WebSocket frame (RFC 6455, 5.2), which can be written to any number of sockets."""
    payload = text.encode()
    size = len(payload)
    if size < 126:
        return b"\x81%c%b" % (size, payload)
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2) + payload
    return b"\x81\x7f" + size.to_bytes(8) + payload


class DirectConnection(Protocol):
    """The server's end of an open socket."""

    def hears(self, listener: Callable[[str], None]) -> None:
        """Pass every text from now on to this listener, in order."""

    def writes(self, frame: bytes) -> bool:
        """Write a frame; return False if the socket is closed or its page reads too slowly, which ASGI's `send` then
        reports."""

    def measure(self, taken: Callable[[float], None]) -> None:
        """Ping the page, and call `taken` with the ms until its answer. Browsers answer a WebSocket's pings (RFC 6455,
        5.5.2) by themselves, so no script can influence the time."""

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


def cannot_write(frame: bytes) -> bool:
    return False


class Socket(ABC):
    """One open socket; a subclass implements `opened`, `heard` and `gone`. `writes` sends a frame at once; if it
    returns False, the text has to be sent by `tell`."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope, self._receive, self._send = scope, receive, send
        self._task, self._dropped = asyncio.current_task(), False
        self._connection: DirectConnection | None = scope.get("connection")
        self.writes = self._connection.writes if self._connection else cannot_write
        self._is_busy = False
        self._waiting: list[str] = []  # nearly always empty; an empty deque takes 760 bytes
        self._handling: asyncio.Task[None] | None = None

    @classmethod
    def as_asgi(cls) -> Any:
        """Return the ASGI application that creates one such socket for each connection."""

        async def application(scope: Scope, receive: Receive, send: Send) -> None:
            await cls(scope, receive, send).serve()

        return application

    async def serve(self) -> None:
        """Handle messages until the socket is closed from either side, or dropped."""
        try:
            await self._listen()
        except asyncio.CancelledError:
            if not self._dropped:
                raise
        finally:
            self._waiting.clear()
            await self.gone()

    async def _listen(self) -> None:
        while True:
            message = await self._receive()
            match message["type"]:
                case "websocket.receive":
                    await self.heard(message.get("text"))
                case "websocket.connect":
                    await self.opened()
                    if self._connection:
                        self._connection.hears(self._hear)
                case "websocket.disconnect":
                    return

    @abstractmethod
    async def opened(self) -> None:
        """Called when a browser asks to connect."""

    @abstractmethod
    async def heard(self, text: str | None) -> None:
        """Called with every frame; None for a binary frame."""

    @abstractmethod
    async def gone(self) -> None:
        """Called when the socket has been closed by either side."""

    # Texts of a connection

    def _hear(self, text: str) -> None:
        """Handle a text once those before it are answered."""
        if not self._is_busy:
            self._is_busy = True
            self.heard_at_once(text)
            return
        self._waiting.append(text)
        if self._connection and len(self._waiting) >= MOST_WAITING:
            self._connection.pause_reading()

    def heard_at_once(self, text: str) -> None:
        """Begin to handle a text, and call `answered` at the end."""
        self.handle(self.heard(text))

    def handle(self, handler: Coroutine[Any, Any, None]) -> None:
        """Handle a text in a task."""
        self._handling = asyncio.get_running_loop().create_task(self._handled(handler))

    async def _handled(self, handler: Coroutine[Any, Any, None]) -> None:
        try:
            await handler
        except OSError:  # the socket is closed
            pass
        except Exception:
            log.exception("a text could not be handled; its socket is closed")
            await self.close(1011)
        self.answered()

    def answered(self) -> None:
        """Go on to the next text, as this one has been handled."""
        if not self._waiting:
            self._is_busy = False
            return
        if self._connection and len(self._waiting) == MOST_WAITING:
            self._connection.resume_reading()
        asyncio.get_running_loop().call_soon(self.heard_at_once, self._waiting.pop(0))

    # Texts of ASGI

    async def accept(self) -> None:
        await self._send({"type": "websocket.accept", "subprotocol": None, "headers": []})

    def tell(self, text: str) -> Coroutine[Any, Any, None]:
        """Send a text. Returns the server's own coroutine, which raises RuntimeError or OSError if the socket is closed
        by now."""
        return self._send({"type": "websocket.send", "text": text})

    async def say(self, text: str) -> None:
        """Send an answer, unless the server has closed the socket by itself (unanswered ping, invalid frame), which its
        next message reports."""
        if not self.writes(framed(text)):
            with suppress(RuntimeError):
                await Socket.tell(self, text)

    async def close(self, code: int) -> None:
        with suppress(RuntimeError):
            await self._send({"type": "websocket.close", "code": code})

    def drop(self) -> None:
        """Close a socket to which nothing can be sent any more."""
        if self._task and not self._dropped:
            self._dropped = self._task.cancel()
