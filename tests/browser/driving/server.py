"""Cardinal as `make run` serves it: the real command on data of its own. It can be killed and started again."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from tests.browser.driving.patience import patiently

ROOT = Path(__file__).resolve().parents[3]
FIRST_ANSWER = 180
"""Seconds in which a server that has not given up has answered, also its very first start on a busy machine."""
OTHER_COMMAND = 120
"""Seconds that a command beside the server may take."""


class Server:
    def __init__(self, data: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.data, self.url = data, f"http://localhost:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        serve = self._manage("serve", "--port", str(self.port), "--host", "127.0.0.1")
        leashed = [sys.executable, "-m", "tests.browser.leashed", *serve[1:]]
        with (self.data / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                leashed, cwd=ROOT, env=self._environment(), stdin=subprocess.PIPE, stdout=log, stderr=log
            )
        patiently(self._answers, "the server's first answer", self, seconds=FIRST_ANSWER)

    def _answers(self) -> bool:
        assert self.process
        assert self.process.poll() is None, self.log()
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def manages(self, *command: str) -> str:
        """Run another of the project's commands on the same data; return what it printed."""
        return subprocess.run(
            self._manage(*command),
            cwd=ROOT,
            env=self._environment(),
            stdout=subprocess.PIPE,
            check=True,
            text=True,
            timeout=OTHER_COMMAND,
        ).stdout

    def _manage(self, *command: str) -> list[str]:
        return [sys.executable, "manage.py", *command]

    def _environment(self) -> dict[str, str]:
        """As at a school: Python keeps what it has compiled, so that it need not at the next start."""
        of_its_own = {"CARDINAL_DATA": str(self.data), "PYTHONDONTWRITEBYTECODE": "", "CARDINAL_SIGN_UP": "open"}
        return {**os.environ, "DJANGO_SETTINGS_MODULE": "classroom.settings", **of_its_own}

    def kill(self) -> None:
        """As if somebody had pulled the plug."""
        assert self.process
        self._ends(signal.SIGKILL, 10)

    def stop(self) -> None:
        self._ends(signal.SIGTERM, 20)

    def _ends(self, told: signal.Signals, seconds: float) -> None:
        assert self.process
        assert self.process.stdin
        self.process.send_signal(told)
        try:
            self.process.wait(seconds)
        finally:
            self.process.stdin.close()

    def log(self) -> str:
        return (self.data / "server.log").read_text()

    screen = log
