"""Tally of one seat's attempts in a round: cards placed, right at once, longest run."""

from typing import NamedTuple


class SeatTally(NamedTuple):
    """Counts of one seat in one round. `run` counts fitting cards since the last mistake, including beaten ones,
    `longest` is its maximum; `at_once` counts cards placed without a mistake right before."""

    placed: int = 0
    wrong: int = 0
    at_once: int = 0
    run: int = 0
    longest: int = 0
    missed: bool = False

    def after(self, *, right: bool) -> "SeatTally":
        if not right:
            return self._replace(wrong=self.wrong + 1, run=0, missed=True)
        run, at_once = self.run + 1, self.at_once + (not self.missed)
        return SeatTally(self.placed + 1, self.wrong, at_once, run, max(self.longest, run))

    def after_fitting(self) -> "SeatTally":
        """Return the tally after a card that fitted but was late."""
        return self._replace(run=self.run + 1, longest=max(self.longest, self.run + 1))


NOTHING = SeatTally()


class Earlier(NamedTuple):
    """A seat's earlier rounds at the same table: the last tally, and the longest run of all."""

    last: SeatTally
    longest: int


def with_round(tally: SeatTally, before: Earlier | None) -> Earlier:
    """Return the earlier rounds of a seat, with one more added."""
    return Earlier(tally, max(tally.longest, before.longest if before else 0))
