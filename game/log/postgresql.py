"""The log's entries into PostgreSQL, on a connection of the writer's own beside Django's.

The statements stay prepared: one for each length of a batch. Numbers are sent as text without a type, which PostgreSQL
takes for that of the column; otherwise each mixture of large, small and missing ones would be a statement of its own.
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

import psycopg
from django.db import connection
from psycopg.adapt import Dumper

from game import postgresql

LENGTHS = 256
"""Prepared statements that are kept."""

_own: psycopg.Connection[Any] | None = None


class UntypedNumber(Dumper):
    """A number as text; the type is that of where it goes."""

    oid = 0

    def dump(self, obj: int) -> bytes:
        return str(obj).encode()


class UntypedText(Dumper):
    """Text; PostgreSQL cannot keep a zero character."""

    oid = 0

    def dump(self, obj: str) -> bytes:
        if "\0" in obj:
            raise psycopg.DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")
        return obj.encode()


def filled(entries: list[Any]) -> list[Any]:
    """Sort a batch by its places (round, n): two writers that meet take them in the same order and never wait for each
    other in a circle. Nothing is filled up: every repetition would cost a number of the sequence."""
    return sorted(entries, key=itemgetter(0, 1))


def write(statement: str, values: Sequence[Any]) -> int:
    """Run the statement, which is a transaction by itself; return how many rows it made.

    It is tried once again: a connection that the database has closed shows when it is used, and so does a transaction
    that was in another's way. What an answer that was lost on the way had written is found at its place.
    """
    with connection.wrap_database_errors:
        try:
            return _connection().execute(statement, values, prepare=True).rowcount
        except psycopg.OperationalError:
            _close_own()
            return _connection().execute(statement, values, prepare=True).rowcount


def looked() -> None:
    """Close the connection with which the writer has looked what stands where: it is seldom asked."""
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
    """Return a new connection to Django's database, beside its own; every statement is a transaction by itself."""
    return psycopg.connect(**postgresql.parameters())


def _close_own() -> None:
    global _own
    if _own is not None:
        _own.close()
        _own = None
