"""Tally of what one seat has tried in a round: what it placed, what was right at once, its longest run."""

from collections.abc import Sequence
from typing import NamedTuple

from game.models import Event as EventRow
from game.rules import Game


class SeatTally(NamedTuple):
    """Counts of one seat in one round. `run` is how many it has placed since its last mistake, `longest` the most of
    them; `at_once` counts what was placed without a mistake right before it."""

    placed: int = 0
    wrong: int = 0
    at_once: int = 0
    run: int = 0
    longest: int = 0
    missed: bool = False

    def after(self, *, right: bool) -> "SeatTally":
        """Return the tally after one more attempt."""
        if not right:
            return self._replace(wrong=self.wrong + 1, run=0, missed=True)
        run, at_once = self.run + 1, self.at_once + (not self.missed)
        return SeatTally(self.placed + 1, self.wrong, at_once, run, max(self.longest, run))


NOTHING = SeatTally()


class Earlier(NamedTuple):
    """Earlier rounds of one seat at the same table: its last tally, and its longest run of all of them."""

    last: SeatTally
    longest: int


def then(tally: SeatTally, before: Earlier | None) -> Earlier:
    """Return the earlier rounds of a seat after one more."""
    return Earlier(tally, max(tally.longest, before.longest if before else 0))


def earlier(round_id: int, rules: Game, seats: int) -> Sequence[Earlier | None]:
    """Return by seat what was done at this table before this round; None of the first. One query."""
    tried = sorted(rules.PLACED | rules.TRIED)
    rows = EventRow.objects.filter(
        round__table__rounds=round_id, round__lt=round_id, kind__in=tried, seat__isnull=False
    )
    tallies: dict[int | None, dict[int, SeatTally]] = {seat: {} for seat in range(seats)}
    for played, seat, kind in rows.order_by("round", "n").values_list("round", "seat", "kind"):
        of_seat = tallies[seat]
        of_seat[played] = of_seat.get(played, NOTHING).after(right=kind in rules.PLACED)
    return [_summed(list(of_seat.values())) for of_seat in tallies.values()]


def _summed(rounds: Sequence[SeatTally]) -> Earlier | None:
    return Earlier(rounds[-1], max(each.longest for each in rounds)) if rounds else None
