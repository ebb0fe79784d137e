"""Settings of a session that a teacher has stored under a name."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from classroom.models.teachers import Teacher


class SessionPreset(models.Model):
    """Game, options and table size for another day and any class; only its teacher sees it."""

    teacher = models.ForeignKey(Teacher, on_delete=models.CASCADE, related_name="presets")
    name = models.CharField(_("name"), max_length=40)
    game = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    table_size = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["teacher", "name"], name="one_preset_per_name")]

    def __str__(self) -> str:
        return self.name
