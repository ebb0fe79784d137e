"""The parts that backups of both databases share: errors in words, the hash of a file, the tables whose rows are
forgotten."""

import hashlib
import zlib
from collections.abc import Callable
from pathlib import Path
from zipfile import BadZipFile

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
BringUp = Callable[[forgotten.Rows], int]
"""Migrates the database to this version and forgets these rows again; returns how many were there."""


class BackupError(Exception):
    """No backup was made; the words say why."""


class RestoreError(Exception):
    """Nothing was changed; the words say why."""


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
