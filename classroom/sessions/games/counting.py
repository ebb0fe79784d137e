"""Counts of what the children of a class session did, in its log.

An entry of the log is a child's if it comes from the seat where the child sat, and no computer played that seat at the
moment (from "takeover" to "back"). What a browser says of itself, like the id of a move, counts for nothing.
"""

from collections.abc import Set

from django.db.models import F, QuerySet

from game.log.table_state import BACK, TAKEOVER
from game.models import Event


def of_player(player: int, kinds: Set[str], since: int = 0) -> int:
    """Return how many entries of these kinds a player has in all class sessions since then (ms since 1970). Two
    queries, three with computers."""
    seat = {"round__table__seats__player": player, "round__table__seats__sitting__isnull": False}
    entries = Event.objects.filter(**seat, round__table__seats__number=F("seat"), at__gte=since)
    return entries.filter(kind__in=kinds).count() - _by_computers(entries, kinds)


def _by_computers(entries: QuerySet[Event], kinds: Set[str]) -> int:
    """Return how many of a player's entries are a computer's, which had the seat until the child was back."""
    rounds = set(entries.filter(kind=TAKEOVER).values_list("round", flat=True))
    if not rounds:
        return 0
    taken: set[int] = set()
    found = 0
    log = entries.filter(round__in=rounds, kind__in={*kinds, TAKEOVER, BACK}).order_by("round", "n")
    for played, kind in log.values_list("round", "kind"):
        if kind == TAKEOVER:
            taken.add(played)
        elif kind == BACK:
            taken.discard(played)
        elif played in taken:
            found += 1
    return found
