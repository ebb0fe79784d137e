"""Files for spreadsheets: one row per attempt, every column described.

Texts that people typed are guarded against being read as formulas (pitfalls 3.2); numbers are plain ASCII.
"""

import csv
import io
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from classroom.models import ClassSession, Sitting, Student
from game.models import Attempt
from game.rules import around_the_corner as rules

BYTE_ORDER_MARK = "\ufeff"
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠")
ROWS_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Row:
    """An attempt beside what `game` does not know: the session, and the student's name."""

    session: ClassSession
    student: str
    attempt: Attempt


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the file: its name in the first line, what it means, where its value comes from."""

    name: str
    meaning: Promise
    value: Callable[[Row], Any]


def _kept(name: str, meaning: Promise) -> Column:
    """Return a column that is a column of the attempt."""
    return Column(name, meaning, lambda row: getattr(row.attempt, name))


COLUMNS = (
    Column("session", _("Number of the class session."), lambda row: row.session.pk),
    Column("date", _("Day of the class session, year-month-day."), lambda row: f"{local_day(row.session)}"),
    Column("table", _("Number of the table in the session."), lambda row: row.attempt.round.table.number),
    Column("round", _("Number of the round at that table, from 1."), lambda row: row.attempt.round.number),
    Column("student", _("Name on the roster."), lambda row: for_spreadsheet(row.student)),
    Column("student_number", _("Cardinal's number for the student."), lambda row: row.attempt.player),
    _kept("mode", _("How the round was played: race, turns or solo. Do not mix them in one number.")),
    Column(
        "corner", _("1 if sums went round the corner (10 + 1 is 1), 0 if not."), lambda row: int(row.attempt.corner)
    ),
    Column(
        "started_at", _("Server time at which the card could be answered: UTC, ISO 8601."), lambda row: _started(row)
    ),
    _kept("top", _("Which top card of the round it was, counted from 1.")),
    _kept("top_number", _("Number on the top card, 1 to 10.")),
    _kept("top_step", _("Step of the top card, 1, 2 or 3.")),
    _kept("previous_number", _("Number on the card that was on top before; empty for the first.")),
    _kept("previous_step", _("Step of the card that was on top before; empty for the first.")),
    Column(
        "own_top",
        _("1 if the student had laid the top card, and so saw it first."),
        lambda row: int(row.attempt.own_top),
    ),
    Column("hand", _("Cards in the hand, each as number±step."), lambda row: _faces(row.attempt.hand)),
    Column("fitting", _("Cards of the hand that fitted."), lambda row: _faces(row.attempt.fitting)),
    Column(
        "directions", _("Which sums the hand offered: plus, minus or both; empty if none."), lambda row: _words(row)
    ),
    _kept("opponents", _("How many others were playing at the table.")),
    _kept("stratum", _("Kind of card: step, plain or corner, number of directions in the hand.")),
    Column(
        "result",
        _(
            "right; wrong; missed (drew although a card fitted); lost (another student's card came first); "
            "void (nobody's decision: left, page hidden, end of the round)."
        ),
        lambda row: row.attempt.get_ending_display(),
    ),
    Column("late", _("1 if the student's card came after another's: beaten."), lambda row: int(row.attempt.late)),
    Column(
        "retry",
        _("1 if it was not the first answer to this top card; such rows are in no report."),
        lambda row: int(row.attempt.retry),
    ),
    Column("played_number", _("Number on the card played; empty if none."), lambda row: _played(row, 1)),
    Column("played_step", _("Step of the card played; empty if none."), lambda row: _played(row, 2)),
    Column(
        "sum", _("What a right card added to the top card, with its sign, -3 to 3; else empty."), lambda row: _sum(row)
    ),
    _kept("milliseconds", _("Time from seeing a card that fitted to the tap, or to the end of waiting; milliseconds.")),
    Column(
        "timed",
        _("1 if the time may be used: one screen, visible throughout, no pause, 200 ms to 60 s."),
        lambda row: int(row.attempt.timed),
    ),
    _kept("hidden_ms", _("How long the page was hidden meanwhile; milliseconds.")),
    _kept("modality", _("How the card was tapped: touch, mouse, pen, key, or click (assistive technology).")),
)


async def attempts_csv(session: ClassSession) -> AsyncIterator[bytes]:
    """Yield the file piece by piece: UTF-8 with a byte order mark, or spreadsheets take names for another alphabet."""
    names = {student.pk: student.name async for student in Student.objects.filter(classroom=session.classroom_id)}
    tables = Sitting.objects.filter(session=session).values("seat__table")
    attempts = Attempt.objects.filter(round__table__in=tables).select_related("round__table")
    yield (BYTE_ORDER_MARK + _line([column.name for column in COLUMNS])).encode()
    async for attempt in attempts.order_by("round__table", "round", "started_at", "seat").aiterator(ROWS_AT_ONCE):
        row = Row(session, names.get(attempt.player, ""), attempt)
        yield _line([column.value(row) for column in COLUMNS]).encode()


def filename(session: ClassSession) -> str:
    """Return class, session and date in letters that every file system takes."""
    return f"{slugify(session.classroom.name) or 'class'}-session-{session.pk}-{local_day(session)}.csv"


def local_day(session: ClassSession) -> str:
    return f"{timezone.localtime(session.opened_at):%Y-%m-%d}"


def for_spreadsheet(text: str) -> str:
    """Return the text so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(FORMULA_STARTS) else text


def _line(values: list[Any]) -> str:
    written = io.StringIO()
    csv.writer(written).writerow(values)
    return written.getvalue()


def _started(row: Row) -> str:
    return datetime.fromtimestamp(row.attempt.started_at / 1000, UTC).isoformat(timespec="milliseconds")


def _faces(cards: list[int]) -> str:
    return " ".join(f"{rules.card(held).number}±{rules.card(held).step}" for held in cards)


def _words(row: Row) -> str:
    return {"+": "plus", "-": "minus"}.get(row.attempt.directions, row.attempt.directions)


def _played(row: Row, part: int) -> int | None:
    return rules.card(row.attempt.played)[part] if row.attempt.played else None


def _sum(row: Row) -> int | None:
    return int(f"{row.attempt.sign}{row.attempt.top_step}") if row.attempt.sign else None
