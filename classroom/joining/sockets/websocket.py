"""An open socket that other code can close, and that checks from time to time whether its owner is still the same.

A socket outlives a sign-out: code that withdraws an access hangs up (`disconnects`), a socket that is silent for SILENT
is closed, and the owner is read again while frames come, as another process may change it.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, MutableMapping
from contextlib import contextmanager, suppress
from contextvars import Context
from typing import Any

from django.urls import reverse

from classroom.joining.sockets.owner import SocketOwner, owner_of, session_of
from classroom.server.http import disconnects
from classroom.server.http.socket_frames import CONNECTION
from game import rooms
from game.sockets import DirectConnection, cannot_write
from game.wire import written

RECHECK = 60.0
"""Seconds after which the next frame has the owner read again. Changes made in this process close at once."""

SILENT = 20.0
"""Seconds without a frame after which a socket is closed; a page that was only asleep opens another one."""

NOT_SIGNED_IN = 4401

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Coroutine[Any, Any, None]]


async def _nothing() -> None: ...


async def _always() -> bool:
    return True


class WebSocketConnection:
    """One open socket, through which its consumer receives and sends, and which other code can close.

    A consumer whose page may be closed to its owner sets `may_stay`, which is asked whenever the owner is read again.
    """

    seat: int | None = None
    page = language = ""
    has_left = False
    lag: int | None = None
    """Round trip in ms as reported by the page's heartbeat; None before the second one."""
    waits = False
    """Whether its page waits for Start, and so sends a heartbeat more often (`presence.AWAKE`)."""

    def __init__(self, scope: Message, owner: SocketOwner, receive: Receive, send: Send) -> None:
        self.scope, self.owner, self.player = scope, owner, owner.player
        self._receive, self._send = receive, send
        self._connection: DirectConnection | None = scope.get("state", {}).get(CONNECTION)
        self.writes = self._connection.writes if self._connection else cannot_write
        self._listener: Callable[[str], None] = lambda text: None
        self.may_stay: Callable[[], Awaitable[bool]] = _always
        self._open = False
        self._cut = False
        self._asking: list[str] = []
        self._asked = self.heard = time.monotonic()
        self._loop = asyncio.get_running_loop()

    @property
    def is_direct(self) -> bool:
        """Whether the server offers its connection."""
        return self._connection is not None

    @contextmanager
    def held(self) -> Iterator[None]:
        """Be registered as an open socket while frames are handled."""
        disconnects.open_sockets.add(self)
        self._timer = self._loop.call_later(SILENT, self._look)
        try:
            yield
        finally:
            self._timer.cancel()
            disconnects.open_sockets.discard(self)

    def _look(self) -> None:
        """Hang up after SILENT without a frame."""
        left = self.heard + SILENT - time.monotonic()
        if left <= 0:
            self._ask_to_reopen()
        else:
            self._timer = self._loop.call_later(left, self._look)

    def teacher(self) -> int | None:
        return self.owner.user.pk

    def session(self) -> str:
        return session_of(self.scope)

    def hang_up(self) -> None:
        self._loop.call_soon_threadsafe(self._ask_to_reopen, context=Context())

    def _ask_to_reopen(self) -> None:
        if not self._cut:
            self._closing = self._loop.create_task(rooms.dismiss(f"player:{self.player}", self, disconnects.AGAIN))

    async def receive(self) -> Message:
        """Return the next message; frames of an owner who may no longer speak are dropped."""
        message = await self._receive()
        while message["type"] == "websocket.receive" and not await self.may_speak():
            message = await self._receive()
        return message

    def send(self, message: Message) -> Coroutine[Any, Any, None]:
        if self._cut:
            return _nothing()
        self._open = self._open or message["type"] == "websocket.accept"
        self._cut = message["type"] == "websocket.close"
        return self._send(message)

    # Texts without ASGI's queue (game.sockets.DirectConnection)

    def hears(self, listener: Callable[[str], None]) -> None:
        if self._connection:
            self._listener = listener
            self._connection.hears(self._hear)

    def _hear(self, text: str) -> None:
        """Pass a text on; texts that come while the owner is being read wait for the result."""
        self.heard = time.monotonic()
        if self._asking or self.heard - self._asked > RECHECK:
            self._asking.append(text)
            if len(self._asking) == 1:
                self.pause_reading()
                self._task = self._loop.create_task(self._ask())
        elif not self._cut:
            self._listener(text)

    async def _ask(self) -> None:
        try:
            may_speak = await self.may_speak()
        except Exception:
            self._ask_to_reopen()
            raise
        finally:
            waiting, self._asking = self._asking, []
            self.resume_reading()
        for text in waiting if may_speak else ():
            self._listener(text)

    def measure(self, taken: Callable[[float], None]) -> None:
        if self._connection:
            self._connection.measure(taken)

    def pause_reading(self) -> None:
        if self._connection:
            self._connection.pause_reading()

    def resume_reading(self) -> None:
        if self._connection:
            self._connection.resume_reading()

    def tell(self, text: str) -> Coroutine[Any, Any, None]:
        return self.send({"type": "websocket.send", "text": text}) if self._open else _nothing()

    def drop(self) -> None:
        """Nothing to do: the consumer's own listener is dropped and closes the socket."""

    async def close(self, code: int) -> None:
        """Close the socket with this code; its later frames are dropped."""
        await self.send({"type": "websocket.close", "code": code})

    async def may_speak(self) -> bool:
        """Return whether the owner is still the same and may still be here, reading both again from time to time."""
        self.heard = time.monotonic()
        if not self._cut and self.heard - self._asked > RECHECK:
            self._asked = self.heard
            now = await owner_of(self.scope)
            if now.user != self.owner.user or now.player != self.owner.player:
                await self._show_out()
            elif not await self.may_stay():
                await self._close_quietly(disconnects.AGAIN)
        return not self._cut

    async def _show_out(self) -> None:
        """Redirect a child's page to its present one; tell a teacher's page that they are signed out."""
        with suppress(RuntimeError, OSError):
            if self.player is not None:
                await self.tell(written(t="goto", url=reverse("waiting")))
        await self._close_quietly(NOT_SIGNED_IN)

    async def _close_quietly(self, code: int) -> None:
        with suppress(RuntimeError, OSError):
            await self.close(code)
