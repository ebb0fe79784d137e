"""Writing of the log's entries to SQLite, on the Django connection of the writer's thread."""

import threading
from collections.abc import Sequence
from typing import Any

from django.db import connection

_STRIDE = 8

_kept = threading.local()


def arranged(entries: list[Any]) -> list[Any]:
    """Pad a batch with repetitions of its last entry, which conflict with it and do nothing. So there are few statement
    lengths, and the database keeps all of them prepared."""
    missing = 0 if len(entries) < _STRIDE else -len(entries) % _STRIDE
    return [*entries, *[entries[-1]] * missing]


def write(statement: str, values: Sequence[Any]) -> int:
    """Run the statement as its own transaction; return the number of rows written. The cursor is reused, as creating
    one takes a third as long as a batch's statement."""
    cursor = getattr(_kept, "cursor", None) or _new_cursor()
    cursor.execute(statement, values)
    return int(cursor.rowcount)


def _new_cursor() -> Any:
    _kept.cursor = connection.cursor()
    return _kept.cursor


def close_reader() -> None:
    """Do nothing: the writer has read on Django's connection, which stays in use."""


def close() -> None:
    vars(_kept).clear()
    connection.close()
