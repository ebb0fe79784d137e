"""Sheet of an XLSX whose lines are written as they stand in the file.

The library makes an object of each cell and writes it when the next line begins: 5 µs of processor a cell, 22 s of the
29 that a file of 100 000 lines took. A line here is one text. What it says of a cell is what the library says; a test
holds both beside each other.
"""

from collections.abc import Sequence
from datetime import date, datetime
from functools import cache, lru_cache

from django.utils import timezone
from xlsxwriter.format import Format
from xlsxwriter.utility import _preserve_whitespace, xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from classroom.reports.kit.exports.columns import Value

TEXTS = 65_536
"""Texts that are kept as XML: most stand in many lines."""
LONGEST = 32_767
"""Letters of a cell at most."""


class Lines(Worksheet):
    """Sheet of a workbook that keeps one line in memory; its first line is written as ever."""

    def styled(self, *, text: Format, day: Format, moment: Format) -> None:
        """Write texts, days and times in these formats."""
        self._text, self._day, self._moment = (each._get_xf_index() for each in (text, day, moment))

    def line(self, row: int, values: Sequence[Value]) -> None:
        """Write a whole line; the row is the one after the last, from 0."""
        self._write_single_row(row)
        self.dim_rowmax = row
        number = row + 1
        cells = [self._cell(f"{_letter(at)}{number}", value) for at, value in enumerate(values) if value is not None]
        self.fh.write(f'<row r="{number}">{"".join(cells)}</row>')

    def _cell(self, place: str, value: Value) -> str:
        if type(value) is int:
            return f'<c r="{place}"><v>{value}</v></c>'
        if isinstance(value, str):
            return f'<c r="{place}" s="{self._text}" t="inlineStr">{_inline(value)}</c>'
        if isinstance(value, datetime):
            number = self._convert_date_time(timezone.localtime(value).replace(tzinfo=None))
            return f'<c r="{place}" s="{self._moment}"><v>{number:.16G}</v></c>'
        if isinstance(value, date):
            return f'<c r="{place}" s="{self._day}"><v>{self._convert_date_time(value):.16G}</v></c>'
        return f'<c r="{place}"><v>{value:.16G}</v></c>'


@cache
def _letter(column: int) -> str:
    return str(xl_col_to_name(column))


@lru_cache(TEXTS)
def _inline(text: str) -> str:
    """Return a text as the library writes it: what XML cannot hold is escaped, blanks at its ends are kept."""
    told = _WRITER._escape_data(_WRITER._escape_control_characters(text[:LONGEST]))
    kept = ' xml:space="preserve"' if _preserve_whitespace(told) else ""
    return f"<is><t{kept}>{told}</t></is>"


_WRITER = Worksheet()
