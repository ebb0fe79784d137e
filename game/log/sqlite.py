"""The log's lines into SQLite: the writer's connection is its thread's own one of Django's."""

from typing import Any

from django.db import connection

from game.log.statement import run as write

__all__ = ["close", "filled", "looked", "write"]

_STRIDE = 8


def filled(lines: list[Any]) -> list[Any]:
    """Fill a batch up with repetitions of its last line, which conflict with it and do nothing: so there are few
    lengths of statement, and the database keeps all of them prepared."""
    return [*lines, *[lines[-1]] * (_length(len(lines)) - len(lines))]


def _length(lines: int) -> int:
    return lines if lines < _STRIDE else -(-lines // _STRIDE) * _STRIDE


def looked() -> None:
    """The writer has read with Django's connection, which it goes on using."""


def close() -> None:
    connection.close()
