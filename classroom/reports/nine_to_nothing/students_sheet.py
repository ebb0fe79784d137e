"""Sheets beside the sums of a file: one row per child and way of checking; and every estimate of every child with its
range, in the columns of any game's.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classroom.measures import Accuracy, Estimate
from classroom.measures.showing import ACCURACY_PALE_FROM, SPEED_PALE_FROM
from classroom.reports.kit.exports.columns import Column, EstimateRow, Sheet, Value, estimate_columns
from classroom.reports.kit.rows import StudentRow
from classroom.reports.nine_to_nothing.checks import Checks
from classroom.reports.nine_to_nothing.report import NineReport
from classroom.reports.nine_to_nothing.tally import SumTally
from classroom.server.time_zone import moment
from game.log.browser_clock import FASTEST_MS
from game.nine_to_nothing.claims import SLOWEST_MS

METHOD = 1
"""Version of the formulas: raise it whenever an estimate from the same sums changes."""
MEASURES = gettext_lazy(
    "right, right_plus, right_minus, right_change, found of classmates' wrong sums (shares of 1); seconds (to a "
    "right sum); right_a_minute of thinking."
)
WAY = gettext_lazy("Who checked the sums. Do not mix them in one number.")
ESTIMATE_COLUMNS = estimate_columns("checking", WAY, MEASURES, METHOD)


class _Known(NamedTuple):
    name: str
    estimate: Estimate
    n: int


class ChildLine(NamedTuple):
    checking: str
    row: StudentRow[SumTally]
    checks: Checks | None


def students_sheet(reports: Sequence[NineReport]) -> Sheet:
    def batches() -> Iterator[list[ChildLine]]:
        yield [
            ChildLine(report.checking, row, report.checks.get(row.student.pk))
            for report in reports
            for row in report.rows
        ]

    return Sheet("students", _("Students"), COLUMNS, batches)


def _share(place: int) -> Callable[[ChildLine], Value]:
    return lambda line: (line.row.tally.accuracy.of_hundred or (None,) * 3)[place]


def _seconds(line: ChildLine) -> Value:
    seconds = line.row.tally.speed.seconds
    return None if seconds is None else round(seconds, 1)


def _bound(part: str) -> Callable[[ChildLine], Value]:
    return lambda line: None if (span := line.row.tally.speed.range) is None else round(getattr(span, part), 1)


def _checked(part: str) -> Callable[[ChildLine], Value]:
    return lambda line: None if line.checks is None else getattr(line.checks, part)


COLUMNS = (
    Column("student", gettext_lazy("Name on the roster."), lambda line: line.row.student.name),
    Column("student_number", gettext_lazy("Cardinal's number for the student."), lambda line: line.row.student.pk),
    Column(
        "checking", gettext_lazy("Who checked the sums. Do not mix them in one number."), lambda line: line.checking
    ),
    Column("right", gettext_lazy("Of 100 first tries, how many were right; empty below 5."), _share(1)),
    Column("right_low", gettext_lazy("Low end of its range (95 %)."), _share(0)),
    Column("right_high", gettext_lazy("High end of its range (95 %)."), _share(2)),
    Column("seconds", gettext_lazy("Middle time of right sums; empty below 10."), _seconds),
    Column("seconds_low", gettext_lazy("Low end of its range (95 %)."), _bound("low")),
    Column("seconds_high", gettext_lazy("High end of its range (95 %)."), _bound("high")),
    Column("sums", gettext_lazy("First tries."), lambda line: line.row.tally.answered),
    Column("sums_right", gettext_lazy("How many of these were right."), lambda line: line.row.tally.right),
    Column("missed", gettext_lazy("Turns with a sum in the hand and none tried."), lambda line: line.row.tally.missed),
    Column("points", gettext_lazy("Points of right sums, of second tries too."), lambda line: line.row.tally.made),
    Column(
        "points_possible",
        gettext_lazy("The most that the hands of these sums allowed."),
        lambda line: line.row.tally.possible,
    ),
    Column("found", gettext_lazy("Wrong sums of classmates that the student found."), _checked("found")),
    Column("overlooked", gettext_lazy("Wrong sums of classmates that nobody found."), _checked("missed")),
    Column("doubted", gettext_lazy("Right sums of classmates that the student checked."), _checked("doubted")),
)


def constants() -> tuple[tuple[str, Value, str], ...]:
    """Return the constants used for the numbers, each with its meaning."""
    return (
        ("right_from_sums", ACCURACY_PALE_FROM, _("No range of right sums is said below so many tries.")),
        ("seconds_from_sums", SPEED_PALE_FROM, _("No seconds are said below so many right sums on the clock.")),
        ("fastest_ms", FASTEST_MS, _("A quicker answer is no time.")),
        ("slowest_ms", SLOWEST_MS, _("A slower answer is no time.")),
    )


def estimates_sheet(reports: Sequence[NineReport]) -> Sheet:
    def batches() -> Iterator[list[EstimateRow]]:
        yield [line for report in reports for line in _lines(report)]

    return Sheet("estimates", _("Estimates"), ESTIMATE_COLUMNS, batches)


def _lines(report: NineReport) -> Iterator[EstimateRow]:
    for row in report.rows:
        days = _days(row.tally)
        known = [*_of_tally(row.tally)]
        if row.student.pk in report.checks:
            known += _estimate("found", report.checks[row.student.pk].accuracy)
        for name, estimate, n in known:
            yield EstimateRow(row.student, report.checking, name, estimate, n, *days)


def _of_tally(tally: SumTally) -> Iterator[_Known]:
    yield from _estimate("right", tally.accuracy)
    for kind, (right, n) in tally.by_kind.items():
        yield from _estimate(f"right_{kind}", Accuracy(right, n))
    speed = tally.speed
    if speed.seconds is not None and speed.range is not None:
        yield _Known("seconds", Estimate(speed.seconds, *speed.range), speed.n)
    if tally.pace:
        yield _Known("right_a_minute", tally.pace, tally.timed)


def _estimate(name: str, accuracy: Accuracy) -> list[_Known]:
    if accuracy.range is None or accuracy.share is None:
        return []
    return [_Known(name, Estimate(accuracy.share, *accuracy.range), accuracy.n)]


def _days(tally: SumTally) -> tuple[date | None, date | None]:
    if tally.span is None:
        return None, None
    return moment(tally.span[0]).date(), moment(tally.span[1]).date()
