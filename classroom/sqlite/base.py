"""Django's SQLite backend with one writer at a time in this process.

SQLite 3.7.0-3.51.2 can damage a WAL database when two connections write or checkpoint at the same moment; Debian ships
such a version. A checkpoint runs inside a commit, so one lock round every write of the process keeps both apart.
It also means that no request of ours ever meets "database is locked".

Every connection knows the order of names (classroom.alphabet) as a collation.
"""

import re
import threading
from typing import Any

from django.db.backends.sqlite3 import base

from classroom import alphabet

_writing = threading.RLock()
_reads = re.compile(r"\s*(SELECT|EXPLAIN|PRAGMA|SAVEPOINT|RELEASE|ROLLBACK)\b", re.IGNORECASE)


class Cursor(base.SQLiteCursorWrapper):
    """Takes the lock for a single writing statement; inside a transaction the connection holds it already."""

    def execute(self, query: str, params: Any = None) -> Any:
        if _reads.match(query):
            return super().execute(query, params)
        with _writing:
            return super().execute(query, params)

    def executemany(self, query: str, param_list: Any) -> Any:
        with _writing:
            return super().executemany(query, param_list)


class DatabaseWrapper(base.DatabaseWrapper):
    """Holds the lock from BEGIN IMMEDIATE to COMMIT, ROLLBACK or close."""

    _holds_lock = False

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        connection.create_collation(alphabet.COLLATION, alphabet.compare)
        return connection

    def create_cursor(self, name: str | None = None) -> Cursor:
        return self.connection.cursor(factory=Cursor)

    def _start_transaction_under_autocommit(self) -> None:
        _writing.acquire()
        try:
            super()._start_transaction_under_autocommit()
        except BaseException:
            _writing.release()
            raise
        self._holds_lock = True

    def _release(self) -> None:
        if self._holds_lock:
            self._holds_lock = False
            _writing.release()

    def _commit(self) -> None:
        try:
            super()._commit()
        except BaseException:
            raise
        else:
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
