"""Connections to Django's PostgreSQL database beside Django's own."""

from typing import Any

from django.db import connection


def parameters() -> dict[str, Any]:
    """Return psycopg's parameters for such a connection, which prepares its statements."""
    params = {**connection.get_connection_params(), "prepare_threshold": 0, "autocommit": True}
    return {name: value for name, value in params.items() if name not in ("context", "cursor_factory")}


def fault() -> str:
    """Return the database's own message why it does not answer; "" if it answers."""
    psycopg: Any = connection.Database  # type: ignore[attr-defined]
    try:
        psycopg.connect(**parameters() | {"connect_timeout": 5}).close()
    except psycopg.OperationalError as error:
        return str(error).splitlines()[0]
    return ""
