"""Judgement of who was first, independent of the connection: by the time that each player needed (rules 1.10).

A claim is a card that arrived on a top card. `elapsed` is the server's time since it sent that top card, and `credit`
the part of it taken by the connection; the rest is the `reaction`, and the smallest is first. The credit is what the
browser reports (`elapsed` less the time from its paint to the tap), limited by what the server has measured of that
connection itself. Times are whole ms. The log keeps reaction, credit and hold of every claim.
"""

from array import array
from collections.abc import Iterable, Sequence
from statistics import fmean, median
from typing import NamedTuple

PAINT_MS = 24
"""Longest time from a message to its paint: a frame, and the drawing. It counts as part of the connection."""
MOST_CREDIT_MS = 350
"""Credit of a connection of 300 ms with its paint and a little delay; also the longest wait of a card."""
KNOWN, PINGS, CLAIMS = 9, 40, 20
"""Pings before a connection gets any credit; number of newest pings, and of newest claims, that are used."""
MOST_SAVED_MS = 450
CLOCK_OFF_MS = 250
"""A browser that reports having seen a top card earlier than it was sent, by more than this, has a wrong clock: it gets
no credit."""


class RaceClaim(NamedTuple):
    """A card that arrived on the top card which its player saw."""

    seat: int
    reaction: int
    credit: int

    @property
    def elapsed(self) -> int:
        return self.reaction + self.credit


class SeatConnection:
    """The connection of one seat, and its saved credit.

    A claim takes at most `most`: the longest of the newest pings, and no more than is saved. Each claim saves the
    connection's average. So a card is credited in full on a connection that is slow now and then, and on average no
    player regains more than the server has measured, whatever a browser reports.

    `net` is the median of the newest pings, None while the connection is unknown. `typical` is a claim's usual credit
    on this connection. A reported lag is replaced by it if the difference is within the chance variation of a paint, so
    that on equal connections the order is that of arrival; and if the page cannot know its lag, since the top card lay
    on it face down before.
    """

    def __init__(self) -> None:
        self.most, self.typical, self.clock_off = 0, 0, False
        self.net: int | None = None
        self._pings, self._lags = array("d"), array("q")  # an empty deque takes ten times as much memory
        self._saved, self._usual, self._longest = MOST_SAVED_MS / 2, 0.0, 0.0

    def is_new(self) -> None:
        """Start measuring again: the seat has another browser, another network, or none."""
        self.most, self.typical, self.net, self.clock_off = 0, 0, None, False
        del self._pings[:]

    def pinged(self, taken: float) -> None:
        """Take in a ping's round trip in ms, by the server's clock."""
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
        """Return the part of a claim in ms that the connection took, and deduct it from the savings. `lag` is what the
        browser reports: the elapsed time less the time from its paint to the tap."""
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
    """Return the claim with the shortest reaction; of equals the first to arrive, in which order they are given."""
    return min(claims, key=lambda claim: claim.reaction)


def held_until(claims: Sequence[RaceClaim], most: Iterable[int]) -> int:
    """Return until when, in ms since the top card was sent, another card could still be first.

    `claims` are in order of arrival; `most` are the largest possible credits of the other seats that hold a fitting
    card. A result not later than the first arrival means no wait.
    """
    return first(claims).reaction + max(most, default=0)
