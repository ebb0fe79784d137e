"""Plain SQL statements on this thread's Django connection, inside its transaction if one is open."""

from collections.abc import Sequence
from typing import Any

from django.db import connection


def run(statement: str, values: Sequence[Any]) -> int:
    """Run a writing statement; return the number of rows written."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return int(cursor.rowcount)


def first(statement: str, values: Sequence[Any]) -> Any:
    """Run a query; return its first row, or None."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchone()
