"""Days on which a substitute without an account runs a class."""

from django.db import models

from classroom.models.classes import Classroom
from classroom.models.teachers import Teacher


class SubstituteDay(models.Model):
    """The one day on which a person with its code may start, pause and end a session of the class (live.substitute)."""

    classroom = models.OneToOneField(Classroom, on_delete=models.CASCADE, related_name="substitute")
    day = models.DateField(db_index=True)
    given_by = models.ForeignKey(Teacher, on_delete=models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"substitute of {self.classroom} on {self.day}"
