"""One writer at a time in this process.

SQLite 3.7.0-3.51.2 can damage a WAL database when two connections write or checkpoint at the same moment; Debian ships
such a version. A checkpoint runs inside a commit, so one lock round every write of the process keeps both apart.
From REPAIRED on nothing has to be kept apart, and SQLite's own lock is enough.
"""

import sqlite3
import threading
from contextlib import AbstractContextManager, nullcontext

from classroom.server.database import failures

REPAIRED = (3, 51, 3)
PATIENCE = 10.0
"""Seconds that a write waits for those before it."""


class WriterLock:
    """The lock round every write; a thread that has it may take it again. Raises OperationalError after PATIENCE."""

    def __init__(self) -> None:
        self._lock = threading.RLock()

    def __enter__(self) -> None:
        if not self._lock.acquire(timeout=PATIENCE):
            raise failures.busy()

    def __exit__(self, *error: object) -> None:
        self._lock.release()


def lock_for(version: tuple[int, ...]) -> AbstractContextManager[None]:
    """Return the lock that this version of SQLite needs."""
    return nullcontext() if version >= REPAIRED else WriterLock()


WRITING = lock_for(sqlite3.sqlite_version_info)
