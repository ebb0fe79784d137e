"""Counts without a model: sums kept over a break, and taps without looking.

A sum is kept if it was right and quick at the child's last answer before a break of seven days, and at the first answer
after it. A break is one from play in any mode; the answers are those of the report's. A tap without looking is a wrong
card less than 0.6 s after the top card could be seen.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from classroom.measures.mastery import FLUENT_SECONDS
from classroom.measures.mixture import Whole
from classroom.reports.around_the_corner.sources.answers import FACTS, NO_FACT, Answers
from classroom.server.time_zone import DAY_MS

BREAK_MS = 7 * DAY_MS
LOOKING_SECONDS = 0.6


class KeptPart(NamedTuple):
    part: int
    whole: int


def kept_over_a_break(
    answers: Answers, criterion: float = FLUENT_SECONDS, played: Sequence[tuple[int, int]] = ()
) -> KeptPart:
    """Return how many sums were kept, of those that were right and quick before a break and answered after it. `played`
    says when else each child played: its place in `answers.players`, and a time in ms since 1970."""
    judged = answers.where((answers.right | answers.wrong) & answers.clocked & (answers.fact != NO_FACT))
    if not len(judged):
        return KeptPart(0, 0)
    began = judged.began_at[judged.sheet]
    order = np.lexsort((np.arange(len(judged)), began, judged.student))
    student, stretch = judged.student[order], _stretches(answers, played)[judged.sheet][order]
    quick = (judged.right & (judged.seconds <= criterion))[order]
    cell = student * FACTS + judged.fact[order]
    by_cell = np.argsort(cell, kind="stable")
    cell, stretch, quick = cell[by_cell], stretch[by_cell], quick[by_cell]
    again = (cell[1:] == cell[:-1]) & (stretch[1:] > stretch[:-1]) & quick[:-1]
    return KeptPart(int((again & quick[1:]).sum()), int(again.sum()))


def _stretches(answers: Answers, played: Sequence[tuple[int, int]]) -> Whole:
    """Return for each sheet (S,) in which stretch of play without a break it was begun; later ones have higher
    numbers."""
    sheet, first = np.unique(answers.sheet, return_index=True)
    own = np.column_stack((answers.student[first], answers.began_at[sheet]))
    both = np.concatenate((own, np.array(played, np.intp).reshape(-1, 2)))
    plays, place = np.unique(both, axis=0, return_inverse=True)
    breaks = (np.diff(plays[:, 1], prepend=plays[0, 1]) >= BREAK_MS) | (np.diff(plays[:, 0], prepend=0) > 0)
    found = np.zeros(len(answers.began_at), np.intp)
    found[sheet] = np.cumsum(breaks)[place.reshape(-1)[: len(own)]]
    return found


def without_looking(answers: Answers) -> KeptPart:
    """Return how many answers were wrong and too quick to have looked, of all timed ones."""
    clocked = answers.clocked & (answers.right | answers.wrong)
    blind = clocked & answers.wrong & (answers.seconds < LOOKING_SECONDS)
    return KeptPart(int(blind.sum()), int(clocked.sum()))
