"""The server's clock for play: the wall-clock time at the start of the process plus the time elapsed since.

A wall clock may be set while a class plays (by hand, or when a box finds its time server). Countdowns, pauses, turns
and time limits are stored as moments and all read from this clock, which never goes back. It is based on a monotonic
clock that goes on while the machine sleeps, if the system has one. It jumps ahead in one case: where a table's log is
of a later time (`reach`). While nobody plays it is set to the wall clock again (`agree`).
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

_STEADY = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


steady_ns: Callable[[], int] = time.monotonic_ns if _STEADY is None else partial(time.clock_gettime_ns, _STEADY)
"""Nanoseconds since a fixed moment."""


_AHEAD = time.time_ns() - steady_ns()
MOST_AHEAD_MS = 24 * 3_600_000
"""A log that is further ahead is of a clock that was altogether wrong, and is not followed."""


def now_ms() -> int:
    """Return the present time in ms since 1970."""
    return (_AHEAD + steady_ns()) // 1_000_000


def reach(moment: int) -> None:
    """Be no earlier than the newest entry of a log (ms since 1970): it is of a process that began before the machine's
    clock was set back, or of another machine. Else its countdown, and a pause after it, would last until this clock has
    come as far."""
    global _AHEAD
    if 0 < moment - now_ms() <= MOST_AHEAD_MS:
        _AHEAD = moment * 1_000_000 - steady_ns()


def agree() -> None:
    """Set the clock to the machine's, which may have been set since. Nobody may play meanwhile."""
    global _AHEAD
    _AHEAD = time.time_ns() - steady_ns()


def now() -> datetime:
    """Return the time of `now_ms` as rows store it."""
    return datetime.fromtimestamp((_AHEAD + steady_ns()) / 1e9, UTC)


def in_ms(moment: datetime) -> int:
    """Return a row's moment in ms since 1970, as pages use it."""
    return round(moment.timestamp() * 1000)
