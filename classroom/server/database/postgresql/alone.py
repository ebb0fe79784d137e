"""Work that one worker does at a time, on whatever box: bringing the database up to date at a start."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from game import postgresql

PREPARING = 7_293_001
"""The number of the advisory lock."""


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other worker is in here; whoever ends lets go, however it ends."""
    with psycopg.connect(**postgresql.parameters()) as connection:
        connection.execute("SET lock_timeout = 0")
        connection.execute("SELECT pg_advisory_lock(%s)", [PREPARING])
        yield
