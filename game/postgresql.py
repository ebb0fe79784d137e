"""Connections to Django's PostgreSQL beside its own."""

from typing import Any

from django.db import connection


def parameters() -> dict[str, Any]:
    """Return what psycopg is to connect with; such a connection prepares its statements."""
    params = {**connection.get_connection_params(), "prepare_threshold": 0, "autocommit": True}
    return {name: value for name, value in params.items() if name not in ("context", "cursor_factory")}


def fault() -> str:
    """Return why the database does not answer, in its own words; "" where it answers."""
    psycopg: Any = connection.Database  # type: ignore[attr-defined]
    try:
        psycopg.connect(**parameters() | {"connect_timeout": 5}).close()
    except psycopg.OperationalError as error:
        return str(error).splitlines()[0]
    return ""
