"""The file of the sums of a class session, as CSV: a row for every claim (see nine_columns)."""

import csv
import io
from collections.abc import Iterator

from classroom.models import ClassSession, Sitting, Student
from classroom.reports.files import BYTE_ORDER_MARK, for_spreadsheet
from classroom.reports.nine_to_nothing.columns import COLUMNS, Row
from game.models import Claim

AT_ONCE = 500


def csv_of(session: ClassSession) -> Iterator[bytes]:
    """Yield the file a piece at a time; what people typed is never a formula (pitfalls 3.2)."""
    yield (BYTE_ORDER_MARK + _line([column.name for column in COLUMNS])).encode()
    for row in _rows(session):
        yield _line([_cell(column.value(row)) for column in COLUMNS]).encode()


def file_name(session: ClassSession) -> str:
    return f"cardinal-sums-{session.opened_at:%Y-%m-%d}-{session.pk}.csv"


def _rows(session: ClassSession) -> Iterator[Row]:
    names = dict(Student.everybody.filter(sittings__session=session).values_list("pk", "name"))
    tables = Sitting.objects.filter(session=session).values("seat__table")
    found = Claim.objects.filter(round__table__in=tables, player__in=names).select_related("round__table")
    for claim in found.order_by("round__table__number", "round__number", "line").iterator(AT_ONCE):
        yield Row(session, names[claim.player], claim)


def _cell(value: object) -> object:
    return for_spreadsheet(value) if isinstance(value, str) else value


def _line(cells: list[object]) -> str:
    written = io.StringIO()
    csv.writer(written).writerow(cells)
    return written.getvalue()
