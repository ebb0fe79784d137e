"""Decoding of a text file: which encoding it was written in, and whether that is certain. Pure.

Four encodings are recognized by their first bytes or their validity. Three are told apart by the letters that would
result: names begin with a capital letter and go on with small ones. charset-normalizer 3.5 guesses more encodings, but
lists of names are too short for its statistics: of 19 of ours it reads 9, this 17.
"""

import codecs
import re
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

ENCODINGS = {
    "utf-8": _("UTF-8"),
    "utf-16-le": _("UTF-16"),
    "utf-16-be": _("UTF-16, other order"),
    "cp1252": _("Windows, Western Europe"),
    "mac_iceland": _("Mac, Iceland"),
    "mac_roman": _("Mac, Western Europe"),
    "cp1250": _("Windows, Central Europe"),
    "cp850": _("DOS"),
}
"""The teacher's choices, by Python's names of the encodings."""
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_OF_ONE_BYTE, _EASTERN = ("cp1252", "mac_iceland", "mac_roman"), "cp1250"
_LOOKED_AT = 20_000
"""Characters of a file from which its encoding is guessed."""
_SIGNS_IN_NAMES = "’‘´"
_LETTER = r"[^\W\d_]"
_WORD = re.compile(f"{_LETTER}+")
_SIGN_AT_LETTER = re.compile(rf"(?<={_LETTER})[^\w\x00-\x7f]|[^\w\x00-\x7f](?={_LETTER})|(?<=[\d.])[¼½¾»]")
_ORDINAL = re.compile(r"(?<=\d)\.?[ºª]")
"""In Spanish names of classes: 3ºA, 1.º B."""


@dataclass(frozen=True, slots=True)
class Guess:
    encoding: str
    is_sure: bool


def decoded(data: bytes, encoding: str = "") -> str:
    """Return the text in this encoding, or in the likeliest one; bytes that are invalid in it are shown as such."""
    text = data.decode(encoding if encoding in ENCODINGS else likely(data).encoding, errors="replace")
    return text.lstrip("\ufeff")


def likely(data: bytes) -> Guess:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return Guess(encoding, is_sure=True)
    zeros = data[:400].count(0)
    if zeros * 4 > len(data[:400]):
        return Guess("utf-16-le" if data[1:2] == b"\0" else "utf-16-be", is_sure=True)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return _of_one_byte(data)
    return Guess("utf-8", is_sure=True)


def _of_one_byte(data: bytes) -> Guess:
    """Return the single-byte encoding with the fewest letters in odd places, the first of several. If every one has
    some, the guess is uncertain, and Central Europe's, which reads nearly all bytes as letters, is suggested."""
    texts = {encoding: data.decode(encoding, errors="replace")[:_LOOKED_AT] for encoding in _OF_ONE_BYTE}
    odd = {encoding: _odd_letters(text) for encoding, text in texts.items()}
    best = min(odd, key=odd.__getitem__)
    if odd[best]:
        eastern = data.decode(_EASTERN, errors="replace")[:_LOOKED_AT]
        return Guess(best if _odd_letters(eastern) else _EASTERN, is_sure=False)
    others = [odd[encoding] for encoding, text in texts.items() if text != texts[best]]
    return Guess(best, is_sure=all(others))


def _odd_letters(text: str) -> int:
    """Count, outside ASCII, symbols next to letters, capitals within words, and small letters at the beginning of
    words."""
    text = _ORDINAL.sub(" ", text)
    signs = sum(match[0] not in _SIGNS_IN_NAMES for match in _SIGN_AT_LETTER.finditer(text))
    words = (match[0] for match in _WORD.finditer(text) if not match[0].isascii())
    return signs + sum(_odd_in(word) for word in words)


def _odd_in(word: str) -> int:
    capitals = 0 if word.isupper() else sum(letter.isupper() and not letter.isascii() for letter in word[1:])
    is_small = not word[0].isascii() and word[0].islower()
    return capitals + is_small + sum(letter in "ﬁﬂªº" for letter in word)
