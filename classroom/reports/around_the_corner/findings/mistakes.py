"""Patterns in the latest mistakes of each student (game.rules.around_the_corner.diagnosis).

At most the last 30 of each, of the answers that its share of right cards counts (measurement 4.3). Cards played while
nothing fitted, or tapped too quickly to be an answer, are left out, as they say nothing about sums.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from django.db.models import F, Window
from django.db.models.functions import RowNumber

from classroom import persons
from classroom.reports.around_the_corner.findings.ability import WINDOW_MS
from classroom.reports.around_the_corner.findings.strata import STRATA
from classroom.reports.around_the_corner.sources.answers import Answers
from classroom.reports.around_the_corner.sources.round_five import ROUND_FIVE
from game.models import Attempt
from game.rules.around_the_corner.cards import NUMBER, Sums
from game.rules.around_the_corner.diagnosis import LAST_ERRORS, Mistake, Pattern, is_rapid, patterns
from game.rules.around_the_corner.position import SUMS


class ErrorAnalysis(NamedTuple):
    """A student's mistakes, oldest first, and their patterns, most significant first."""

    mistakes: list[Mistake]
    patterns: list[Pattern]

    @property
    def flagged(self) -> list[Pattern]:
        return [pattern for pattern in self.patterns if pattern.flagged]


def error_analyses(answers: Answers, players: Sequence[int] | None = None) -> dict[int, ErrorAnalysis]:
    """Return the analysis of each of these students (by default all of the class) who made a mistake in these answers,
    by player; one query."""
    found = _mistakes(answers, answers.players if players is None else players)
    return {player: ErrorAnalysis(mistakes, patterns(mistakes)) for player, mistakes in found.items()}


def _mistakes(answers: Answers, players: Sequence[int]) -> dict[int, list[Mistake]]:
    newest_first = Window(RowNumber(), partition_by=F("player"), order_by=F("started_at").desc())
    last = int(answers.began_at.max(initial=0))
    rows = (
        Attempt.objects.filter(
            player__in=persons.players_of(*players), ending=Attempt.Ending.WRONG, mode=answers.mode, retry=False
        )
        .filter(
            round__table__in=np.unique(answers.tables).tolist(),
            pictured=False,
            started_at__gte=max(last - WINDOW_MS, int(answers.began_at.min(initial=last))),
            played__isnull=False,
        )
        .exclude(directions="")
        .exclude(ROUND_FIVE)
        .annotate(place=newest_first)
        .filter(place__lte=LAST_ERRORS)
        .order_by("started_at")
    )
    columns = ("player", "stratum", "milliseconds", "timed", "top_number", "top_step", "played", "hand")
    made, usual = defaultdict(list), _medians(answers)
    found_rows = list(rows.values_list(*columns, *SUMS))
    student_of = persons.students_by_player(players, (row[0] for row in found_rows))
    for player, *row in found_rows:
        made[student_of[player]].append(row)
    counted = answers.student[answers.wrong & (answers.records["played"] > 0)]
    wrong = dict(zip(answers.players, np.bincount(counted, minlength=len(answers.players)).tolist(), strict=True))
    newest = {student: rows[max(0, len(rows) - min(LAST_ERRORS, wrong[student])) :] for student, rows in made.items()}
    found = {student: list(_slow_enough(rows, usual)) for student, rows in newest.items()}
    return {student: mistakes for student, mistakes in found.items() if mistakes}


def _slow_enough(rows: Iterable[Sequence[Any]], usual: Mapping[str, float]) -> Iterator[Mistake]:
    for stratum, ms, timed, *what in rows:
        if not (timed and is_rapid(ms / 1000, usual.get(stratum, 0.0))):
            yield _mistake(*what)


def _mistake(number: int, step: int, played: int, hand: Sequence[int], *sums: Any) -> Mistake:
    return Mistake(number, step, NUMBER[played], tuple(NUMBER[held] for held in hand), Sums(*sums))


def _medians(answers: Answers) -> dict[str, float]:
    """Return the class's median seconds of right cards in each stratum."""
    kept = answers.right & answers.clocked
    stratum, seconds = answers.stratum[kept], answers.seconds[kept]
    return {STRATA[place]: float(np.median(seconds[stratum == place])) for place in np.unique(stratum)}
