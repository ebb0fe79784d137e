"""Timeline of a replay: a lane for each child with what it placed, what was wrong and what was right but beaten, and
the times in which nobody moved. Drawn once beside the moments, which move along it.
"""

from itertools import pairwise
from typing import NamedTuple

from game.rules import Event, Game
from game.screens.replay import Replay

STILL_MS = 8_000
"""So long nobody moved, where the timeline says so (look 34)."""


class Mark(NamedTuple):
    """A card on a lane: the place `n` of its entry, `at` in percent of the round, `kind` placed, wrong or beaten."""

    n: int
    at: float
    kind: str


class Still(NamedTuple):
    """A time in which nobody moved: begin and length in percent of the round, length in seconds."""

    at: float
    width: float
    seconds: int


class Lane(NamedTuple):
    name: str
    marks: list[Mark]


class Timeline(NamedTuple):
    """`milliseconds` is the length of the round, from GO to its last moment."""

    milliseconds: int
    lanes: list[Lane]
    stills: list[Still]

    @property
    def minutes(self) -> list[tuple[str, float]]:
        """Return the whole minutes of the round, as clock and place in percent."""
        whole = range(0, self.milliseconds + 1, 60_000)
        return [(f"{at // 60_000}:00", 100 * at / self.milliseconds) for at in whole]


def timeline_of(story: Replay) -> Timeline:
    """Return the timeline of a finished round."""
    events = [(n, story.entries[n]) for n in story.places if n]
    length = max(1, events[-1][1].at - story.go_at) if events else 1

    def share(at: int) -> float:
        return round(100 * min(max(0, at - story.go_at), length) / length, 2)

    lanes = [Lane(seat.name, []) for seat in story.seats]
    for n, event in events:
        if event.seat is not None and (kind := _kind(story.rules, event)):
            lanes[event.seat].marks.append(Mark(n, share(event.at), kind))
    times = [story.go_at, *(event.at for _n, event in events if event.at >= story.go_at)]
    stills = [
        Still(share(begin), share(end) - share(begin), (end - begin) // 1000)
        for begin, end in pairwise(times)
        if end - begin >= STILL_MS
    ]
    return Timeline(length, lanes, stills)


def _kind(rules: Game, event: Event) -> str:
    if event.kind in rules.PLACED:
        return "placed"
    if event.kind in rules.NOT_DONE:
        return "wrong" if event.kind in rules.TRIED else "beaten"
    return ""
