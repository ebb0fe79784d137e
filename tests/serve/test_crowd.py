"""A thousand children behind one address, as a school's router makes them: each loads its table, opens its
WebSocket connection and plays."""

import asyncio
import resource
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.bench.load import Player
from tests.bench.server import lay
from tests.browser.driving.server import Server
from tests.browser.prepared import copied

pytestmark = pytest.mark.long

CHILDREN, AT_ONCE = 1000, 50
PATIENCE = 240
"""Seconds in which all of them have made a move, on a machine that does other things too."""


@pytest.fixture
def seats() -> list[tuple[str, str]]:
    return []


@pytest.fixture
def server(tmp_path: Path, prepared: Path, seats: list[tuple[str, str]]) -> Iterator[Server]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4 * CHILDREN)), hard))
    server = Server(copied(prepared, tmp_path))
    seats += lay(CHILDREN // 4, str(tmp_path))
    server.start()
    yield server
    server.stop()


class Child(Player):
    """Makes one move that is acknowledged, and stays."""

    def opened(self) -> None:
        self.beat()

    def go_on(self) -> None:
        if not self.times:
            self._move()

    def answered(self) -> None:
        super().answered()
        self.under_way.set()


def loads(server: Server, code: str, cookie: str) -> int:
    page = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    page.request("GET", f"/table/{code}/", headers={"Host": f"localhost:{server.port}", "Cookie": cookie})
    status = page.getresponse().status
    page.close()
    return status


async def comes(server: Server, code: str, cookie: str, turn: asyncio.Semaphore) -> Child:
    async with turn:
        assert await asyncio.to_thread(loads, server, code, cookie) == 200
        child = Child(f"/ws/table/{code}/", f"localhost:{server.port}", cookie)
        await asyncio.get_running_loop().create_connection(lambda: child, "127.0.0.1", server.port)
        await child.ready.wait()
        return child


async def play(server: Server, seats: list[tuple[str, str]]) -> int:
    turn = asyncio.Semaphore(AT_ONCE)
    async with asyncio.timeout(PATIENCE):
        children = await asyncio.gather(*(comes(server, code, cookie, turn) for code, cookie in seats))
        await asyncio.gather(*(child.under_way.wait() for child in children))
    held = sum(not child.transport.is_closing() for child in children)
    for child in children:
        child.transport.abort()
    return held


def test_a_thousand_children_behind_one_address_play(server, seats):
    """A limit of connections for an address would keep out most of a school behind its router."""
    assert asyncio.run(play(server, seats)) == CHILDREN
    assert "are busy" not in server.log()
