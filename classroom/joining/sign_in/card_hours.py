"""The hours of cards: where the class wants it, its cards open nothing but in the school's hours.

A join code never asks for them: a lesson is on when a teacher has opened it.
"""

from datetime import datetime

from django.utils import timezone

from classroom.models import Classroom
from classroom.server import school_hours


def opens_at(classroom: Classroom) -> datetime | None:
    """Return when the cards of the class work again; None: they work now."""
    if not classroom.cards_in_hours:
        return None
    hours, moment = school_hours.now(), timezone.now()
    return None if hours.holds(moment) else timezone.localtime(hours.next_after(moment))
