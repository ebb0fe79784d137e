"""Presets: settings that a teacher keeps under a name, and removes again."""

from typing import Any

from django.db import transaction

from classroom.models import SessionPreset, Teacher
from classroom.server.database import changes

MOST_PRESETS = 12


class TooMany(Exception):
    """The teacher has so many presets that no page could show another one."""


@transaction.atomic
def keep(*, teacher: Teacher, name: str, game: str, options: dict[str, Any], table_size: int) -> SessionPreset:
    """Keep the settings under this name, in place of what had it before. Raises TooMany."""
    mine = SessionPreset.objects.filter(teacher=changes.locked(teacher))
    if not mine.filter(name=name).exists() and mine.count() >= MOST_PRESETS:
        raise TooMany
    defaults = {"game": game, "options": options, "table_size": table_size}
    return SessionPreset.objects.update_or_create(teacher=teacher, name=name, defaults=defaults)[0]
