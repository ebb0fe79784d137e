"""The class's week and its season of six weeks: cards placed by all and new sums, compared only with the class itself.

A season begins on the Monday of the class's first session of a game, and again every six weeks. A week's goal is the
next round number above the last week in which the class played; a week that missed it has no mark of its own.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from functools import partial
from typing import NamedTuple

from django.utils import timezone

from classroom.live.projector.goal import next_round_number
from classroom.models import Classroom, ClassSession
from classroom.reports.pages.catalogue import report_of
from classroom.server.time_zone import midnight, monday_of
from classroom.sessions import counts

WEEKS = 6
FEWEST_SESSIONS = 2
"""Earlier sessions needed before a season is shown."""
HEIGHTS = (96, 60, 84, 40, 72, 20)
"""Heights of the weeks on the path, in units of its picture."""


class SeasonWeek(NamedTuple):
    """A week of the season, by its number from 1: the cards placed, and the goal; None if no earlier week was
    played."""

    number: int
    placed: int
    goal: int | None

    @property
    def reached(self) -> bool:
        return self.goal is not None and self.placed >= self.goal

    @property
    def x(self) -> int:
        return 60 + (self.number - 1) * 136

    @property
    def y(self) -> int:
        return HEIGHTS[self.number - 1]


class Season(NamedTuple):
    """The six weeks; `now` is the present one, `days` the number of days on which the class has played in them,
    `new_sums` the number of sums its children have learnt since its beginning; `last` the cards placed in its last
    season, and `last_new_sums` those learnt then, 0 without one."""

    weeks: list[SeasonWeek]
    now: SeasonWeek
    days: int
    last: int
    new_sums: int = 0
    last_new_sums: int = 0

    @property
    def total(self) -> int:
        return sum(week.placed for week in self.weeks)

    @property
    def share(self) -> int:
        """The reached share of the week's goal, in thousandths of the bar."""
        return min(1000, self.now.placed * 1000 // self.now.goal) if self.now.goal else 0

    @property
    def gone(self) -> str:
        """The path up to the class's position."""
        return _path(week for week in self.weeks if week.number <= self.now.number)

    @property
    def ahead(self) -> str:
        return _path(week for week in self.weeks if week.number >= self.now.number)


def season_of(session: ClassSession) -> Season | None:
    """Return the season of the class in this session's game; None before its third session."""
    sessions = _sessions(session.classroom, session.game)
    if len(sessions) < FEWEST_SESSIONS:
        return None
    this = monday_of(timezone.localdate())
    begun = begin_of(sessions[0], this)
    placed = _by_week([each for each in sessions if each.day >= begun - timedelta(weeks=WEEKS)])
    weeks = [_week(number, begun, placed) for number in range(1, WEEKS + 1)]
    days = {each.day for each in sessions if each.day >= begun}
    last = sum(n for monday, n in placed.items() if monday < begun)
    return Season(weeks, weeks[(this - begun).days // 7], len(days), last, *_new_sums(session, begun, bool(last)))


def begin_of(first: ClassSession, this: date) -> date:
    """Return the Monday on which the season of the week `this` began, counted from the class's first session."""
    monday = monday_of(first.day)
    return monday + timedelta(weeks=(this - monday).days // 7 // WEEKS * WEEKS)


def _new_sums(session: ClassSession, begun: date, has_last: bool) -> tuple[int, int]:
    """Return the number of new sums in the season that began on this day, and in the one before."""
    new_in = partial(report_of(session.game).new_sums, session.classroom)
    before = midnight(begun - timedelta(weeks=WEEKS))
    return len(new_in(midnight(begun))), len(new_in(before, midnight(begun))) if has_last else 0


def _sessions(classroom: Classroom, game: str) -> list[ClassSession]:
    ended = classroom.sessions.filter(state=ClassSession.State.ENDED, game=game, sittings__isnull=False)
    return list(ended.distinct().order_by("opened_at", "pk"))


def _by_week(sessions: Iterable[ClassSession]) -> Mapping[date, int]:
    """Return the cards placed in each week with any, by its Monday."""
    listed, placed = list(sessions), Counter[date]()
    totals = counts.placed_in(listed)
    for session in listed:
        placed[monday_of(session.day)] += totals[session.pk]
    return +placed


def _week(number: int, begun: date, placed: Mapping[date, int]) -> SeasonWeek:
    monday = begun + timedelta(weeks=number - 1)
    before = max((week for week in placed if week < monday), default=None)
    goal = next_round_number(placed[before]) if before else None
    return SeasonWeek(number, placed.get(monday, 0), goal)


def _path(weeks: Iterable[SeasonWeek]) -> str:
    """Return a smooth line through these weeks, as an SVG path."""
    points = [(week.x, week.y) for week in weeks]
    curves = (
        f"C{x + 68} {y} {to - 68} {down} {to} {down}" for (x, y), (to, down) in zip(points, points[1:], strict=False)
    )
    return f"M{points[0][0]} {points[0][1]}" + "".join(curves)
