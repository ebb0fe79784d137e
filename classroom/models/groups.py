"""Standing groups of a class, such as the Moons, who stay together from lesson to lesson."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from classroom.models.classes import Classroom


class StandingGroup(models.Model):
    """Some children of a class whom its teacher keeps together; a child is in at most one group (`Student.group`).

    `sign` is the picture beside the name (naming.word_lists). `options` are the settings in which its tables differ
    from the class, where a session lets each group play its own way (sessions.seating.by_group). Only the class's
    teachers see groups: no child's screen and no projector names them.
    """

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="groups")
    name = models.CharField(_("name"), max_length=40)
    sign = models.CharField(max_length=12)
    options = models.JSONField(default=dict, blank=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["made_at", "pk"]

    def __str__(self) -> str:
        return self.name
