"""The secret key, kept with the data. Settings read it, so that nothing of Django may be imported here.

Sign-ins, second factors and children's cards depend on it. A new key made silently in place of a lost one would
invalidate them all, so where data exists only a command makes one.
"""

import re
import secrets
import time
from pathlib import Path

from classroom.server import kept_file
from classroom.server.database import file_locks

FILE = "secret_key"
CURES = ("doctor", "restore", "new_secret")
"""Commands that find or repair a lost key, and so run without it."""
_DATA = ("cardinal.sqlite3", "forgotten", "backups/*.zip")
"""Files that show that a folder has been in use."""
made: dict[Path, float] = {}
"""Folders for which this process has made the key, and when: seconds since 1970."""
_KEY = re.compile(r"[!-~]{20,}\s*")
"""Excludes a file that was not written completely, or is something else."""


class LostKeyError(Exception):
    """The key is missing or invalid although there is data; the words say which."""


def read(folder: Path, *, command: str = "") -> str:
    """Return the key; the first run makes it, and the folder, which nobody else may read. A command that repairs a lost
    key gets a temporary one. Raises LostKeyError, OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    wrong = fault(folder)
    if wrong and command in CURES:
        return new()
    if wrong:
        raise LostKeyError(wrong)
    if is_whole(kept := _text(folder)):
        return kept
    with file_locks.alone(folder):  # workers that start together need the same key
        if not is_whole(kept := _text(folder)):
            made[folder] = time.time()
            kept_file.write(folder / FILE, kept := new())
    return kept


def fault(folder: Path) -> str:
    """Return what is wrong with the key of a folder that holds data, in words; "" is nothing."""
    if is_whole(text := _text(folder)) or not any(any(folder.glob(name)) for name in _DATA):
        return ""
    state = "damaged" if text else "empty" if (folder / FILE).exists() else "missing"
    return f"The secret key {folder / FILE} is {state}, and the data beside it need it"


def new() -> str:
    return secrets.token_urlsafe(50)


def is_whole(text: str) -> bool:
    return bool(_KEY.fullmatch(text))


def _text(folder: Path) -> str:
    path = folder / FILE
    return path.read_text(errors="replace") if path.exists() else ""
