"""Warming of the report cache when a session ends, so that nobody waits for the first page after it.

Nobody needs this to have run: a page computes what is not kept.
"""

from django.utils import timezone

from classroom.models import Classroom, ClassSession
from classroom.reports.around_the_corner.class_page import class_page, known_sums, session_page
from classroom.reports.around_the_corner.findings.grouping import picture
from classroom.reports.around_the_corner.sources.once_known import once_known
from classroom.reports.around_the_corner.student.one_mode import EightWeeks


def prepare(classroom: Classroom, session: ClassSession) -> None:
    of_class = class_page(classroom, {})
    for page in (of_class, session_page(session)):
        if not page.is_empty:
            _ask(page, "known", "grouping", "readings", "wrong_cards", "narrowed", "counted", "fit", "lines")
    if not of_class.is_empty:
        _ask(EightWeeks(of_class, timezone.localdate()), "trends", "of_whole_class")
        picture(of_class.grouping, of_class.quick)
        known_sums(classroom)


def prepare_part(classroom: Classroom, part: int, parts: int) -> None:
    students = list(classroom.students.all())
    once_known(classroom, students, students[part::parts])


def _ask(of: object, *parts: str) -> None:
    """Ask for what is kept once it has been asked for."""
    for part in parts:
        getattr(of, part)
