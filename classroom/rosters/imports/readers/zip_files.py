"""A zip from outside, opened safely: nothing is unpacked to the disk, and nothing is unpacked beyond the limits.

What the zip states of its files is checked before anything is read: their number, sizes, compression ratio and method.
No more of a file is unpacked than it states. Sizes in bytes.
"""

import csv
import io
import re
import struct
import zipfile
import zlib
from collections.abc import Collection, Iterator

from django.utils.translation import gettext as _

from classroom.naming import names
from classroom.rosters.imports.readers.text_files import NotAListError, decoded

LARGEST_ZIP = 20 * 1024 * 1024
LARGEST_FILE = 32 * 1024 * 1024
MOST_FILES = 100
MOST_PARTS = 2000
"""Files within a workbook: a sheet, a picture and a style each have their own."""
HIGHEST_RATIO = 200
"""Lists of names compress 3 to 20 times; long runs of one character, as in zip bombs, a thousand times."""
RATIO_FROM = 1024 * 1024
"""Bytes below which any ratio is allowed."""

METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Ways of packing that are read. Of bzip2 and LZMA Python unpacks all at once, whatever size the zip states: of 16 KB
twenty gigabytes."""

BROKEN = (
    *(zipfile.BadZipFile, zlib.error, struct.error),
    *(NotImplementedError, EOFError, OSError, RuntimeError, ValueError),
)
"""Exceptions that Python raises for damaged zips: in the directory, in a file's header or in its data."""


class CsvLine(dict[str, str]):
    """The cells of a line by their headings in lower case; `number` counts lines from 1."""

    number = 0


class SafeZip:
    """The files in a zip that the reader lists in `wanted`; all others are never opened. Raises NotAListError."""

    def __init__(self, data: bytes, wanted: Collection[str]) -> None:
        self._zip = _opened(data)
        entries = self._zip.infolist()
        self._names = {_name(entry) for entry in entries}
        if len(entries) > MOST_FILES:
            raise NotAListError(
                _("There are %(count)d files in this zip file. A OneRoster file has fewer than 20.")
                % {"count": len(entries)}
            )
        self._files = _once([entry for entry in entries if _name(entry) in wanted])
        self._texts: dict[str, str] = {}

    def has(self, name: str) -> bool:
        return name in self._files

    def lists(self, name: str) -> bool:
        """Return whether the zip has this file, without opening it."""
        return name in self._names

    def lines(self, name: str) -> Iterator[CsvLine]:
        """Yield the lines of a CSV file; none where it is missing. Extra and missing cells are tolerated."""
        if name not in self._files:
            return
        if name not in self._texts:
            self._texts[name] = names.storable(decoded(_unpacked(self._zip, self._files[name])))
        text = self._texts[name]
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text))
        try:
            header = [cell.strip().lower() for cell in next(reader, [])]
            for cells in reader:
                line = CsvLine(zip(header, (cell.strip() for cell in cells), strict=False))
                line.number = reader.line_num
                yield line
        except csv.Error as error:
            raise NotAListError(_("%(file)s cannot be read. Export it again.") % {"file": name}) from error


def _separator(text: str) -> str:
    """Return the character that splits the headings; Excel in much of Europe saves CSV with semicolons."""
    header = re.split(r"[\r\n]", text, maxsplit=1)[0]
    return max(",;\t", key=header.count)


def _name(entry: zipfile.ZipInfo) -> str:
    """Return the file's base name in lower case, because some systems put everything into a folder."""
    return entry.filename.replace("\\", "/").rsplit("/", 1)[-1].lower()


def holds_workbook(data: bytes) -> bool:
    """Return whether Excel or LibreOffice saved the zip; an invalid workbook is refused later, by its reader."""
    try:
        found = {_name(entry) for entry in _opened(data).infolist()}
    except NotAListError:
        return False
    return bool(found & {"[content_types].xml", "content.xml"})


def refuse_bombs(data: bytes) -> None:
    """Raise NotAListError for a zip whose stated sizes exceed the limits, before other code reads it."""
    entries = _opened(data).infolist()
    if len(entries) > MOST_PARTS:
        raise NotAListError(_("This zip file unpacks to far too much. Nothing was read. Export it again."))
    _refuse_sizes(entries)


def _opened(data: bytes) -> zipfile.ZipFile:
    if len(data) > LARGEST_ZIP:
        raise NotAListError(_("This file is too large. Choose a file below 20 MB, or export fewer classes."))
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except BROKEN as error:
        raise NotAListError(_("This zip file is damaged. Export it again.")) from error


def _once(entries: list[zipfile.ZipInfo]) -> dict[str, zipfile.ZipInfo]:
    """Return the entries by name. Raises NotAListError for two files with one name, and where `_refuse_sizes` does."""
    files: dict[str, zipfile.ZipInfo] = {}
    for entry in entries:
        name = _name(entry)
        if name in files:
            raise NotAListError(_("%(file)s is in this zip file twice. Export it again.") % {"file": name})
        files[name] = entry
    _refuse_sizes(entries)
    return files


def _refuse_sizes(entries: list[zipfile.ZipInfo]) -> None:
    """Raise NotAListError for files that are encrypted, packed by another method than METHODS, too large, alone or
    together, or compressed too much."""
    if any(entry.flag_bits & 1 for entry in entries):
        raise NotAListError(_("This zip file is locked with a password. Export it without one."))
    if any(entry.compress_type not in METHODS for entry in entries):
        raise NotAListError(_("This zip file is packed in an unusual way. Pack it as an ordinary zip file."))
    squeezed = (entry.file_size > max(RATIO_FROM, entry.compress_size * HIGHEST_RATIO) for entry in entries)
    if any(squeezed) or sum(entry.file_size for entry in entries) > LARGEST_FILE:
        raise NotAListError(_("This zip file unpacks to far too much. Nothing was read. Export it again."))


def _unpacked(bundle: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    try:
        with bundle.open(entry) as file:
            return file.read(entry.file_size)
    except BROKEN as error:
        raise NotAListError(_("This zip file is damaged. Export it again.")) from error
