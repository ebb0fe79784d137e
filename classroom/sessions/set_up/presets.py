"""Presets: settings that a teacher keeps under a name."""

from typing import Any

from django.core.signing import BadSignature, Signer
from django.db import transaction

from classroom.models import SessionPreset, Teacher
from classroom.server.database import changes
from game import rules

MOST_PRESETS = 12
SALT = "preset"


class TooMany(Exception):
    """The teacher already has as many presets as a page can show."""


@transaction.atomic
def keep(*, teacher: Teacher, name: str, game: str, options: dict[str, Any], table_size: int) -> SessionPreset:
    """Store the settings under this name, replacing an older preset of that name. Raises TooMany."""
    mine = SessionPreset.objects.filter(teacher=changes.locked(teacher))
    if not mine.filter(name=name).exists() and mine.count() >= MOST_PRESETS:
        raise TooMany
    defaults = {"game": game, "options": options, "table_size": table_size}
    return SessionPreset.objects.update_or_create(teacher=teacher, name=name, defaults=defaults)[0]


def token_of(preset: SessionPreset) -> str:
    """Return the token of a link to this preset; it shows the settings to any teacher, and is valid as long as the
    preset exists."""
    return Signer(salt=SALT).sign(f"{preset.pk}")


def shared(token: str) -> SessionPreset | None:
    """Return the preset of a link, None where it does not exist any more."""
    try:
        number = Signer(salt=SALT).unsign(token)
    except BadSignature:
        return None
    present = SessionPreset.objects.filter(game__in=rules.CATALOGUE.games)
    return present.select_related("teacher").filter(pk=number).first()
