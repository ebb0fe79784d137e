"""The server's clock for play: the wall-clock time at the start of the process plus the time elapsed since.

A wall clock may be set while a class plays (by hand, or when a box finds its time server). Countdowns, pauses, turns
and time limits are stored as moments and all read from this clock, which never jumps or goes back. It is based on a
monotonic clock that goes on while the machine sleeps, if the system has one.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

_STEADY = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


steady_ns: Callable[[], int] = time.monotonic_ns if _STEADY is None else partial(time.clock_gettime_ns, _STEADY)
"""Nanoseconds since a fixed moment."""


_AHEAD = time.time_ns() - steady_ns()


def now_ms() -> int:
    """Return the present time in ms since 1970."""
    return (_AHEAD + steady_ns()) // 1_000_000


def now() -> datetime:
    """Return the time of `now_ms` as rows store it."""
    return datetime.fromtimestamp((_AHEAD + steady_ns()) / 1e9, UTC)


def in_ms(moment: datetime) -> int:
    """Return a row's moment in ms since 1970, as pages use it."""
    return round(moment.timestamp() * 1000)
