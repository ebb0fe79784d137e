"""Classes that nobody plays in any more: when their years are over, they go.

Such a class is removed like any other: for 30 days its owner can take it back (the years begin anew then), after that
it is forgotten with its children and results. How many years: `server.keep_years`.
"""

from contextlib import suppress
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from classroom.models import Classroom
from classroom.rosters import roster
from classroom.server import keep_years

YEAR = timedelta(days=366)
WARNED = timedelta(days=30)
"""How long before the end of the years the class's teachers are told."""


def unused_since(moment: datetime) -> QuerySet[Classroom]:
    """Return the classes that were made, played in, practised in and taken back before this moment only."""
    old = Classroom.objects.filter(created_at__lt=moment).exclude(taken_back_at__gte=moment)
    return old.exclude(sessions__opened_at__gte=moment).exclude(students__practices__round__dealt_at__gte=moment)


def ends_soon(classroom: Classroom) -> bool:
    """Say whether the class is removed within 30 days unless it plays."""
    return unused_since(timezone.now() - keep_years.now() * YEAR + WARNED).filter(pk=classroom.pk).exists()


def remove_who_is_due() -> int:
    """Remove the classes whose years are over; return how many. A session that is still open keeps its class."""
    removed = 0
    for room in unused_since(timezone.now() - keep_years.now() * YEAR):
        with suppress(roster.StillPlayingError):
            roster.remove_classroom(room)
            removed += 1
    return removed
