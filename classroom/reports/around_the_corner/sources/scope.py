"""Scope of a report: a period and a mode, chosen in a plain GET form and carried along in links.

Without a choice it is the last four weeks, in the mode that was played most in them. Modes are never merged, so one is
always chosen. A day is a day where the school is (TIME_ZONE); both ends belong to the period.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django import forms
from django.db.models import Count, Max, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from classroom import persons
from classroom.reports.around_the_corner.sources.answers import RACE, Answers, read
from classroom.reports.around_the_corner.sources.sheets import stamp
from classroom.reports.kit.periods import SCHOOL_YEAR_BEGINS, USUAL_DAYS, PeriodForm, span
from classroom.server.time_zone import midnight, moment
from classroom.sessions.games.around_the_corner.modes import MODES
from game.models import AnswerSheet


@dataclass(frozen=True, slots=True)
class Scope:
    """`since` and `until` are days, None where the period has no such end."""

    mode: str
    since: date | None = None
    until: date | None = None

    @property
    def query(self) -> str:
        """Return the scope as it stands in an address."""
        return _in_an_address(self)

    def fields(self) -> dict[str, str]:
        days = {"since": self.since, "until": self.until}
        return {"mode": self.mode} | {name: f"{day or ''}" for name, day in days.items()}

    @property
    def span(self) -> tuple[int, int | None]:
        """Return the period in ms since 1970, from and before."""
        return span(self.since, self.until)

    def read(self, players: Sequence[int]) -> Answers:
        since, until = self.span
        return read(players, self.mode, since=since, until=until)

    def stamp(self, players: Sequence[int]) -> str:
        """Return the stamp of what `read` would return."""
        since, until = self.span
        return stamp(players, self.mode, since=since, until=until)


@lru_cache
def _in_an_address(scope: Scope) -> str:
    """Return the scope as the query of an address; kept, because a page has hundreds of links with the same one."""
    return urlencode(scope.fields())


class PlayedMode(NamedTuple):
    """A mode that somebody played: how many sheets lately and ever, and when last."""

    mode: str
    lately: int
    ever: int
    last: datetime


class ScopeForm(PeriodForm):
    """The filter. `scope` is what it says, or the usual one where it says nothing or nonsense (see `errors`)."""

    mode = forms.ChoiceField(label=_("Played as"), required=False)
    field_order = ("mode",)

    def __init__(self, data: Mapping[str, Any], played: Sequence[PlayedMode], today: date) -> None:
        self.played, self.today = played, today
        self.usual = usual(played, today)
        super().__init__({**self.usual.fields(), **{name: data[name] for name in self.base_fields if name in data}})
        modes = {past.mode for past in played} | {self.usual.mode}
        self.fields["mode"] = forms.ChoiceField(
            label=_("Played as"),
            required=False,
            choices=[(name, said) for name, said in MODES.items() if name in modes],
        )

    @property
    def scope(self) -> Scope:
        if not self.is_valid():
            return self.usual
        chosen = self.cleaned_data
        return Scope(mode=chosen["mode"] or self.usual.mode, since=chosen["since"], until=chosen["until"])

    @property
    def is_future(self) -> bool:
        """Whether the period has not begun."""
        return bool(self.scope.since and self.scope.since > self.today)

    @property
    def last_day(self) -> date | None:
        """The last day on which anybody played in this mode."""
        return next(
            (timezone.localdate(past.last) for past in self.played if past.mode == self.scope.mode),
            None,
        )

    @property
    def presets(self) -> list[tuple[Any, str]]:
        """Return periods to choose with one press: their names and their addresses."""
        days = [(_("2 weeks"), 14), (_("4 weeks"), USUAL_DAYS)]
        spans: list[tuple[Any, date | None]] = [(name, self.today - timedelta(days=back - 1)) for name, back in days]
        spans += [(_("This school year"), _school_year(self.today)), (_("Everything"), None)]
        return [(name, Scope(self.scope.mode, since).query) for name, since in spans]


def scope_form(data: Mapping[str, Any], players: Sequence[int]) -> ScopeForm:
    """Return the filter for these players, filled in from an address; one query."""
    today = timezone.localdate()
    return ScopeForm(data, played_by(players, today), today)


def played_by(players: Sequence[int], today: date) -> list[PlayedMode]:
    lately = Q(began_at__gte=usual_since())
    sheets = AnswerSheet.objects.filter(player__in=persons.players_of(*players))
    rows = sheets.order_by("mode").values_list("mode")
    counted = rows.annotate(lately=Count("pk", filter=lately), ever=Count("pk"), last=Max("began_at"))
    return [PlayedMode(mode, late, ever, moment(last)) for mode, late, ever, last in counted]


def usual(played: Sequence[PlayedMode], today: date) -> Scope:
    """Return the last four weeks in the mode played most in them, or else most ever."""
    most = max(played, key=lambda past: (past.lately, past.ever), default=None)
    return Scope(most.mode if most else RACE, today - timedelta(days=USUAL_DAYS - 1))


def usual_since() -> int:
    """Return when the usual period begins (ms since 1970)."""
    return midnight(timezone.localdate() - timedelta(days=USUAL_DAYS - 1))


def _school_year(today: date) -> date:
    begins = date(today.year, SCHOOL_YEAR_BEGINS, 1)
    return begins if begins <= today else begins.replace(year=today.year - 1)
