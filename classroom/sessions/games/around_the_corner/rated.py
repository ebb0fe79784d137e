"""The answers of Around the Corner that say how strong a child is: who was asked the same top card is comparable."""

from collections.abc import Iterator, Sequence

from classroom.sessions.games.contract import RatedAnswer
from game.models import Attempt
from game.rules import scanning
from game.rules.around_the_corner.position import SUMS

LATEST = 6_000
"""Answers that are read: half a year of a class, in a tenth of a second."""
_RIGHT, _WRONG, _LOST = Attempt.Ending.RIGHT, Attempt.Ending.WRONG, Attempt.Ending.OTHER
_COLUMNS = ("player", "top_number", "top_step", *SUMS, "ending", "milliseconds", "started_at")


def answers(players: Sequence[int]) -> Iterator[RatedAnswer]:
    """Yield the latest first answers of these players, oldest first, but none of one key or of resting. One query."""
    given = Attempt.objects.filter(player__in=players, retry=False, ending__in=(_RIGHT, _WRONG, _LOST))
    for slower in scanning.SLOWER:
        given = given.exclude(own__contains=slower)
    timed = given.exclude(milliseconds=None).order_by("-started_at", "-pk")
    for player, *top_card, ending, milliseconds, at in list(timed.values_list(*_COLUMNS)[:LATEST])[::-1]:
        yield RatedAnswer(player, tuple(top_card), ending == _RIGHT, ending == _LOST, milliseconds, at)
