"""Writing of the log's entries to PostgreSQL, on the writer's own connection beside Django's.

The statements stay prepared, one for each batch length. Numbers are sent as untyped text, to which PostgreSQL gives the
column's type; otherwise each mixture of large, small and missing numbers would be a statement of its own.
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

import psycopg
from django.db import connection
from psycopg.adapt import Dumper

from game import postgresql

LENGTHS = 256
"""Prepared statements kept, one for each batch length."""

_own: psycopg.Connection[Any] | None = None


class UntypedNumber(Dumper):
    """A number as text without a type; PostgreSQL takes that of its column."""

    oid = 0

    def dump(self, obj: int) -> bytes:
        return str(obj).encode()


class UntypedText(Dumper):
    """Text without zero characters, which PostgreSQL cannot store."""

    oid = 0

    def dump(self, obj: str) -> bytes:
        if "\0" in obj:
            raise psycopg.DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")
        return obj.encode()


def arranged(entries: list[Any]) -> list[Any]:
    """Sort a batch by place (round, n), so that two writers lock rows in the same order and never deadlock. The batch
    is not padded, since every repeated entry would use up a number of the sequence."""
    return sorted(entries, key=itemgetter(0, 1))


def write(statement: str, values: Sequence[Any]) -> int:
    """Run the statement as its own transaction; return the number of rows written.

    It is retried once: a connection closed by the database, or a conflicting transaction, shows only now. Rows of a
    first try whose answer was lost are found at their places.
    """
    with connection.wrap_database_errors:
        try:
            return _connection().execute(statement, values, prepare=True).rowcount
        except psycopg.OperationalError:
            _close_own()
            return _connection().execute(statement, values, prepare=True).rowcount


def close_reader() -> None:
    """Close the connection on which the writer has read the rows; this is rarely needed."""
    connection.close()


def close() -> None:
    connection.close()
    _close_own()


def _connection() -> psycopg.Connection[Any]:
    global _own
    if _own is None or _own.closed:
        _own = connected()
        _own.prepared_max = LENGTHS
        _own.adapters.register_dumper(int, UntypedNumber)
        _own.adapters.register_dumper(str, UntypedText)
    return _own


def connected() -> psycopg.Connection[Any]:
    """Return a new connection to Django's database, beside its own, in autocommit mode."""
    return psycopg.connect(**postgresql.parameters())


def _close_own() -> None:
    global _own
    if _own is not None:
        _own.close()
        _own = None
