"""Is a student getting further? Eight weeks of one mode, each with its ranges, and what may be said of them.

Every week stands by itself: accuracy with Wilson's range, seconds by the model in races (the strata being known from
the class) and as plain median elsewhere. Growth is told only where measures.has_moved allows it (measurement.md 5.3).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from math import floor
from typing import NamedTuple

import numpy as np
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from classroom.measures import Z80, Z95, Estimate, StudentFit, has_moved, median, median_interval, wilson
from classroom.measures.class_fit import fit_students
from classroom.measures.climbing import Priors
from classroom.measures.intervals import ARROW_FROM_DECISIONS
from classroom.measures.mixture import CENTRES, SPREADS
from classroom.measures.showing import ACCURACY_PALE_FROM, SPEED_PALE_FROM
from classroom.measures.standard import Standard
from classroom.reports import charts
from classroom.reports.around_the_corner.findings.figures import in_words
from classroom.reports.around_the_corner.sources.answers import RACE, Answers
from classroom.reports.around_the_corner.sources.scope import midnight
from classroom.reports.charts import SECONDS, Range, Ranges

WEEKS = 8
WIDTH, HEIGHT = 300, 200
"""Of a picture: a phone shows it whole, and a desk two side by side."""
FIRM_FROM_PLAYS = 40
"""Fewer plays in a week make a hollow mark (ui.md 5.2)."""


class Between(NamedTuple):
    """An estimate with the range that is drawn (80 %) and the one that is judged by (95 %)."""

    drawn: Estimate
    known: Estimate


@dataclass(frozen=True, slots=True)
class Week:
    """Seven days from `first`: cards answered, right ones, and the estimates that their number allows (shares of 1)."""

    first: date
    plays: int
    right: int
    accuracy: Between | None
    seconds: Between | None

    @property
    def hollow(self) -> bool:
        return self.plays < FIRM_FROM_PLAYS

    @property
    def last(self) -> date:
        return self.first + timedelta(days=6)


class Change(NamedTuple):
    """What the data say has changed since a week: share of right cards, or seconds, then and now."""

    since: date
    then: float
    now: float


class Growth(NamedTuple):
    """The weeks; pictures of accuracy and seconds, None where no week has any; what has changed, None where that may
    be chance; `comparable`: are there two weeks with enough cards at all?"""

    weeks: list[Week]
    accuracy: Ranges | None
    seconds: Ranges | None
    accuracy_change: Change | None
    seconds_change: Change | None
    comparable: bool


def growth(weeks: list[Week]) -> Growth:
    """Draw these weeks, and say what has changed in them."""
    accuracy = [(week, week.accuracy.known) for week in weeks if week.accuracy]
    seconds = [(week, week.seconds.known) for week in weeks if week.seconds]
    return Growth(
        weeks,
        _accuracy_picture(weeks) if accuracy else None,
        _seconds_picture(weeks) if seconds else None,
        _change(accuracy),
        _change(seconds),
        len(_enough(accuracy)) > 1,
    )


def weeks_of(answers: Answers, standard: Standard, last_day: date) -> list[Week]:
    """Return one student's eight weeks that end with this day, oldest first, also those without a card.

    `standard` is what the class taught of the strata; only races ask for it.
    """
    firsts = [last_day - timedelta(days=7 * back - 1) for back in range(WEEKS, 0, -1)]
    apart = _by_week(answers, firsts)
    seconds = _modelled(apart, standard) if answers.mode == RACE else _counted(apart)
    answered = np.bincount(apart.student[apart.right | apart.wrong], minlength=WEEKS)
    right = np.bincount(apart.student[apart.right], minlength=WEEKS)
    return [
        Week(
            first,
            int(answered[place]),
            int(right[place]),
            _share(int(right[place]), int(answered[place])),
            seconds[place],
        )
        for place, first in enumerate(firsts)
    ]


def _by_week(answers: Answers, firsts: Sequence[date]) -> Answers:
    """Return the answers with weeks in the place of students."""
    edges = [midnight(first) for first in firsts] + [midnight(firsts[-1] + timedelta(days=7))]
    week = np.searchsorted(edges, answers.began_at, "right") - 1
    inside = answers.where(((week >= 0) & (week < WEEKS))[answers.sheet])
    return replace(inside, players=tuple(range(WEEKS)), student=week[inside.sheet])


def _modelled(apart: Answers, standard: Standard) -> list[Between | None]:
    exposures, start = apart.exposures(), np.tile(CENTRES, (WEEKS, 1))
    peak = fit_students(exposures, WEEKS, standard, start=start, priors=Priors(CENTRES, SPREADS))
    decisions = np.bincount(exposures.student[exposures.decided], minlength=WEEKS)
    fits = [StudentFit(peak.at[i], peak.covariance[i], int(decisions[i]), standard) for i in range(WEEKS)]
    return [Between(fit.median(Z80), fit.median(Z95)) if fit.decisions >= SPEED_PALE_FROM else None for fit in fits]


def _counted(apart: Answers) -> list[Between | None]:
    kept = apart.right & apart.clocked
    return [_median(apart.seconds[kept & (apart.student == week)].tolist()) for week in range(WEEKS)]


def _median(times: list[float]) -> Between | None:
    narrow, wide = median_interval(times, Z80), median_interval(times, Z95)
    middle = median(times)
    if len(times) < SPEED_PALE_FROM or middle is None or narrow is None or wide is None:
        return None
    return Between(Estimate(middle, *narrow), Estimate(middle, *wide))


def _share(right: int, n: int) -> Between | None:
    if n < ACCURACY_PALE_FROM:
        return None
    return Between(*(Estimate(right / n, *wilson(right, n, z)) for z in (Z80, Z95)))


# The pictures


def _accuracy_picture(weeks: Sequence[Week]) -> Ranges:
    found = [week.accuracy.drawn if week.accuracy else None for week in weeks]
    lowest = min(10 * floor(10 * one.low) for one in found if one)
    apart = 10 if lowest >= 50 else 20
    ticks = [(of / 100, f"{of}") for of in range(lowest - lowest % apart, 101, apart)]
    return _picture(weeks, found, ticks)


def _seconds_picture(weeks: Sequence[Week]) -> Ranges:
    found = [week.seconds.drawn if week.seconds else None for week in weeks]
    known = [one for one in found if one]
    low = max((tick for tick in SECONDS if tick < min(one.low for one in known)), default=SECONDS[0])
    high = min((tick for tick in SECONDS if tick > max(one.high for one in known)), default=SECONDS[-1])
    ticks = [(float(tick), f"{tick:g}") for tick in SECONDS if low <= tick <= high]
    return _picture(weeks, found, ticks, upside_down=True)


def _picture(
    weeks: Sequence[Week],
    found: Sequence[Estimate | None],
    ticks: list[tuple[float, str]],
    *,
    upside_down: bool = False,
) -> Ranges:
    marks = [_mark(week, one) for week, one in zip(weeks, found, strict=True)]
    return charts.ranges(marks, ticks, upside_down=upside_down, width=WIDTH, height=HEIGHT)


def _mark(week: Week, found: Estimate | None) -> Range:
    label = date_format(week.first, "j M")
    if found is None:
        return Range(label, None, None, None)
    return Range(label, found.low, found.value, found.high, hollow=week.hollow)


# What may be said


def _change(known: Sequence[tuple[Week, Estimate]]) -> Change | None:
    """Compare the first and the last week that have enough cards."""
    enough = _enough(known)
    if len(enough) < 2:
        return None
    (first, before), (last, after) = enough[0], enough[-1]
    moved = has_moved(before, after, decisions=(first.plays, last.plays))
    return Change(first.first, before.value, after.value) if moved else None


def _enough(known: Sequence[tuple[Week, Estimate]]) -> list[tuple[Week, Estimate]]:
    return [(week, estimate) for week, estimate in known if week.plays >= ARROW_FROM_DECISIONS]


def accuracy_in_words(found: Growth) -> str:
    if not found.comparable:
        return _("To see growth there must be two weeks with %(n)s cards each.") % {"n": ARROW_FROM_DECISIONS}
    change = found.accuracy_change
    if change is None:
        return _("Neither more right nor less, as far as the cards can show: what differs may be chance.")
    then, now = round(100 * change.then), round(100 * change.now)
    words = {"then": then, "now": now, "day": date_format(change.since, "j F")}
    if now > then:
        return _("Right more often than in the week of %(day)s: %(then)s of 100 then, %(now)s now. In 9 of 10 "
                 "readings of the data this is real growth.") % words  # fmt: skip
    return _("Right less often than in the week of %(day)s: %(then)s of 100 then, %(now)s now. In 9 of 10 readings "
             "of the data this is real.") % words  # fmt: skip


def seconds_in_words(found: Growth) -> str:
    change = found.seconds_change
    if change is None:
        return (
            _("Neither quicker nor slower, as far as the cards can show.") if found.seconds and found.comparable else ""
        )
    words = {"then": in_words(change.then), "now": in_words(change.now)}
    words["day"] = date_format(change.since, "j F")
    if change.now < change.then:
        return _("Quicker than in the week of %(day)s: %(then)s s a card then, %(now)s s now. In 9 of 10 readings of "
                 "the data this is real growth.") % words  # fmt: skip
    return _("Slower than in the week of %(day)s: %(then)s s a card then, %(now)s s now. In 9 of 10 readings of the "
             "data this is real.") % words  # fmt: skip
