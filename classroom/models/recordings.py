"""Recordings of a teacher's voice, for a page to read aloud. Part of `models`, which imports it: import it from
there."""

from typing import ClassVar

from django.db import models
from django.utils import timezone


class Recording(models.Model):
    """A teacher's own recording, used instead of a file of `static/audio` in the classes of that teacher.

    `sound` is a WAV file as `speech.recordings` writes it; it is exported with the teacher's data, and deleted with the
    account.
    """

    teacher = models.ForeignKey("classroom.Teacher", on_delete=models.CASCADE, related_name="recordings")
    language = models.CharField(max_length=8)
    name = models.CharField(max_length=40)
    sound = models.BinaryField()
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["teacher", "language", "name"], name="one_recording_of_each_text")
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.language})"
