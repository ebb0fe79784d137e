"""Links of a class and a teacher with a course and a user of a learning platform (LTI 1.3).

The platform's own ids are not stored, only hashes of them (see `lti.people`). Part of `models`: import it from there.
"""

from django.db import models

from classroom.models.classes import Classroom
from classroom.models.teachers import Teacher


class PlatformTeacher(models.Model):
    """A user of a platform who signs in to this account from there."""

    key = models.CharField(max_length=64, unique=True)
    teacher = models.ForeignKey(Teacher, on_delete=models.CASCADE, related_name="platforms")

    def __str__(self) -> str:
        return f"{self.teacher} at a platform"


class PlatformCourse(models.Model):
    """A course of a platform that is this class. `context` is the number of the course in django-lti's table.

    `sent` holds by homework how many children had done it when its results were last sent, -1 once it had ended. `read`
    is a digest of the list of names when it was last read.
    """

    context = models.PositiveBigIntegerField(unique=True)
    classroom = models.OneToOneField(Classroom, on_delete=models.CASCADE, related_name="course")
    sent = models.JSONField(default=dict)
    read_at = models.DateTimeField(null=True, blank=True)
    read = models.CharField(max_length=64, blank=True, default="")

    def __str__(self) -> str:
        return f"course of {self.classroom}"
