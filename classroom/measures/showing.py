"""Minimum counts before a number is shown, or shown as uncertain (measurement 5.4), and the two headline numbers."""

from dataclasses import dataclass
from enum import Enum

from classroom.measures.intervals import Estimate, Interval, wilson

ACCURACY_PALE_FROM, ACCURACY_FIRM_FROM = 5, 17
SPEED_PALE_FROM, SPEED_FIRM_FROM = 10, 50
CLASS_MEAN_FROM_STUDENTS = 5
ACCURACY_MARK = 0.9
WITH_TENTHS_BELOW = 10.0


class Showing(Enum):
    """How a number may be shown: not at all, as a range, or by itself."""

    HIDDEN = "hidden"
    PALE = "pale"
    FIRM = "firm"


def accuracy_showing(n: int) -> Showing:
    return _showing(n, ACCURACY_PALE_FROM, ACCURACY_FIRM_FROM)


def speed_showing(n: int) -> Showing:
    return _showing(n, SPEED_PALE_FROM, SPEED_FIRM_FROM)


def _showing(n: int, pale_from: int, firm_from: int) -> Showing:
    if n < pale_from:
        return Showing.HIDDEN
    return Showing.PALE if n < firm_from else Showing.FIRM


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Right answers among first answers: `right` of `n`, and their estimated share (of 1), with a `range` if it may be
    shown.

    In a race it is the model's share of right first decisions without competitors, with its 95 % range: counts lack the
    answers cut off by others, and their range has too low a coverage (measurement 7, row 1). For a class it is the
    share with children as clusters. Otherwise counts with Wilson's range.
    """

    right: int
    n: int
    estimate: Estimate | None = None
    raced: bool = False

    @property
    def showing(self) -> Showing:
        return accuracy_showing(self.n)

    @property
    def is_pale(self) -> bool:
        return self.showing is Showing.PALE

    @property
    def too_few(self) -> bool:
        return self.showing is Showing.HIDDEN

    @property
    def share(self) -> float | None:
        if self.estimate:
            return self.estimate.value
        return self.right / self.n if self.n else None

    @property
    def range(self) -> Interval | None:
        if self.showing is Showing.HIDDEN:
            return None
        if self.estimate:
            return self.estimate.interval
        return None if self.raced else wilson(self.right, self.n)

    @property
    def of_hundred(self) -> tuple[int, int, int] | None:
        """The share and its range as natural frequencies: low, share and high of 100 cards."""
        if self.range is None or self.share is None:
            return None
        return round(100 * self.range.low), round(100 * self.share), round(100 * self.range.high)


@dataclass(frozen=True, slots=True)
class Speed:
    """Median seconds to a right card without competitors, from `n` own timed decisions.

    `seconds` and `range` are set if they may be shown; `lets_pass`: some cards were not tried.
    """

    n: int
    seconds: float | None = None
    range: Interval | None = None
    lets_pass: bool = False

    @property
    def showing(self) -> Showing:
        return speed_showing(self.n)

    @property
    def is_pale(self) -> bool:
        return self.showing is Showing.PALE

    @property
    def about(self) -> float | None:
        """The seconds as shown while they are uncertain: rounded to half a second where their range holds it."""
        if self.seconds is None or self.range is None:
            return self.seconds
        rounded = round(2 * self.seconds) / 2
        return rounded if self.range.low <= rounded <= self.range.high else self.seconds

    @property
    def decimals(self) -> int:
        """The decimals of the seconds in a game with longer times: one while the range ends below 10 s."""
        return int(self.range is not None and self.range.high < WITH_TENTHS_BELOW)

    @property
    def needed(self) -> int:
        return SPEED_PALE_FROM
