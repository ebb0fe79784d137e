"""Presets: settings that a teacher keeps under a name, and removes again."""

from typing import Any

from django.core.signing import BadSignature, Signer
from django.db import transaction

from classroom.models import SessionPreset, Teacher
from classroom.server.database import changes
from game import rules

MOST_PRESETS = 12
SALT = "preset"


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


def token_of(preset: SessionPreset) -> str:
    """Return what a link to this preset says; it shows the settings to any teacher, and ends with the preset."""
    return Signer(salt=SALT).sign(f"{preset.pk}")


def shared(token: str) -> SessionPreset | None:
    """Return the preset of a link, None where there is none (any more)."""
    try:
        number = Signer(salt=SALT).unsign(token)
    except BadSignature:
        return None
    present = SessionPreset.objects.filter(game__in=rules.CATALOGUE.games)
    return present.select_related("teacher").filter(pk=number).first()
