"""Tally of what one seat has tried in a round: what it placed, what was right at once, its longest run."""

from typing import NamedTuple


class SeatTally(NamedTuple):
    """Counts of one seat in one round. `run` is how many fitted since its last mistake, the beaten ones too, `longest`
    the most of them; `at_once` counts what was placed without a mistake right before it."""

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

    def after_fitting(self) -> "SeatTally":
        """Return the tally after a card that fitted, and was late."""
        return self._replace(run=self.run + 1, longest=max(self.longest, self.run + 1))


NOTHING = SeatTally()


class Earlier(NamedTuple):
    """Earlier rounds of one seat at the same table: its last tally, and its longest run of all of them."""

    last: SeatTally
    longest: int


def then(tally: SeatTally, before: Earlier | None) -> Earlier:
    """Return the earlier rounds of a seat after one more."""
    return Earlier(tally, max(tally.longest, before.longest if before else 0))
