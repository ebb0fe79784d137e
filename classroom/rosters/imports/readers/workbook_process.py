"""A separate process that reads one workbook: bytes on standard input, its sheets as JSON on standard output.

A workbook can claim in a hundred bytes that its last cell is ten thousand million cells away; the reader then allocates
that much memory, which no `except` can prevent. Here the system's limits kill this process, and the server goes on.
Imports nothing of the project. Arguments: the most rows and the most columns that are returned.
"""

import json
import sys
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from io import BytesIO
from typing import Any

from python_calamine import CalamineSheet, CalamineWorkbook, SheetVisibleEnum

MOST_MEMORY = 1024 * 1024 * 1024
"""Bytes of address space: a sheet of 30 000 rows needs a quarter."""
MOST_SHEETS = 100
MOST_SECONDS = 20
"""Of processor time."""


def limit() -> None:
    """Set the limits where the system has them (not on Windows, where only the caller's time-out holds)."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 -- not there on Windows

    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def read(data: bytes, most_rows: int, most_columns: int) -> dict[str, Any]:
    """Return name and rows of each visible sheet with content; in all at most one row more than `most_rows`."""
    book = CalamineWorkbook.from_filelike(BytesIO(data))
    seen = [sheet.name for sheet in book.sheets_metadata if sheet.visible == SheetVisibleEnum.Visible]
    sheets = []
    for name in seen[:MOST_SHEETS]:
        sheet = book.get_sheet_by_name(name)
        if sheet.height and most_rows >= 0:
            rows = list(rows_of(sheet, most_rows, most_columns))
            sheets.append((name, rows))
            most_rows -= len(rows)
    return {"sheets": sheets}


def rows_of(sheet: CalamineSheet, most_rows: int, most_columns: int) -> Iterator[list[str]]:
    """Yield the rows from the top of the sheet; the value of merged cells is repeated in each of their rows."""
    shared = merged(sheet)
    values: dict[tuple[int, int], str] = {}
    for at, row in enumerate(sheet.iter_rows()):
        if at > most_rows:
            return
        cells = [words(cell) for cell in row[:most_columns]]
        for column, top in shared.get(at, ()):
            if column < len(cells):
                cells[column] = values.setdefault((top, column), cells[column])
        yield cells


def merged(sheet: CalamineSheet) -> dict[int, list[tuple[int, int]]]:
    """Return by row the columns that are merged vertically, with the first row of each merge."""
    shared: dict[int, list[tuple[int, int]]] = {}
    for (top, column), (bottom, _right) in sheet.merged_cell_ranges or ():
        for row in range(top, min(bottom, sheet.total_height) + 1) if bottom > top else ():
            shared.setdefault(row, []).append((column, top))
    return shared


def words(cell: Any) -> str:
    """Return the cell's value as people read it: 4, not 4.0."""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime | date | time):
        return cell.isoformat()
    return "" if isinstance(cell, timedelta) else str(cell)


if __name__ == "__main__":
    limit()
    json.dump(read(sys.stdin.buffer.read(), int(sys.argv[1]), int(sys.argv[2])), sys.stdout)
