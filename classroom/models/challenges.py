"""Friendly challenges between two classes of a school."""

from datetime import date, timedelta

from django.db import models
from django.utils import timezone

from classroom.models.classes import Classroom
from classroom.models.teachers import Teacher


class Challenge(models.Model):
    """Two classes that see until the end of `last_day` how many sums each child of them learns on average.

    Until it is answered, `email` is the address of the invited teacher; afterwards it is empty. A server that does not
    verify addresses only invites accounts that existed before the challenge (as with an Invitation), because an account
    made later proves nothing about its e-mail.
    """

    email = models.EmailField(blank=True)
    last_day = models.DateField()
    offered_at = models.DateTimeField(default=timezone.now)

    SHOWN_FOR = timedelta(days=14)
    """Time for which both classes see the result."""

    class Meta:
        ordering = ["offered_at", "pk"]

    def __str__(self) -> str:
        return f"challenge until {self.last_day}"

    @property
    def is_over(self) -> bool:
        return self.last_day < timezone.localdate()

    @property
    def shown_until(self) -> date:
        return self.last_day + self.SHOWN_FOR


class ChallengeEntry(models.Model):
    """A class in its challenge, of which it has at most one. It exists once a teacher of the class has agreed.

    `is_shown`: its teacher lets the children see it, on the projector and on each child's own page.
    """

    challenge = models.ForeignKey(Challenge, on_delete=models.CASCADE, related_name="entries")
    classroom = models.OneToOneField(Classroom, on_delete=models.CASCADE, related_name="challenge_entry")
    agreed_by = models.ForeignKey(Teacher, null=True, on_delete=models.SET_NULL, related_name="+")
    agreed_at = models.DateTimeField(default=timezone.now)
    is_shown = models.BooleanField(default=False)

    class Meta:
        ordering = ["agreed_at", "pk"]

    def __str__(self) -> str:
        return f"{self.classroom} in {self.challenge}"
