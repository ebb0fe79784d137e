"""Processor time of a server, from its own clock: it is compared between runs, where rates wander."""

import os
from pathlib import Path

TICK_MS = 1000 / os.sysconf("SC_CLK_TCK")


def processor_ms(pid: int) -> float:
    """Return the processor time that a process has used so far, all its threads together, in ms."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * TICK_MS
