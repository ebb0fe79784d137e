"""Timings measured by a student's browser, read from the log: when a card was painted, how long an answer took.

Each page load (`p` of the wire) has a clock of its own. Times of two clocks, of pages or of the server, are never
subtracted from each other (screens 3.10); only their intervals are compared. All times are whole milliseconds.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from game.log.codec import first_of

FASTEST_MS, SLOWEST_MS = 200, 60_000
"""Limits of a plausible answer: nobody sees, computes and taps faster; after the slower one nobody was still
answering."""

APART_MS = 250
"""Tolerated difference between the browser's time and the server's interval less the round trip (screens 3.10)."""

POINTED = frozenset({"touch", "mouse", "pen", "key"})
"""Kinds of tap whose moment is known; that of a `click` (assistive technology) is not."""


class Duration(NamedTuple):
    """Duration of an answer or a wait, whether it may be used as a time, and how long the page was hidden in it."""

    milliseconds: int | None = None
    usable: bool = False
    hidden_ms: int = 0


@dataclass(slots=True)
class PageLoad:
    """First paints on one load of the table's page: of each top card, by its count, and of each change of the own hand.
    `turns` are the changes of its visibility (x hidden, v visible)."""

    tops: dict[int, int] = field(default_factory=dict)
    hands: dict[int, int] = field(default_factory=dict)
    turns: list[tuple[str, int]] = field(default_factory=list)

    def shown(self, top: int, hand: int | None) -> int | None:
        """Return when that top card (and that change of the hand, if given) was visible; None if it was not painted."""
        top_at, hand_at = self.tops.get(top), self.tops.get(top) if hand is None else self.hands.get(hand)
        return None if top_at is None or hand_at is None else max(top_at, hand_at)

    def hidden(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return the spans between these times in which the page was hidden."""
        spans, since = [], None
        for what, at in [*sorted(self.turns, key=lambda turn: turn[1]), ("v", end)]:
            if what == "x":
                since = at if since is None else since
            elif since is not None:
                spans.append((max(start, since), min(end, at)))
                since = None
        return [(gone, come) for gone, come in spans if gone < come]


def disagree(taking: Duration, served_ms: int, measured: Mapping[str, Any]) -> bool:
    """Return whether the browser's time and the server's interval contradict each other; False if the round trip is
    unknown."""
    if taking.milliseconds is None or "rtt" not in measured:
        return False
    return abs(taking.milliseconds - (answered(served_ms, measured) - measured["rtt"])) > APART_MS


def answered(served_ms: int, measured: Mapping[str, Any]) -> int:
    """Return the server's interval until the answer arrived, without the time for which it was held (rules 1.10)."""
    claim = first_of(measured)
    return max(0, served_ms - (claim.hold if claim else 0))


class Screen:
    """All page loads of one seat in one round."""

    def __init__(self) -> None:
        self.pages: dict[int, PageLoad] = {}

    def read(self, measured: Mapping[str, Any], newest_top: int, newest_hand: int) -> None:
        """Take in the paint times of a frame. Counts higher than the newest belong to the round before and are
        ignored."""
        if "p" not in measured:
            return
        page = self.pages.setdefault(measured["p"], PageLoad())
        for what, number, at in measured.get("s", ()):
            if what == "t" and number <= newest_top:
                page.tops.setdefault(number, at)
            elif what == "h" and number <= newest_hand:
                page.hands.setdefault(number, at)
            elif what in "xv":
                page.turns.append((what, at))

    def answer(self, measured: Mapping[str, Any], top: int, hand: int | None, last_hand: int, since: str) -> Duration:
        """Return how long the student looked before a tap.

        `since` names the field with the ms since the paint of `top`: rtop, or rprev for the top card before. `hand` is
        the number of the hand's change that brought a fitting card, None if the top card came last; `last_hand` is the
        number of the newest change.
        """
        elapsed = measured.get(since)
        if elapsed is None:
            return Duration()
        page = self.pages.get(measured.get("p", -1), PageLoad())
        start, painted = page.shown(top, hand), page.tops.get(top)
        if start is not None and painted is not None:
            milliseconds = painted + elapsed - start
            hidden_ms = sum(come - gone for gone, come in page.hidden(start, painted + elapsed))
        else:
            milliseconds, hidden_ms = _without_paints(measured, elapsed, hand == last_hand), 0
        usable = (
            FASTEST_MS <= milliseconds <= SLOWEST_MS
            and not hidden_ms
            and measured.get("vis") == "v"
            and measured.get("by") in POINTED
            and not self._seen_before(top, page)
            and (start is not None or hand is None or (hand == last_hand and "rhand" in measured))
        )
        return Duration(max(0, milliseconds), usable, hidden_ms)

    def waited(self, top: int, hand: int | None, next_top: int) -> Duration:
        """Return how long a top card could have been answered: until the next one was painted on the same page, the
        page was hidden, or SLOWEST_MS had passed. Zero or less means never."""
        for page in self.pages.values():
            start, end = page.shown(top, hand), page.tops.get(next_top)
            if start is None or end is None:
                continue
            hidden = page.hidden(start, end)
            until = min(hidden[0][0] if hidden else end, start + SLOWEST_MS)
            usable = until > start and not self._seen_before(top, page)
            return Duration(until - start, usable, sum(come - gone for gone, come in hidden))
        return Duration()

    def _seen_before(self, top: int, page: PageLoad) -> bool:
        """Return whether another page of this student painted that top card before, by another clock."""
        return any(top in other.tops for other in self.pages.values() if other is not page)


def _without_paints(measured: Mapping[str, Any], elapsed: int, hand_came_last: bool) -> int:
    return min(elapsed, measured.get("rhand", elapsed)) if hand_came_last else elapsed
