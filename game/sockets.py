"""A WebSocket of one browser as an ASGI application: opened, heard, answered, closed.

Channels' consumers put a task, a channel layer and a change of thread between a frame and its handler: 110 µs of
processor for each frame instead of 1.4 (`python -m tests.bench.parts`), when judging, saving and telling a card takes
150. Nothing here needs them, since rooms are kept in this process. Channels routes (URLRouter), and that is all that is
used of it. A test holds the same conversations with a consumer of Channels'.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]


class Socket(ABC):
    """One open socket; a subclass says what happens on `opened`, `heard` and `gone`."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope, self._receive, self._send = scope, receive, send
        self._task, self._dropped = asyncio.current_task(), False

    @classmethod
    def as_asgi(cls) -> Any:
        """Return the ASGI application that makes one such socket for each connection."""

        async def application(scope: Scope, receive: Receive, send: Send) -> None:
            await cls(scope, receive, send).serve()

        return application

    async def serve(self) -> None:
        """Pass messages on until the line is closed from either side, or dropped."""
        try:
            await self._listen()
        except asyncio.CancelledError:
            if not self._dropped:
                raise
        finally:
            await self.gone()

    async def _listen(self) -> None:
        while True:
            message = await self._receive()
            match message["type"]:
                case "websocket.receive":
                    await self.heard(message.get("text"))
                case "websocket.connect":
                    await self.opened()
                case "websocket.disconnect":
                    return

    @abstractmethod
    async def opened(self) -> None:
        """A browser asks to be let in."""

    @abstractmethod
    async def heard(self, text: str | None) -> None:
        """A frame has come; None is a frame of bytes."""

    @abstractmethod
    async def gone(self) -> None:
        """The line has ended, whoever ended it."""

    async def accept(self) -> None:
        await self._send({"type": "websocket.accept", "subprotocol": None, "headers": []})

    def tell(self, text: str) -> Coroutine[Any, Any, None]:
        """Send a text. Returns the server's own coroutine: a line may be closed by now (RuntimeError, OSError)."""
        return self._send({"type": "websocket.send", "text": text})

    async def say(self, text: str) -> None:
        """Answer. A line that the server has closed by itself (a page that answers no ping, a frame that is none) takes
        no answer, and says with its next message that it is gone."""
        with suppress(RuntimeError):
            await Socket.tell(self, text)

    async def close(self, code: int) -> None:
        with suppress(RuntimeError):
            await self._send({"type": "websocket.close", "code": code})

    def drop(self) -> None:
        """End a line on which nothing can be said any more."""
        if self._task and not self._dropped:
            self._dropped = self._task.cancel()
