"""Growth of a student: eight weeks of one mode, each with its ranges, and what may be said of their trend.

Every week is estimated by itself: in races share and seconds are the model's (with the strata known from the class),
elsewhere counts with Wilson's range and the plain median. The change is judged over all weeks and the whole class at
once (measures.growth.trends; measurement 7, row 5).
"""

from dataclasses import replace
from datetime import date

import numpy as np
from django.utils.translation import gettext_lazy as _

from classroom.measures import Z80, Z95, ClassFit, Estimate, Exposures, StudentFit
from classroom.measures.class_fit import fit_students, wide_priors
from classroom.measures.growth.class_trend import ClassWeeks, class_weeks
from classroom.measures.growth.trends import trends_of
from classroom.measures.mixture import MU, ODDS, Floats
from classroom.measures.showing import ACCURACY_PALE_FROM, SPEED_PALE_FROM
from classroom.measures.standard import Estimates
from classroom.reports.around_the_corner.sources.answers import Answers, Whole, last_of
from classroom.reports.kit.growth.pictures import Growth, growth
from classroom.reports.kit.growth.weeks import (
    WEEKS,
    Between,
    GrowthTexts,
    Progress,
    Trend,
    Week,
    counted_share,
    firsts,
    middle_time,
    week_of,
)

A_WEEK = 100
"""Most answers of a student's week that enter the trend: as many as for the speed, 400 in four weeks."""
CLOSE = 0.02
"""Last step size of a fit that is not printed; the next one would be about its square."""
TEXTS = GrowthTexts(_("About %(then)s s a card in the week of %(day)s, %(now)s s now."))


def trends(answers: Answers, last_day: date, of_class: ClassFit) -> list[Trend]:
    """Return the trend of each student of a class; they are judged together, with the strata of the class's fit."""
    week = week_of(answers.began_at, last_day)
    lately = last_of_weeks(answers, week)
    exposures = lately.exposures()
    found = trends_of(exposures, week[lately.sheet][lately.fitted], _over_the_weeks(exposures, of_class))
    days, as_sure = [firsts(last_day)[int(week)] for week in found.began], found.as_sure()
    surer, faster = _progress(days, found.accuracy(), found.surer()), _progress(days, found.seconds(), found.faster())
    return [
        Trend(bool(found.known[place]), surer[place], faster[place], bool(as_sure[place]))
        for place in range(len(answers.players))
    ]


def _progress(since: list[date], ends: Floats, said: Whole) -> list[Progress | None]:
    """Return the lines of the students (M,) by their ends (M, 2), None if nothing is said (changes.named)."""
    return [_line(*each) for each in zip(since, ends, said.tolist(), strict=True)]


def _line(since: date, ends: Floats, said: int) -> Progress | None:
    then, now = map(float, ends)
    return Progress(since, then, now, abs(said) > 1) if said else None


def _over_the_weeks(exposures: Exposures, of_class: ClassFit) -> ClassFit:
    """Return a fit of the students over all weeks instead of the newest ones. The difficulty of the strata is taken
    from the class's fit: estimating it again takes most of the time of a page, and gives the same."""
    peak = fit_students(exposures, of_class.standard, start=of_class.theta, priors=of_class.priors, close=CLOSE)
    decisions = np.bincount(exposures.student[exposures.decided], minlength=len(of_class.theta))
    return replace(of_class, theta=peak.at, covariance=peak.covariance, decisions=decisions)


def weeks_of(answers: Answers, fit: ClassFit | None, last_day: date, start: Floats | None = None) -> list[Week]:
    """Return one student's eight weeks that end with this day, oldest first, including weeks without a card.

    Only races need `fit`, the class's, for the difficulty of the strata. `start` is the student's own θ (5,), from
    which each week's fit converges quickly.
    """
    week = week_of(answers.began_at, last_day)
    kept = answers.where(_inside(week)[answers.sheet])
    apart = replace(kept, players=tuple(range(WEEKS)), student=week[kept.sheet])
    answered = np.bincount(apart.student[apart.right | apart.wrong], minlength=WEEKS)
    right = np.bincount(apart.student[apart.right], minlength=WEEKS)
    both = _modelled(apart, fit, start) if fit else _counted(apart, right, answered)
    return [
        Week(first, int(answered[place]), int(right[place]), *both[place])
        for place, first in enumerate(firsts(last_day))
    ]


def last_of_weeks(answers: Answers, week: Whole) -> Answers:
    """Return the last answers of each student's weeks; `week` is the week of each sheet."""
    inside, apart = _inside(week)[answers.sheet], len(answers.players) * WEEKS
    of_week = np.where(inside, answers.student * WEEKS + week[answers.sheet], apart)
    return answers.where(inside & last_of(of_week, A_WEEK))


def _inside(week: Whole) -> np.ndarray:
    return np.asarray((week >= 0) & (week < WEEKS))


def _modelled(apart: Answers, fit: ClassFit, start: Floats | None) -> list[tuple[Between | None, Between | None]]:
    """Return share and seconds of each week; the weeks are shrunk towards the class, not towards each other."""
    exposures, priors = apart.exposures(), wide_priors(fit)
    begin = np.tile(priors.centres if start is None else start, (WEEKS, 1))
    peak = fit_students(exposures, fit.standard, start=begin, priors=priors)
    decisions = np.bincount(exposures.student[exposures.decided], minlength=WEEKS)
    weeks = [StudentFit(peak.at[i], peak.covariance[i], int(decisions[i]), fit.standard) for i in range(WEEKS)]
    return [
        (
            Between(week.accuracy(Z80), week.accuracy(Z95)) if week.decisions >= ACCURACY_PALE_FROM else None,
            Between(week.median(Z80), week.median(Z95)) if week.decisions >= SPEED_PALE_FROM else None,
        )
        for week in weeks
    ]


def _counted(apart: Answers, right: Whole, answered: Whole) -> list[tuple[Between | None, Between | None]]:
    kept = apart.right & apart.clocked
    return [
        (
            counted_share(int(right[week]), int(answered[week])),
            middle_time(apart.seconds[kept & (apart.student == week)].tolist()),
        )
        for week in range(WEEKS)
    ]


def of_class(answers: Answers, last_day: date, fit: ClassFit) -> Growth:
    """Return the growth of a class's median child; a week with few cards has no number."""
    week = week_of(answers.began_at, last_day)
    lately = last_of_weeks(answers, week)
    of_answer = week[lately.sheet]
    found = class_weeks(lately.exposures(), of_answer[lately.fitted], WEEKS, fit)
    answered = lately.right | lately.wrong
    right, plays = (np.bincount(of_answer[kept], minlength=WEEKS) for kept in (lately.right, answered))
    accuracy, seconds = (_of_weeks(found, each(Z80), each(Z95)) for each in (found.accuracy, found.seconds))
    weeks = [Week(first, int(plays[place]), int(right[place]), accuracy[place], seconds[place])
             for place, first in enumerate(firsts(last_day))]  # fmt: skip
    return growth(weeks, _trend_of_class(found, firsts(last_day)))


def _of_weeks(found: ClassWeeks, drawn: Estimates, known: Estimates) -> list[Between | None]:
    return [
        Between(*(Estimate(*(float(part[place]) for part in each)) for each in (drawn, known))) if met else None
        for place, met in enumerate(found.met)
    ]


def _trend_of_class(found: ClassWeeks, days: list[date]) -> Trend:
    time, odds = found.line(MU), found.line(ODDS)
    if time is None or odds is None:
        return Trend()
    since = days[int(np.argmax(found.met))]
    accuracy, seconds = (
        _line(since, found.ends(column, line).value, line.said) for column, line in ((ODDS, odds), (MU, time))
    )
    return Trend(True, accuracy, seconds, found.as_right(odds))
