"""Locks on files that the system lets go of, however their holder ends: flock where there is one, else Windows' own."""

from contextlib import suppress
from importlib import import_module
from types import ModuleType
from typing import TextIO

FAR = 1 << 30
"""The byte that Windows locks: what stands in the file stays readable to who is refused."""


def take(file: TextIO, *, shared: bool) -> None:
    """Lock the file, with `shared` beside others who share it. Raises OSError where somebody else holds it."""
    if fcntl := _module("fcntl"):
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    elif (msvcrt := _module("msvcrt")) and not shared:  # Windows shares no lock: several workers go unguarded there
        file.seek(FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)


def _module(name: str) -> ModuleType | None:
    with suppress(ImportError):
        return import_module(name)
    return None
