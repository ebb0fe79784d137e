"""Scope of a page of sums: a period and who checked, chosen in a plain GET form and carried along in links.

Without a choice it is the last four weeks, and the way of checking with most sums in them: the two are never merged.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from classroom import persons
from classroom.reports.kit.periods import USUAL_DAYS, PeriodForm, span
from classroom.reports.nine_to_nothing.tally import CHECKINGS
from classroom.server.time_zone import midnight
from game.models import Claim


@dataclass(frozen=True, slots=True)
class SumsScope:
    """`since` and `until` are days, None where the period has no such end."""

    checking: str
    since: date | None = None
    until: date | None = None

    @property
    def span(self) -> tuple[int, int | None]:
        """Return the period in ms since 1970, from and before."""
        return span(self.since, self.until)

    @property
    def query(self) -> str:
        """Return the scope as it stands in an address."""
        return urlencode({"checking": self.checking, "since": self.since or "", "until": self.until or ""})


class SumsForm(PeriodForm):
    """The filter. `scope` is what it says, or the usual one where it says nothing or nonsense (see `errors`)."""

    checking = forms.ChoiceField(label=_("Who checks"), choices=list(CHECKINGS.items()), required=False)
    field_order = ("checking",)

    def __init__(self, asked: Mapping[str, Any], usual: SumsScope) -> None:
        self.usual = usual
        start = {"checking": usual.checking, "since": f"{usual.since or ''}", "until": ""}
        super().__init__({**start, **{name: asked[name] for name in start if name in asked}})

    @property
    def scope(self) -> SumsScope:
        if not self.is_valid():
            return self.usual
        chosen = self.cleaned_data
        return SumsScope(chosen["checking"] or self.usual.checking, chosen["since"], chosen["until"])

    @property
    def presets(self) -> list[tuple[Any, str]]:
        """Return periods to choose with one press: their names and their addresses."""
        today, checking = timezone.localdate(), self.scope.checking
        days = [(_("2 weeks"), 14), (_("4 weeks"), USUAL_DAYS)]
        spans: list[tuple[Any, date | None]] = [(name, today - timedelta(days=back - 1)) for name, back in days]
        return [(name, SumsScope(checking, since).query) for name, since in (*spans, (_("Everything"), None))]


def sums_form(asked: Mapping[str, Any], players: Sequence[int]) -> SumsForm:
    """Return the filter for these players, filled in from an address; one query."""
    since = timezone.localdate() - timedelta(days=USUAL_DAYS - 1)
    laid = Claim.objects.filter(player__in=persons.players_of(*players)).order_by("checking").values_list("checking")
    counted = laid.annotate(lately=Count("pk", filter=Q(started_at__gte=midnight(since))), ever=Count("pk"))
    usual, *_counts = max(counted, key=lambda row: row[1:], default=(next(iter(CHECKINGS)), 0, 0))
    return SumsForm(asked, SumsScope(usual, since))
