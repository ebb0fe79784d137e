"""The disk that holds all data: whether it accepts writes, and how much space is left."""

import logging
import shutil

from django.conf import settings
from django.utils.translation import gettext as _

from classroom.server.database import failures

log = logging.getLogger(__name__)

LOW_MB = 500
"""Megabytes of free space below which a warning is given: a school year needs about that much."""


def free_mb() -> int:
    return shutil.disk_usage(settings.DATA).free // 1024**2


def trouble() -> str:
    """Return a warning for teachers, in words; "" when all is well."""
    if failures.are_recent():
        return _(
            "Saving fails at the moment: cards that are tapped now may not count. "
            "If this stays for more than a minute, tell whoever runs Cardinal at your school."
        )
    if (left := free_mb()) < LOW_MB:
        words = _("The disk is nearly full: %(left)s MB are left. Tell whoever runs Cardinal at your school.")
        return words % {"left": left}
    return ""


def warn() -> None:
    """Log a warning when space is low."""
    if (left := free_mb()) < LOW_MB:
        log.warning("The disk of %s is nearly full: %s MB are left.", settings.DATA, left)
