"""A server that is told to end lets its pages go one after another; workers are replaced while children play."""

import json
import random
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidState
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from classroom.server.deployment import draining
from classroom.server.monitoring import health
from tests.browser.driving.server import Server
from tests.browser.prepared import copied
from tests.faults.nemesis import FAULTS
from tests.postgresql import NotInstalled, programs

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
SOCKETS = 16
DARK = {"killed": 1.0, "frozen": 1.5, "resized": 1.0, "replaced": 1.0}
"""Seconds that a child may be without an answer, by what befalls the workers."""
AGAIN = 2.0
"""Seconds between two moves of a round, around a kill."""
ANSWERS = 5
"""Answers that a page waits for when it comes back: the proxy's, the worker's, the database's to whether it is let in
and to the table's log, and the one to its word. On a busy machine each takes as long as the longest in calm."""


def closed(socket: ClientConnection) -> tuple[int, float]:
    """Return the code with which the server closes this socket, and when."""
    with suppress(ConnectionClosed):
        while True:
            socket.recv()
    return socket.close_code or 0, time.monotonic()


def test_sockets_are_let_go_one_after_another_and_nobody_new_is_let_in(prepared, tmp_path):
    server = Server(copied(prepared, tmp_path))
    server.start()
    address = f"{server.url.replace('http', 'ws')}/ws/connection/"
    with ExitStack() as opened, ThreadPoolExecutor(SOCKETS) as threads:
        sockets = [opened.enter_context(connect(address, origin=Origin(server.url))) for _ in range(SOCKETS)]
        ends = [threads.submit(closed, socket) for socket in sockets]
        server.process.send_signal(signal.SIGTERM)
        told = time.monotonic()
        codes, moments = zip(*(end.result(30) for end in ends), strict=True)
    assert set(codes) == {1012}
    assert max(moments) - min(moments) > draining.SPREAD / 2
    assert max(moments) - told > draining.SPREAD / 2
    with pytest.raises(ConnectionRefusedError), socket.create_connection(("127.0.0.1", server.port), 5):
        pass
    server.process.wait(20)
    assert server.process.returncode in (0, -signal.SIGTERM)


async def test_sockets_of_one_table_go_together():
    gone: list[str] = []

    class Socket:
        def __init__(self, name: str) -> None:
            self.name = name

        def shutdown(self) -> None:
            gone.append(self.name)

    naps: list[float] = []

    async def nap(seconds: float) -> None:
        naps.append(seconds)

    await draining.let_go([(f"/ws/table/{seat % 3}/", Socket(f"{seat % 3}").shutdown) for seat in range(12)], nap)
    assert gone == sorted(gone)
    assert len(gone) == 12
    assert sum(naps) == pytest.approx(draining.SPREAD)
    naps.clear()
    await draining.let_go([], nap)
    assert naps == []


@pytest.mark.parametrize("why", [InvalidState(), RuntimeError("unable to perform operation; the handler is closed")])
async def test_a_socket_that_has_gone_by_itself_keeps_no_other_from_being_let_go(why):
    class Gone:
        def shutdown(self) -> None:
            raise why

    class Open:
        is_open = True

        def shutdown(self) -> None:
            self.is_open = False

    async def nap(seconds: float) -> None: ...

    socket = Open()
    await draining.let_go([("/ws/table/1/", Gone().shutdown), ("/ws/table/2/", socket.shutdown)], nap)
    assert not socket.is_open


def test_whoever_asks_a_stopping_server_hears_that_it_is_not_ready(client, monkeypatch):
    monkeypatch.setattr(draining, "has_begun", False)
    draining.begin()
    answer = client.get("/readyz", headers={"host": "localhost"})
    assert answer.status_code == 503
    assert health.STOPPING in answer.content.decode()


def _free_ports(many: int) -> int:
    """Return the first of so many free ports, below those that the system gives to whoever asks for any."""
    while True:
        first = random.randrange(20_000, 30_000)
        with suppress(OSError), ExitStack() as held:
            for port in range(first, first + many):
                held.enter_context(socket.socket()).bind(("127.0.0.1", port))
            return first


@pytest.mark.parametrize("proxy", ["nginx", "caddy"])
def test_workers_are_added_taken_away_replaced_killed_and_frozen_while_children_play(proxy):
    """One to four workers behind a proxy on PostgreSQL: nothing is lost, and no child waits longer than is promised."""
    try:
        programs()
        subprocess.run([proxy, "version" if proxy == "caddy" else "-v"], check=True, capture_output=True)
    except (NotInstalled, OSError):
        pytest.skip(f"needs PostgreSQL and {proxy}")
    names = ["calm", *DARK, "calm"]
    asked = ["--port", str(_free_ports(8)), "--proxy", proxy, "--sessions", "2", "--kills", "2", "--only", *names]
    faults = [sys.executable, "-m", "tests.faults", *asked]
    ran = subprocess.run(faults, cwd=ROOT, capture_output=True, text=True, timeout=550, check=False)
    assert ran.returncode == 0, ran.stderr[-3000:] + ran.stdout
    found = json.loads(ran.stdout)
    assert found["broken promises"] == []
    assert found["acknowledged moves"] > 100
    waits, pauses = found["longest without an answer, s"], found["longest pause within a round, s"]
    calm = ANSWERS * max(took for what, took in waits.items() if what.startswith("calm"))
    for name, seconds in DARK.items():
        assert waits[FAULTS[name][0]] < seconds + calm, found
    assert pauses[FAULTS["killed"][0]] < AGAIN + calm, found
