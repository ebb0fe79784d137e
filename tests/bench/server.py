"""Servers under load: processes of their own, over data of their own, with tables laid for them."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FLAGS = "--loop uvloop --ws websockets-sansio --ws-per-message-deflate false --ws-max-size 16384"


@contextmanager
def server(application: str, data: str, *, lifespan: str = "off") -> Iterator[tuple[int, int]]:
    """Serve an application with the flags of `make run`; yield its port and process id. With `lifespan` "on" it does
    what a server does beside serving, too: of several workers each hears the others."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "uvicorn", application, "--port", str(port), "--log-level", "warning"]
    command += ["--lifespan", lifespan]
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
