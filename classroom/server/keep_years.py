"""The number of school years that a class is kept after its last use. It is never unlimited (security 3.3).

CARDINAL_KEEP_YEARS has precedence; then what an admin chose on the school's page, kept in the data folder; then two
years.
"""

from contextlib import suppress

from django.conf import settings

from classroom.server import kept_file

CHOICES = (1, 2, 3, 5)
USUAL = 2
FILE = "keep_years"


def now() -> int:
    if settings.KEEP_YEARS:
        return int(settings.KEEP_YEARS)
    with suppress(OSError, ValueError):
        if (chosen := int((settings.DATA / FILE).read_text())) in CHOICES:
            return chosen
    return USUAL


def choose(number: int) -> None:
    kept_file.write(settings.DATA / FILE, str(number))
