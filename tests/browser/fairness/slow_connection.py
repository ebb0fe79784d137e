"""A connection that takes its time: a TCP proxy in front of a server, which holds every byte back by half the way."""

import asyncio
import copy
import threading
from contextlib import suppress
from typing import Any

from tests.browser.driving.server import Server

CHUNK = 1 << 16
HUNG_UP = 10
"""Seconds."""


class SlowConnection:
    """`server` as who is `milliseconds` there and back away reaches it; a context manager."""

    def __init__(self, server: Server, milliseconds: int) -> None:
        self._near, self._each_way = server, milliseconds / 2000
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Server:
        self._thread.start()
        listening = asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self._listening = asyncio.run_coroutine_threadsafe(listening, self._loop).result()
        far = copy.copy(self._near)
        far.url = f"http://localhost:{self._listening.sockets[0].getsockname()[1]}"
        return far

    def __exit__(self, *_: Any) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        """Let what is on its way arrive: whoever used the connection has hung up."""
        self._listening.close()
        if under_way := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(under_way, timeout=HUNG_UP)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._near.port)
        try:
            await asyncio.gather(self._one_way(reader, back), self._one_way(there, writer))
        finally:
            back.close()
            writer.close()

    async def _one_way(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Write what comes when its time has come, in order; then close."""
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        writing = asyncio.create_task(self._write(waiting, writer))
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                waiting.put_nowait((self._loop.time() + self._each_way, data))
        waiting.put_nowait((self._loop.time() + self._each_way, b""))
        await writing

    async def _write(self, waiting: "asyncio.Queue[tuple[float, bytes]]", writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while True:
                due, data = await waiting.get()
                await asyncio.sleep(due - self._loop.time())
                if not data:
                    break
                writer.write(data)
        writer.close()
