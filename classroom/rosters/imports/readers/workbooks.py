"""Workbooks of spreadsheets (.xlsx, .xls, .ods): each sheet as lines of text, which `lists` reads further.

The zip is checked as every zip from outside is; then another process reads it (`workbook_process`), with limits of
memory and time.
"""

import csv
import io
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from threading import BoundedSemaphore

from django.utils.translation import gettext as _

from classroom.rosters.imports.readers import text_files, zip_files
from classroom.rosters.imports.readers.text_files import NotAListError

READER = Path(__file__).with_name("workbook_process.py")
LARGEST_SHEET = 16 * 1024 * 1024
"""Characters of text."""
MOST_ROWS = 31_000
MOST_COLUMNS = 200
LONGEST_WAIT = 60
"""Seconds by the clock."""
AT_ONCE, PATIENCE = 2, 30
"""Workbooks that are read at once, since each may take a gigabyte of memory, and the seconds for which another one
waits: it holds a thread that makes pages."""
_places = BoundedSemaphore(AT_ONCE)


@dataclass(frozen=True, slots=True)
class Workbook:
    """Name and text of each sheet with content: lines with tabs between the cells."""

    sheets: list[tuple[str, str]]

    @property
    def text(self) -> str:
        """The text of the first sheet."""
        return self.sheets[0][1] if self.sheets else ""

    @property
    def others(self) -> list[str]:
        return [name for name, _text in self.sheets[1:]]


def is_workbook(data: bytes) -> bool:
    return text_files.kind_of(data) == "excel" or (text_files.is_zip(data) and zip_files.holds_workbook(data))


def read(data: bytes) -> Workbook:
    """Read a workbook. Raises NotAListError."""
    if text_files.is_zip(data):
        zip_files.refuse_bombs(data)
    elif len(data) > zip_files.LARGEST_ZIP:
        raise NotAListError(_("This file is too large. Choose a file below 20 MB."))
    said = _asked(data)["sheets"]
    if sum(len(rows) for _name, rows in said) > MOST_ROWS:
        raise NotAListError(_("This sheet has more than %(most)d rows. Take only your classes.") % {"most": MOST_ROWS})
    sheets = [(name, _as_text(rows)) for name, rows in said]
    if sum(len(text) for _name, text in sheets) > LARGEST_SHEET:
        raise NotAListError(_("This sheet holds too much. Take only the columns of names and classes."))
    return Workbook(sheets)


def _asked(data: bytes) -> dict[str, list]:
    command = [sys.executable, "-I", str(READER), f"{MOST_ROWS}", f"{MOST_COLUMNS}"]
    if not _places.acquire(timeout=PATIENCE):
        raise NotAListError(_("Other files are being read right now. Wait a moment, then choose your file again."))
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=LONGEST_WAIT, check=True)
        return json.loads(done.stdout)
    except (subprocess.SubprocessError, ValueError) as error:
        words = _("This Excel workbook or ODS file cannot be read. Choose “Save as”, then “CSV”, and send that file.")
        raise NotAListError(words) from error
    finally:
        _places.release()


def _as_text(rows: list[list[str]]) -> str:
    """Return a line for each row, also for an empty one, so that line numbers are those of the spreadsheet."""
    made = io.StringIO()
    writer = csv.writer(made, delimiter="\t", lineterminator="\n")
    for row in rows:
        cells = [" ".join(cell.replace("\t", " ").splitlines()) for cell in row]
        writer.writerow(cells) if any(cells) else made.write("\n")
    return made.getvalue()
