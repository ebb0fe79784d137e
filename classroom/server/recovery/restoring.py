"""Restoring a backup: everything is prepared beside the data, then put in place; the old data is kept in a folder of
its own.

Once the folder `restoring` has its name it is complete: if the command was interrupted, the next start of a server puts
it in place. The parts that differ by database are in `sqlite_restore` and `postgresql_restore`.
"""

import json
import os
import shutil
from contextlib import suppress
from datetime import datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from django.conf import settings
from django.db import DatabaseError, connection

from classroom.server import secret_key
from classroom.server.database.alone import alone
from classroom.server.deployment import typed
from classroom.server.recovery import backups, forgotten
from classroom.server.recovery.backups import MANIFEST, READY
from classroom.server.recovery.copies import UNREADABLE, BringUp, RestoreError, moment, sha256, stamp

_database: Any = import_module(f"classroom.server.recovery.{connection.vendor}_restore")
KINDS = {"cardinal.sqlite3": "a file (SQLite)", "cardinal.dump": "PostgreSQL"}
"""Names of the database file in a backup, and the kind of database."""
PARTIAL = ".partial"
UNPACKED = f"{READY}{PARTIAL}"
REPLACED = "replaced-"
KEPT_ASIDE = timedelta(weeks=4)


def unpacked(file: Path) -> Path:
    """Unpack a backup beside the data and check it; return the folder. Raises RestoreError."""
    clear()
    folder = Path(settings.DATA) / UNPACKED
    folder.mkdir(mode=0o700)
    try:
        with ZipFile(file) as archive:
            manifest = dict(json.loads(archive.read(MANIFEST)))
            for name in archive.namelist():
                if name in KINDS or backups.is_small_file(name):
                    archive.extract(name, folder)
    except (*UNREADABLE, TypeError) as error:
        raise RestoreError(f"{file} is no backup of Cardinal, or not a whole one: {error}") from error
    _check(folder, manifest, file)
    return folder


def clear() -> None:
    """Remove what was unpacked but not put in place, and old data that was copied in part."""
    for left in Path(settings.DATA).glob(f"re*{PARTIAL}"):
        shutil.rmtree(left, ignore_errors=True)


def _check(folder: Path, manifest: dict[str, Any], file: Path) -> None:
    if manifest.get("format") != backups.FORMAT:
        raise RestoreError(f"{file} was made by a newer version of Cardinal. Restore it with that one.")
    found = next((name for name in KINDS if (folder / name).exists()), "")
    if found and found not in _database.READS:
        raise RestoreError(
            f"{file} is of {KINDS[found]}, and this Cardinal keeps its data elsewhere (CARDINAL_DATABASE)."
        )
    if not found or sha256(folder / found) != manifest.get("sha256"):
        raise RestoreError(f"{file} is damaged: its database is not the one that was saved.")
    if fault := _database.fault_of(folder, manifest):
        raise RestoreError(f"{file} {fault}")


def forgotten_rows(folder: Path) -> forgotten.Rows:
    """Return all forgotten rows, including those forgotten after the backup was made. The list of another school does
    not count, because its numbers mean other rows."""
    rows = forgotten.read(folder)
    return rows | forgotten.read(Path(settings.DATA)) if _is_same_school(folder) else rows


def _is_same_school(folder: Path) -> bool:
    keys = [where / secret_key.FILE for where in (folder, Path(settings.DATA))]
    return all(key.exists() for key in keys) and keys[0].read_bytes() == keys[1].read_bytes()


def keep_aside() -> Path:
    """Copy the present data into a folder of its own, kept for four weeks; return it."""
    data = Path(settings.DATA)
    aside = data / f"{REPLACED}{stamp()}"
    partial = aside.with_name(f"{aside.name}{PARTIAL}")
    partial.mkdir(mode=0o700)
    try:
        _database.keep(partial)
        for path in backups.small_files(data):
            shutil.copy2(path, partial / path.name)
    except BaseException:
        shutil.rmtree(partial)
        raise
    return partial.rename(aside)


def finish(bring_up: BringUp) -> int | None:
    """Put in place what is prepared; return how many rows were forgotten again, None where nothing was prepared. May be
    repeated after an interruption. What was not prepared completely is removed, since it may hold children who were
    forgotten since. Raises RestoreError."""
    clear()
    ready = Path(settings.DATA) / READY
    if not ready.is_dir():
        return None
    with alone():
        if not ready.is_dir():
            return None
        count: int = _database.put(ready, bring_up)
        for path in sorted(ready.iterdir()):
            if backups.is_small_file(path.name):
                path.replace(Path(settings.DATA) / path.name)
        shutil.rmtree(ready)
        return count


def restore(file: Path, bring_up: BringUp) -> tuple[Path, int]:
    """Replace all data by that of this backup; return where the old data is kept, and how many rows were forgotten
    again. Raises RestoreError."""
    _refuse_without_key(file)
    try:
        folder = unpacked(file)
        rows, is_same_school = forgotten_rows(folder), _is_same_school(folder)
        forgotten.write(folder, rows)
        count: int = _database.make_ready(folder, rows, bring_up, is_same_school)
        aside = keep_aside()
    except (OSError, DatabaseError) as error:
        raise RestoreError(f"Nothing was changed: {error}") from error
    else:
        return aside, count + _put_in_place(folder, bring_up)
    finally:
        clear()


def _refuse_without_key(file: Path) -> None:
    """Raise RestoreError where, for lack of a key, nobody can tell whether the list of forgotten rows is of the
    backup's school."""
    if secret_key.fault(data := Path(settings.DATA)) and forgotten.read(data):
        mend = typed.command(f"new_secret --from {file}")
        raise RestoreError(f"{secret_key.fault(data)}: the list of the forgotten is of its school. First: {mend}")


def _put_in_place(folder: Path, bring_up: BringUp) -> int:
    ready = Path(settings.DATA) / READY
    for path in folder.iterdir():
        with path.open("r+b") as file:  # Windows brings no file to the disk that is open for reading alone
            os.fsync(file.fileno())
    folder.rename(ready)
    try:
        return finish(bring_up) or 0
    except RestoreError:
        shutil.rmtree(ready)
        raise


def drop_old_asides(now: datetime) -> None:
    """Delete old data that was replaced more than four weeks ago."""
    for path in Path(settings.DATA).glob(f"{REPLACED}*"):
        with suppress(ValueError):
            if moment(path.name, REPLACED) < now - KEPT_ASIDE:
                shutil.rmtree(path)
