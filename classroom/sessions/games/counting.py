"""Counts of what the children of a class session did, in its log.

An entry of the log is a child's if it comes from the seat where the child sat, and no computer played that seat at the
moment (from "takeover" to "back"). What a browser says of itself, like the id of a move, counts for nothing.
"""

from collections import defaultdict
from collections.abc import Set

from django.db.models import F, QuerySet

from game.log.table_state import BACK, TAKEOVER
from game.models import Event


def of_player(player: int, kinds: Set[str], since: int = 0) -> int:
    """Return how many entries of these kinds a player has in all class sessions since then (ms since 1970). Two
    queries, three with computers."""
    seat = {"round__table__seats__player": player, "round__table__seats__sitting__isnull": False}
    entries = Event.objects.filter(**seat, round__table__seats__number=F("seat"), at__gte=since)
    return entries.filter(kind__in=kinds).count() - len(_by_computers(entries, kinds))


def _by_computers(entries: QuerySet[Event], kinds: Set[str]) -> list[tuple[int, int, str]]:
    """Return table, seat and kind of what computers did in seats of children, the round through to its end or until
    the child was back."""
    taken = entries.filter(kind=TAKEOVER).values_list("round", flat=True)
    rounds = set(taken)
    if not rounds:
        return []
    playing: defaultdict[int, set[int]] = defaultdict(set)
    theirs = []
    log = entries.filter(round__in=rounds, kind__in={*kinds, TAKEOVER, BACK}).order_by("round", "n")
    for played, table, seat, kind in log.values_list("round", "round__table", "seat", "kind"):
        if seat is None:
            continue
        if kind == TAKEOVER:
            playing[played].add(seat)
        elif kind == BACK:
            playing[played].discard(seat)
        elif seat in playing[played]:
            theirs.append((table, seat, kind))
    return theirs
