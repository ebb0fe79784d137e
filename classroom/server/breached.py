"""Check of passwords against known breaches, offline (ASVS 6.2.12): 32 bits of the hash of each, sorted, in one file.

The file holds passwords of 8 letters or more from Mark Burnett's million most frequent passwords of breaches and from
the lists of zxcvbn-ts and Django: 476 000 in 1.9 MB. One good password in nine thousand is refused by chance. `python
-m classroom.server.breached LIST…` writes the file anew from other lists, one password a line.
"""

import sys
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

FILE = Path(__file__).with_name("breached.u32")
SHORTEST = 8
"""Letters; shorter passwords are refused anyway."""


class BreachedPasswordValidator:
    """Refuses a password whose hash is in the file, in whatever case it is typed."""

    def validate(self, password: str, user: object = None) -> None:
        if is_breached(password):
            raise ValidationError(_("This password was in a theft of data. Choose another one."), code="breached")

    def get_help_text(self) -> str:
        return _("Not a password that was in a theft of data.")


def is_breached(password: str) -> bool:
    known, wanted = _known(), _short(password)
    place = int(np.searchsorted(known, wanted))
    return place < len(known) and bool(known[place] == wanted)


def pack(passwords: Iterable[str]) -> bytes:
    long = (password for password in passwords if len(password) >= SHORTEST)
    return np.array(sorted({int(_short(password)) for password in long}), dtype="<u4").tobytes()


@cache
def _known() -> np.ndarray[tuple[int], np.dtype[np.uint32]]:
    return np.memmap(FILE, dtype="<u4", mode="r")


def _short(password: str) -> np.uint32:
    return np.uint32(int.from_bytes(sha256(password.strip().lower().encode()).digest()[:4], "little"))


if __name__ == "__main__":
    lines = (line for path in sys.argv[1:] for line in Path(path).read_text(errors="replace").splitlines())
    FILE.write_bytes(pack(lines))
