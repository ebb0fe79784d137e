"""The hours of cards: if the class wants it, its cards work only in the school's hours; for a child in several classes,
if any of them wants it.

A join code has no hours, as only a teacher opens a session.
"""

from datetime import datetime

from django.utils import timezone

from classroom import persons
from classroom.models import Student
from classroom.server import school_hours


def opens_at(student: Student) -> datetime | None:
    """Return when the child's card works again; None if it works now."""
    hours, moment = school_hours.now(), timezone.now()
    if hours.holds(moment) or not keeps_hours(student):
        return None
    return timezone.localtime(hours.next_after(moment))


def keeps_hours(student: Student) -> bool:
    """Return whether the child's card works only in the school's hours."""
    strict = persons.present(student).filter(classroom__cards_in_hours=True)
    return student.classroom.cards_in_hours or strict.exists()
