"""The class's and the student's page of Nine to Nothing, as contexts of plain values: a first screen, and its parts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django import forms
from django.db.models import Count, Q
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_lazy as _

from classroom import persons
from classroom.models import Classroom, Student
from classroom.reports.kit.growth.weeks import growth_in_words
from classroom.reports.kit.periods import PeriodForm, PeriodScope, first_usual_day, last_day, usual_since
from classroom.reports.kit.rows import StudentLine, StudentRow, by_group, with_pictures
from classroom.reports.nine_to_nothing import next_lesson
from classroom.reports.nine_to_nothing import report as reports
from classroom.reports.nine_to_nothing.growth import TEXTS, growth_of
from classroom.reports.nine_to_nothing.growth import of_class as of_whole_class
from classroom.reports.nine_to_nothing.next_lesson import GROUPS, Sentence, group_of
from classroom.reports.nine_to_nothing.report import NineReport
from classroom.reports.nine_to_nothing.tally import CHECKINGS, SumTally, sums
from game.models import Claim

PARTS = {
    "numbers": gettext_lazy("Every number"),
    "kinds": gettext_lazy("Kinds of sums"),
    "wrong": gettext_lazy("Wrong sums"),
    "checking": gettext_lazy("Checking"),
    "growth": gettext_lazy("Getting further"),
    "sessions": gettext_lazy("Sessions"),
    "words": gettext_lazy("Words"),
    "files": gettext_lazy("Files"),
}
"""Parts one press away from the first screen, by their names in the address."""
OF_A_STUDENT = ("growth", "sessions")
"""Parts that only a student's page has."""
LONGEST_SECONDS = 60
"""Upper end of the scale of seconds."""


@dataclass(frozen=True, slots=True)
class SumsScope(PeriodScope):
    NAME: ClassVar[str] = "checking"

    @property
    def checking(self) -> str:
        return self.way


class SumsForm(PeriodForm[SumsScope]):
    checking = forms.ChoiceField(label=_("Who checks"), choices=list(CHECKINGS.items()), required=False)
    field_order = ("checking",)


def of_class(classroom: Classroom, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the context of the class in the filter's period, with one way of checking."""
    students = list(classroom.students.all())
    form = sums_form(asked, [student.pk for student in students])
    report = _report(reports.of_students(students, *form.scope.span), form.scope)
    parts = [(name, title) for name, title in PARTS.items() if name not in OF_A_STUDENT]
    lines = [_line(row, form.scope) for row in report.rows] if report else []
    found = {"form": form, "scope": form.scope, "report": report, "parts": parts} | _part(asked, parts)
    if report and report.sums_up_a_class and not found["part"]:
        found["growth"] = of_whole_class(classroom, form.scope.checking, last_day(form.scope.until))
    return found | {"by_group": by_group(lines, GROUPS)}


def of_student(student: Student, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the context of the student in the filter's period, with one way of checking."""
    form = sums_form(asked, [student.pk])
    report = _report(reports.of_students([student], *form.scope.span), form.scope)
    parts = list(PARTS.items())
    if report and not asked.get("part"):
        report = replace(report, sentences=[*_to_teach(student, form.scope), *report.sentences])
    found = {"form": form, "scope": form.scope, "report": report, "parts": parts} | _part(asked, parts)
    found["pictured"] = with_pictures(Claim, student, form.scope.span)
    if asked.get("part") == "sessions":
        found["lines"] = reports.sessions_of(student)
    if report and found["part"] in ("", "growth"):
        grown = growth_of(student, form.scope.checking, last_day(form.scope.until))
        found |= {"growth": grown, "growth_words": growth_in_words(grown.trend, TEXTS)}
    return found | {"row": _line(report.rows[0], form.scope) if report else None}


def _to_teach(student: Student, scope: SumsScope) -> list[Sentence]:
    since, until = scope.span
    players = list(student.classroom.students.values_list("pk", flat=True))
    return next_lesson.of_student(sums(players=players, checking=scope.checking, since=since, until=until), student)


def sentences_of(classroom: Classroom) -> list[Sentence]:
    """Return the sentences on the class's page with its default filter."""
    report: NineReport | None = of_class(classroom, {})["report"]
    return report.sentences if report else []


def _report(found: list[NineReport], scope: SumsScope) -> NineReport | None:
    return next((report for report in found if report.checking == scope.checking), None)


def _part(asked: Mapping[str, Any], parts: Sequence[tuple[str, Promise]]) -> dict[str, str]:
    part = asked.get("part", "")
    return {"part": part if part in dict(parts) else ""}


def _line(row: StudentRow[SumTally], scope: SumsScope) -> StudentLine:
    report = f"{reverse('student_sums', args=[row.student.pk])}?{scope.query}"
    group, sure = group_of(row.tally)
    return StudentLine(row.student, report, row.tally, group, sure, LONGEST_SECONDS)


def sums_form(asked: Mapping[str, Any], players: Sequence[int]) -> SumsForm:
    """Return the filter for these players, filled in from an address; one query."""
    laid = Claim.objects.filter(player__in=persons.players_of(*players)).order_by("checking").values_list("checking")
    counted = laid.annotate(lately=Count("pk", filter=Q(started_at__gte=usual_since())), ever=Count("pk"))
    usual, *_counts = max(counted, key=lambda row: row[1:], default=(next(iter(CHECKINGS)), 0, 0))
    return SumsForm(asked, SumsScope(usual, first_usual_day()))
