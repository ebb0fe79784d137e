"""Cardinal as `make run` serves it: the real command on data of its own. It can be killed and started again."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60
"""Seconds a start may take, the first time with all static files to compress."""


class Server:
    def __init__(self, data: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.data, self.url = data, f"http://localhost:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        log = (self.data / "server.log").open("ab")
        serve = ["serve", "--port", str(self.port), "--host", "127.0.0.1"]
        self.process = subprocess.Popen(self._manage(*serve), cwd=ROOT, env=self._environment(), stdout=log, stderr=log)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise TimeoutError(self.log())

    def manages(self, *command: str) -> str:
        """Run another of the project's commands on the same data; return what it printed."""
        run = subprocess.run(self._manage(*command), cwd=ROOT, env=self._environment(), capture_output=True, check=True)
        return run.stdout.decode()

    def _manage(self, *command: str) -> list[str]:
        return [sys.executable, "manage.py", *command]

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "CARDINAL_DATA": str(self.data), "DJANGO_SETTINGS_MODULE": "classroom.settings"}

    def kill(self) -> None:
        """As if somebody had pulled the plug."""
        assert self.process
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def stop(self) -> None:
        assert self.process
        self.process.terminate()
        self.process.wait(20)

    def log(self) -> str:
        return (self.data / "server.log").read_text()
