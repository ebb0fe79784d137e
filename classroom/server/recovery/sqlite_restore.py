"""Restoring a SQLite file: a copy is migrated and rows are forgotten again beside the data, then it replaces the
database."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from classroom.server.recovery import forgotten
from classroom.server.recovery.copies import BringUp
from classroom.server.recovery.sqlite_copy import DATABASE, checked

READS = (DATABASE,)


def fault_of(folder: Path, manifest: dict[str, Any]) -> str:
    """Return what is wrong with the copy, in words; "" is nothing."""
    with closing(sqlite3.connect(folder / DATABASE)) as copy:
        verdict = checked(copy)
    return "" if verdict == "ok" else f"is damaged: {verdict}"


def make_ready(folder: Path, rows: forgotten.Rows, bring_up: BringUp, is_same_school: bool) -> int:
    """Migrate the copy and forget rows again; return how many rows of the list were still there."""
    with _database_at(folder / DATABASE):
        count = bring_up(rows)
    _never_again(folder, _sequences(Path(connection.settings_dict["NAME"])) if is_same_school else {})
    return count


@contextmanager
def _database_at(path: Path) -> Iterator[None]:
    """Let Django use another file meanwhile; afterwards no connection to it is open."""
    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(path)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before


def _never_again(folder: Path, used: dict[str, int]) -> None:
    """Keep new rows from getting a number that any row has had (`numbers`). Afterwards the database is a single file,
    without a write-ahead log."""
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        there = dict(database.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
        with database:
            database.execute("DELETE FROM sqlite_sequence")
            rows_of_it = [(table, max(used.get(table, 0), there.get(table, 0))) for table in used.keys() | there.keys()]
            database.executemany("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", rows_of_it)
        database.execute("PRAGMA journal_mode=DELETE")


def _sequences(path: Path) -> dict[str, int]:
    """Return the highest number that each table of a database has given; empty where it cannot be read."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
        return dict(database.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
    return {}


def keep(aside: Path) -> None:
    """Copy the present file, with its write-ahead log."""
    database = Path(settings.DATA) / DATABASE
    if database.exists():
        with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for path in _with_log(database):
        if path.exists():
            shutil.copy2(path, aside / path.name)


def put(ready: Path, bring_up: BringUp) -> int:
    """Replace the database file, unless that is done already."""
    database = Path(settings.DATA) / DATABASE
    if (ready / DATABASE).exists():
        for left in _with_log(database)[1:]:
            left.unlink(missing_ok=True)
        (ready / DATABASE).replace(database)
    return 0


def _with_log(database: Path) -> list[Path]:
    return [database, *(database.with_name(f"{database.name}{end}") for end in ("-wal", "-shm"))]
