"""The server's clock at play: the wall's time as it was when the process started, and from then on what has passed.

A wall clock may be set while a class plays (by hand, or when a box finds its time server). Countdowns, pauses, turns
and time limits are kept as moments, so all of them are read from this one: it never jumps and never goes back. Where
the system has a steady clock that goes on while the machine sleeps, that one is counted.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

_STEADY = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


steady_ns: Callable[[], int] = time.monotonic_ns if _STEADY is None else partial(time.clock_gettime_ns, _STEADY)
"""Nanoseconds since a moment that never changes."""


_AHEAD = time.time_ns() - steady_ns()


def now_ms() -> int:
    """Milliseconds since 1970."""
    return (_AHEAD + steady_ns()) // 1_000_000


def now() -> datetime:
    """The same moment as `now_ms`, as rows keep it."""
    return datetime.fromtimestamp((_AHEAD + steady_ns()) / 1e9, UTC)


def in_ms(moment: datetime) -> int:
    """Return a moment of a row in ms since 1970, as pages have it."""
    return round(moment.timestamp() * 1000)
