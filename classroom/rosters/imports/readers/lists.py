"""A pasted list or a text file: split into cells, with recognized columns, and whether all that is certain. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from classroom.rosters.imports.readers import columns, headings, text_files
from classroom.rosters.imports.readers.columns import Columns
from classroom.rosters.imports.readers.text_files import CellRows, NotAListError

MOST_ROWS = 30_000
"""In one list of several classes."""


@dataclass(frozen=True, slots=True)
class ListSheet:
    """A list split into cells. `columns` is a guess; with `is_sure` the teacher need not check it."""

    table: CellRows
    separator: str
    columns: Columns
    is_sure: bool

    @property
    def size(self) -> int:
        return len(self.table) - self.columns.begins

    @property
    def is_blank(self) -> bool:
        """Whether there are separators and nothing between them."""
        return not any(any(cells) for _number, cells in self.table)

    @property
    def is_of_a_bundle(self) -> bool:
        """Whether this is one of the files of a OneRoster export."""
        return any(headings.word_of(cell) in headings.MACHINE_WORDS for cell in (self.table or [(0, [""])])[0][1])


def read(text: str, separator: str | None = None, *, needs_class: bool = False, last_names: int = 1) -> ListSheet:
    """Split at `separator`, or without one at the likeliest. With `needs_class` only a column of classes makes it
    certain. `last_names`: how many people of the class's language have. Raises NotAListError for many more lines than
    a list may have, before a minute goes into their cells."""
    lines = text_files.lines_of(text)
    if len(lines) > MOST_ROWS + columns.MOST_TITLES + 1:
        raise NotAListError(too_long(len(lines), MOST_ROWS))
    cut = separator if separator is not None else _separator_of([line for _number, line in lines])
    table = text_files.table_of(lines, cut)
    header = columns.by_header(table)
    is_plain = header is None and columns.width_of(table) < 2
    is_sure = (is_plain or header is not None) and columns.fits(table, header or Columns())
    is_sure = is_sure and not (needs_class and (header is None or header.section is None))
    return ListSheet(table, cut, header or columns.likely(table, last_names), is_sure)


def too_long(count: int, most: int) -> str:
    words = _("There are %(count)d lines. Here is room for %(most)d students. Take only the list of the class.")
    return words % {"count": count, "most": most}


def of_classes(sheets: Sequence[tuple[str, str]]) -> list[tuple[str, ListSheet]]:
    """Return the sheets of a workbook that are lists of classes, with their names; none where only one is, or the first
    is uncertain. Beside sheets with headings, one without headings is a note."""
    cut = [(name, read(text, "\t")) for name, text in sheets]
    found = [(name, sheet) for name, sheet in cut if sheet.is_sure and sheet.size > 0]
    headed = [(name, sheet) for name, sheet in found if sheet.columns.is_headed]
    classes = headed or found
    return classes if len(classes) > 1 and cut[0][1].is_sure else []


def _separator_of(lines: Sequence[str]) -> str:
    """Return the character that splits a line into known headings, else the one that splits the lines equally."""
    top = lines[: columns.MOST_TITLES + 1]
    known = {sign: max((_known_words(line, sign) for line in top), default=0) for sign in text_files.SEPARATORS}
    best = max(known, key=known.__getitem__)
    if known[best] > 1:
        return best
    alike = text_files.separator_of(lines[:50])
    return "" if alike == "," and _is_one_column(lines) else alike


def _known_words(line: str, separator: str) -> int:
    return len({headings.role_of(cell) for cell in text_files.cells_of(line, separator)} - {""})


def _is_one_column(lines: Sequence[str]) -> bool:
    """Return whether a single heading is above cells like "Smith, Anna", so that the comma is part of the name."""
    is_headed = any(headings.role_of(line) in ("name", "given") for line in lines[: columns.MOST_TITLES])
    return is_headed and all(len(text_files.cells_of(line, ",")) <= 2 for line in lines)
