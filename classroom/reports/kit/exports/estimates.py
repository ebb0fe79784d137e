"""Columns of a sheet of estimates, the same in every game."""

from datetime import date
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from classroom.measures import Estimate
from classroom.models import Student
from classroom.reports.kit.exports.columns import Column


class EstimateRow(NamedTuple):
    """One estimate of one child; shares are of 1, seconds are seconds. `way`: the mode, or who checked."""

    student: Student
    way: str
    measure: str
    estimate: Estimate
    n: int
    since: date | None
    until: date | None


def columns(way: str, what: Promise | str, measures: Promise | str, method: int) -> tuple[Column, ...]:
    """Return the columns; `way` names the one whose values are never merged, `method` is the version of the
    formulas."""
    return (
        Column("student", _("Name on the roster."), lambda row: row.student.name),
        Column("student_number", _("Cardinal's number for the student."), lambda row: row.student.pk),
        Column(way, what, lambda row: row.way),
        Column("measure", measures, lambda row: row.measure),
        Column("value", _("Best estimate."), lambda row: round(float(row.estimate.value), 4)),
        Column("low", _("Low end of the range."), lambda row: round(float(row.estimate.low), 4)),
        Column("high", _("High end of the range."), lambda row: round(float(row.estimate.high), 4)),
        Column("percent", _("In how many of 100 cases such a range holds the truth."), lambda row: 95),
        Column("n", _("Answers behind the estimate: in races timed ones, none to an own top card."), lambda row: row.n),
        Column("since", _("First day of these answers."), lambda row: row.since),
        Column("until", _("Last day of these answers."), lambda row: row.until),
        Column("quick_seconds", _("What the class calls quick."), lambda row: row.student.classroom.quick_seconds),
        Column(
            "version",
            _("Version of the formulas; numbers of two versions are not compared."),
            lambda row: method,
        ),
    )
