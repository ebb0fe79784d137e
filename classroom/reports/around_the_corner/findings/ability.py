"""Ability of each student: accuracy, and speed without competitors, from a cached fit of the class.

Races need the model (measurement 3.5); solo and turns have no censoring and use the plain median. Speed changes with
practice, so it is read from the newest four weeks of the given answers (3.1).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from classroom.measures import (
    Z80,
    ClassFit,
    Estimate,
    Showing,
    Speed,
    fit_class,
    median,
    median_interval,
    speed_showing,
    wilson,
)
from classroom.measures.mastery import FLUENT_SECONDS
from classroom.measures.showing import ACCURACY_PALE_FROM
from classroom.reports.around_the_corner.findings.strata import shipped
from classroom.reports.around_the_corner.sources.answers import RACE, Answers, last_of, read
from classroom.reports.around_the_corner.sources.scope import Scope
from classroom.reports.around_the_corner.sources.sheets import beginnings, stamp_of
from classroom.reports.kit.cache import keep_last, kept, last
from classroom.reports.kit.periods import USUAL_DAYS
from classroom.server.time_zone import DAY_MS

WINDOW_MS = USUAL_DAYS * DAY_MS
AT_MOST = 400
"""Number of a student's newest answers that are fitted [decision: twice the last 200 of measurement 3.1, which is
affordable for 30 students]: the median is then known to ±6 %, and a month of much play does not outweigh the present
ability."""

MOST_SECONDS = 60.0
"""Upper limit of every range: the cards of a child that was never right say nothing about the time."""
_LAST = "last_fit"


class Ability(NamedTuple):
    """Ability of one student: number of own timed decisions (right or wrong cards); without competitors the median
    seconds to a right card, accuracy, and fluent share (right within the criterion), both as shares of 1; and whether
    the student lets cards pass in races without trying them.

    None without data to estimate from. `showing` is what may be shown: below 10 decisions no seconds.
    """

    decisions: int
    seconds: Estimate | None
    accuracy: Estimate | None
    fluent: Estimate | None
    lets_pass: bool = False

    @property
    def showing(self) -> Showing:
        return speed_showing(self.decisions)

    @property
    def right_in_races(self) -> Estimate | None:
        """The share of right first decisions, if it may be shown."""
        return None if self.decisions < ACCURACY_PALE_FROM else self.accuracy

    @property
    def speed(self) -> Speed:
        """The median seconds, if they may be shown."""
        if self.seconds is None or self.showing is Showing.HIDDEN:
            return Speed(self.decisions)
        return Speed(self.decisions, self.seconds.value, self.seconds.interval, self.lets_pass)


def newest(answers: Answers) -> Answers:
    """Return the answers of the newest four weeks among these, and of each student only the last ones."""
    lately = answers.since(int(answers.began_at.max(initial=0)) - WINDOW_MS)
    return lately.where(last_of(lately.student, AT_MOST))


class Newest(NamedTuple):
    """The newest answers of a period; `narrowed` if it has others, too."""

    answers: Answers
    narrowed: bool


def newest_of(answers: Answers) -> Newest:
    lately = newest(answers)
    return Newest(lately, len(lately) < len(answers))


def read_newest(scope: Scope, players: Sequence[int]) -> Newest:
    """Return the newest answers of the scope without reading older ones."""
    since, until = scope.span
    first, last = beginnings(players, scope.mode, since=since, until=until)
    found = newest_of(read(players, scope.mode, since=max(since, last - WINDOW_MS), until=until))
    return found._replace(narrowed=found.narrowed or first < last - WINDOW_MS)


def abilities(answers: Answers, z: float = Z80, criterion: float = FLUENT_SECONDS) -> list[Ability]:
    """Return the ability of each student, in order; ranges are z standard errors wide (80 % on plots)."""
    if answers.mode == RACE:
        fit = class_fit(answers)
        return [modelled(fit, place, z, criterion) for place in range(len(answers.players))]
    lately = newest(answers)
    return [_plain(lately, place, z, criterion) for place in range(len(answers.players))]


def class_fit(answers: Answers) -> ClassFit:
    """Return the cached fit of these students over the newest of these answers.

    It starts from the last fit of the same students, which is usually close.
    """
    lately = newest(answers)
    return kept(lately.digest, "fit", lambda: _fit(lately))


def _fit(lately: Answers) -> ClassFit:
    standard = shipped(lately.steps or (1, 2, 3), lately.corner)
    of = stamp_of(lately.players, lately.mode)
    found = fit_class(lately.exposures(), len(lately.players), standard, last(_LAST, of))
    keep_last(_LAST, of, found)
    return found


def modelled(fit: ClassFit, place: int, z: float, criterion: float) -> Ability:
    """Return the ability of the student at this index, without competitors."""
    estimate = fit.student(place)
    if not estimate.decisions:
        return Ability(0, None, None, None)
    seconds = estimate.median(z)
    return Ability(
        estimate.decisions,
        seconds._replace(high=min(seconds.high, MOST_SECONDS)),
        estimate.accuracy(z),
        estimate.fluent_share(criterion, z),
        estimate.lets_pass,
    )


def _plain(answers: Answers, place: int, z: float, criterion: float) -> Ability:
    mine = answers.student == place
    right, wrong = answers.right & mine, answers.wrong & mine
    times = answers.seconds[right & answers.clocked]
    clocked = int(((right | wrong) & answers.clocked).sum())
    return Ability(
        decisions=clocked,
        seconds=_median(times, z),
        accuracy=_share(int(right.sum()), int((right | wrong).sum()), z),
        fluent=_share(int((times <= criterion).sum()), clocked, z),
    )


def _median(times: np.ndarray, z: float) -> Estimate | None:
    between = median_interval(times.tolist(), z)
    return Estimate(median(times.tolist()) or 0.0, *between) if between else None


def _share(part: int, whole: int, z: float) -> Estimate | None:
    return Estimate(part / whole, *wilson(part, whole, z)) if whole else None
