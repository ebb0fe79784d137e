"""From a pasted text or a file to lines of cells; recognizes separators and Word's bullets.

No list is refused because of its encoding or separator, only what is no text at all, with words that say what to do
instead.

Decoding of a text file: which encoding it was written in, and whether that is certain. Pure.

Four encodings are recognized by their first bytes or their validity. Three are told apart by the letters that would
result: names begin with a capital letter and go on with small ones. charset-normalizer 3.5 guesses more encodings, but
lists of names are too short for its statistics: of 19 of ours it reads 9, this 17.
"""

import codecs
import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classroom.naming import names

LARGEST_LIST = 4 * 1024 * 1024
"""Bytes of one list: thirty thousand lines, with columns that are not read."""
LONGEST_LINE = 2000
SEPARATORS = "\t;,|"
MOST_LINES_OF_CELL = 6
"""Lines that a quoted cell may span. A quotation mark that is not closed within them is part of a name, and the next
lines are children."""

CellRows = list[tuple[int, list[str]]]
"""Numbered lines, as the teacher counts them from 1, each with its cells."""

_LINE_END = re.compile(r"\r\n|\r|\n|\u2028")
_BULLET = re.compile(
    r"^[ \t]*(?:[-*•·◦●○▪▫■□‣⁃–—\uf0b7\uf0a7\uf0d8][ \t\u00a0]+|[o§][\t]+"
    r"|\(?[0-9]{1,3}[.)](?:[ \t\u00a0]+|(?=[^\W\d])))"
)
"""Bullets of Word, and of people, at the start of lines. A sign without a space after it is part of the cell."""
_NUMBERED = re.compile(r"^ *([0-9]{1,3})(?:[ \u00a0]*[-–—:])?[ \u00a0]+(?=[^\W\d])")
"""A line that people have numbered by hand: "3 - Chloé", "3: Chloé", "3 Chloé"."""
_OPENS_CELL = re.compile(r'(?:^|[\t;,|])[ ]*"')
_KNOWN_FILES = (
    (b"PK\x03\x04", "zip"),
    (b"\xd0\xcf\x11\xe0", "excel"),
    (b"%PDF", "document"),
    (b"{\\rtf", "document"),
    (b"\x89PNG", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"GIF8", "picture"),
)

ENCODINGS = {
    "utf-8": gettext_lazy("UTF-8"),
    "utf-16-le": gettext_lazy("UTF-16"),
    "utf-16-be": gettext_lazy("UTF-16, other order"),
    "cp1252": gettext_lazy("Windows, Western Europe"),
    "mac_iceland": gettext_lazy("Mac, Iceland"),
    "mac_roman": gettext_lazy("Mac, Western Europe"),
    "cp1250": gettext_lazy("Windows, Central Europe"),
    "cp850": gettext_lazy("DOS"),
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


class NotAListError(ValueError):
    """The input cannot be read as a list; the words say what to do instead. Nothing was stored."""


def kind_of(data: bytes) -> str:
    """Return "zip", "excel", "document" or "picture" by the first bytes of the file, "text" for all others."""
    return next((kind for start, kind in _KNOWN_FILES if data.startswith(start)), "text")


def is_zip(data: bytes) -> bool:
    """Return whether this is a zip; an empty one has a signature of its own."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def text_of(data: bytes, encoding: str = "") -> str:
    """Return the text of a file in this encoding, or in the likeliest one. Raises NotAListError."""
    if len(data) > LARGEST_LIST:
        raise NotAListError(_("This file is too large for a list of names. Choose a file below 4 MB."))
    if (kind := kind_of(data)) != "text":
        raise NotAListError(_refusal(kind))
    text = decoded(data, encoding)
    if sum(sign < " " and sign not in "\t\r\n\f" for sign in text) * 20 > len(text):
        raise NotAListError(_refusal("nonsense"))
    return text


def _refusal(kind: str) -> str:
    return {
        "zip": _("This is an Excel workbook or another packed file. In Excel choose “Save as”, then “CSV”."),
        "excel": _("This is an old Excel workbook. In Excel choose “Save as”, then “CSV”."),
        "document": _("This is a document, not a list. Open it, copy the names and paste them."),
        "picture": _("This is a picture. Choose a CSV file, or paste the names."),
    }.get(kind, _("No names can be read in this file. Choose a CSV file, or paste the names."))


def lines_of(text: str) -> list[tuple[int, str]]:
    """Return the non-empty lines, without bullets. `sep=;` is an instruction to Excel and is skipped."""
    lines = _joined(_LINE_END.split(names.storable(text.lstrip("\ufeff"))))
    bare = ((number, _BULLET.sub("", line)) for number, line in lines)
    said = [(n, line) for n, line in bare if names.tidy(line) and not re.fullmatch(r"sep=.", line.strip())]
    return [(n, _NUMBERED.sub("", line)) for n, line in said] if _are_numbered(said) else said


def _are_numbered(lines: Sequence[tuple[int, str]]) -> bool:
    """Return whether most lines begin with increasing numbers; otherwise a number is part of the text, as in "4 -
    Blue"."""
    numbers = [int(found[1]) for _number, line in lines if (found := _NUMBERED.match(line))]
    goes_up = all(before < after for before, after in pairwise(numbers))
    return goes_up and len(numbers) * 2 > len(lines)


def _joined(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines with their numbers from 1; lines that one quoted cell spans are joined."""
    at = 0
    while at < len(lines):
        end = _end_of_cell(lines, at) if '"' in lines[at] else at
        yield at + 1, "\n".join(lines[at : end + 1])
        at = end + 1


def _end_of_cell(lines: Sequence[str], at: int) -> int:
    """Return the line on which the cell ends that is open at the end of line `at`; an unmatched quotation mark opens
    none."""
    if lines[at].count('"') % 2 == 0 or not _OPENS_CELL.search(lines[at]):
        return at
    ahead = range(at + 1, min(len(lines), at + MOST_LINES_OF_CELL))
    return next((line for line in ahead if lines[line].count('"') % 2), at)


def table_of(lines: Sequence[tuple[int, str]], separator: str | None = None) -> CellRows:
    """Return the lines split into cells, at `separator` or at the likeliest one."""
    if separator is None:
        separator = separator_of([line for _number, line in lines[:50]])
    return [
        (number, [names.tidy(cell.replace("\n", " ")) for cell in cells_of(line, separator)]) for number, line in lines
    ]


def separator_of(lines: Sequence[str]) -> str:
    """Return the character that splits most lines, and at least half of them, into the same number of cells; "" for
    none.

    Tabs come from a spreadsheet's clipboard, semicolons from files of countries with decimal commas, commas from
    others. clevercsv 0.8 agrees on 21 of 24 lists of ours, and splits "Anna Smith" and "Smith, Anna" in lists of one
    column.
    """
    best, agreeing = "", (len(lines) - 1) // 2
    for sign in SEPARATORS:
        widths = Counter(len(cells_of(line, sign)) for line in lines)
        most = max((count for width, count in widths.items() if width > 1), default=0)
        if most > agreeing:
            best, agreeing = sign, most
    return best


def cells_of(line: str, separator: str) -> list[str]:
    if not separator or len(line) > LONGEST_LINE:
        return [_unquoted(line)]
    try:
        return next(csv.reader([line], delimiter=separator, skipinitialspace=True), [""])
    except csv.Error:
        return line.split(separator)


def _unquoted(line: str) -> str:
    return line[1:-1].replace('""', '"') if len(line) > 1 and line[0] == line[-1] == '"' else line


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
