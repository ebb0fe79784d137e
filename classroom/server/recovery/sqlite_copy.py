"""A copy of the SQLite file, by its backup API: in one step from a read-only connection, without a checkpoint."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db import connection

from classroom.naming import collation
from classroom.server.recovery.copies import BackupError

DATABASE = "cardinal.sqlite3"
ERRORS = (sqlite3.Error,)


def lacking() -> tuple[str, str]:
    """Return which program is missing to take a copy, and the cure: none, because Python includes SQLite."""
    return "", ""


def size() -> int:
    return Path(connection.settings_dict["NAME"]).stat().st_size


def copied(copy: Path) -> dict[str, Any]:
    """Copy the database into a single file and check it; return how many rounds and log entries it has."""
    source = Path(connection.settings_dict["NAME"]).absolute()
    with (
        closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True)) as live,
        closing(sqlite3.connect(copy)) as kept,
    ):
        live.backup(kept)
        kept.execute("PRAGMA journal_mode=DELETE")
        if (verdict := checked(kept)) != "ok":
            raise BackupError(f"No backup was made: the database is damaged: {verdict}")
        counts = {name: kept.execute(f"SELECT count(*) FROM game_{name}").fetchone() for name in ("round", "event")}
        return {name: int(count) for name, (count,) in counts.items()}


def checked(database: sqlite3.Connection) -> str:
    """Return "ok", or the first fault that SQLite finds."""
    database.create_collation(collation.COLLATION, collation.compare)
    try:
        return str(database.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        return str(error)
