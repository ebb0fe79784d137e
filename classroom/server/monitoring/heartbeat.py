"""The event loop's heartbeat: its delay (metrics), and a sign of life for systemd's watchdog and a worker's guardian.

systemd restarts the server when it hears nothing for `WatchdogSec`, because a blocked loop serves nobody. Where there
are several workers a guardian kills a frozen one much sooner, since the others can serve its pages.
"""

import asyncio
import os
import subprocess
import sys

from django.conf import settings

from classroom.server.deployment import systemd
from classroom.server.monitoring import guardian
from game import metrics

BEAT = 1.0
"""Seconds from one beat to the next; the unit's WatchdogSec is ten times as long."""


async def beat() -> None:
    """Beat as long as the server runs."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + BEAT
        await asyncio.sleep(BEAT)
        metrics.LAG.observe(max(0.0, loop.time() - due))
        systemd.notify("WATCHDOG=1")


async def guarded() -> None:
    """Beat for a guardian as long as the server runs, if it is one of several workers (CARDINAL_WORKERS). Linux only,
    because elsewhere the processor time of a process cannot be read."""
    if settings.WORKERS < 2 or not guardian.STAT.exists():
        return
    with _guardian() as process:
        assert process.stdin
        os.set_blocking(process.stdin.fileno(), False)
        while True:
            process.stdin.write(b".")
            await asyncio.sleep(guardian.TICK)


def _guardian() -> subprocess.Popen[bytes]:
    """Start the guardian in a session of its own: Ctrl+C is meant for the worker, and the guardian ends after it."""
    command = [sys.executable, "-I", "-S", guardian.__file__]
    return subprocess.Popen(command, stdin=subprocess.PIPE, bufsize=0, start_new_session=True)
