"""Servers under load, in processes of their own: Cardinal as a school runs it, and rivals; tables laid in their data.

Their processor time is compared between runs, where rates wander.
"""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 180.0
TICK_MS = 1000 / os.sysconf("SC_CLK_TCK")
ROOT = Path(__file__).resolve().parents[2]
FLAGS = "--loop uvloop --ws websockets-sansio --ws-per-message-deflate false --ws-max-size 16384"


@contextmanager
def serving(data: str, program: str = "manage", folder: Path = ROOT) -> Iterator[tuple[int, int]]:
    """Serve this data by manage.py, or by a module that does more beside it, of this folder; yield port and process
    id."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", program, "serve", "--host", "0.0.0.0", "--port", str(port)]
    process = subprocess.Popen(command, cwd=folder, env=environment(data), stdout=subprocess.DEVNULL)
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


@contextmanager
def server(application: str, data: str) -> Iterator[tuple[int, int]]:
    """Serve an application by plain uvicorn, as fast as that can; yield its port and process id."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "uvicorn", application, "--port", str(port), "--log-level", "warning"]
    command += ["--lifespan", "off"]
    process = subprocess.Popen([*command, *FLAGS.split()], cwd=ROOT, env=environment(data))
    try:
        wait_for(port)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(20)


def environment(data: str) -> dict[str, str]:
    return {**os.environ, "CARDINAL_DATA": data, "DJANGO_SETTINGS_MODULE": "classroom.settings"}


def wait_for(port: int) -> None:
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError(f"nothing listens on {port}")


def lay(tables: int, data: str, mode: str = "race") -> list[tuple[str, str]]:
    """Lay tables of four; return the table code and the cookie of every seat."""
    command = [sys.executable, "-m", "tests.bench.lay", str(tables), mode]
    done = subprocess.run(command, cwd=ROOT, env=environment(data), check=True, capture_output=True, text=True)
    return [(code, cookie) for code, cookie in json.loads(done.stdout)]


def resident(pid: int) -> int:
    """Return the resident memory of a process in bytes."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


def processor_ms(pid: int) -> float:
    """Return the processor time that a process has used so far, all its threads together, in ms."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * TICK_MS
