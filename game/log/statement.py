"""Plain statements on this thread's connection of Django's, inside its transaction where one is open."""

from collections.abc import Sequence
from typing import Any

from django.db import connection


def run(statement: str, values: Sequence[Any]) -> int:
    """Run a statement that writes; return how many rows it made."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return int(cursor.rowcount)


def first(statement: str, values: Sequence[Any]) -> Any:
    """Ask; return the first row of the answer, None where it has none."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchone()
