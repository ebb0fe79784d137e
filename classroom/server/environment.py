"""Settings from environment variables. An invalid value stops the start with a sentence that names it.

Django's settings import this module, so it must not need them.
"""

import os
import re
import sys
from typing import NoReturn
from zoneinfo import ZoneInfo

HOST_NAME = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\]")


def number(name: str, usual: int, *, least: int = 1) -> int:
    """Return this setting as a number, `usual` where it is not set. A value below `least` stops the start."""
    written = os.environ.get(name, "").strip()
    if not written:
        return usual
    if not written.isdecimal() or int(written) < least:
        _refuse(name, f"a number, at least {least}", f"{name}={max(least, 2)}")
    return int(written)


def host(name: str) -> str:
    """Return this setting as a host name, in small letters as browsers send it; "" where it is not set."""
    written = os.environ.get(name, "").strip().lower()
    if written and not HOST_NAME.fullmatch(written):
        _refuse(name, "a name alone, without https://, port and slash", f"{name}=play.school.example")
    return written


def zone(name: str) -> str:
    """Return this setting as the name of a time zone; "" where it is not set."""
    written = os.environ.get(name, "").strip()
    try:
        return written and ZoneInfo(written).key
    except (KeyError, ValueError, OSError):
        _refuse(name, "a time zone by its continent and city", f"{name}=Europe/Madrid")


def _refuse(name: str, wanted: str, example: str) -> NoReturn:
    sys.exit(f"{name} is not understood: {os.environ[name]!r} is not {wanted}. It looks like {example}")
