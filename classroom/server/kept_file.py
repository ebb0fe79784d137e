"""Small files of the data folder, replaced atomically: after a power failure either the old content is there or the
new one.

Settings read some of them, so that nothing of Django may be imported here.
"""

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write(path: Path, content: str | bytes) -> None:
    """Replace the file's content; nobody else on the machine may read the file. Raises OSError."""
    put(aside(path, content), path)


def aside(path: Path, content: str | bytes) -> Path:
    """Write to a new file beside it, flushed to disk; `put` replaces the original later. Two that write at once have a
    file each, and what does not fit on the disk is removed."""
    number, name = tempfile.mkstemp(prefix=f"{path.name}.", suffix=".new", dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)


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
