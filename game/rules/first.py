"""Who was first, whatever the line: the first card takes precedence (rules 1.10), judged by the time that each needed.

A claim is a card that arrived on a top card. `elapsed` is the server's own time since it told of that top card, and
`credit` the part of it that was the line's; what is left is the `reaction`, and the smallest is first. A credit is what
the browser says (`elapsed` less the time from its paint to the tap), and never more than what the server has measured
of that line itself. Times are whole ms. Reaction, credit and hold of every claim stand in the log.
"""

from array import array
from collections.abc import Iterable, Sequence
from statistics import fmean, median
from typing import NamedTuple

PAINT_MS = 24
"""A screen takes at most so long from what it hears to its paint: a frame, and the drawing. It is part of a line."""
MOST_CREDIT_MS = 350
"""A line of 300 ms, its paint, and a little that is late. So no card waits longer than that, either."""
KNOWN, PINGS, CLAIMS = 9, 40, 20
"""Before so many pings a line gets no credit; of so many newest pings and claims it is reckoned."""
MOST_SAVED_MS = 450
CLOCK_OFF_MS = 250
"""So much later than it was told nobody can have seen a top card before: that browser's clock is not believed."""


class RaceClaim(NamedTuple):
    """A card that arrived on the top card which its player saw."""

    seat: int
    reaction: int
    credit: int

    @property
    def elapsed(self) -> int:
        return self.reaction + self.credit


class SeatLine:
    """The line of one seat, and what it has saved.

    A claim takes at most `most`: the longest of the newest pings, and no more than is saved. Each claim saves what the
    line takes on the average. So a late card of a line that is late now and then is credited in full, and on the
    average nobody wins back more than the server has measured, whatever a browser says.

    `net` is the median of the newest pings, None while the line is not known. `typical` is what a claim of this line
    usually takes. A claim's lag is taken to be that where it differs by no more than a paint does by chance, so that on
    equal lines the order is that of arrival; and where the page cannot know it, since the top card was on it face down
    before it was turned up.
    """

    def __init__(self) -> None:
        self.most, self.typical, self.clock_off = 0, 0, False
        self.net: int | None = None
        self._pings, self._lags = array("d"), array("q")  # an empty deque takes ten times as much
        self._saved, self._usual, self._longest = MOST_SAVED_MS / 2, 0.0, 0.0

    def is_new(self) -> None:
        """Another browser sits there, or the same one on another line, or none: it has to be measured again."""
        self.most, self.typical, self.net, self.clock_off = 0, 0, None, False
        del self._pings[:]

    def pinged(self, taken: float) -> None:
        """A ping took so many ms there and back, by the server's clock."""
        self._pings.append(taken)
        del self._pings[:-PINGS]
        if len(self._pings) < KNOWN:
            return
        net, mean = median(self._pings), fmean(self._pings)
        self.net, self.typical, self._usual = round(net), round(net) + PAINT_MS // 2, mean + PAINT_MS
        if len(self._lags) == CLAIMS:
            self._usual = min(self._usual, median(self._lags) + PAINT_MS // 2 + max(0, mean - net))
        self._longest = min(MOST_CREDIT_MS, max(self._pings) + PAINT_MS // 2)
        self.most = self._at_most()

    def credit(self, lag: int) -> int:
        """Return how many ms of a claim are the line's. `lag` is what the browser says: the time that elapsed less the
        time from its paint to the tap."""
        if lag < 0:
            self.clock_off = self.clock_off or lag < -CLOCK_OFF_MS
            return 0
        self._lags.append(lag)
        del self._lags[:-CLAIMS]
        if self.net is None or self.clock_off:
            return 0
        taken = min(self._taken(lag), self.most)
        self._saved = min(self._saved + self._usual, MOST_SAVED_MS) - taken
        self.most = self._at_most()
        return taken

    def _at_most(self) -> int:
        return self._taken(int(min(self._longest, self._saved + self._usual)))

    def _taken(self, lag: int) -> int:
        return self.typical if abs(lag - self.typical) <= PAINT_MS // 2 else lag


def first(claims: Sequence[RaceClaim]) -> RaceClaim:
    """Return the claim that is first, of all on the same top card in the order in which they arrived."""
    return min(claims, key=lambda claim: claim.reaction)


def held_until(claims: Sequence[RaceClaim], most: Iterable[int]) -> int:
    """Return until when, in ms since the top card was told, somebody could still be first.

    `claims` stand in the order in which they arrived; `most` are the credits that the claims of others could get, who
    hold a card that fits. What is not later than the first arrival is no wait.
    """
    return first(claims).reaction + max(most, default=0)
