"""Sums round the corner of five, which are separate facts, not counted among the 60 sums of one to ten.

With the numbers 1 to 5 and the corner 5 + 1 is 1. A top card with such a sum asks another question than the same card
among 1 to 10, so its answers are reported separately (`tallies`). All other top cards of the small numbers ask the
usual questions, and their answers count with the others.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, Q

from classroom.reports.around_the_corner.sources.answers import Answers, read_round_five
from classroom.reports.around_the_corner.sources.sheets import modes_of
from classroom.sessions.games.around_the_corner.modes import MODES
from game.rules.around_the_corner import FIVE

_AT_THE_END = Q(top_number__gt=FIVE - F("top_step")) | Q(top_number__lte=F("top_step"), only_plus=False)
ROUND_FIVE = Q(highest=FIVE, corner=True) & _AT_THE_END
"""The attempts at such a top card."""


@dataclass(frozen=True, slots=True)
class FiveTally:
    """First answers in one mode to top cards with a sum round the corner of five, including beaten ones."""

    mode: str
    right: int
    answered: int

    @property
    def said(self) -> str:
        return str(MODES[self.mode])


def tallies(players: Sequence[int], tables: Sequence[int] | None = None) -> list[FiveTally]:
    """Return the common tally of these students in each mode in which they met such a card."""
    modes = [mode for mode in MODES if mode in modes_of(players, tables)]
    found = (tally(read_round_five(players, mode, tables=tables)) for mode in modes)
    return [each for each in found if each.answered]


def tally(answers: Answers) -> FiveTally:
    right, wrong = int(answers.right.sum()), int(answers.wrong.sum())
    return FiveTally(answers.mode, right, right + wrong)
