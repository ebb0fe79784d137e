"""A served Cardinal and the machines round it: systemd hears of it, a monitoring system reads its numbers."""

import socket
from pathlib import Path
from urllib.request import urlopen

import pytest

from classroom import __version__
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
