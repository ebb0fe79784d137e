"""Scope of a report page: a period and one mode, chosen in a plain GET form and passed on in links.

The default is the last four weeks. Modes are never merged, so one is always chosen. A day is a day at the school
(TIME_ZONE); both ends belong to the period.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from typing import Any, ClassVar, Generic, TypeVar
from urllib.parse import urlencode

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from classroom.server.time_zone import midnight

USUAL_DAYS = 28
EVER = 2**62
"""Later than any time (ms since 1970)."""
SCHOOL_YEAR_BEGINS = 8
"""The month [decision: August]; other dates can be typed."""


def span(since: date | None, until: date | None) -> tuple[int, int | None]:
    """Return start and exclusive end of these days in ms since 1970; the end is None for an open period, or if no date
    follows the last day."""
    after = until + timedelta(days=1) if until and until < date.max else None
    return midnight(since) if since else 0, midnight(after) if after else None


def last_day(until: date | None) -> date:
    """Return the last day of a period that ends with this day, or today if it has not ended."""
    today = timezone.localdate()
    return min(until or today, today)


def first_usual_day() -> date:
    return timezone.localdate() - timedelta(days=USUAL_DAYS - 1)


def usual_since() -> int:
    """Return the start of the usual period (ms since 1970)."""
    return midnight(first_usual_day())


@dataclass(frozen=True, slots=True)
class PeriodScope:
    """A period of one mode (`way`), which is called NAME in an address. `since` and `until` are days, None for an open
    end."""

    NAME: ClassVar[str]

    way: str
    since: date | None = None
    until: date | None = None

    @property
    def query(self) -> str:
        """The scope as query parameters."""
        return _in_an_address(self)

    def fields(self) -> dict[str, str]:
        return {self.NAME: self.way, "since": f"{self.since or ''}", "until": f"{self.until or ''}"}

    @property
    def span(self) -> tuple[int, int | None]:
        """Start and exclusive end of the period in ms since 1970."""
        return span(self.since, self.until)


@lru_cache
def _in_an_address(scope: PeriodScope) -> str:
    """Return the scope as query parameters; cached, because a page has hundreds of links with the same one."""
    return urlencode(scope.fields())


Chosen = TypeVar("Chosen", bound=PeriodScope)


class PeriodForm(forms.Form, Generic[Chosen]):
    """The filter; a game adds the field of its modes. `scope` is its value, or the `usual` one if it is empty or
    invalid (see `errors`)."""

    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    until = forms.DateField(label=_("To"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))

    def __init__(self, asked: Mapping[str, Any], usual: Chosen) -> None:
        self.usual, self.today = usual, timezone.localdate()
        super().__init__({name: asked.get(name, said) for name, said in usual.fields().items()})

    def clean(self) -> dict[str, Any]:
        chosen = super().clean() or {}
        since, until = chosen.get("since"), chosen.get("until")
        if since and until and until < since:
            self.add_error("until", _("This day is before the first one."))
        return chosen

    @property
    def scope(self) -> Chosen:
        if not self.is_valid():
            return self.usual
        said = self.cleaned_data
        way = said[self.usual.NAME] or self.usual.way
        return replace(self.usual, way=way, since=said["since"], until=said["until"])

    @property
    def presets(self) -> list[tuple[Any, str]]:
        """Periods to choose with one press: their names and addresses."""
        days = [(_("2 weeks"), 14), (_("4 weeks"), USUAL_DAYS)]
        begins: list[tuple[Any, date | None]] = [(name, self.today - timedelta(days=back - 1)) for name, back in days]
        begins += [(_("This school year"), _school_year(self.today)), (_("Everything"), None)]
        return [(name, replace(self.scope, since=since, until=None).query) for name, since in begins]


def _school_year(today: date) -> date:
    begins = date(today.year, SCHOOL_YEAR_BEGINS, 1)
    return begins if begins <= today else begins.replace(year=today.year - 1)
