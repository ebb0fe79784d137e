"""Count of the cards and minutes of one practice, from its log."""

from collections.abc import Iterable

from classroom.homework.units import HomeworkDone
from game.rules.around_the_corner import events
from game.rules.around_the_corner.practice import ASKED
from game.rules.contract import PICTURED, STOPPED

AT_MOST_MS = 30_000
"""Longest pause between two answers that counts in full as time practised."""


def counted(lines: Iterable[tuple[str, int]]) -> HomeworkDone:
    """Return the counts of one practice's log, given its kinds and times in order. A hint is an answer that was not
    right; a number picture is none, as the card after it still tells what the child knows."""
    placed = right = answered = milliseconds = ended = 0
    first, before = True, None
    for kind, at in lines:
        if kind == STOPPED:
            ended = int(answered > 0)
            break
        milliseconds += min(AT_MOST_MS, max(0, at - before)) if before is not None else 0
        before = at
        if kind in ASKED:
            first = True
        if kind in ASKED or kind == PICTURED:
            continue
        answered += first
        right += first and kind == events.PLAYED
        placed += kind == events.PLAYED
        first = False
    return HomeworkDone(placed, right, answered, milliseconds / 60_000, ended)
