"""Growth of a student's sums: eight weeks of one way of checking, judged with the class.

No sum is cut off by another player: shares are counted, seconds are the median of right sums. Kinds of sums and their
numbers of cards are strata of the trend (measures.growth.counted_trends), so that longer sums do not look like a slower
child.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import date

import numpy as np
from django.utils.translation import gettext_lazy as _

from classroom.measures import CLASS_MEAN_FROM_STUDENTS
from classroom.measures.clusters import counted_share as counted_share_of_class
from classroom.measures.growth.counted_trends import CountedTrend, Weekly, counted_trends
from classroom.models import Classroom, Student
from classroom.reports.kit.growth.pictures import Growth, growth
from classroom.reports.kit.growth.weeks import (
    WEEKS,
    Between,
    GrowthTexts,
    Progress,
    Trend,
    Week,
    counted_share,
    day_of,
    firsts,
    middle_time,
    span_of,
    week_of,
)
from classroom.reports.nine_to_nothing.tally import LaidSum, clocked, first_tries, sums
from game.nine_to_nothing.claims import RIGHT

TEXTS = GrowthTexts(_("About %(then)s s a sum in the week of %(day)s, %(now)s s now."), decimals=0)
DRAWN, KNOWN = 0.80, 0.95
"""Coverage of the ranges in pictures and in tables."""
KINDS, LONGEST = ("plus", "minus", "change"), 4
"""Basis of the strata: the kind of a sum, and its number of cards up to this one."""


def growth_of(student: Student, checking: str, last_day: date) -> Growth:
    """Return the growth over the eight weeks that end with this day, judged with the class. Two queries."""
    players = list(student.classroom.students.values_list("pk", flat=True))
    since, until = span_of(last_day)
    told = sums(players=players, checking=checking, since=since, until=until)
    place = players.index(student.pk)
    own = [row for row in told if row.player == student.pk]
    return growth(weeks_of(own, last_day), trends(told, players, last_day)[place])


def of_class(classroom: Classroom, checking: str, last_day: date) -> Growth:
    """Return the class's share of right sums in the eight weeks that end with this day, for weeks in which enough
    children laid any. Two queries."""
    players = list(classroom.students.values_list("pk", flat=True))
    since, until = span_of(last_day)
    told = sums(players=players, checking=checking, since=since, until=until)
    first = first_tries(told)
    week = week_of([row.started_at for row in first], last_day)
    by_week = [[row for row, of in zip(first, week, strict=True) if of == at] for at in range(WEEKS)]
    return growth([_week_of_class(*each) for each in zip(firsts(last_day), by_week, strict=True)], Trend())


def _week_of_class(day: date, rows: Sequence[LaidSum]) -> Week:
    answered = Counter(row.player for row in rows)
    right = Counter(row.player for row in rows if row.ending == RIGHT)
    counts = np.array([right[player] for player in answered]), np.array(list(answered.values()))
    drawn, known = (counted_share_of_class(*counts, level) for level in (DRAWN, KNOWN))
    if drawn is None or known is None or len(answered) < CLASS_MEAN_FROM_STUDENTS:
        return Week(day, len(rows), right.total(), None, None)
    return Week(day, len(rows), right.total(), Between(drawn, known), None)


def trends(told: Sequence[LaidSum], players: Sequence[int], last_day: date) -> list[Trend]:
    """Return the trend of each of the players of a class, who are judged together."""
    first = first_tries(told)
    found = counted_trends([_weekly([row for row in first if row.player == player], last_day) for player in players])
    days = firsts(last_day)
    return [_trend(each, days[each.began]) for each in found]


def _trend(found: CountedTrend, since: date) -> Trend:
    share, seconds = (Progress(since, *change) if change else None for change in (found.share, found.seconds))
    return Trend(found.known, share, seconds)


def _weekly(rows: Sequence[LaidSum], last_day: date) -> Weekly:
    started = np.array([row.started_at for row in rows], np.intp)
    week, day = week_of(started, last_day), day_of(started)
    inside = (week >= 0) & (week < WEEKS)
    right = np.array([row.ending == RIGHT for row in rows], float)
    seconds = np.array([(row.milliseconds or 0) / 1000 if clocked(row) else np.nan for row in rows], float)
    stratum = np.array([KINDS.index(row.kind) * (LONGEST + 1) + min(row.size, LONGEST) for row in rows], np.intp)
    return Weekly(right[inside], np.log(seconds)[inside], stratum[inside], week[inside], day[inside])


def weeks_of(told: Sequence[LaidSum], last_day: date) -> list[Week]:
    """Return one student's eight weeks that end with this day, oldest first, including weeks without a sum."""
    first = first_tries(told)
    week = week_of([row.started_at for row in first], last_day)
    days = firsts(last_day)
    return [_week(days[at], [row for row, of in zip(first, week, strict=True) if of == at]) for at in range(WEEKS)]


def _week(day: date, rows: Sequence[LaidSum]) -> Week:
    right = sum(row.ending == RIGHT for row in rows)
    times = [(row.milliseconds or 0) / 1000 for row in rows if clocked(row)]
    return Week(day, len(rows), right, counted_share(right, len(rows)), middle_time(times))
