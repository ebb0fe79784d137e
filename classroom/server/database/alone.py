"""A lock for work that one worker may do at a time, on whatever machine: bringing the database up to date at a
start."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from game import postgresql

PREPARING = 7_293_001
"""The number of the advisory lock."""


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other worker is in this block; the lock is released however its holder ends. With SQLite there is
    one process, so nothing is locked."""
    if connection.vendor != "postgresql":
        yield
        return
    psycopg: Any = connection.Database  # type: ignore[attr-defined]
    with psycopg.connect(**postgresql.parameters()) as own:
        own.execute("SET lock_timeout = 0")
        own.execute("SELECT pg_advisory_lock(%s)", [PREPARING])
        yield
