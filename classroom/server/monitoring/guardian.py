"""The guardian of a worker that is one of several: a process of its own that kills the worker when it is frozen.

A frozen worker holds its port, so a proxy goes on sending pages to it; a dead one refuses at once, and the proxy takes
another worker. Nothing is lost by killing it: everything that was confirmed is in the log.

A worker that is only busy is left alone, because its pages would go to the others, which are busy too: a process that
uses the processor is not frozen. One that computes for ever is left to systemd (WatchdogSec). The silence is counted in
the guardian's own waits, not by a clock: when the whole machine was suspended, the guardian was suspended with it.

It is run by its path and imports only the standard library, so that it starts at once and takes little memory.
"""

import os
import select
import signal
import sys
from pathlib import Path

TICK = 0.1
"""Seconds between two beats of the worker's event loop, and of one wait for a beat."""
PATIENCE = 5
"""Number of waits without a beat after which the worker counts as silent."""
STAT = Path("/proc/self/stat")
UTIME, STIME = 11, 12
"""Indexes of the fields after the process name, which may contain anything (proc_pid_stat(5))."""


def processor_time(worker: int) -> int:
    """Return the processor time that the worker has used, in the system's own unit."""
    fields = Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()
    return int(fields[UTIME]) + int(fields[STIME])


def _is_frozen(worker: int, beats: int) -> bool:
    """Wait until the worker is frozen (True), or has ended by itself and so closed its end of the pipe `beats`
    (False)."""
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
