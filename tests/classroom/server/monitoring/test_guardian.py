"""A frozen worker is ended by its guardian; one that is busy, or stood still with the whole box, goes on."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from classroom.server.monitoring import guardian, heartbeat
from tests.faults.cluster import guardian_of

pytestmark = pytest.mark.skipif(not guardian.STAT.exists(), reason="only Linux says what a process has used")

WORKER = """
import asyncio, sys, time
from django.conf import settings
settings.configure(WORKERS=2)
from classroom.server.monitoring import guardian, heartbeat
from tests.faults.cluster import guardian_of

async def work():
    guarded = asyncio.create_task(heartbeat.guarded())
    while line := await asyncio.to_thread(sys.stdin.readline):
        if line == "compute\\n":
            end = time.monotonic() + 2 * guardian.PATIENCE * guardian.TICK
            while time.monotonic() < end:
                pass
        print("done", flush=True)
    guarded.cancel()

asyncio.run(work())
"""
"""A worker of which a test may ask something."""
BREAKS = 3
PATIENCE = 60


class Worker(subprocess.Popen[str]):
    def answers(self, asked: str = "") -> bool:
        assert self.stdin
        assert self.stdout
        self.stdin.write(f"{asked}\n")
        self.stdin.flush()
        return self.stdout.readline() == "done\n"


@pytest.fixture
def worker() -> Iterator[Worker]:
    pipe = subprocess.PIPE
    with Worker([sys.executable, "-c", WORKER], stdin=pipe, stdout=pipe, stderr=pipe, text=True) as worker:
        try:
            yield worker
        finally:
            worker.kill()


def test_a_frozen_worker_is_ended(worker):
    assert worker.answers()
    guardian_of(worker.pid)
    worker.send_signal(signal.SIGSTOP)
    assert worker.wait(PATIENCE) == -signal.SIGKILL
    assert f"Worker {worker.pid} is frozen" in worker.stderr.read()


def test_a_worker_that_is_busy_goes_on(worker):
    assert worker.answers()
    guardian_of(worker.pid)
    for _ in range(BREAKS):
        assert worker.answers("compute")


def test_a_worker_that_stood_still_with_its_guardian_goes_on(worker):
    """As where a whole box is frozen and thaws."""
    assert worker.answers()
    both = guardian_of(worker.pid), worker.pid
    for _ in range(BREAKS):
        for each in both:
            os.kill(each, signal.SIGSTOP)
        with pytest.raises(subprocess.TimeoutExpired):
            worker.wait(2 * guardian.PATIENCE * guardian.TICK)
        for each in reversed(both):
            os.kill(each, signal.SIGCONT)
        assert worker.answers()


def test_the_guardian_ends_with_its_worker(worker):
    """It holds what the worker writes to, so this ends only where both have."""
    assert worker.answers()
    guardian_of(worker.pid)
    said, complained = worker.communicate(timeout=PATIENCE)
    assert (worker.returncode, said, complained) == (0, "", "")


async def test_the_only_worker_has_no_guardian(settings):
    """There would be nobody to whom its pages could go."""
    settings.WORKERS = 1
    async with asyncio.timeout(PATIENCE):
        await heartbeat.guarded()
