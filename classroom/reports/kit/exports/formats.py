"""Files for spreadsheets: the sheets of any game, every column described (see columns).

Each format is a plain generator of bytes, a small piece at a time. What
people typed is never a formula: guarded in CSV (security 3.2), text cells in XLSX. Numbers are numbers in both.
"""

import csv
import io
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from tempfile import TemporaryFile
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.formats import get_format
from django.utils.translation import gettext as _
from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from classroom.reports.kit.exports.columns import Column, Files, Sheet, Value

BYTE_ORDER_MARK = "\ufeff"
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠")
PIECE = 256 * 1024
ROWS_OF_A_SHEET = 1_000_000
"""A sheet of a spreadsheet ends at 1 048 576 rows; a longer file goes on in another."""

WIDTHS = {"student": 24, "hand": 40, "fitting": 24, "cards": 16, "measure": 18}
NARROWEST, MOMENT = 10, 20
"""Widths of columns, in letters: a column that ends in _at holds a day and a time."""
EXPLAINED = (34, 34, 90)
"""Widths of the sheets that explain."""
LINE = 15
"""Height of a line, in points: spreadsheets do not all make room for a text that goes on in another line."""
A4 = 9
"""Number of this paper in a spreadsheet."""

CSV_TYPE = "text/csv; charset=utf-8"
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def gzipped(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the same as one gzip stream. (Django's middleware makes a stream of each piece, and Chromium saves only the
    first: a file of one line.)"""
    packer = zlib.compressobj(wbits=31)
    for piece in pieces:
        yield packer.compress(piece) + packer.flush(zlib.Z_SYNC_FLUSH)
    yield packer.flush()


class Separator(NamedTuple):
    """Separator of the cells of a CSV, and the mark of the decimals in them."""

    cells: str
    decimal: str


COMMA, SEMICOLON = Separator(",", "."), Separator(";", ",")
SEPARATORS = {"comma": COMMA, "semicolon": SEMICOLON}


def separator(asked: str) -> Separator:
    """Return the one asked for; else that of spreadsheets in the language of the page."""
    usual = SEMICOLON if get_format("DECIMAL_SEPARATOR") == "," else COMMA
    return SEPARATORS.get(asked, usual)


def csv_of(sheet: Sheet, between: Separator = COMMA) -> Iterator[bytes]:
    """Yield the file: UTF-8 with a byte order mark, or spreadsheets take names for another alphabet."""
    yield (BYTE_ORDER_MARK + _lines([[column.name for column in sheet.columns]], between)).encode()
    for rows in sheet.batches():
        yield _lines(
            [[_cell(column.value(row), between) for column in sheet.columns] for row in rows], between
        ).encode()


def xlsx_of(files: Files) -> Iterator[bytes]:
    """Yield the file: its sheets, and one that explains their columns. It grows on the disk, empty pieces meanwhile:
    a download that is given up ends there."""
    with TemporaryFile() as file:
        book = _Book(file)
        for sheet in files.sheets:
            yield from book.add(sheet)
        book.close(files)
        file.seek(0)
        while piece := file.read(PIECE):
            yield piece


class _Book:
    """A workbook that keeps one row in memory."""

    def __init__(self, file: Any) -> None:
        self.book = Workbook(file, {"constant_memory": True})
        self.bold = self.book.add_format({"bold": True, "text_wrap": True, "valign": "top"})
        self.text = self.book.add_format({"indent": 1})
        self.value = self.book.add_format({"text_wrap": True, "valign": "top", "align": "left"})
        self.day = self.book.add_format({"num_format": "yyyy-mm-dd"})
        self.moment = self.book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})

    def add(self, sheet: Sheet) -> Iterator[bytes]:
        """Write a sheet, in another where it is full; yield an empty piece now and then."""
        page, row = self._page(sheet.title, sheet.columns), 0
        for rows in sheet.batches():
            for line in rows:
                if row == ROWS_OF_A_SHEET:
                    self._end(page, row, sheet.columns)
                    page, row = self._page(f"{sheet.title} {len(self.book.worksheets())}", sheet.columns), 0
                row += 1
                for place, column in enumerate(sheet.columns):
                    self._write(page, row, place, column.value(line))
            yield b""
        self._end(page, row, sheet.columns)

    def close(self, files: Files) -> None:
        columns = ((sheet, column) for sheet in files.sheets for column in sheet.columns)
        self._explain(_("Columns"), ((sheet.title, each.name, f"{each.meaning}") for sheet, each in columns))
        if files.constants:
            self._explain(_("Constants"), files.constants)
        self.book.close()

    def _explain(self, title: str, lines: Iterable[tuple[str, Value, str]]) -> None:
        """Write a sheet of names, values and what they mean."""
        page = self.book.add_worksheet(title)
        _printed(page)
        for place, width in enumerate(EXPLAINED):
            page.set_column(place, place, width)
        for row, line in enumerate(lines):
            page.set_row(
                row, LINE * max(-(-len(str(text)) // width) for text, width in zip(line, EXPLAINED, strict=True))
            )
            for place, (value, style) in enumerate(zip(line, (self.bold, self.value, self.value), strict=True)):
                self._write(page, row, place, value, style)

    def _page(self, name: str, columns: Sequence[Column]) -> Worksheet:
        page = self.book.add_worksheet(name)
        page.freeze_panes(1, 0)
        page.repeat_rows(0)
        _printed(page)
        for place, column in enumerate(columns):
            width = max(MOMENT if column.name.endswith("_at") else NARROWEST, len(column.name) + 3)
            page.set_column(place, place, WIDTHS.get(column.name, width))
            page.write_string(0, place, column.name, self.bold)
        return page

    @staticmethod
    def _end(page: Worksheet, rows: int, columns: Sequence[Column]) -> None:
        page.autofilter(0, 0, rows, len(columns) - 1)

    def _write(self, page: Worksheet, row: int, place: int, value: Value, style: Format | None = None) -> None:
        if isinstance(value, str):
            page.write_string(row, place, value, style or self.text)
        elif isinstance(value, datetime):
            page.write_datetime(row, place, timezone.localtime(value).replace(tzinfo=None), self.moment)
        elif isinstance(value, date):
            page.write_datetime(row, place, value, self.day)
        elif value is not None:
            page.write_number(row, place, value, style)


def _printed(page: Worksheet) -> None:
    """Set a sheet up for paper: all its columns on one page."""
    page.set_landscape()
    page.set_paper(A4)
    page.fit_to_pages(1, 0)


def _cell(value: Value, between: Separator) -> Value:
    if isinstance(value, str):
        return for_spreadsheet(value)
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="milliseconds")
    return f"{value}".replace(".", between.decimal) if isinstance(value, float) else value


def for_spreadsheet(text: str) -> str:
    """Return the text so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(FORMULA_STARTS) else text


def _lines(rows: list[list[Any]], between: Separator) -> str:
    written = io.StringIO()
    csv.writer(written, delimiter=between.cells).writerows(rows)
    return written.getvalue()
