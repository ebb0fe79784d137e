"""A line of an XLSX is written as the library writes its cells."""

import io
from datetime import UTC, date, datetime
from zipfile import ZipFile

from django.utils import timezone
from xlsxwriter import Workbook

from classroom.reports.kit.exports.columns import Value
from classroom.reports.kit.exports.lines import Lines

LINES: list[list[Value]] = [
    ["Ana", 7, None, -3, 0.1 + 0.2, 1e-9, 12_345_678_901_234, True],
    ["=1+1", " blanks kept ", "<b>&\"'</b>", "a\x01b_x0001_", "two\nlines", "", "x" * 40_000, "þúfa ±1 −2"],
    [date(2026, 11, 23), datetime(2026, 11, 23, 23, 59, 59, 999_000, UTC), datetime(2026, 7, 1, tzinfo=UTC), 2**53],
]


def sheet_of(*, whole: bool) -> str:
    """Write the lines, as whole ones or cell by cell with the library; return the sheet's XML."""
    file = io.BytesIO()
    with Workbook(file, {"constant_memory": True}) as book:
        text, day, moment = (book.add_format({"num_format": each}) for each in ("@", "yyyy", "hh:mm"))
        for style in (text, day, moment):
            style._get_xf_index()
        page = book.add_worksheet("Cards", Lines)
        page.styled(text=text, day=day, moment=moment)
        for place in range(8):
            page.write_string(0, place, f"column {place}")
        for row, values in enumerate(LINES, start=1):
            if whole:
                page.line(row, values)
                continue
            for place, value in enumerate(values):
                match value:
                    case str():
                        page.write_string(row, place, value[:32_767], text)
                    case datetime():
                        page.write_datetime(row, place, timezone.localtime(value).replace(tzinfo=None), moment)
                    case date():
                        page.write_datetime(row, place, value, day)
                    case int() | float():
                        page.write_number(row, place, value)
    return ZipFile(file).read("xl/worksheets/sheet1.xml").decode()


def test_a_whole_line_is_what_the_library_writes_cell_by_cell():
    whole, cells = sheet_of(whole=True), sheet_of(whole=False)
    assert whole == cells
    assert whole.count("<row ") == 1 + len(LINES)
