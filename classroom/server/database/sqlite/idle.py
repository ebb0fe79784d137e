"""Connections that are kept for the next thread that wants one.

Under ASGI every request has a thread of its own, and opening the file, registering Django's functions and reading the
schema take longer than all its queries.
"""

from contextlib import suppress
from typing import Any

KEPT = 8
"""Connections of a file that wait for their next use."""

_idle: dict[str, list[Any]] = {}


def taken(file: str) -> Any | None:
    """Return a connection to this file that waits for its next use, None where there is none."""
    with suppress(IndexError):
        return _idle.get(file, []).pop()
    return None


def keep(file: str, connection: Any) -> bool:
    """Put a connection by, without a transaction; False where there are enough."""
    waiting = _idle.setdefault(file, [])
    if len(waiting) >= KEPT:
        return False
    connection.rollback()
    connection.isolation_level = None
    waiting.append(connection)
    return True


def close(file: str) -> None:
    """Close the connections to this file that wait for their next use."""
    for connection in _idle.pop(file, []):
        connection.close()
