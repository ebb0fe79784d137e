"""Tables of guests, who have no name, no class and no account."""

from django.db import models
from django.utils import timezone

from classroom.models.classes import Classroom
from classroom.models.teachers import Teacher
from game.models import Table


class GuestTable(models.Model):
    """A table that one guest plays at, against computers, until it is forgotten (guests.rounds)."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="guest")
    laid_at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return f"guest at {self.table}"


class SubstituteDay(models.Model):
    """The one day on which whoever has its code may start, pause and end a lesson of the class (live.substitute)."""

    classroom = models.OneToOneField(Classroom, on_delete=models.CASCADE, related_name="substitute")
    day = models.DateField(db_index=True)
    given_by = models.ForeignKey(Teacher, on_delete=models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"substitute of {self.classroom} on {self.day}"
