"""`manage.py serve` as a bench's server: what a school runs, with its own connections and middlewares."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.bench.server import ROOT, environment

PATIENCE = 180.0


@contextmanager
def serving(data: str, program: str = "manage") -> Iterator[tuple[int, int]]:
    """Serve this data folder by manage.py, or by a module that does more beside it; yield port and process id."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", program, "serve", "--host", "0.0.0.0", "--port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, env=environment(data), stdout=subprocess.DEVNULL)
    try:
        _wait(port)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(30)


def _wait(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            probe.settimeout(1)
            try:
                probe.connect(("127.0.0.1", port))
                probe.sendall(b"GET /readyz HTTP/1.0\r\n\r\n")
                if b" 200 " in probe.recv(64):
                    return
            except OSError:
                pass
        time.sleep(0.1)
    raise TimeoutError(f"nothing is ready at {port}")
