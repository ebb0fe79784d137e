"""Sheet of every estimate of every child with its range, beside the sums of a file: the columns of any game's."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classroom.measures import Accuracy, Estimate
from classroom.reports.kit.exports.columns import EstimateRow, Sheet, estimate_columns
from classroom.reports.nine_to_nothing.report import NineReport
from classroom.reports.nine_to_nothing.tally import SumTally
from classroom.server.time_zone import moment

METHOD = 1
"""Version of the formulas: raise it whenever an estimate from the same sums changes."""
MEASURES = gettext_lazy(
    "right, right_plus, right_minus, right_change, found of classmates' wrong sums (shares of 1); seconds (to a "
    "right sum); right_a_minute of thinking."
)
WAY = gettext_lazy("Who checked the sums. Do not mix them in one number.")
COLUMNS = estimate_columns("checking", WAY, MEASURES, METHOD)


class _Known(NamedTuple):
    name: str
    estimate: Estimate
    n: int


def estimates_sheet(reports: Sequence[NineReport]) -> Sheet:
    def batches() -> Iterator[list[EstimateRow]]:
        yield [line for report in reports for line in _lines(report)]

    return Sheet("estimates", _("Estimates"), COLUMNS, batches)


def _lines(report: NineReport) -> Iterator[EstimateRow]:
    for row in report.rows:
        days = _days(row.tally)
        known = [*_of_tally(row.tally)]
        if row.student.pk in report.checks:
            known += _share("found", report.checks[row.student.pk].accuracy)
        for name, estimate, n in known:
            yield EstimateRow(row.student, report.checking, name, estimate, n, *days)


def _of_tally(tally: SumTally) -> Iterator[_Known]:
    yield from _share("right", tally.accuracy)
    for kind, (right, n) in tally.by_kind.items():
        yield from _share(f"right_{kind}", Accuracy(right, n))
    speed = tally.speed
    if speed.seconds is not None and speed.range is not None:
        yield _Known("seconds", Estimate(speed.seconds, *speed.range), speed.n)
    if tally.pace:
        yield _Known("right_a_minute", tally.pace, tally.timed)


def _share(name: str, accuracy: Accuracy) -> list[_Known]:
    if accuracy.range is None or accuracy.share is None:
        return []
    return [_Known(name, Estimate(accuracy.share, *accuracy.range), accuracy.n)]


def _days(tally: SumTally) -> tuple[date | None, date | None]:
    if tally.span is None:
        return None, None
    return moment(tally.span[0]).date(), moment(tally.span[1]).date()
