"""A child's own language: with the child, at the seat it has now, and at its live table."""

from classroom.models import Student
from game.live import registry
from game.models import Seat


def choose_for(student: Student, language: str) -> None:
    """Keep a child's choice; a table that is open tells its seat in this language from the next move on."""
    Student.objects.filter(pk=student.pk).update(language=language)
    Seat.objects.filter(player=student.pk, table__closed_at=None).update(language=language)
    registry.speak(student.pk, language)
