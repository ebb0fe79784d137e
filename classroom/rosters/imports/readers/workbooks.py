"""Workbooks of spreadsheets (.xlsx, .xls, .ods): the first sheet as lines of text, which `lists` reads on.

The zip is checked as every zip from outside is; then another process reads it (`workbook_process`), within limits of
memory and time.
"""

import csv
import io
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

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


@dataclass(frozen=True, slots=True)
class Workbook:
    """The first sheet as lines with tabs between the cells, and the names of the sheets that were not read."""

    text: str
    others: list[str]


def is_workbook(data: bytes) -> bool:
    return text_files.kind_of(data) == "excel" or (text_files.is_zip(data) and zip_files.holds_workbook(data))


def read(data: bytes) -> Workbook:
    """Read a workbook. Raises NotAListError."""
    if text_files.is_zip(data):
        zip_files.refuse_bombs(data)
    elif len(data) > zip_files.LARGEST_ZIP:
        raise NotAListError(_("This file is too large. Choose a file below 20 MB."))
    said = _asked(data)
    rows = said["rows"]
    if len(rows) > MOST_ROWS:
        raise NotAListError(_("This sheet has more than %(most)d rows. Take only your classes.") % {"most": MOST_ROWS})
    text = _as_text(rows)
    if len(text) > LARGEST_SHEET:
        raise NotAListError(_("This sheet holds too much. Take only the columns of names and classes."))
    return Workbook(text, said["others"])


def _asked(data: bytes) -> dict[str, list]:
    command = [sys.executable, "-I", str(READER), f"{MOST_ROWS}", f"{MOST_COLUMNS}"]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=LONGEST_WAIT, check=True)
        return json.loads(done.stdout)
    except (subprocess.SubprocessError, ValueError) as error:
        words = _("This Excel workbook or ODS file cannot be read. Choose “Save as”, then “CSV”, and send that file.")
        raise NotAListError(words) from error


def _as_text(rows: list[list[str]]) -> str:
    """Return a line for each row, also for an empty one: the teacher counts them as the spreadsheet does."""
    made = io.StringIO()
    writer = csv.writer(made, delimiter="\t", lineterminator="\n")
    for row in rows:
        cells = [" ".join(cell.replace("\t", " ").splitlines()) for cell in row]
        writer.writerow(cells) if any(cells) else made.write("\n")
    return made.getvalue()
