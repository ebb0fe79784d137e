"""Timeline of a replay: a lane for each child with its placed, wrong, and right but beaten cards, the pauses in play,
and a list of moments worth a look. It is drawn once beside the moments, whose marker moves along it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from classroom.sessions.games import catalogue as games
from game import catalogue
from game.rules import Event, Game
from game.screens.replay import Replay
from game.screens.sentences import minutes
from game.screens.table_view import words_of

STILL_MS = 8_000
"""Shortest pause in play that the timeline marks (look 34)."""
MOST_CLOCKS = 20
"""Most clock times below the lanes; a round may have been left open overnight."""
TENTH = 0.1
"""Seconds below which a lead is given in hundredths."""


class Mark(NamedTuple):
    """A card on a lane: the place `n` of its entry, `at` in percent of the round, `kind` placed, wrong or beaten."""

    n: int
    at: float
    kind: str


class Pause(NamedTuple):
    """A time without moves after the entry `n`: start and length in percent of the round, and in seconds."""

    n: int
    at: float
    width: float
    seconds: int


class Lane(NamedTuple):
    name: str
    character: str
    colour: str
    hat: str
    marks: list[Mark]


class Highlight(NamedTuple):
    """A moment for the list: the place `n` of its entry, `kind` wrong, beaten or still, its `seat`, None for the whole
    table; what happened, a comment, and the time."""

    n: int
    kind: str
    seat: int | None
    title: str
    words: str
    clock: str


class Timeline(NamedTuple):
    """`milliseconds` is the length of the round, from GO to its last moment; `counted` names what is placed."""

    milliseconds: int
    lanes: list[Lane]
    stills: list[Pause]
    worth: list[Highlight]
    counted: str

    @property
    def minutes(self) -> list[tuple[str, float]]:
        """The whole minutes of the round, or MOST_CLOCKS of them, as clock time and position in percent."""
        step = 1 + self.milliseconds // 60_000 // MOST_CLOCKS
        whole = range(0, self.milliseconds + 1, step * 60_000)
        return [(f"{at // 60_000}:00", 100 * at / self.milliseconds) for at in whole]

    @property
    def time(self) -> str:
        return minutes(self.milliseconds)

    @property
    def placed(self) -> int:
        return self._count("placed")

    @property
    def wrong(self) -> int:
        return self._count("wrong")

    def _count(self, kind: str) -> int:
        return sum(mark.kind == kind for lane in self.lanes for mark in lane.marks)


def timeline_of(story: Replay) -> Timeline:
    """Return the timeline of a finished round."""
    events = [(n, story.entries[n]) for n in story.places if n]
    length = max(1, events[-1][1].at - story.go_at) if events else 1

    def share(at: int) -> float:
        return round(100 * min(max(0, at - story.go_at), length) / length, 2)

    faces = tuple(seat.face for seat in story.seats)
    worn = [words_of(faces, place) for place in range(len(faces))]
    lanes = [
        Lane(seat.name, face.character, face.colour, face.hat, []) for seat, face in zip(story.seats, worn, strict=True)
    ]
    for n, event in events:
        if event.seat is not None and (kind := _kind(story.rules, event)):
            lanes[event.seat].marks.append(Mark(n, share(event.at), kind))
    times = [(0, story.go_at), *((n, event.at) for n, event in events if event.at >= story.go_at)]
    stills = [
        Pause(n, share(begin), share(end) - share(begin), (end - begin) // 1000)
        for (n, begin), (_n, end) in pairwise(times)
        if end - begin >= STILL_MS
    ]
    worth = sorted([*_pauses(stills, dict(times), story.go_at), *_not_done(story)], key=lambda each: each.n)
    game = story.played.table.game
    timeline = Timeline(length, lanes, stills, worth, "")
    return timeline._replace(counted=games.of(game).together_words(timeline.placed))


def _kind(rules: Game, event: Event) -> str:
    if event.kind in rules.PLACED:
        return "placed"
    if event.kind in rules.NOT_DONE:
        return "wrong" if event.kind in rules.TRIED else "beaten"
    return ""


def _pauses(stills: Sequence[Pause], times: dict[int, int], go_at: int) -> Iterator[Highlight]:
    for still in stills:
        said = _("Nobody moves for %(n)s s") % {"n": still.seconds}
        yield Highlight(still.n, "still", None, said, "", minutes(times[still.n] - go_at))


def _not_done(story: Replay) -> Iterator[Highlight]:
    """Yield attempts that were not carried out: wrong ones with the right sum, and beaten ones, meant for the card
    below, with the time by which another was sooner."""
    names, seen = [seat.name for seat in story.seats], set(story.places)
    position = below = story.dealt
    sooner: Event | None = None
    for n, event in story.entries.items():
        before, position = position, story.rules.apply(position, event)
        kind = _kind(story.rules, event)
        if kind == "placed":
            below, sooner = before, event
        elif kind and n in seen and event.seat is not None:
            meant = below if kind == "beaten" else before
            title, words = _said(story, event, meant, names, sooner if kind == "beaten" else None)
            yield Highlight(n, kind, event.seat, title, words, minutes(max(0, event.at - story.go_at)))


def _said(story: Replay, event: Event, before: Any, names: Sequence[str], sooner: Event | None) -> tuple[str, str]:
    shown = catalogue.of(story.played.table.game)
    tried = shown.tried(event, before)
    title = f"{names[event.seat or 0]}: {tried}" if tried else story.said(before, event, names)
    if sooner and sooner.seat is not None:
        late = max(0, event.at - sooner.at) / 1000
        by = number_format(late, 1 if late >= TENTH else 2)
        return title, _("Right, but %(name)s was %(n)s s sooner.") % {"name": names[sooner.seat], "n": by}
    instead = shown.try_next(event, before)
    return title, _("%(sum)s fits.") % {"sum": instead} if instead else ""
