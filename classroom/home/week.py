"""The week's goal of a class on its teacher's first page: sums known together, and in which weeks of its season it was
reached."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from classroom.live.projector.goal import Goal, next_round_number
from classroom.live.projector.season import WEEKS, begin_of
from classroom.models import Classroom, ClassSession
from classroom.reports.kit.periods import midnight
from classroom.reports.pages import catalogue as reports

A_WEEK = timedelta(weeks=1)


class WeekGoal(NamedTuple):
    """The goal of the week that runs, and of each week of the season before it whether its goal was reached."""

    goal: Goal
    gone: Sequence[bool]

    @property
    def number(self) -> int:
        return len(self.gone) + 1

    @property
    def ahead(self) -> range:
        """Return the numbers of the weeks to come."""
        return range(self.number + 1, WEEKS + 1)


def week_goal(classroom: Classroom, known: int, monday: date) -> WeekGoal:
    """Return the goal of the week that began on this Monday: the round number above what the class knew then."""
    begun = _season_begun(classroom, monday)
    mondays = [begun + week * A_WEEK for week in range((monday - begun).days // 7 + 1)]
    counts = reports.FIRST.known_at(classroom, [midnight(day) for day in mondays])
    gone = [after >= next_round_number(before) for before, after in zip(counts, counts[1:], strict=False)]
    return WeekGoal(Goal(known, counts[-1], next_round_number(counts[-1])), gone)


def _season_begun(classroom: Classroom, monday: date) -> date:
    ended = classroom.sessions.filter(state=ClassSession.State.ENDED, game=reports.FIRST.name)
    first = ended.order_by("opened_at", "pk").first()
    return begin_of(first, monday) if first else monday
