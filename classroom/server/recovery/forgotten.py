"""List of the rows that were forgotten for good: kinds and numbers only, no personal data.

It lies beside the database and only grows. An older backup still holds those rows: `restore` reads the list and forgets
them again, and keeps their numbers from being given to new rows.
"""

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings

from classroom.server import kept_file

FILE = "forgotten"
STUDENT, CLASSROOM, TEACHER = "student", "class", "teacher"
_ROW = re.compile(r"^(student|class|teacher) (\d+)\n", re.MULTILINE)

Rows = set[tuple[str, int]]


def note(kind: str, numbers: Iterable[int]) -> None:
    """Add rows that are about to be deleted; they are on disk when this returns. Raises OSError.

    The leading mark spoils a line that was cut short, whose number would be another one's.
    """
    lines = "#\n" + "".join(f"{kind} {number}\n" for number in numbers)
    file = os.open(settings.DATA / FILE, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    with os.fdopen(file, "ab") as listed:
        listed.write(lines.encode())
        listed.flush()
        os.fsync(file)
    kept_file.sync(settings.DATA)


def note_teacher(instance: Any, **_more: Any) -> None:
    """Add an account that is being deleted: a signal, since no page of ours deletes one, and the shell of the server
    does."""
    note(TEACHER, [instance.pk])


def read(folder: Path) -> Rows:
    """Return the rows on the list in this folder. A last line that was cut short is ignored."""
    path = folder / FILE
    text = path.read_text(errors="replace") if path.exists() else ""
    return {(kind, int(number)) for kind, number in _ROW.findall(text)}


def write(folder: Path, rows: Rows) -> None:
    """Write a new list into a folder that is being restored."""
    kept_file.write(folder / FILE, "".join(f"{kind} {number}\n" for kind, number in sorted(rows)))


def numbers(rows: Rows, kind: str) -> list[int]:
    return sorted(number for found, number in rows if found == kind)
