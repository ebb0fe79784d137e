"""Restoring a backup: everything is made ready at the side, then put in place; what was there is kept aside.

From the moment the folder `restoring` has its name it is whole: a server that starts puts it in place, should the
command have been broken off.
"""

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from django.conf import settings
from django.db import connection
from django.utils import timezone

from classroom.server.database.sqlite import idle
from classroom.server.recovery import backups, forgotten
from classroom.server.recovery.backups import DATABASE, MANIFEST

READY, UNPACKED = "restoring", "restoring.partial"
REPLACED = "replaced-"
KEPT_ASIDE = timedelta(weeks=4)
_STAMP = "%Y-%m-%dT%H%M%S"
_TABLES = {forgotten.STUDENT: "classroom_student", forgotten.CLASSROOM: "classroom_classroom"}


class RestoreError(Exception):
    """Nothing was changed; the words say why."""


def unpacked(file: Path) -> Path:
    """Unpack a backup beside the data and check it; return the folder. Raises RestoreError."""
    clear()
    folder = Path(settings.DATA) / UNPACKED
    folder.mkdir(mode=0o700)
    try:
        with ZipFile(file) as archive:
            manifest = json.loads(archive.read(MANIFEST))
            for name in archive.namelist():
                if name == DATABASE or backups.is_small_file(name):
                    archive.extract(name, folder)
    except (OSError, BadZipFile, KeyError, ValueError) as error:
        raise RestoreError(f"{file} is no backup of Cardinal, or not a whole one: {error}") from error
    _check(folder / DATABASE, manifest, file)
    return folder


def clear() -> None:
    """Remove what was unpacked and not put in place."""
    shutil.rmtree(Path(settings.DATA) / UNPACKED, ignore_errors=True)


def _check(database: Path, manifest: dict[str, Any], file: Path) -> None:
    if manifest.get("format") != backups.FORMAT:
        raise RestoreError(f"{file} was made by a newer version of Cardinal. Restore it with that one.")
    if not database.exists() or backups.sha256(database) != manifest.get("sha256"):
        raise RestoreError(f"{file} is damaged: its database is not the one that was saved.")
    with closing(sqlite3.connect(database)) as copy:
        if (verdict := backups.checked(copy)) != "ok":
            raise RestoreError(f"{file} is damaged: {verdict}")


@contextmanager
def database_at(path: Path) -> Iterator[None]:
    """Let Django work on another file meanwhile; in the end nobody holds it open."""
    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(path)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before
        idle.close(str(path))


def forgotten_rows(folder: Path) -> forgotten.Rows:
    """Return what was forgotten, after the backup was made too. The list of another school, whose rows have the same
    numbers, does not count."""
    rows = forgotten.read(folder)
    return rows | forgotten.read(Path(settings.DATA)) if _is_same_school(folder) else rows


def _is_same_school(folder: Path) -> bool:
    keys = [where / "secret_key" for where in (folder, Path(settings.DATA))]
    return all(key.exists() for key in keys) and keys[0].read_text() == keys[1].read_text()


def never_again(folder: Path, rows: forgotten.Rows) -> None:
    """Let no new row have a number that any row has had, for the list of the forgotten goes by numbers. The database is
    one file afterwards."""
    used = _sequences(Path(connection.settings_dict["NAME"])) if _is_same_school(folder) else {}
    for kind, number in rows:
        used[_TABLES[kind]] = max(number, used.get(_TABLES[kind], 0))
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        there = dict(database.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
        with database:
            database.execute("DELETE FROM sqlite_sequence")
            rows_of_it = [(table, max(used.get(table, 0), there.get(table, 0))) for table in used.keys() | there.keys()]
            database.executemany("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", rows_of_it)
        database.execute("PRAGMA journal_mode=DELETE")


def _sequences(path: Path) -> dict[str, int]:
    """Return the highest number that each table of a database has given; nothing where it cannot be read."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
        return dict(database.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
    return {}


def keep_aside() -> Path:
    """Keep what is there now in a folder of its own, for four weeks; return it."""
    data = Path(settings.DATA)
    aside = data / f"{REPLACED}{timezone.localtime():{_STAMP}}"
    aside.mkdir(mode=0o700)
    database = data / DATABASE
    if database.exists():
        with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for path in [*backups.small_files(data), *_with_log(database)]:
        if path.exists():
            shutil.copy2(path, aside / path.name)
    return aside


def _with_log(database: Path) -> list[Path]:
    return [database, *(database.with_name(f"{database.name}{end}") for end in ("-wal", "-shm"))]


def finish() -> bool:
    """Put in place what is ready; say whether there was something. Doing it again after a broken off time is right."""
    data = Path(settings.DATA)
    ready = data / READY
    if not ready.is_dir():
        return False
    if (ready / DATABASE).exists():
        for left in _with_log(data / DATABASE)[1:]:
            left.unlink(missing_ok=True)
    for path in sorted(ready.iterdir()):
        if path.name == DATABASE or backups.is_small_file(path.name):
            path.replace(data / path.name)
    shutil.rmtree(ready)
    return True


def put_in_place(folder: Path) -> Path:
    """Replace the data by what is ready in `folder`; return where the old data is kept."""
    aside = keep_aside()
    for path in folder.iterdir():
        with path.open("r+b") as file:  # Windows brings no file to the disk that is open for reading alone
            os.fsync(file.fileno())
    folder.rename(Path(settings.DATA) / READY)
    finish()
    return aside


def drop_old_asides(now: datetime) -> None:
    """Remove what restoring replaced more than four weeks ago."""
    for path in Path(settings.DATA).glob(f"{REPLACED}*"):
        with suppress(ValueError):
            at = datetime.strptime(path.name, f"{REPLACED}{_STAMP}")
            if timezone.make_aware(at) < now - KEPT_ASIDE:
                shutil.rmtree(path)
