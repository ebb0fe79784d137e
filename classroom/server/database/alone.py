"""Locks for work that one worker may do at a time, on whatever machine: bringing the database up to date at a start,
and building the demo's class."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from game import postgresql

PREPARING, BUILDING_DEMO = 7_293_001, 7_293_002
"""The numbers of the advisory locks."""


@contextmanager
def alone(work: int = PREPARING) -> Iterator[None]:
    """Wait until no other worker is in a block for this work; the lock is released however its holder ends. With SQLite
    there is one process, so nothing is locked."""
    if connection.vendor != "postgresql":
        yield
        return
    psycopg: Any = connection.Database  # type: ignore[attr-defined]
    with psycopg.connect(**postgresql.parameters()) as own:
        own.execute("SET lock_timeout = 0")
        own.execute("SELECT pg_advisory_lock(%s)", [work])
        yield
