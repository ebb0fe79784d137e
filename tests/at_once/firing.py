"""Two hundred shots at the same moment: from threads of this process, and on PostgreSQL from those of two workers.

A worker reads what to fire from its input, a line of JSON each, and answers with a line.
"""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import time_machine
from django.conf import settings
from django.core.management import call_command
from django.db import connections

from classroom.server.http.pages import read_addresses
from tests.at_once import rows
from tests.at_once.rows import ROWS, SHOTS, Facts

WORKER = "import sys, django; django.setup(); from tests.at_once import firing; firing.serve(sys.argv[1])"
ROOT = Path(__file__).resolve().parents[2]
MODULES = ("children", "lessons", "teachers")


def read_rows() -> None:
    for name in MODULES:
        import_module(f"tests.at_once.{name}")


def fire(name: str, facts: Facts, shots: Sequence[int], moment: float) -> dict[str, Any]:
    """Fire them all at once; return how many passed, and what went wrong in whichever.

    The time of day stands at `moment`: no wait of some seconds is over because the machine is busy.
    """
    ready = threading.Barrier(len(shots))

    def one(shot: int) -> bool | str:
        ready.wait()
        try:
            return bool(ROWS[name].shoot(facts, shot))
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        finally:
            connections.close_all()

    rows.load()
    with time_machine.travel(moment, tick=False), ThreadPoolExecutor(len(shots)) as threads:
        told = list(threads.map(one, shots))
    return {"passed": told.count(True), "faults": sorted({fault for fault in told if isinstance(fault, str)})}


@contextmanager
def workers(database: str, data: Path) -> Iterator["list[Worker]"]:
    """Two processes as they serve at one PostgreSQL, with the cache that workers share."""
    here = os.environ | {"CARDINAL_DATABASE": database, "CARDINAL_WORKERS": "2"}
    here["DJANGO_SETTINGS_MODULE"] = "classroom.settings"
    started = [Worker(here, data), Worker(here, data)]
    try:
        yield started
    finally:
        for worker in started:
            worker.end()


class Worker:
    def __init__(self, environment: dict[str, str], data: Path) -> None:
        command = [sys.executable, "-c", WORKER, str(data)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, text=True)
        assert self.process.stdout
        assert self.process.stdout.readline() == "ready\n"

    def asked(self, **order: Any) -> dict[str, Any]:
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps(order), file=self.process.stdin, flush=True)  # noqa: T201
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def end(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(30)


def fired(all_workers: Sequence[Worker], name: str, facts: Facts) -> dict[str, Any]:
    """Fire an even part of the shots from each worker, all at the same time; without workers all from here."""
    moment = time.time()
    if not all_workers:
        return fire(name, facts, range(SHOTS), moment)
    shares = [range(place, SHOTS, len(all_workers)) for place in range(len(all_workers))]
    with ThreadPoolExecutor(len(all_workers)) as threads:
        asked = [
            threads.submit(worker.asked, name=name, facts=facts, shots=list(share), moment=moment)
            for worker, share in zip(all_workers, shares, strict=True)
        ]
        told = [answer.result() for answer in asked]
    return {
        "passed": sum(answer["passed"] for answer in told),
        "faults": [fault for answer in told for fault in answer["faults"]],
    }


def serve(data: str) -> None:
    import_module("tests.conftest")  # its hashers, which do not hash for long
    settings.DATA, settings.ALLOWED_HOSTS = Path(data), ["*"]
    call_command("createcachetable", verbosity=0)
    read_addresses()
    read_rows()
    print("ready", flush=True)  # noqa: T201
    for line in sys.stdin:
        print(json.dumps(fire(**json.loads(line))), flush=True)  # noqa: T201
