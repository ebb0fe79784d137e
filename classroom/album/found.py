"""What a child has found, counted from the logs of all its rows, of earlier years, too: nothing is stored, so that no
thing is lost or got twice."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.functional import Promise

from classroom import persons
from classroom.album.things import KINDS, THINGS, Done
from classroom.album.tiles import midnight, rounds_of, turned_by
from classroom.models import Student
from game.models import Attempt

CHECK_UP = "check_up"
"""The mode of a round of practice that is a check-up."""


class Found(NamedTuple):
    """The words of what a child has found, and which of them it found `today`."""

    things: frozenset[str]
    today: frozenset[str]


class ShownThing(NamedTuple):
    """A thing as the album shows it: `to_do` is its deed, "" where it is found."""

    word: str
    title: Promise
    to_do: str


def of(student: Student) -> Found:
    """Return what this child has found; nothing where the class shows no album. At most eight queries."""
    if not student.classroom.album:
        return Found(frozenset(), frozenset())
    now, before = (_found_by(done) for done in _done(student))
    return Found(now, now - before)


def _by_kind(found: Found) -> Iterator[tuple[Promise, tuple[ShownThing, ...]]]:
    """Yield by kind what has been found, and what may be found now, each in its place."""
    today = timezone.localdate()
    for kind, things in KINDS:
        told = [thing for thing in things if thing.word in found.things or thing.is_told(today)]
        yield (
            kind,
            tuple(
                ShownThing(thing.word, thing.title, "" if thing.word in found.things else thing.to_do(today))
                for thing in told
            ),
        )


def album_things(student: Student) -> dict[str, Any]:
    """Return the context of what stands in the album beside its pictures."""
    found = of(student)
    new = tuple(thing.title for thing in THINGS if thing.word in found.today)
    return {"album_things": tuple(_by_kind(found)), "album_new": new}


def _found_by(done: Done) -> frozenset[str]:
    return frozenset(thing.word for thing in THINGS if thing.is_found(done))


def _done(student: Student) -> tuple[Done, Done]:
    """Return what the child has done by now, and what it had done before today."""
    players, began = persons.every_row_of(student).values("pk"), midnight()
    theirs = rounds_of(players)
    tiles, over = turned_by(theirs), theirs.filter(finished_at__isnull=False)
    days = {day.date() for day in over.datetimes("dealt_at", "day")}
    right = Attempt.objects.filter(player__in=players, ending=Attempt.Ending.RIGHT, retry=False).exclude(sign="")
    sums = right.order_by().values("top_number", "top_step", "sign").distinct()
    earlier = sums.filter(started_at__lt=began.timestamp() * 1000)
    checks = list(over.filter(options__mode=CHECK_UP).values_list("finished_at", flat=True))
    return (
        Done(tiles.tiles, frozenset(days), sums.count(), len(checks)),
        Done(
            tiles.tiles - tiles.today,
            frozenset(days - {began.date()}),
            earlier.count(),
            sum(at is not None and at < began for at in checks),
        ),
    )
