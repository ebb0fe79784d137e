"""The guardian of a worker that is one of several: a process of its own, which ends the worker where it is frozen.

A worker that is frozen holds its port, so a proxy goes on sending its pages to it; one that is gone refuses at once,
and its pages are at another. Nothing is lost by ending it: what was answered is in the log.

A worker that is only busy is left alone, because its pages would come to the others, which are busy too: whoever uses
the processor is not frozen. One that computes for ever is systemd's (WatchdogSec). The silence is counted in the
guardian's own waits, not by a clock: where the whole box stood still the guardian stood with it, and blames nobody.

It is run by its path and knows the standard library alone, so that it starts at once and takes little memory.
"""

import os
import select
import signal
import sys
from pathlib import Path

TICK = 0.1
"""Seconds from one beat of the worker's event loop to the next, and of a wait for it."""
PATIENCE = 5
"""Waits without a beat."""
STAT = Path("/proc/self/stat")
UTIME, STIME = 11, 12
"""Places in such a file after the name, which may hold anything (proc_pid_stat(5))."""


def processor_time(worker: int) -> int:
    """Return what the worker has used of the processor, in the system's own unit."""
    fields = Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()
    return int(fields[UTIME]) + int(fields[STIME])


def _is_frozen(worker: int, beats: int) -> bool:
    """Wait until the worker is frozen, or has ended by itself, which closes its end of the beats: False."""
    silent, used = 0, 0
    while silent < PATIENCE:
        beat = bool(select.select([beats], [], [], TICK)[0])
        if beat and not os.read(beats, select.PIPE_BUF):
            return False
        before, used = used, processor_time(worker)
        silent = 0 if beat or used != before else silent + 1
    return True


def main() -> None:
    worker = os.getppid()
    beats = sys.stdin.fileno()
    if os.read(beats, 1) and _is_frozen(worker, beats) and os.getppid() == worker:
        sys.stderr.write(f"Worker {worker} is frozen: its guardian ends it, and its pages go to another.\n")
        os.kill(worker, signal.SIGKILL)


if __name__ == "__main__":
    main()
