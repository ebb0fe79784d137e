"""Days and ways of playing that reports are about. A day is a day where the school is (TIME_ZONE)."""

from datetime import date, datetime, time

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

USUAL_DAYS = 28
SCHOOL_YEAR_BEGINS = 8
"""The month [decision: August]; whoever counts otherwise types the day."""
MODES = {"race": _("Race"), "turns": _("In turns"), "solo": _("Solo"), "practice": _("Practice")}


def midnight(day: date) -> int:
    """Return when this day begins where the school is, in ms since 1970."""
    return round(timezone.make_aware(datetime.combine(day, time.min)).timestamp() * 1000)


def moment(ms: int) -> datetime:
    """Return this time (ms since 1970) as the school's clocks showed it."""
    return datetime.fromtimestamp(ms / 1000, tz=timezone.get_default_timezone())
