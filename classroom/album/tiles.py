"""Tiles of a child's album, derived from the logs: nothing is stored, so that no tile can be lost or turned twice.

A tile is turned by a round that the child itself played to its end, whatever its result, and by every CARDS_A_TILE
cards placed in practice. Places, points and times do not count.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from classroom import persons
from classroom.album.pictures import ALL, shown
from classroom.models import Student
from classroom.naming.characters import DressedFace
from classroom.server.time_zone import midnight
from game import rules
from game.log import counts
from game.models import Event, Round

CARDS_A_TILE = 20
"""As many as the cards of a practice run."""
AT_ONCE = 2 * ALL
"""Rounds that are read together: usually enough for a whole album."""


class Turned(NamedTuple):
    """Number of turned tiles of an album, and of those turned `today`."""

    tiles: int
    today: int


def turned(student: Student) -> Turned:
    """Return the turned tiles of this child's album. One query for its practice rounds, and one for those at tables, of
    which no more are read than an album has tiles."""
    times, began = turned_at(rounds_of(persons.players_of(student.pk))), midnight(timezone.localdate())
    return Turned(len(times), sum(at >= began for at in times))


def rounds_of(players: Any) -> QuerySet[Round]:
    """Return the rounds, at tables and of practice, in which these players sat."""
    return Round.objects.filter(table__seats__player__in=players)


def turned_at(theirs: QuerySet[Round]) -> list[int]:
    """Return when (ms since 1970) these rounds turned each tile, in order."""
    at_tables = Q(table__game__in=rules.CATALOGUE.games)
    ended = _played_out(theirs.filter(at_tables, finished_at__isnull=False))
    alone = list(theirs.exclude(at_tables).values_list("pk", flat=True))
    placed = _practised(alone) if alone else []
    return sorted(ended + placed[CARDS_A_TILE - 1 :: CARDS_A_TILE])[:ALL]


def context(student: Student) -> dict[str, Any]:
    """Return the context of the album's part of a page; without pictures if the class does not show it."""
    if not student.classroom.album:
        return {"album": None}
    found, face = turned(student), DressedFace(student.character, student.colour, student.hat)
    return {"album": found, "album_all": ALL, "album_pictures": shown(*found), "own": face}


def _practised(rounds: Sequence[int]) -> list[int]:
    """Return when (ms since 1970) cards were placed in these practice rounds, up to the tiles of an album."""
    lines = Event.objects.filter(round__in=rounds, kind__in=rules.CATALOGUE.placed)
    return list(lines.order_by("at").values_list("at", flat=True)[: ALL * CARDS_A_TILE])


def _played_out(dealt: QuerySet[Round]) -> list[int]:
    """Return when (ms since 1970) a player's rounds ended that were played to the end: the first ALL."""
    ended: list[int] = []
    in_order = dealt.annotate(seat=F("table__seats__number")).select_related("table").order_by("pk")
    rounds = in_order.iterator(chunk_size=AT_ONCE)
    while len(ended) < ALL and (some := list(islice(rounds, AT_ONCE))):
        found = _counted(some)
        ended += (at for each in some if (at := _over_at(found[each.pk], each.seat)) is not None)
    return ended[:ALL]


def _counted(some: Iterable[Round]) -> dict[int, counts.RoundCounts]:
    by_game: defaultdict[str, list[Round]] = defaultdict(list)
    for dealt in some:
        by_game[dealt.table.game].append(dealt)
    return {pk: found for game, rounds in by_game.items() for pk, found in counts.of_rounds(game, rounds).items()}


def _over_at(counted: counts.RoundCounts, seat: int) -> int | None:
    """Return when the round ended if the player in this seat played it to the end, otherwise None."""
    fair = counted.is_played_out and seat not in counted.by_computers and counted.placed[seat] > 0
    return counted.over_at if fair else None
