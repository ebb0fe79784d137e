"""A served Cardinal and the machines round it: systemd hears of it, a monitoring system reads its numbers, and
strangers' programs fill no disk."""

import socket
from pathlib import Path
from urllib.request import urlopen

import pytest

from classroom import __version__
from classroom.server.monitoring import log_limit
from tests.browser.driving.server import Server
from tests.browser.prepared import copied


def test_systemd_hears_that_it_is_ready_that_it_lives_and_that_it_goes(
    prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.settimeout(60)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        server = Server(copied(prepared, tmp_path / "data"))
        server.start()
        try:
            assert [ear.recv(100), ear.recv(100)] == [b"READY=1", b"WATCHDOG=1"]
            assert urlopen(f"{server.url}/healthz").read().decode() == f"ok, Cardinal {__version__}\n"
            assert urlopen(f"{server.url}/readyz").read() == b"ok\n"
            assert b"\ncardinal_loop_lag_seconds_count" in urlopen(f"{server.url}/metrics").read()
        finally:
            server.stop()
        while (said := ear.recv(100)) != b"STOPPING=1":
            assert said == b"WATCHDOG=1"


FOREIGN = (
    b"GET /ws/waiting/ HTTP/1.1\r\nHost: localhost\r\nOrigin: http://elsewhere.example\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
"""The handshake of another site's page."""


@pytest.mark.parametrize(("said", "answer"), [(FOREIGN, b"403"), (b"NONSENSE\r\n\r\n", b"400")])
def test_what_strangers_are_refused_a_hundred_times_is_some_lines_of_the_log(
    prepared: Path, tmp_path: Path, said: bytes, answer: bytes
):
    server = Server(copied(prepared, tmp_path))
    server.start()
    try:
        before = server.log().count("\n")
        for _ in range(100):
            with socket.create_connection(("127.0.0.1", server.port), 20) as line:
                line.sendall(said)
                assert line.recv(12) == b"HTTP/1.1 " + answer
    finally:
        server.stop()
    assert server.log().count("\n") - before <= 2 * log_limit.MOST
