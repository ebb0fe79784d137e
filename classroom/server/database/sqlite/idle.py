"""Connections that are kept for the next thread that wants one.

Under ASGI every request has a thread of its own, and opening the file, registering Django's functions and reading the
schema take longer than all its queries: without kept connections a table's page costs 1.23 times the processor time,
and a posted move 1.63 times (`python -m tests.bench.database`). CARDINAL_KEPT_CONNECTIONS=0 keeps none, as Django does.
"""

from contextlib import suppress
from typing import Any

from django.conf import settings

_idle: dict[str, list[Any]] = {}


def taken(file: str) -> Any | None:
    """Return a connection to this file that waits for its next use, None where there is none."""
    with suppress(IndexError):
        return _idle.get(file, []).pop()
    return None


def keep(file: str, connection: Any) -> bool:
    """Put a connection by, without a transaction; False where there are enough."""
    waiting = _idle.setdefault(file, [])
    if len(waiting) >= settings.KEPT_CONNECTIONS:
        return False
    connection.rollback()
    connection.isolation_level = None
    waiting.append(connection)
    return True


def close(file: str) -> None:
    """Close the connections to this file that wait for their next use."""
    for connection in _idle.pop(file, []):
        connection.close()
