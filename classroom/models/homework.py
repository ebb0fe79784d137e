"""Homework, and what students practise for it or of their own accord."""

from django.db import models
from django.utils import timezone

from classroom.models.classes import Classroom, StandingGroup, Student
from classroom.models.sessions import ClassSession
from game.models import Round


class Homework(models.Model):
    """Practice that a teacher sets for a class: `amount` cards or minutes, with these options, until a moment.

    With a `session` it is instead a round with that session's cards and with the options of a table (see
    homework.from_session). Without `students` it is for the whole class. For a `group` it is set to the present
    members, as long as it is open.
    """

    class Unit(models.TextChoices):
        """The stored names; `homework.units` declares each of them, with its words."""

        CARDS = "cards"
        MINUTES = "minutes"
        ROUNDS = "rounds"
        CHECK_UPS = "check_up"

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="homework")
    options = models.JSONField(default=dict)
    unit = models.CharField(max_length=8, default=Unit.CARDS)
    amount = models.PositiveSmallIntegerField()
    until = models.DateTimeField()
    session = models.ForeignKey(ClassSession, null=True, blank=True, on_delete=models.SET_NULL, related_name="homework")
    students = models.ManyToManyField(Student, blank=True, related_name="tasks")
    group = models.ForeignKey(StandingGroup, null=True, blank=True, on_delete=models.SET_NULL, related_name="homework")
    set_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-until", "-pk"]

    def __str__(self) -> str:
        return f"{self.amount} {self.unit} for {self.classroom}"


class Practice(models.Model):
    """A round that a student practises alone, for a homework or without one."""

    student = models.ForeignKey(Student, on_delete=models.CASCADE, related_name="practices")
    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="practice")
    homework = models.ForeignKey(Homework, null=True, blank=True, on_delete=models.SET_NULL, related_name="practices")

    def __str__(self) -> str:
        return f"practice of {self.student}"
