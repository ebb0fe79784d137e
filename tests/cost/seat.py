"""Sockets through the product's own server in the test's process: its protocols, without a network."""

import asyncio
from collections.abc import Callable
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from classroom.server.http.connections import HttpConnection
from classroom.server.http.socket_frames import PONG, SocketConnection
from tests.bench.load import Player


async def moment() -> None:
    """Let the loop run for 5 ms, by nothing that is counted."""
    loop = asyncio.get_running_loop()
    passed = loop.create_future()
    loop.call_later(0.005, passed.set_result, None)
    await passed


class Transport:
    """Transport of one end: what is written is kept until it is handed over to the other end."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.wrote: Callable[[bytes], None] = lambda data: None

    def write(self, data: bytes) -> None:
        self.written.append(bytes(data))
        self.wrote(data)

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def taken(self) -> bytes:
        data, self.written[:] = b"".join(self.written), []
        return data

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def close(self) -> None: ...

    abort = close


class Seat(Player):
    """A seat that moves when it is told to; `says` gives the server a frame, and waits for its answer."""

    def __init__(self, application: Any, path: str, cookie: str) -> None:
        super().__init__(path, "testserver", cookie)
        config = uvicorn.Config(
            application,
            http=HttpConnection,
            ws=SocketConnection,
            ws_per_message_deflate=False,
            ws_max_size=16384,
            proxy_headers=False,
        )
        config.load()
        self.mine, self.theirs = Transport(), Transport()
        self.theirs.set_protocol(HttpConnection(config, ServerState(), {}))
        self.theirs.protocol.connection_made(self.theirs)
        self.connection_made(self.mine)  # type: ignore[arg-type]

    def go_on(self) -> None:
        """Wait to be told."""

    async def shakes_hands(self) -> None:
        self.theirs.protocol.data_received(self.mine.taken())
        while not self.open:
            await moment()
            self.takes_in()

    async def opens(self) -> None:
        await self.shakes_hands()
        while not self.seq:
            await moment()
            self.takes_in()

    async def asks(self, text: str) -> None:
        """Give the server a frame, and wait until it has answered it."""
        answer = asyncio.get_running_loop().create_future()

        def wrote(data: bytes) -> None:
            if b'"aid"' in data and not answer.done():
                answer.set_result(None)

        self.theirs.wrote = wrote
        self.say(text)
        self.theirs.protocol.data_received(self.mine.taken())
        await answer

    def _write(self, kind: int, payload: bytes) -> None:
        """Write a frame; but answer no ping, whose cost would be counted with some move or other."""
        if kind != PONG:
            super()._write(kind, payload)

    def takes_in(self) -> None:
        """Take in what has come."""
        if came := self.theirs.taken():
            self.data_received(came)

    def leaves(self) -> None:
        self.theirs.protocol.connection_lost(None)
