"""Choice of the database from the settings: a file in the data folder, or PostgreSQL by its address
(CARDINAL_DATABASE).

Django's settings import this module, so it must not need them.
"""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

SCHEMES = ("postgresql", "postgres")
EXAMPLE = "postgresql://cardinal:password@localhost/cardinal"
PASSED_ON = frozenset({"host", "sslmode", "sslrootcert", "sslcert", "sslkey"})
"""Parameters allowed after the question mark; `host` is the folder of PostgreSQL's socket on this machine."""

PATIENCE = "-c lock_timeout=10s -c idle_in_transaction_session_timeout=30s"
"""Time that a statement waits for a locked row, and that an idle transaction of a frozen process may keep its locks."""


def read(address: str, data: Path) -> dict[str, Any]:
    """Return Django's settings of the database at this address; "" is the file. Raises ValueError in words."""
    return _postgresql(address) if address else _sqlite(data)


PAGES_KEPT = "PRAGMA cache_size=-1000"
"""A megabyte for each of the 18 connections of a process, half of SQLite's default: the system caches the file, too."""


def _sqlite(data: Path) -> dict[str, Any]:
    """Return the settings for one process with one file. Every transaction takes the write lock at its start, because a
    read that turns into a write would fail; every commit is on disk before it is confirmed (FULL), and the engine lets
    one thread of the process write at a time."""
    return {
        "ENGINE": "classroom.server.database.sqlite",
        "NAME": data / "cardinal.sqlite3",
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 5,
            "transaction_mode": "IMMEDIATE",
            "init_command": f"PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA secure_delete=ON;{PAGES_KEPT};",
        },
        "TEST": {"NAME": data / "test.sqlite3"},
    }


def _postgresql(address: str) -> dict[str, Any]:
    """Return the settings with one connection a thread, of which a process has few (server.http.pages); the log's
    writer has one of its own (game.log.postgresql)."""
    try:
        parts = urlsplit(address)
        port = parts.port or ""
    except ValueError as error:
        raise ValueError(_not_understood(str(error))) from None
    name, asked = unquote(parts.path.removeprefix("/")), dict(parse_qsl(parts.query))
    if parts.scheme not in SCHEMES or not name:
        raise ValueError(_not_understood("it has to name a database"))
    if strange := sorted(asked.keys() - PASSED_ON):
        raise ValueError(_not_understood(f"{strange[0]} cannot be set there"))
    return {
        "ENGINE": "classroom.server.database.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": asked.pop("host", "") or unquote(parts.hostname or ""),
        "PORT": str(port),
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"connect_timeout": 5, "options": PATIENCE, **asked},
    }


def _not_understood(why: str) -> str:
    return f"CARDINAL_DATABASE is not understood: {why}. It looks like {EXAMPLE}"
