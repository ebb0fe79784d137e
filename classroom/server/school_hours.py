"""The school's hours, Monday to Friday, by its own clock (`time_zone`): a class may restrict its sign-in cards to them.

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
    """Start and end of school, the same on every school day."""

    begins: time
    ends: time

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the hours from their stored text. Raises ValueError where it is none."""
        begins, _dash, ends = text.strip().partition("-")
        found = cls(time.fromisoformat(begins), time.fromisoformat(ends))
        if found.begins >= found.ends:
            raise ValueError(text)
        return found

    def __str__(self) -> str:
        return f"{self.begins:%H:%M}-{self.ends:%H:%M}"

    def holds(self, moment: datetime) -> bool:
        """Return whether this moment is on a school day and within the hours, by the school's clock."""
        there = timezone.localtime(moment)
        return there.weekday() < SCHOOL_DAYS and self.begins <= there.time() < self.ends

    def next_after(self, moment: datetime) -> datetime:
        """Return when the hours begin next, by the school's clock."""
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
