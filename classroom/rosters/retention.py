"""Removal of classes that nobody has played in for a number of years.

Such a class is removed like any other: for 30 days its owner can take it back (the years begin anew then), after that
it is forgotten with its children and results. The number of years is in `server.keep_years`.
"""

from contextlib import suppress
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from classroom.models import Classroom
from classroom.rosters import roster
from classroom.rosters.still_playing import StillPlayingError
from classroom.server import keep_years
from classroom.server.database import changes

YEAR = timedelta(days=366)
WARNED = timedelta(days=30)
"""Time for which the class's teachers are warned before it is removed."""


def unused_since(moment: datetime) -> QuerySet[Classroom]:
    """Return the classes that have not been made, played in, practised in or taken back since this moment."""
    old = Classroom.objects.filter(created_at__lt=moment).exclude(taken_back_at__gte=moment)
    return old.exclude(sessions__opened_at__gte=moment).exclude(students__practices__round__dealt_at__gte=moment)


def warn_who_is_due_soon() -> None:
    """Mark the classes whose years end within 30 days; unmark a class that is in use again."""
    soon = unused_since(timezone.now() - keep_years.now() * YEAR + WARNED)
    Classroom.objects.exclude(warned_at=None).exclude(pk__in=soon.values("pk")).update(warned_at=None)
    soon.filter(warned_at=None).update(warned_at=timezone.now())


def ends_at(classroom: Classroom) -> datetime | None:
    """Return when the class will be removed unless it is used, None where that is not soon."""
    return classroom.warned_at + WARNED if classroom.warned_at else None


def keep(classroom: Classroom) -> None:
    """Restart the years of the class."""
    changes.change(classroom, taken_back_at=timezone.now(), warned_at=None)


def remove_who_is_due() -> int:
    """Remove the classes whose years are over; return how many. A session that is still open keeps its class.

    Each was announced for 30 days, however late this runs: also at the first start of this program, and after a summer
    in which the machine was off.
    """
    warn_who_is_due_soon()
    removed = 0
    due = unused_since(timezone.now() - keep_years.now() * YEAR)
    for classroom in due.filter(warned_at__lte=timezone.now() - WARNED):
        with suppress(StillPlayingError):
            roster.remove_classroom(classroom)
            removed += 1
    return removed
