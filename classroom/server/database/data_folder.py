"""The data folder: a lock for one server at a time, and a check that this version knows its database. Refusals are
sentences.

Two servers on one folder would each keep tables in memory, and the children at one would not see the play at the other.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from classroom.server.database import file_locks
from classroom.server.deployment import typed

HOLDER = "server"
"""The file that a server keeps locked; it names that server. The system releases the lock however the server ends."""
OURS = ("classroom", "game")


@contextmanager
def held(folder: Path, address: str, *, several: bool = False) -> Iterator[None]:
    """Hold the lock of the folder, so that no other server uses it; `several` allows other servers that also say so.
    `address` is where this server is found."""
    with _opened(folder / HOLDER) as holder:
        try:
            file_locks.take(holder, shared=several)
        except OSError:
            holder.seek(0)
            who = holder.read().strip()
            raise CommandError(
                f"Cardinal is running on the data folder {folder} already: {who}. "
                "Stop that one first, or name another folder in CARDINAL_DATA."
            ) from None
        _sign(holder, folder, f"process {os.getpid()}, {address}")
        yield


def _sign(holder: TextIO, folder: Path, who: str) -> None:
    """Write into the lock file who holds the folder. Raises CommandError where it cannot be written."""
    try:
        holder.truncate(0)
        holder.seek(0)
        holder.write(who)
        holder.flush()
    except OSError as error:
        with suppress(OSError):
            holder.close()  # what could not be written is tried once more, and refused again
        raise CommandError(cannot_write(folder, error)) from None


def keep_private(folder: Path) -> None:
    """Deny all other users of the machine the folder and its files, now and in future. What belongs to another user
    stays as it is, and what another program deletes meanwhile is passed over."""
    os.umask(0o077)
    _close(folder, 0o700)
    with suppress(PermissionError):
        for file in folder.iterdir():
            if file.is_file():
                _close(file, 0o600)


def _close(path: Path, mode: int) -> None:
    with suppress(PermissionError, FileNotFoundError):
        path.chmod(mode)


def _opened(path: Path) -> TextIO:
    path.parent.mkdir(parents=True, exist_ok=True)
    database = Path(str(settings.DATABASES["default"]["NAME"]))
    try:
        if connection.vendor == "sqlite" and database.exists():
            database.open("r+b").close()
        path.touch()
        return path.open("r+")
    except OSError as error:
        raise CommandError(cannot_write(path.parent, error)) from None


def cannot_write(folder: Path, error: OSError) -> str:
    return (
        f"Cardinal cannot write to its data folder {folder}: {error.strerror}. "
        "Give this user the right to, or name another folder in CARDINAL_DATA."
    )


def damaged(why: object) -> str:
    """Return the message about a damaged SQLite file, with the cure."""
    return (
        f"The database {settings.DATABASES['default']['NAME']} is damaged: {why}. Keep a copy of the folder, then "
        f"bring the newest backup back: {typed.command(f'restore {settings.DATA}/backups/….zip')}"
    )


def refuse_newer_database() -> None:
    """Raise CommandError where the database has migrations of ours that this version does not know."""
    loader = MigrationLoader(connection)
    unknown = sorted(set(loader.applied_migrations) - set(loader.disk_migrations))
    steps = [f"{app}.{name}" for app, name in unknown if app in OURS]
    if steps:
        raise CommandError(
            f"The database {settings.DATABASES['default']['NAME']} belongs to another version of Cardinal, most likely "
            f"a newer one: this one does not know {', '.join(steps)}. Start that version, or bring a backup back."
        )
