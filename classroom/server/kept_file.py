"""Small files of the data folder, replaced atomically: after a power failure either the old text is there or the new
one.

Settings read some of them, so that nothing of Django may be imported here.
"""

import os
from contextlib import suppress
from pathlib import Path


def write(path: Path, text: str) -> None:
    """Replace the file's text; nobody else on the machine may read the file. Raises OSError."""
    put(aside(path, text), path)


def aside(path: Path, text: str) -> Path:
    """Write the text to a file beside it, flushed to disk; `put` replaces the original later."""
    written = path.with_name(f"{path.name}.new")
    with os.fdopen(os.open(written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    return written


def put(written: Path, path: Path) -> None:
    written.replace(path)
    sync(path.parent)


def sync(folder: Path) -> None:
    """Flush a folder's entries to disk."""
    with suppress(OSError):  # a USB stick's file system may not know how
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)
