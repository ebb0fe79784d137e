"""Writing rows into a file: a zip with one part a table (a line of JSON a row) and `cardinal.json`, the manifest.

It is sent piece by piece, while it is read, so that neither memory nor the disk ever holds a school. Rows are fetched
some hundreds at a time by their numbers, without a transaction: a slow download keeps no old state of the database
alive. A row that is referenced comes before the row that references it, which is otherwise left out: so the file is
consistent, whatever changes meanwhile.

Rows that belong to a class with its earlier years, or to the whole school: one query a table.

Only ended sessions and finished rounds are included. What children of these classes played elsewhere (before they moved
here) is included as rounds; the other children at such a table are anonymous in the file.
"""

import hashlib
import io
import json
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Any

from django.db.models import Model, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from classroom.models import (
    Attendance,
    Classroom,
    ClassSession,
    Homework,
    Practice,
    Sitting,
    Student,
    Teacher,
    Teaching,
)
from classroom.transfer import schema
from classroom.transfer.schema import TABLES
from game.models import Event, Round, Seat, Table

MANIFEST = "cardinal.json"
ROWS_AT_ONCE = 500
ROUNDS_AT_ONCE = 50
"""A round has some 60 lines of its log."""
PIECE = 64 * 1024


@dataclass(frozen=True, slots=True)
class ArchiveScope:
    """The classes of a file by their numbers; `kind` is schema.CLASS or schema.SCHOOL."""

    kind: str
    classrooms: Sequence[int]

    def rows(self) -> dict[str, QuerySet]:
        """Return the rows of each table of the schema."""
        ended = ClassSession.everything.filter(classroom__in=self.classrooms, state=ClassSession.State.ENDED)
        children = Student.everybody.filter(classroom__in=self.classrooms, merged_into=None)
        tables = self._tables(ended, children)
        rounds = Round.objects.filter(table__in=tables, finished_at__isnull=False)
        homework = Homework.objects.filter(classroom__in=self.classrooms)
        found: dict[str, QuerySet] = {
            "classroom": Classroom.objects.filter(pk__in=self.classrooms),
            "student": children,
            "session": ended,
            "homework": homework,
            "homework_student": Homework.students.through.objects.filter(homework__in=homework),
            "table": tables,
            "seat": Seat.objects.filter(table__in=tables),
            "round": rounds,
            "event": Event.objects.filter(round__in=rounds),
            "attendance": Attendance.objects.filter(session__in=ended, student__in=children),
            "sitting": Sitting.objects.filter(session__in=ended, student__in=children),
            "practice": Practice.objects.filter(student__in=children, round__in=rounds),
            "teacher": Teacher.objects.none(),
            "teaching": Teaching.objects.none(),
        }
        return found | (self._people() if self.kind == schema.SCHOOL else {})

    def _people(self) -> dict[str, QuerySet]:
        active = Teacher.objects.filter(is_active=True)
        teachings = Teaching.objects.filter(classroom__in=self.classrooms, teacher__in=active)
        return {"teacher": active, "teaching": teachings}

    @staticmethod
    def _tables(ended: QuerySet[ClassSession], children: QuerySet[Student]) -> QuerySet[Table]:
        """Return the tables of these sessions and those at which the children sat, without those of open sessions."""
        playing = Sitting.objects.exclude(session__state=ClassSession.State.ENDED).values("seat__table")
        sat = Seat.objects.filter(player__in=children.values("pk")).values("table")
        theirs = Q(pk__in=Sitting.objects.filter(session__in=ended).values("seat__table")) | Q(pk__in=sat)
        return Table.objects.filter(theirs).exclude(pk__in=playing)


class Pieces(io.RawIOBase):
    """The part of the zip that is written and not fetched yet. It cannot seek back: sizes and checksums come after each
    part."""

    def __init__(self) -> None:
        self._written = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._written += data
        return len(data)

    def fetch(self, least: int = 0) -> Iterator[bytes]:
        """Yield what was written since the last call, if it is more than `least` bytes."""
        if len(self._written) > least:
            piece = bytes(self._written)
            self._written.clear()
            yield piece


class TablePart:
    """One table of the file while it is written: its rows, their checksum, and their numbers."""

    def __init__(self, name: str, known: dict[str, set[int]]) -> None:
        self.name, self.stored, self.known = name, TABLES[name], known
        self.rows, self.digest, self.numbers = 0, hashlib.sha256(), known.setdefault(name, set())

    def lines(self, rows: "QuerySet[Model]") -> Iterator[bytes]:
        """Yield, as lines of JSON, the rows that refer only to rows that are also in the file."""
        columns = [self.stored.attribute(column) for column in self.stored.header]
        for some in self._batches(rows):
            for values in some.values_list(*columns):
                row = dict(zip(self.stored.header, values, strict=True))
                if self._is_whole(row):
                    yield self._line(row)

    def _batches(self, rows: "QuerySet[Model]") -> Iterator["QuerySet[Model]"]:
        """Yield the rows in the order of the file: logs by their rounds, all others by their numbers."""
        everything = self.stored.model._base_manager
        if self.name == "event":
            for some in _some(sorted(self.known["round"]), ROUNDS_AT_ONCE):
                yield everything.filter(round__in=some).order_by("round_id", "n")
            return
        for some in _some(list(rows.order_by("pk").values_list("pk", flat=True)), ROWS_AT_ONCE):
            yield everything.filter(pk__in=some).order_by("pk")

    def _is_whole(self, row: dict[str, Any]) -> bool:
        for column, table in self.stored.may.items():
            if row[column] not in self.known[table]:
                self._cut(row, column)
        return all(row[column] in self.known[table] for column, table in self.stored.needs.items())

    def _cut(self, row: dict[str, Any], column: str) -> None:
        """Empty a reference; the seat of a child of another class also loses the child's name."""
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
        """Return the table's entry in the manifest."""
        return {"columns": self.stored.header, "rows": self.rows, "sha256": self.digest.hexdigest()}


def write(scope: ArchiveScope, file: IO[bytes]) -> dict[str, int]:
    """Write the file; return the number of rows in it by table."""
    counts: dict[str, int] = {}
    for piece in pieces(scope, counts):
        file.write(piece)
    return counts


def pieces(scope: ArchiveScope, counts: dict[str, int] | None = None) -> Iterator[bytes]:
    """Yield the file while it is made; `counts` receives the number of rows by table."""
    known: dict[str, set[int]] = {}
    rows, parts, made = scope.rows(), [], Pieces()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in TABLES:
            parts.append(TablePart(name, known))
            with archive.open(f"{name}.jsonl", "w", force_zip64=True) as member:
                for line in parts[-1].lines(rows[name]):
                    member.write(line)
                    yield from made.fetch(PIECE)
            yield from made.fetch()
        archive.writestr(MANIFEST, json.dumps(_manifest(scope, parts), indent=1))
    yield from made.fetch()
    if counts is not None:
        counts |= {part.name: part.rows for part in parts}


def _manifest(scope: ArchiveScope, parts: list[TablePart]) -> dict[str, Any]:
    return {
        "format": schema.FORMAT,
        "version": schema.VERSION,
        "kind": scope.kind,
        "made_at": timezone.now().isoformat(),
        "tables": {part.name: part.told() for part in parts},
    }


def _some(numbers: list[int], size: int) -> Iterator[list[int]]:
    return (numbers[start : start + size] for start in range(0, len(numbers), size))


def _plain(value: Any) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"no column holds {value!r}")


def of_class(classroom: Classroom, owned: QuerySet[Classroom]) -> ArchiveScope:
    """Return the scope of a class and its earlier years, as far as they are among `owned`."""
    found = [classroom.pk]
    before = classroom.previous_id
    while before is not None and before not in found and owned.filter(pk=before).exists():
        found.append(before)
        before = Classroom.objects.filter(pk=before).values_list("previous", flat=True).first()
    return ArchiveScope(schema.CLASS, sorted(found))


def of_school() -> ArchiveScope:
    return ArchiveScope(schema.SCHOOL, list(Classroom.objects.order_by("pk").values_list("pk", flat=True)))
