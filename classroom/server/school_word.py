"""The school's sign-up word: a person without an account types it to make one. The first account of a server needs
none.

It lies in the data folder, and admins read it on the school's page. With CARDINAL_SIGN_UP=open it is not asked for.
"""

from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils.crypto import constant_time_compare

from classroom.server import kept_file
from classroom.server.database import changes
from game.codes import ALPHABET, new_code

FILE = "school_word"
LENGTH = 8
"""Letters: 38 bits, and an address may try a hundred words in ten minutes."""


def is_asked() -> bool:
    return not settings.OPEN_SIGN_UP


def now() -> str:
    """Return the present word, as it is read out: two groups of four. The first call makes it."""
    return _kept() or _renewed(unless_kept=True)


def renew() -> str:
    """Replace the word; the old one is no longer accepted."""
    return _renewed(unless_kept=False)


def _kept() -> str:
    with suppress(OSError, ValueError):
        if len(_letters(kept := _path().read_text())) == LENGTH:
            return kept
    return ""


@transaction.atomic
def _renewed(*, unless_kept: bool) -> str:
    changes.in_turn("school word")
    if unless_kept and (kept := _kept()):
        return kept
    letters = new_code(LENGTH)
    word = f"{letters[: LENGTH // 2]}-{letters[LENGTH // 2 :]}"
    kept_file.write(_path(), word)
    return word


def is_right(typed: str) -> bool:
    """Return whether this is the word, in whatever case and with whatever between the letters."""
    return constant_time_compare(_letters(typed), _letters(now()))


def _letters(typed: str) -> str:
    return "".join(letter for letter in typed.upper() if letter in ALPHABET)


def _path() -> Path:
    return Path(settings.DATA) / FILE
