"""The class's and the student's page of Nine to Nothing over all sessions, as contexts of plain values."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils import timezone

from classroom.models import Classroom, Student
from classroom.reports.nine_to_nothing import report
from classroom.reports.periods import USUAL_DAYS, midnight


def of_class(classroom: Classroom, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the class over the last four weeks, or with `period=all` over everything."""
    everything = asked.get("period") == "all"
    since = 0 if everything else midnight(timezone.localdate() - timedelta(days=USUAL_DAYS - 1))
    return {"everything": everything, "reports": report.of_students(list(classroom.students.all()), since)}


def of_student(student: Student) -> dict[str, Any]:
    """Return everything that the student has laid, over all sessions."""
    return {"reports": report.of_students([student]), "lines": report.sessions_of(student)}
