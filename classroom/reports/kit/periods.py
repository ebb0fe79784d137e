"""Days that reports are about. A day is a day where the school is (TIME_ZONE)."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from classroom.server.time_zone import midnight

USUAL_DAYS = 28
EVER = 2**62
"""Later than any time (ms since 1970)."""
SCHOOL_YEAR_BEGINS = 8
"""The month [decision: August]; whoever counts otherwise types the day."""


def span(since: date | None, until: date | None) -> tuple[int, int | None]:
    """Return the period of these days in ms since 1970, from and before; None where it has no such end."""
    return midnight(since) if since else 0, midnight(until + timedelta(days=1)) if until else None


def last_day(until: date | None) -> date:
    """Return the last day of a period that ends with this day, today where it has not ended."""
    today = timezone.localdate()
    return min(until or today, today)


class PeriodForm(forms.Form):
    """The days of a filter, None where the period has no such end."""

    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    until = forms.DateField(label=_("To"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))

    def clean(self) -> dict[str, Any]:
        chosen = super().clean() or {}
        since, until = chosen.get("since"), chosen.get("until")
        if since and until and until < since:
            self.add_error("until", _("This day is before the first one."))
        return chosen
