"""The parts that backups of both databases share: errors in words, names by time, the hash of a file, the tables whose
rows are forgotten."""

import hashlib
import zlib
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from zipfile import BadZipFile

from django.utils import timezone

from classroom.server.recovery import forgotten

TABLES = {
    forgotten.STUDENT: "classroom_student",
    forgotten.CLASSROOM: "classroom_classroom",
    forgotten.TEACHER: "classroom_teacher",
}

UNREADABLE = (BadZipFile, EOFError, KeyError, OSError, RuntimeError, ValueError, zlib.error)
"""Errors raised when a file is no backup, or one that was cut short, changed or encrypted."""
STAMP = "%Y-%m-%dT%H%M%S"
"""When a backup was made, or old data replaced, in the name of its file or folder."""
AGAIN = "b"
"""What follows it in autumn's hour that comes twice, the second time."""
BringUp = Callable[[forgotten.Rows], int]
"""Migrates the database to this version and forgets these rows again; returns how many were there."""


class BackupError(Exception):
    """No backup was made; the words say why."""


class RestoreError(Exception):
    """Nothing was changed; the words say why."""


def stamp() -> str:
    now = timezone.localtime()
    return f"{now:{STAMP}}{AGAIN * now.fold}"


def moment(name: str, before: str) -> datetime:
    """Return the stamp that follows `before` in this name. Raises ValueError."""
    at = datetime.strptime(name.removesuffix(AGAIN), f"{before}{STAMP}")
    return timezone.make_aware(at.replace(fold=name.endswith(AGAIN)))


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
