"""What the file of cards says: a row for every attempt, and what each of its columns means.

Values are plain: text, whole numbers, a day, or nothing. How a file writes them is its own affair (see exports).
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from classroom.models import ClassSession
from game.models import Attempt, Round
from game.rules import around_the_corner as rules

Value = str | int | date | None


@dataclass(frozen=True, slots=True)
class Row:
    """An attempt beside what it does not know itself: its round, the class session (None in practice), the name."""

    session: ClassSession | None
    played: Round
    student: str
    record: Attempt


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a file: its name in the first line, what it means, and its value by the file's rows."""

    name: str
    meaning: Promise
    value: Callable[[Any], Value]


def kept(name: str, meaning: Promise) -> Column:
    """Return a column that is a column of the record, an attempt or a claim."""
    return Column(name, meaning, lambda row: getattr(row.record, name))


def yes(name: str, meaning: Promise) -> Column:
    """Return a column that says 1 where the record says yes, else 0."""
    return Column(name, meaning, lambda row: int(getattr(row.record, name)))


def local_day(moment: datetime) -> date:
    return timezone.localtime(moment).date()


def _started(row: Row) -> datetime:
    return datetime.fromtimestamp(row.record.started_at / 1000, UTC)


def _day(row: Row) -> date:
    return local_day(row.session.opened_at if row.session else _started(row))


def _faces(cards: list[int]) -> str:
    return " ".join(f"{rules.card(held).number}±{rules.card(held).step}" for held in cards)


def _directions(row: Row) -> str:
    return {"+": "plus", "-": "minus"}.get(row.record.directions, row.record.directions)


def _played(row: Row, part: int) -> int | None:
    return rules.card(row.record.played)[part] if row.record.played else None


def _sum(row: Row) -> int | None:
    return int(f"{row.record.sign}{row.record.top_step}") if row.record.sign else None


COLUMNS = (
    Column(
        "session",
        _("Number of the class session; empty in practice."),
        lambda row: row.session.pk if row.session else None,
    ),
    Column("date", _("Day of the class session or of the practice, year-month-day."), _day),
    Column("table", _("Number of the table in the session."), lambda row: row.played.table.number),
    Column("round", _("Number of the round at that table, from 1."), lambda row: row.played.number),
    Column("student", _("Name on the roster."), lambda row: row.student),
    Column("student_number", _("Cardinal's number for the student."), lambda row: row.record.player),
    kept("mode", _("How the round was played: race, turns, solo or practice. Do not mix them in one number.")),
    yes("corner", _("1 if sums went round the corner (10 + 1 is 1), 0 if not.")),
    Column(
        "started_at",
        _("Server time at which the card could be answered: UTC, ISO 8601."),
        lambda row: _started(row).isoformat(timespec="milliseconds"),
    ),
    kept("top", _("Which top card of the round it was, counted from 1.")),
    kept("top_number", _("Number on the top card, 1 to 10.")),
    kept("top_step", _("Step of the top card, 1, 2 or 3.")),
    kept("previous_number", _("Number on the card that was on top before; empty for the first.")),
    kept("previous_step", _("Step of the card that was on top before; empty for the first.")),
    yes("own_top", _("1 if the student had laid the top card, and so saw it first.")),
    Column("hand", _("Cards in the hand, each as number±step."), lambda row: _faces(row.record.hand)),
    Column("fitting", _("Cards of the hand that fitted."), lambda row: _faces(row.record.fitting)),
    Column("directions", _("Which sums the hand offered: plus, minus or both; empty if none."), _directions),
    kept("opponents", _("How many others were playing at the table.")),
    kept("stratum", _("Kind of card: step, plain or corner, number of directions in the hand.")),
    Column(
        "result",
        _(
            "right; wrong; missed (drew although a card fitted); lost (another student's card came first); "
            "void (nobody's decision: left, page hidden, end of the round)."
        ),
        lambda row: row.record.get_ending_display(),
    ),
    yes("late", _("1 if the student's card came after another's: beaten.")),
    yes("retry", _("1 if it was not the first answer to this top card, or followed a hint in practice; in no report.")),
    Column("played_number", _("Number on the card played; empty if none."), lambda row: _played(row, 1)),
    Column("played_step", _("Step of the card played; empty if none."), lambda row: _played(row, 2)),
    Column("sum", _("What a right card added to the top card, with its sign, -3 to 3; else empty."), _sum),
    kept("milliseconds", _("Time from seeing a card that fitted to the tap, or to the end of waiting; milliseconds.")),
    yes("timed", _("1 if the time may be used: one screen, visible throughout, no pause, 200 ms to 60 s.")),
    yes("clock_off", _("1 if the device's time and the server's differ by more than 250 ms; it is not used then.")),
    kept("hidden_ms", _("How long the page was hidden meanwhile; milliseconds.")),
    kept("modality", _("How the card was tapped: touch, mouse, pen, key, or click (assistive technology).")),
)
