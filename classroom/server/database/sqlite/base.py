"""Django's SQLite backend with one writer at a time in this process (`writing`), and the order of names
(naming.collation) as a collation.

No request of ours ever gets "database is locked", unless another program holds the file for longer than the settings'
timeout: then all that wait are refused at once, and not one timeout after another.
"""

import re
import sqlite3
import threading
from collections.abc import Collection, Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from django.db import connection
from django.db.backends.sqlite3 import base, operations

from classroom.naming import collation
from classroom.server.database import failures

REPAIRED = (3, 51, 3)
PATIENCE = 10.0
"""Seconds that a write waits for those before it."""


class WriterLock:
    """The reentrant lock around every write. Raises OperationalError after PATIENCE."""

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


_reads = re.compile(r"\s*(SELECT|EXPLAIN|PRAGMA|SAVEPOINT|RELEASE|ROLLBACK)\b", re.IGNORECASE)


_converted: dict[str, str] = {}
MOST_CONVERTED = 512
"""Number of converted statements that are cached: the log is written in batches by the same few, and converting one
takes 1.3 µs for each line."""


class Cursor(base.SQLiteCursorWrapper):
    """Takes the lock for a single writing statement; inside a transaction the connection holds it already."""

    def convert_query(self, query: str, *, param_names: Collection[str] | None = None) -> str:
        if param_names is not None:
            return str(super().convert_query(query, param_names=param_names))
        if (known := _converted.get(query)) is None:
            if len(_converted) >= MOST_CONVERTED:
                _converted.clear()
            known = _converted[query] = str(super().convert_query(query))
        return known

    def execute(self, query: str, params: Any = None) -> Any:
        if _reads.match(query):
            return super().execute(query, params)
        try:
            with WRITING:
                return super().execute(query, params)
        except sqlite3.OperationalError as error:
            failures.note(error)
            raise

    def executemany(self, query: str, param_list: Any) -> Any:
        try:
            with WRITING:
                return super().executemany(query, param_list)
        except sqlite3.OperationalError as error:
            failures.note(error)
            raise


class SqliteOperations(operations.DatabaseOperations):
    """Django's operations; the triggers against deletion are off while all tables are emptied (`flush`)."""

    def execute_sql_flush(self, sql_list: Iterable[str]) -> None:
        with self.connection.cursor() as cursor:
            triggers = cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        aside = [f"DROP TRIGGER {self.quote_name(name)}" for name, _sql in triggers]
        super().execute_sql_flush([*aside, *sql_list, *(sql for _name, sql in triggers)])


def leave_no_trace() -> bool:
    """Move the write-ahead log into the file and truncate it, so that deleted data is in neither. Return False where a
    reader still uses an older state: then call again.

    Deleted rows are overwritten (PRAGMA secure_delete). PostgreSQL overwrites them itself, when it vacuums.
    """
    if connection.vendor != "sqlite":
        return True
    with WRITING, connection.cursor() as cursor:
        was_busy, _pages, _moved = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not was_busy


class DatabaseWrapper(base.DatabaseWrapper):
    """Holds the lock from BEGIN IMMEDIATE to COMMIT, ROLLBACK or close."""

    ops_class = SqliteOperations
    _holds_lock = False

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        connection.create_collation(collation.COLLATION, collation.compare)
        return connection

    def create_cursor(self, name: str | None = None) -> Cursor:
        return self.connection.cursor(factory=Cursor)

    def _start_transaction_under_autocommit(self) -> None:
        with self.wrap_database_errors:
            WRITING.__enter__()
        try:
            super()._start_transaction_under_autocommit()
        except BaseException:
            WRITING.__exit__(None, None, None)
            raise
        self._holds_lock = True

    def _release(self) -> None:
        if self._holds_lock:
            self._holds_lock = False
            WRITING.__exit__(None, None, None)

    def _commit(self) -> None:
        try:
            super()._commit()
        except sqlite3.OperationalError as error:
            failures.note(error)
            raise
        self._release()

    def _rollback(self) -> None:
        try:
            super()._rollback()
        finally:
            self._release()

    def _close(self) -> None:
        try:
            super()._close()
        finally:
            self._release()
