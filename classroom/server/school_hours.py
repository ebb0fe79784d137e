"""The school's hours, Monday to Friday, by its own clock (`time_zone`): classes may let their cards work only then.

An admin chooses them on the school's page; they are kept in the data folder. Holidays are not known here.
"""

from contextlib import suppress
from datetime import datetime, time, timedelta
from typing import NamedTuple, Self

from django.conf import settings
from django.utils import timezone

from classroom.server import kept_file

FILE = "school_hours"
SCHOOL_DAYS = 5
"""From Monday on."""


class Hours(NamedTuple):
    """From when till when, on every school day."""

    begins: time
    ends: time

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the hours as they were written. Raises ValueError where they are none."""
        begins, _dash, ends = text.strip().partition("-")
        found = cls(time.fromisoformat(begins), time.fromisoformat(ends))
        if found.begins >= found.ends:
            raise ValueError(text)
        return found

    def __str__(self) -> str:
        return f"{self.begins:%H:%M}-{self.ends:%H:%M}"

    def holds(self, moment: datetime) -> bool:
        """Return whether the school's clock stands between them at this moment, on a school day."""
        there = timezone.localtime(moment)
        return there.weekday() < SCHOOL_DAYS and self.begins <= there.time() < self.ends

    def next_after(self, moment: datetime) -> datetime:
        """Return when they begin next, by the school's clock."""
        today = timezone.localdate(moment)
        days = (today + timedelta(days=ahead) for ahead in range(8))
        begin = (timezone.make_aware(datetime.combine(day, self.begins)) for day in days if day.weekday() < SCHOOL_DAYS)
        return next(found for found in begin if found > moment)


USUAL = Hours(time(7), time(17))


def now() -> Hours:
    with suppress(OSError, ValueError):
        return Hours.read((settings.DATA / FILE).read_text())
    return USUAL


def choose(hours: Hours) -> None:
    kept_file.write(settings.DATA / FILE, str(hours))
