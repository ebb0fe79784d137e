"""The log's entries into SQLite: the writer's connection is its thread's own one of Django's."""

import threading
from collections.abc import Sequence
from typing import Any

from django.db import connection

_STRIDE = 8

_kept = threading.local()


def filled(entries: list[Any]) -> list[Any]:
    """Fill a batch up with repetitions of its last entry, which conflict with it and do nothing: so there are few
    lengths of statement, and the database keeps all of them prepared."""
    missing = 0 if len(entries) < _STRIDE else -len(entries) % _STRIDE
    return [*entries, *[entries[-1]] * missing]


def write(statement: str, values: Sequence[Any]) -> int:
    """Run the statement, which is a transaction by itself; return how many rows it made. The cursor is kept: a new one
    for every batch takes as long as a third of its statement."""
    cursor = getattr(_kept, "cursor", None) or _new_cursor()
    cursor.execute(statement, values)
    return int(cursor.rowcount)


def _new_cursor() -> Any:
    _kept.cursor = connection.cursor()
    return _kept.cursor


def looked() -> None:
    """The writer has read with Django's connection, which it goes on using."""


def close() -> None:
    vars(_kept).clear()
    connection.close()
