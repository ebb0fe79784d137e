"""Workbooks as Excel and LibreOffice write them."""

import io
import zipfile
from collections.abc import Sequence

import xlsxwriter

from tests.classroom.rosters.imports.bundles import packed

Rows = Sequence[Sequence[object]]
SHEET = "xl/worksheets/sheet1.xml"


def excel(
    *sheets: Rows,
    merged: Sequence[tuple[int, int, int, int]] = (),
    hidden: Sequence[int] = (),
    names: Sequence[str] = (),
) -> bytes:
    """Return a workbook; `merged` (top, left, bottom, right) are cells of the first sheet."""
    made = io.BytesIO()
    with xlsxwriter.Workbook(made, {"in_memory": True}) as book:
        for index, rows in enumerate(sheets):
            sheet = book.add_worksheet(names[index] if names else f"Sheet {index + 1}")
            for top, left, bottom, right in merged if index == 0 else ():
                sheet.merge_range(top, left, bottom, right, "")
            for at, cells in enumerate(rows):
                sheet.write_row(at, 0, cells)
            if index in hidden:
                sheet.hide()
            elif index and index - 1 in hidden:
                sheet.set_first_sheet()
                sheet.activate()
    return made.getvalue()


def with_sheet(data: bytes, old: str, new: str) -> bytes:
    """Return the workbook with other words in the XML of its first sheet."""
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        parts: dict[str, str | bytes] = {entry: book.read(entry) for entry in book.namelist()}
        text = book.read(SHEET).decode()
    assert old in text
    return packed(parts | {SHEET: text.replace(old, new)})


def libre(rows: Rows, repeated: str = "") -> bytes:
    """Return an .ods; `repeated` is an attribute of every row and cell."""
    cells = ["".join(_cell(cell, repeated) for cell in row) for row in rows]
    lines = "".join(f"<table:table-row {repeated.replace('columns', 'rows')}>{row}</table:table-row>" for row in cells)
    spaces = " ".join(
        f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{long}:1.0"'
        for short, long in (("office", "office"), ("table", "table"), ("text", "text"))
    )
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {spaces} office:version="1.3"><office:body>'
        f'<office:spreadsheet><table:table table:name="Sheet1">{lines}</table:table></office:spreadsheet></office:body>'
        "</office:document-content>"
    )
    manifest = (
        '<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    )
    return packed(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": content,
            "META-INF/manifest.xml": manifest,
        }
    )


def _cell(cell: object, repeated: str) -> str:
    value = f'<table:table-cell office:value-type="string" {repeated}><text:p>{cell}</text:p></table:table-cell>'
    return value if cell else "<table:covered-table-cell/>"
