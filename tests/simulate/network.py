"""A socket between a page and a worker: what either says comes late, in its order, until somebody hangs up."""

import asyncio
from typing import Any, Protocol

from django.db import DatabaseError

from tests.simulate.loop import VirtualLoop
from tests.simulate.process import Process

HOST = b"testserver"


class Page(Protocol):
    path: str
    page: str
    cookie: str

    def opened(self) -> None: ...
    def hears(self, text: str) -> None: ...
    def closed(self, code: int) -> None: ...


class Connection:
    """An ASGI socket; where `is_direct` the server's own end of it, too (game.sockets.DirectLine). `lag`: seconds."""

    def __init__(self, loop: VirtualLoop, page: Page, process: Process, lag: float, *, is_direct: bool) -> None:
        self.loop, self.page, self.process, self.lag = loop, page, process, lag
        self.is_open = True  # as the page sees it
        self.is_served = True  # as the server sees it
        self._arrives, self._returns, self._listener = loop.now, loop.now, None
        self._heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.scope: dict[str, Any] = {
            "type": "websocket",
            "path": page.path,
            "query_string": page.page.encode(),
            "headers": [(b"host", HOST), (b"origin", b"http://" + HOST), (b"cookie", page.cookie.encode())],
            "subprotocols": [],
            "scheme": "ws",
            "server": (HOST.decode(), 80),
            "state": {"connection": self} if is_direct else {},
        }
        self._to_server(self._serve)

    _listener: Any

    def _late(self) -> float:
        return self.lag * self.loop.dice.uniform(0.7, 1.3) * (8 if self.loop.dice.random() < 0.03 else 1)

    def _to_server(self, what: Any, *args: Any) -> None:
        self._arrives = max(self._arrives, self.loop.now + self._late())
        self.process.calls(self._arrives - self.loop.now, what, *args)

    def _to_page(self, what: Any, *args: Any) -> None:
        self._returns = max(self._returns, self.loop.now + self._late())
        owner, self.loop.owner = self.loop.owner, None
        self.loop.call_at(self._returns, self._if_open, what, *args)
        self.loop.owner = owner

    def _if_open(self, what: Any, *args: Any) -> None:
        if self.is_open:
            what(*args)

    # The page's end

    def says(self, text: str) -> None:
        if self.is_open:
            self._to_server(self._comes, text)

    def hang_up(self) -> None:
        """The page goes, or its socket breaks: what is on its way back is lost; the server hears of it."""
        if self.is_open:
            self.is_open = False
            self._to_server(self._gone)

    def broken(self) -> None:
        """The socket breaks, and the page hears of it at once, or its worker has died."""
        if self.is_open:
            self.hang_up()
            self.page.closed(1006)

    # The server's end

    def _serve(self) -> None:
        task = self.process.serve(self.scope, self._receive, self._send)
        self._heard.put_nowait({"type": "websocket.connect"})
        task.add_done_callback(self._served)

    def _served(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, OSError | DatabaseError):
            self.loop.failures.append(f"a socket failed: {error!r}")
        self._close(1006)

    def _close(self, code: int) -> None:
        if self.is_served:
            self.is_served = False
            self._to_page(self._ended, code)

    def _ended(self, code: int) -> None:
        self.is_open = False
        self.page.closed(code)

    def _gone(self) -> None:
        self.is_served = False
        self._heard.put_nowait({"type": "websocket.disconnect", "code": 1006})

    def _comes(self, text: str) -> None:
        if self.is_served and self._listener:
            self._listener(text)
        elif self.is_served:
            self._heard.put_nowait({"type": "websocket.receive", "text": text})

    async def _receive(self) -> dict[str, Any]:
        return await self._heard.get()

    async def _send(self, message: dict[str, Any]) -> None:
        if not self.is_served:
            raise ConnectionResetError("the page has gone")
        match message["type"]:
            case "websocket.accept":
                self._to_page(self.page.opened)
            case "websocket.send":
                self._to_page(self.page.hears, message["text"])
            case "websocket.close":
                self._close(message["code"])
                self._heard.put_nowait({"type": "websocket.disconnect", "code": message["code"]})

    def hears(self, listener: Any) -> None:
        self._listener = listener

    def writes(self, frame: bytes) -> bool:
        if self.is_served:
            start = {126: 4, 127: 10}.get(frame[1], 2)
            self._to_page(self.page.hears, frame[start:].decode())
        return self.is_served

    def measure(self, taken: Any) -> None:
        there_and_back = self._late() + self._late()
        self.process.calls(there_and_back, self._measured, taken, 1000 * there_and_back)

    def _measured(self, taken: Any, ms: float) -> None:
        if self.is_served:
            taken(ms)

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...
