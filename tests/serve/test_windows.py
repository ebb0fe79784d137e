"""The command where Python lacks what Windows lacks: it serves, refuses, makes a backup."""

import subprocess
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.browser.driving.server import ROOT, Server
from tests.browser.over_http.people import HttpTeacher

LACKING = ("fcntl", "grp", "pwd", "resource", "termios", "uvloop")
WITHOUT = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
sys.modules.update(dict.fromkeys({LACKING!r}))
from classroom.command import main
main()
"""


class WindowsServer(Server):
    def __init__(self, data: Path) -> None:
        super().__init__(data)
        (data / "without.py").write_text(WITHOUT)

    def _manage(self, *command: str) -> list[str]:
        found = super()._manage(*command)
        return [found[0], str(self.data / "without.py"), *found[2:]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = WindowsServer(tmp_path_factory.mktemp("served"))
    server.manages("check")
    server.start()
    try:
        yield server
    finally:
        server.stop()


def test_it_checks_itself_serves_and_saves(server):
    line = HTTPConnection("127.0.0.1", server.port, timeout=20)
    line.request("GET", "/readyz")
    assert line.getresponse().status == 200
    HttpTeacher(server.url, "ana@school.example", ["Amir", "Bea"])
    server.manages("backup")
    assert len(list((server.data / "backups").glob("by-hand-*.zip"))) == 1
    assert "Traceback" not in server.log()


def test_a_port_that_is_taken_is_refused_in_a_sentence(server, tmp_path):
    other = WindowsServer(tmp_path)
    serve = other._manage("serve", "--port", str(server.port), "--host", "127.0.0.1")
    refused = subprocess.run(
        serve, env=other._environment(), cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert refused.returncode == 1
    assert f"Port {server.port} is taken." in refused.stderr
    assert "Traceback" not in refused.stderr
