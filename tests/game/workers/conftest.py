"""Channel layers for tests: PostgreSQL's of the test's database, and a Redis of its own, Debian's."""

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils.module_loading import import_string

from classroom.server import channel_layer
from game.workers import others


class Redis:
    """Debian's redis-server at a socket of its own, which listens once it has started; nothing of it is kept."""

    def __init__(self, folder: Path) -> None:
        self.socket, self.log = folder / "redis", folder / "log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"unix://{self.socket}"

    def start(self) -> None:
        command = ["redis-server", "--port", "0", "--unixsocket", str(self.socket), "--save", "", "--appendonly", "no"]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        while not self._listens():
            assert self._process.poll() is None, self.log.read_text()
            time.sleep(0.01)

    def _listens(self) -> bool:
        with socket.socket(socket.AF_UNIX) as line:
            return line.connect_ex(str(self.socket)) == 0

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    if not shutil.which("redis-server"):
        pytest.skip("apt-get install redis-server")
    with tempfile.TemporaryDirectory(prefix="cardinal-redis-") as folder:
        server = Redis(Path(folder))
        server.start()
        yield server
        server.kill()


@pytest.fixture(params=[pytest.param("postgresql", marks=pytest.mark.postgresql), "redis"])
def made(request: pytest.FixtureRequest, transactional_db: None) -> Callable[[], Any]:
    """What makes another layer like the one that the settings name."""
    address = request.getfixturevalue("redis").address if request.param == "redis" else ""
    config = channel_layer.read(address, workers=2)["default"]
    return lambda: import_string(config["BACKEND"])(**config.get("CONFIG", {}))


@pytest.fixture
def heard() -> Iterator[list[Any]]:
    """What was heard of the topic "things", each told to its own group."""
    said: list[Any] = []

    async def hear(items: list[Any]) -> None:
        said.extend(items)

    others.topic("things", where=lambda item: f"group.{item}", hears=hear)
    yield said
    del others._topics["things"]
    others.end()
