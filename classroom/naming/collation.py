"""The order of names: that of the language's own alphabet, as a school's class list has it.

A small key instead of a library, on purpose: PyICU needs a C++ compiler and system packages on every school's box, and
pyuca knows the default order only, not where a language differs. What is told apart here is what school lists of our
languages need; letters of other scripts follow after the Latin ones by code point, which is their own order nearly
everywhere.

- Icelandic: á follows a, ð d, é e, í i, ó o, ú u, ý y; þ, æ, ö (and ø) come after z.
- Spanish: ñ follows n; other accents do not matter. English and the rest: accents do not matter, æ is ae, þ is th.
- Capital or small never matters; hyphens, dots and apostrophes neither; a space comes before every letter (so that
  Sam stands before Samuel); numbers go by value (4B before 10A).

Names that are equal in all this are told apart by their accents, then by their letters as written. A row keeps the
key of its name (`key`), which every database orders alike: by its bytes. The collation `alphabet` of SQLite connections
(server.database.sqlite) is what the first migrations ordered by.
"""

import unicodedata
from functools import lru_cache

from django.conf import settings

from classroom.languages.rows import languages

COLLATION = "alphabet"

_SPACE, _NUMBER, _LETTER = range(3)
_SPELLED = {"æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "þ": "th", "đ": "d", "ł": "l", "ı": "i"}

Primary = tuple[int, int, int]
Key = tuple[tuple[Primary, ...], str, str]
VERSION = 1
"""Raised when keys are computed differently: a server then computes all of them anew at its start
(models.name_keys)."""


def language_of_the_school() -> str:
    """Return the language by whose alphabet names are ordered, for everybody alike."""
    return (settings.ALPHABET or settings.LANGUAGE_CODE)[:2]


def compare(one: str, other: str) -> int:
    """Return −1, 0 or 1, as the comparison of a database's collation does."""
    first, second = (order(name, language_of_the_school()) for name in (one, other))
    return (first > second) - (first < second)


def key(name: str) -> bytes:
    """Return the bytes by which this name sorts: `key_prefix`, then letters, accents, and the name as written."""
    primaries, *spellings = order(name, language_of_the_school())
    parts = [b"".join(map(_bytes_of, primaries)), *(spelling.encode() for spelling in spellings)]
    return key_prefix() + b"\0".join(parts)


def key_prefix() -> bytes:
    """Return the common prefix of all keys that belong to the present alphabet."""
    return f"{language_of_the_school()}{VERSION} ".encode()


def _bytes_of(primary: Primary) -> bytes:
    """Return bytes that sort like the tuple. No element begins with a zero byte, so a shorter tuple comes first."""
    kind, value, place = primary
    length = max(1, (value.bit_length() + 7) // 8)
    return bytes((kind + 1, length)) + value.to_bytes(length) + bytes((place,))


@lru_cache(maxsize=8192)
def order(name: str, language: str) -> Key:
    """Return the key by which names sort: letters, then accents, then as written."""
    folded = unicodedata.normalize("NFC", name.casefold())
    return tuple(_primaries(folded, _own_letters(language))), folded, name


def _own_letters(language: str) -> dict[str, str]:
    """Return the letters with a place of their own: after which letter, and as which one there."""
    known = languages().get(language)
    return known.letters if known else {}


def _primaries(folded: str, own: dict[str, str]) -> list[Primary]:
    found: list[Primary] = []
    for letter in folded:
        if letter in own:
            found.append((_LETTER, ord(own[letter][0]), int(own[letter][1:])))
        elif letter.isdecimal():
            _count(found, int(letter))
        elif letter.isspace():
            found.append((_SPACE, 0, 0))
        else:
            found += [(_LETTER, ord(base), 0) for base in _bases(letter)]
    return found


def _count(found: list[Primary], digit: int) -> None:
    """Append a digit: it continues the number before it, or begins one."""
    if found and found[-1][0] == _NUMBER:
        found[-1] = (_NUMBER, found[-1][1] * 10 + digit, 0)
    else:
        found.append((_NUMBER, digit, 0))


def plain(text: str) -> str:
    """Return the text as a child types it without a key for accents: only the letters that count, spelled out."""
    return "".join(base for letter in text.casefold() for base in _bases(letter))


def _bases(letter: str) -> list[str]:
    """Return the letters that this one counts as: without accents, or spelled out; an empty list for a hyphen or a
    dot."""
    plain = unicodedata.normalize("NFKD", _SPELLED.get(letter, letter))
    return [base for base in plain if base.isalnum()]
