"""Scope of a report: a period and a mode, by default the mode played most in the last four weeks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, ClassVar, NamedTuple, cast

from django import forms
from django.db.models import Count, Max, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from classroom import persons
from classroom.reports.around_the_corner.sources.answers import RACE, Answers, read
from classroom.reports.around_the_corner.sources.sheets import stamp
from classroom.reports.kit.periods import PeriodForm, PeriodScope, first_usual_day, usual_since
from classroom.server.time_zone import moment
from classroom.sessions.games.around_the_corner.modes import MODES
from game.models import AnswerSheet


@dataclass(frozen=True, slots=True)
class Scope(PeriodScope):
    NAME: ClassVar[str] = "mode"

    @property
    def mode(self) -> str:
        return self.way

    def read(self, players: Sequence[int]) -> Answers:
        since, until = self.span
        return read(players, self.mode, since=since, until=until)

    def stamp(self, players: Sequence[int]) -> str:
        """Return the stamp of what `read` would return."""
        since, until = self.span
        return stamp(players, self.mode, since=since, until=until)


class PlayedMode(NamedTuple):
    """A mode that was played: its number of recent sheets and of all sheets, and the last time."""

    mode: str
    lately: int
    ever: int
    last: datetime


class ScopeForm(PeriodForm[Scope]):
    mode = forms.ChoiceField(label=_("Played as"), required=False)
    field_order = ("mode",)

    def __init__(self, asked: Mapping[str, Any], played: Sequence[PlayedMode]) -> None:
        self.played = played
        super().__init__(asked, usual(played))
        modes = {self.usual.mode, *(past.mode for past in played)}
        choices = [(name, said) for name, said in MODES.items() if name in modes]
        cast(forms.ChoiceField, self.fields["mode"]).choices = choices

    @property
    def is_future(self) -> bool:
        """Whether the period has not begun."""
        return bool(self.scope.since and self.scope.since > self.today)

    @property
    def last_day(self) -> date | None:
        """The last day on which any of the players played in this mode."""
        return next((timezone.localdate(past.last) for past in self.played if past.mode == self.scope.mode), None)


def scope_form(asked: Mapping[str, Any], players: Sequence[int]) -> ScopeForm:
    """Return the filter for these players, filled in from an address; one query."""
    return ScopeForm(asked, played_by(players))


def played_by(players: Sequence[int]) -> list[PlayedMode]:
    lately = Q(began_at__gte=usual_since())
    sheets = AnswerSheet.objects.filter(player__in=persons.players_of(*players))
    rows = sheets.order_by("mode").values_list("mode")
    counted = rows.annotate(lately=Count("pk", filter=lately), ever=Count("pk"), last=Max("began_at"))
    return [PlayedMode(mode, late, ever, moment(last)) for mode, late, ever, last in counted]


def usual(played: Sequence[PlayedMode]) -> Scope:
    """Return the last four weeks in the mode played most in them, or else most ever."""
    most = max(played, key=lambda past: (past.lately, past.ever), default=None)
    return Scope(most.mode if most else RACE, first_usual_day())
