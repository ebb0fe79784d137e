"""Files for spreadsheets: the sheets of any game as CSV (XLSX: see workbook), with described columns (see columns).

Each format is a plain generator of small pieces of bytes. Typed text never becomes a formula: guarded in CSV (security
3.2), text cells in XLSX. Numbers are numbers in both.
"""

import csv
import io
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.utils.formats import get_format

from classroom.reports.kit.exports.columns import Sheet, Value

BYTE_ORDER_MARK = "\ufeff"
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠")
PIECE = 256 * 1024

CSV_TYPE = "text/csv; charset=utf-8"
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def gzipped(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the pieces as one gzip stream. (Django's middleware makes a stream of each piece, of which Chromium saves
    only the first: a file of one line.)"""
    packer = zlib.compressobj(wbits=31)
    for piece in pieces:
        yield packer.compress(piece) + packer.flush(zlib.Z_SYNC_FLUSH)
    yield packer.flush()


class Separator(NamedTuple):
    """Separator of the cells of a CSV, and its decimal mark."""

    cells: str
    decimal: str


COMMA, SEMICOLON = Separator(",", "."), Separator(";", ",")
SEPARATORS = {"comma": COMMA, "semicolon": SEMICOLON}


def separator(asked: str) -> Separator:
    """Return the requested separator, by default that of spreadsheets in the page's language."""
    usual = SEMICOLON if get_format("DECIMAL_SEPARATOR") == "," else COMMA
    return SEPARATORS.get(asked, usual)


def csv_of(sheet: Sheet, between: Separator = COMMA) -> Iterator[bytes]:
    """Yield the file in UTF-8 with a byte order mark, without which spreadsheets misread names."""
    yield (BYTE_ORDER_MARK + _lines([[column.name for column in sheet.columns]], between)).encode()
    for rows in sheet.batches():
        yield _lines(
            [[_cell(column.value(row), between) for column in sheet.columns] for row in rows], between
        ).encode()


def _cell(value: Value, between: Separator) -> Value:
    if isinstance(value, str):
        return for_spreadsheet(value)
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="milliseconds")
    return f"{value}".replace(".", between.decimal) if isinstance(value, float) else value


def for_spreadsheet(text: str) -> str:
    """Return the text guarded so that no spreadsheet reads it as a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(FORMULA_STARTS) else text


def _lines(rows: list[list[Any]], between: Separator) -> str:
    written = io.StringIO()
    csv.writer(written, delimiter=between.cells).writerows(rows)
    return written.getvalue()
