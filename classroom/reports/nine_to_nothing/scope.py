"""Scope of a page of sums: a period and who checked, by default the way of checking with most recent sums."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.db.models import Count, Q
from django.utils.translation import gettext_lazy as _

from classroom import persons
from classroom.reports.kit.periods import PeriodForm, PeriodScope, first_usual_day, usual_since
from classroom.reports.nine_to_nothing.tally import CHECKINGS
from game.models import Claim


@dataclass(frozen=True, slots=True)
class SumsScope(PeriodScope):
    NAME: ClassVar[str] = "checking"

    @property
    def checking(self) -> str:
        return self.way


class SumsForm(PeriodForm[SumsScope]):
    checking = forms.ChoiceField(label=_("Who checks"), choices=list(CHECKINGS.items()), required=False)
    field_order = ("checking",)


def sums_form(asked: Mapping[str, Any], players: Sequence[int]) -> SumsForm:
    """Return the filter for these players, filled in from an address; one query."""
    laid = Claim.objects.filter(player__in=persons.players_of(*players)).order_by("checking").values_list("checking")
    counted = laid.annotate(lately=Count("pk", filter=Q(started_at__gte=usual_since())), ever=Count("pk"))
    usual, *_counts = max(counted, key=lambda row: row[1:], default=(next(iter(CHECKINGS)), 0, 0))
    return SumsForm(asked, SumsScope(usual, first_usual_day()))
