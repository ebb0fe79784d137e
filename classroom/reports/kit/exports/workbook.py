"""Files for spreadsheets as XLSX: all their sheets, and one that explains their columns.

Typed text is in text cells and never a formula. XlsxWriter is loaded only when this module is imported, at the first
such file: a server that writes none saves its 3 MiB.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from xlsxwriter import Workbook
from xlsxwriter.exceptions import FileCreateError
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from classroom.reports.kit.exports.columns import Column, Files, Sheet, Value
from classroom.reports.kit.exports.formats import PIECE

ROWS_OF_A_SHEET = 1_000_000
"""Most rows of a sheet, which a spreadsheet limits to 1 048 576; a longer file continues on another sheet."""

WIDTHS = {"student": 24, "hand": 40, "fitting": 24, "cards": 16, "measure": 18}
NARROWEST, MOMENT = 10, 20
"""Widths of columns, in characters; MOMENT for a column whose name ends in _at, with a day and a time."""
EXPLAINED = (34, 34, 90)
"""Column widths of the explaining sheets, in characters."""
LINE = 15
"""Height of a line, in points, since not all spreadsheets adapt the row to wrapped text."""
A4 = 9
"""Number of this paper size in the XLSX format."""


def xlsx_of(files: Files) -> Iterator[bytes]:
    """Yield the file: its sheets, and one that explains their columns. It grows on the disk; meanwhile empty pieces, so
    that a cancelled download ends there. The folder is for XlsxWriter's own files, which only a whole workbook removes.
    """
    with TemporaryDirectory() as folder, TemporaryFile() as file:
        book = _Book(file, folder)
        for sheet in files.sheets:
            yield from book.add(sheet)
        book.close(files)
        file.seek(0)
        while piece := file.read(PIECE):
            yield piece


class _Book:
    """A workbook that keeps only one row in memory."""

    def __init__(self, file: Any, folder: str) -> None:
        self.book = Workbook(file, {"constant_memory": True, "tmpdir": folder})
        self.bold = self.book.add_format({"bold": True, "text_wrap": True, "valign": "top"})
        self.text = self.book.add_format({"indent": 1})
        self.value = self.book.add_format({"text_wrap": True, "valign": "top", "align": "left"})
        self.day = self.book.add_format({"num_format": "yyyy-mm-dd"})
        self.moment = self.book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})

    def add(self, sheet: Sheet) -> Iterator[bytes]:
        """Write a sheet, continued on another when full; yield an empty piece now and then."""
        page, row = self._page(sheet.title, sheet.columns), 0
        values = [column.value for column in sheet.columns]
        for rows in sheet.batches():
            for line in rows:
                if row == ROWS_OF_A_SHEET:
                    self._end(page, row, sheet.columns)
                    page, row = self._page(f"{sheet.title} {len(self.book.worksheets())}", sheet.columns), 0
                row += 1
                for place, value in enumerate(values):
                    self._write(page, row, place, value(line))
            yield b""
        self._end(page, row, sheet.columns)

    def close(self, files: Files) -> None:
        columns = ((sheet, column) for sheet in files.sheets for column in sheet.columns)
        self._explain(_("Columns"), ((sheet.title, each.name, f"{each.meaning}") for sheet, each in columns))
        if files.constants:
            self._explain(_("Constants"), files.constants)
        try:
            self.book.close()
        except FileCreateError as error:
            raise error.args[0] from None  # the disk's own error, by which a full one is known

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
        if type(value) is int:  # the most frequent type is tested first
            page.write_number(row, place, value, style)
        elif value is None or value == "":
            return
        elif isinstance(value, str):
            page.write_string(row, place, value, style or self.text)
        elif isinstance(value, datetime):
            page.write_datetime(row, place, timezone.localtime(value).replace(tzinfo=None), self.moment)
        elif isinstance(value, date):
            page.write_datetime(row, place, value, self.day)
        else:
            page.write_number(row, place, value, style)


def _printed(page: Worksheet) -> None:
    """Set a sheet up for printing: all its columns on one page."""
    page.set_landscape()
    page.set_paper(A4)
    page.fit_to_pages(1, 0)
