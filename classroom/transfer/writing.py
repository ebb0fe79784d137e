"""Rows into a file: a zip with one list a table (a line of JSON a row) and `cardinal.json`, which says what is in it.

It is read row by row and grows on the disk: a school never stands in memory.
"""

import hashlib
import json
import zipfile
from collections.abc import Iterator
from datetime import datetime
from typing import IO, Any

from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from classroom.transfer import schema
from classroom.transfer.schema import TABLES, Stored
from classroom.transfer.scope import ArchiveScope

MANIFEST = "cardinal.json"
ROWS_AT_ONCE = 2000


class TablePart:
    """One table of the file while it is written: its rows, their checksum, and whose numbers are in it."""

    def __init__(self, name: str, known: dict[str, set[int]]) -> None:
        self.name, self.stored, self.known = name, TABLES[name], known
        self.rows, self.digest, self.numbers = 0, hashlib.sha256(), known.setdefault(name, set())

    def lines(self, rows: "QuerySet[Model]") -> Iterator[bytes]:
        """Yield the rows whose rows of other tables are in the file, too."""
        columns = [_attribute(self.stored, column) for column in self.stored.header]
        order = ("round_id", "n") if self.name == "event" else ("pk",)
        for values in rows.order_by(*order).values_list(*columns).iterator(ROWS_AT_ONCE):
            row = dict(zip(self.stored.header, values, strict=True))
            if self._is_whole(row):
                yield self._line(row)

    def _is_whole(self, row: dict[str, Any]) -> bool:
        for column, table in self.stored.may.items():
            if row[column] not in self.known[table]:
                self._cut(row, column)
        return all(row[column] in self.known[table] for column, table in self.stored.needs.items())

    def _cut(self, row: dict[str, Any], column: str) -> None:
        """Name nobody; a child of another class leaves no name behind."""
        if column == "player" and row[column] is not None:
            row["name"], row["face"] = _("Former student"), ""
        row[column] = None

    def _line(self, row: dict[str, Any]) -> bytes:
        self.rows += 1
        if self.name != "event":
            self.numbers.add(row["id"])
        line = json.dumps(list(row.values()), default=_plain, separators=(",", ":")).encode() + b"\n"
        self.digest.update(line)
        return line

    def told(self) -> dict[str, Any]:
        """Return what the manifest says of the table."""
        return {"columns": self.stored.header, "rows": self.rows, "sha256": self.digest.hexdigest()}


def write(scope: ArchiveScope, file: IO[bytes]) -> dict[str, int]:
    """Write the file; return how many rows of each table are in it."""
    known: dict[str, set[int]] = {}
    rows, parts = scope.rows(), []
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in TABLES:
            parts.append(TablePart(name, known))
            with archive.open(f"{name}.jsonl", "w", force_zip64=True) as member:
                for line in parts[-1].lines(rows[name]):
                    member.write(line)
        archive.writestr(MANIFEST, json.dumps(_manifest(scope, parts), indent=1))
    return {part.name: part.rows for part in parts}


def _manifest(scope: ArchiveScope, parts: list[TablePart]) -> dict[str, Any]:
    return {
        "format": schema.FORMAT,
        "version": schema.VERSION,
        "kind": scope.kind,
        "made_at": timezone.now().isoformat(),
        "tables": {part.name: part.told() for part in parts},
    }


def _attribute(stored: Stored, column: str) -> str:
    """Return the model's name of a column: the number of the other row where it names one."""
    fields = {field.name: field.attname for field in stored.model._meta.concrete_fields}
    return "pk" if column == "id" else fields[column]


def _plain(value: Any) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"no column holds {value!r}")
