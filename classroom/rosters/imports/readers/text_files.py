"""From a pasted text or a file to lines of cells; recognizes separators and Word's bullets.

No list is refused because of its encoding or separator, only what is no text at all, with words that say what to do
instead.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from django.utils.translation import gettext as _

from classroom.naming import names
from classroom.rosters.imports.readers.encodings import decoded

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
