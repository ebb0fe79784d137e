"""Backups: a copy of the database and of the small files beside it in one zip file, taken while people play.

Each database has its own way of copying (`sqlite_copy`, `postgresql_copy`): everything that was confirmed before the
start is in the copy, and writers do not wait. The copy is checked before the file gets its final name.

The folder `backups/` keeps the newest backup of each of the last 7 days and of the last 4 weeks that have one, those
made by hand on these days (the last 10), and those made before the last 4 upgrades. So a child who was forgotten is in
no backup of ours after four weeks.
"""

import json
import os
import shutil
from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from classroom import __version__
from classroom.server import kept_file
from classroom.server.database import data_folder
from classroom.server.database.alone import alone
from classroom.server.deployment import typed
from classroom.server.recovery.copies import UNREADABLE, BackupError, moment, sha256, stamp

_database: Any = import_module(f"classroom.server.recovery.{connection.vendor}_copy")
"""The module that copies this kind of database."""
DATABASE: str = _database.DATABASE
FOLDER, MANIFEST = "backups", "manifest.json"
READY = "restoring"
FOLDERS = (FOLDER, READY, "locale", "static")
"""Folders in the data folder; a backup with a file of such a name was not made by Cardinal."""
FORMAT = 1
"""Version of the zip file's layout."""
NIGHTLY, BY_HAND, BEFORE_UPGRADE = "nightly", "by-hand", "before-upgrade"
DAYS, WEEKS, BY_HANDS, UPGRADES = 7, 4, 10, 4
HOUR_OF_NIGHT = 3
OLD = timedelta(days=3)
"""Age from which the last backup is reported as too old."""
SPARE_BYTES = 200 * 1024**2
PARTIAL = ".cardinal.partial"
"""Ending of an unfinished backup, so that nobody else's file is taken for one in the folder of a technician."""
BROKEN_OFF = timedelta(hours=1)
"""Time since its last change after which an unfinished backup is a leftover: one may be made by hand beside the nightly
one."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A file in the folder of backups: why and when it was made."""

    path: Path
    kind: str
    made_at: datetime


def folder() -> Path:
    return Path(settings.DATA) / FOLDER


def lacking() -> tuple[str, str]:
    """Return which program a copy of this database needs and this machine lacks, and the cure; "" and "" for none."""
    found: tuple[str, str] = _database.lacking()
    return found


def take(kind: str) -> Path:
    """Make a backup in the folder of backups and delete those that are not to be kept. Raises BackupError.

    A backup before an upgrade is deleted again if the last such one is the same: a failing upgrade may be started over
    and over.
    """
    made = write(folder() / f"{kind}-{stamp()}.zip")
    before = [backup.path for backup in found() if backup.kind == kind and backup.path != made]
    if kind == BEFORE_UPGRADE and before and _digest(before[0]) == _digest(made):
        made.unlink()
        made = before[0]
    thin(made)
    return made


def write(target: Path) -> Path:
    """Write a backup to this file, which gets its final name when it is complete. Raises BackupError."""
    if (Path(settings.DATA) / READY).is_dir():
        raise BackupError("No backup was made: a restore was broken off. Start Cardinal, which finishes it.")
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    partial = target.with_name(f"{target.name}{PARTIAL}")
    _clear(target.parent)
    try:
        _refuse_without_space(target.parent)
        with TemporaryDirectory(dir=folder(), prefix=".copy-") as aside:
            manifest = _copied(Path(aside) / DATABASE)
            _pack(partial, Path(aside) / DATABASE, manifest)
        partial.replace(target)
        kept_file.sync(target.parent)
    except (OSError, *_database.ERRORS) as error:
        raise BackupError(f"No backup was made: {error}") from error
    finally:
        partial.unlink(missing_ok=True)
    return target


def _clear(where: Path) -> None:
    """Delete what interrupted backups have left here and in the folder of backups."""
    long_ago = (timezone.now() - BROKEN_OFF).timestamp()
    for left in [*where.glob(f"*{PARTIAL}"), *folder().glob("*.zip.partial"), *folder().glob(".copy-*")]:
        with suppress(OSError):  # it is finished by now, or somebody else's
            if left.stat().st_mtime < long_ago:
                shutil.rmtree(left) if left.is_dir() else left.unlink()


def _refuse_without_space(where: Path) -> None:
    """Raise BackupError where the copy or the file might not fit on the disk."""
    size = _database.size()
    for place in (folder(), where):
        if shutil.disk_usage(place).free < 2 * size + SPARE_BYTES:
            raise BackupError(f"No backup was made: the disk of {place} is nearly full.")


def _copied(copy: Path) -> dict[str, Any]:
    """Copy the database and check the copy; return its entry for the manifest."""
    said: dict[str, Any] = _database.copied(copy)
    return {
        "format": FORMAT,
        "cardinal": __version__,
        "made_at": timezone.localtime().isoformat(),
        "sha256": sha256(copy),
        **said,
    }


def _pack(target: Path, database: Path, manifest: dict[str, Any]) -> None:
    file = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(file, "wb") as raw:
        with ZipFile(raw, "w", ZIP_DEFLATED, compresslevel=1) as archive:
            archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
            archive.write(database, DATABASE)
            for path in small_files(Path(settings.DATA)):
                archive.write(path, path.name)
        raw.flush()
        os.fsync(raw.fileno())


def is_small_file(name: str) -> bool:
    """Return whether a file of this name belongs to the data: secret_key, time_zone, forgotten and the like have no
    file extension. Nor have a server's lock file and the folders, which are left out."""
    return name.replace("_", "").isalpha() and name not in (data_folder.HOLDER, *FOLDERS)


def small_files(where: Path) -> list[Path]:
    return sorted(path for path in where.iterdir() if path.is_file() and is_small_file(path.name))


def _digest(path: Path) -> str:
    """Return the hash of the database in this backup, "" for a damaged one."""
    with suppress(*UNREADABLE), ZipFile(path) as archive:
        return str(json.loads(archive.read(MANIFEST))["sha256"])
    return ""


def found() -> list[Backup]:
    """Return the backups in their folder, newest first."""
    backups = filter(None, map(_named, folder().glob("*.zip")))
    return sorted(backups, key=lambda backup: backup.made_at.timestamp(), reverse=True)


def _named(path: Path) -> Backup | None:
    for kind in (NIGHTLY, BY_HAND, BEFORE_UPGRADE):
        with suppress(ValueError):
            return Backup(path, kind, moment(path.stem, f"{kind}-"))
    return None


def last() -> Backup | None:
    return next(iter(found()), None)


def without_database() -> tuple[str, str]:
    """Return the fault where backups exist but the database is missing or empty, and the cure; "" and "" otherwise."""
    if (newest := last()) is None:
        return "", ""
    cure = f"An unmounted disk? Mount it. Otherwise: {typed.command(f'restore {newest.path}')}."
    more = f" To begin an empty school, move {folder()} elsewhere."
    return f"backups lie in {folder()}, but there is no database, or an empty one", cure + more


def thin(made: Path) -> None:
    """Delete the backups that are not to be kept. The one that was just `made` stays, even if a wrong clock has dated
    other files into the future."""
    backups = found()
    for backup in set(backups) - set(to_keep(backups)):
        if backup.path != made:
            backup.path.unlink(missing_ok=True)


def to_keep(backups: list[Backup]) -> list[Backup]:
    """Return which of these backups, newest first, are kept: of those before an upgrade the first of a day, otherwise
    the last, and those made by hand on one of these days, since their reason is unknown."""
    usual = [backup for backup in backups if backup.kind != BEFORE_UPGRADE]
    upgrades = [backup for backup in reversed(backups) if backup.kind == BEFORE_UPGRADE]
    days = _first_of_each(usual, _day)[:DAYS]
    weeks = _first_of_each(usual, lambda backup: backup.made_at.isocalendar()[:2])[:WEEKS]
    recent = {_day(backup) for backup in days}
    by_hand = [backup for backup in usual if backup.kind == BY_HAND and _day(backup) in recent][:BY_HANDS]
    return [*dict.fromkeys([*days, *by_hand, *weeks, *_first_of_each(upgrades, _day)[-UPGRADES:]])]


def _day(backup: Backup) -> Hashable:
    return backup.made_at.date()


def _first_of_each(backups: Iterable[Backup], period: Callable[[Backup], Hashable]) -> list[Backup]:
    firsts: dict[Hashable, Backup] = {}
    for backup in backups:
        firsts.setdefault(period(backup), backup)
    return list(firsts.values())


def nightly() -> Path | None:
    """Make this night's backup if there is none since 03:00, school time; of several workers one does it. Raises
    BackupError."""
    try:
        with alone():
            return take(NIGHTLY) if is_due(timezone.localtime()) else None
    except _database.ERRORS as error:
        raise BackupError(f"No backup was made: {error}") from error


def is_due(now: datetime) -> bool:
    """Return whether there is no backup since the last 03:00: a machine that is off at night makes it when it is
    switched on."""
    night = now.replace(hour=HOUR_OF_NIGHT, minute=0, second=0, microsecond=0)
    night -= timedelta(days=now < night)
    return not any(backup.kind == NIGHTLY and backup.made_at >= night for backup in found())


def before_upgrade() -> Path | None:
    """Make a backup where `migrate` would change a database that is in use. Raises BackupError."""
    executor = MigrationExecutor(connection)
    in_use = bool(executor.loader.applied_migrations)
    return take(BEFORE_UPGRADE) if in_use and executor.migration_plan(executor.loader.graph.leaf_nodes()) else None
