"""The parts that backups of both databases share: errors in words, the hash of a file, the tables whose rows are
forgotten."""

import hashlib
from pathlib import Path

from classroom.server.recovery import forgotten

TABLES = {forgotten.STUDENT: "classroom_student", forgotten.CLASSROOM: "classroom_classroom"}


class BackupError(Exception):
    """No backup was made; the words say why."""


class RestoreError(Exception):
    """Nothing was changed; the words say why."""


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
