"""Files for spreadsheets: one row per attempt, every column described (see columns).

Each format is a plain generator of bytes, a small piece at a time; `in_a_thread` hands them to the server. What
people typed is never a formula: guarded in CSV (pitfalls 3.2), text cells in XLSX. Numbers are numbers in both.
"""

import csv
import io
import zlib
from collections.abc import AsyncIterator, Iterator
from datetime import date
from tempfile import TemporaryFile
from typing import Any

from asgiref.sync import sync_to_async
from django.utils.translation import gettext as _
from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from classroom.reports.around_the_corner.sources.columns import COLUMNS, Row, Value
from classroom.reports.around_the_corner.sources.extracts import Extract, batches

BYTE_ORDER_MARK = "\ufeff"
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠")
PIECE = 256 * 1024
ROWS_OF_A_SHEET = 1_000_000
"""A sheet of a spreadsheet ends at 1 048 576 rows; a longer file goes on in another."""

CSV_TYPE = "text/csv; charset=utf-8"
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


async def in_a_thread(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Yield the pieces as they are made, in the thread of the request: nobody's game waits for a file."""
    while (piece := await sync_to_async(_next)(pieces)) is not None:
        yield piece


def _next(pieces: Iterator[bytes]) -> bytes | None:
    return next(pieces, None)


def gzipped(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the same as one gzip stream. (Django's middleware makes a stream of each piece, and Chromium saves only the
    first: a file of one line.)"""
    packer = zlib.compressobj(wbits=31)
    for piece in pieces:
        yield packer.compress(piece) + packer.flush(zlib.Z_SYNC_FLUSH)
    yield packer.flush()


def csv_of(extract: Extract) -> Iterator[bytes]:
    """Yield the file: UTF-8 with a byte order mark, or spreadsheets take names for another alphabet."""
    yield (BYTE_ORDER_MARK + _lines([[column.name for column in COLUMNS]])).encode()
    for rows in batches(extract):
        yield _lines([[_guarded(value) for value in _values(row)] for row in rows]).encode()


def xlsx_of(extract: Extract) -> Iterator[bytes]:
    """Yield the file: a sheet of cards, one that explains its columns. It grows on the disk, empty pieces meanwhile:
    a download that is given up ends there."""
    with TemporaryFile() as file:
        book = _Book(file)
        for rows in batches(extract):
            book.add(rows)
            yield b""
        book.close()
        file.seek(0)
        while piece := file.read(PIECE):
            yield piece


class _Book:
    """A workbook that keeps one row in memory; `left` rows still fit on its present sheet."""

    def __init__(self, file: Any) -> None:
        self.book = Workbook(file, {"constant_memory": True})
        self.bold = self.book.add_format({"bold": True, "text_wrap": True, "valign": "top"})
        self.wrapped = self.book.add_format({"text_wrap": True, "valign": "top"})
        self.day = self.book.add_format({"num_format": "yyyy-mm-dd"})
        self.sheet, self.row = self._new_sheet(_("Cards")), 0

    def add(self, rows: list[Row]) -> None:
        for row in rows:
            if self.row == ROWS_OF_A_SHEET:
                self.sheet, self.row = self._new_sheet(_("More cards") + f" {len(self.book.worksheets())}"), 0
            self.row += 1
            for place, value in enumerate(_values(row)):
                _write(self.sheet, self.row, place, value, self.day)

    def close(self) -> None:
        sheet = self.book.add_worksheet(_("Columns"))
        sheet.set_column(0, 0, 18)
        sheet.set_column(1, 1, 90, self.wrapped)
        for row, column in enumerate(COLUMNS):
            sheet.write_string(row, 0, column.name, self.bold)
            sheet.write_string(row, 1, f"{column.meaning}", self.wrapped)
        self.book.close()

    def _new_sheet(self, name: str) -> Worksheet:
        sheet = self.book.add_worksheet(name)
        sheet.freeze_panes(1, 0)
        sheet.set_column(0, len(COLUMNS) - 1, 14)
        for place, column in enumerate(COLUMNS):
            sheet.write_string(0, place, column.name, self.bold)
        return sheet


def _write(sheet: Worksheet, row: int, place: int, value: Value, day: Format) -> None:
    if isinstance(value, str):
        sheet.write_string(row, place, value)
    elif isinstance(value, date):
        sheet.write_datetime(row, place, value, day)
    elif value is not None:
        sheet.write_number(row, place, value)


def _values(row: Row) -> Iterator[Value]:
    return (column.value(row) for column in COLUMNS)


def _guarded(value: Value) -> Value:
    return for_spreadsheet(value) if isinstance(value, str) else value


def for_spreadsheet(text: str) -> str:
    """Return the text so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(FORMULA_STARTS) else text


def _lines(rows: list[list[Any]]) -> str:
    written = io.StringIO()
    csv.writer(written).writerows(rows)
    return written.getvalue()
