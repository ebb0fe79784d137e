"""A file from outside, opened safely: nothing is unpacked to the disk, and nothing is read beyond the limits.

The sizes that the zip states are checked before anything is read; while reading, a part or a line that is longer than
allowed is refused.
"""

import hashlib
import json
import zipfile
from collections.abc import Iterator
from typing import IO, Any, NamedTuple

from django.utils.translation import gettext as _

from classroom.rosters.imports.readers.zip_files import BROKEN, HIGHEST_RATIO, METHODS, RATIO_FROM
from classroom.transfer import schema
from classroom.transfer.schema import TABLES, Stored
from classroom.transfer.writing import MANIFEST

MB = 1024 * 1024
LARGEST_UNPACKED = 512 * MB
"""Bytes of all parts together, where a page takes the file: a class of 30 plays about 10 MB a year."""
LARGEST_MANIFEST = 64 * 1024
LONGEST_LINE = 16 * 1024
SCHOOL_OF_CLASSES = 10
"""A class has at most this part of the rows of a school (`Stored.most`), whose numbers take 2 GB of memory."""


class BrokenFileError(Exception):
    """The file cannot be imported; the words say why. Nothing was written."""

    def __init__(self, words: str = "") -> None:
        super().__init__(words or _("This file is damaged or was changed. Make it again."))


def refuse(is_wrong: bool) -> None:
    if is_wrong:
        raise BrokenFileError


class ArchivedTable(NamedTuple):
    """A table in the manifest."""

    columns: list[str]
    rows: int
    sha256: str


class Archive:
    """The opened file. `largest` is the number of bytes to which it may unpack. Raises BrokenFileError."""

    def __init__(self, file: IO[bytes], *, largest: int = LARGEST_UNPACKED) -> None:
        try:
            self._zip = zipfile.ZipFile(file)
        except BROKEN as error:
            raise BrokenFileError from error
        self._refuse_sizes(largest)
        manifest = self._manifest()
        self.kind: str = manifest["kind"]
        self.parts = {name: _part(name, manifest["tables"][name]) for name in TABLES}
        share = SCHOOL_OF_CLASSES if self.kind == schema.CLASS else 1
        refuse(any(part.rows > TABLES[name].most // share for name, part in self.parts.items()))

    def _refuse_sizes(self, largest: int) -> None:
        entries = self._zip.infolist()
        names = [entry.filename for entry in entries]
        if MANIFEST not in names:
            raise BrokenFileError(_("This is no file of Cardinal. Choose the zip file that another Cardinal made."))
        refuse(sorted(names) != sorted([MANIFEST, *(f"{name}.jsonl" for name in TABLES)]))
        refuse(any(entry.compress_type not in METHODS for entry in entries))
        squeezed = any(entry.file_size > max(RATIO_FROM, entry.compress_size * HIGHEST_RATIO) for entry in entries)
        if squeezed or sum(entry.file_size for entry in entries) > largest:
            raise BrokenFileError(_("This zip file unpacks to far too much. Nothing was read. Export it again."))

    def _manifest(self) -> dict[str, Any]:
        try:
            with self._zip.open(MANIFEST) as member:
                manifest = json.loads(member.read(LARGEST_MANIFEST))
            is_ours = manifest["format"] == schema.FORMAT and manifest["kind"] in (schema.CLASS, schema.SCHOOL)
            version, tables = manifest["version"], manifest["tables"]
        except (*BROKEN, KeyError, TypeError, RecursionError) as error:
            raise BrokenFileError from error
        if type(version) is int and version > schema.VERSION:
            raise BrokenFileError(_("A newer Cardinal made this file. Bring this one up to date first."))
        is_known = type(version) is int and 1 <= version <= schema.VERSION
        refuse(not is_ours or not is_known or not isinstance(tables, dict) or set(tables) != set(TABLES))
        return {"kind": manifest["kind"], "tables": tables}

    def rows(self, name: str) -> Iterator[dict[str, Any]]:
        """Yield the rows of a table as they are in the file, with defaults for the columns that an older file lacks.
        Raises BrokenFileError, possibly only after the last row, when the checksum is compared."""
        part, digest, count = self.parts[name], hashlib.sha256(), 0
        for line in self._lines(name):
            digest.update(line)
            count += 1
            yield {**TABLES[name].later, **dict(zip(part.columns, _cells(line, len(part.columns)), strict=True))}
            refuse(count > part.rows)
        refuse(count != part.rows or digest.hexdigest() != part.sha256)

    def _lines(self, name: str) -> Iterator[bytes]:
        try:
            with self._zip.open(f"{name}.jsonl") as member:
                while line := member.readline(LONGEST_LINE + 1):
                    refuse(len(line) > LONGEST_LINE)
                    yield line
        except BROKEN as error:
            raise BrokenFileError from error


def _part(name: str, said: Any) -> ArchivedTable:
    stored = TABLES[name]
    refuse(not isinstance(said, dict) or not _has_columns(stored, said.get("columns")))
    refuse(type(said.get("rows")) is not int or said["rows"] < 0)
    refuse(not isinstance(said.get("sha256"), str))
    return ArchivedTable(said["columns"], said["rows"], said["sha256"])


def _has_columns(stored: Stored, said: Any) -> bool:
    """Return whether these are the table's columns; only later ones may be missing."""
    return isinstance(said, list) and said == [
        column for column in stored.header if column in said or column not in stored.later
    ]


def _cells(line: bytes, width: int) -> list[Any]:
    try:
        cells = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BrokenFileError from error
    refuse(not isinstance(cells, list) or len(cells) != width)
    return list(cells)
