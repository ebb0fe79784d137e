"""Locks on the data folder and its files. The system releases them however their holder ends: flock where it exists,
else Windows' own.

Settings make the secret key under such a lock, so that nothing of Django may be imported here.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TextIO

FAR = 1 << 30
"""The byte that Windows locks, far behind the text, so that a refused process can still read it."""


def take(file: TextIO, *, shared: bool) -> None:
    """Lock the file; with `shared` others may share the lock. Raises OSError where somebody else holds it."""
    if fcntl := _module("fcntl"):
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    elif (msvcrt := _module("msvcrt")) and not shared:  # Windows shares no lock: several workers go unguarded there
        file.seek(FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Wait until no other process is in this block for the same folder. On Windows, which locks no folder, there is one
    worker, and nothing is locked."""
    fcntl = _module("fcntl")
    if fcntl is None:
        yield
        return
    place = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # a network drive may not know how
            fcntl.flock(place, fcntl.LOCK_EX)
        yield
    finally:
        os.close(place)


def _module(name: str) -> ModuleType | None:
    with suppress(ImportError):
        return import_module(name)
    return None
