"""Checks of classmates' sums: wrong sums that a student found or missed, and right ones that were doubted."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from classroom.measures import Accuracy
from game.log.table_state import GAVE_UP, LEFT, TAKEOVER
from game.models import Claim, Event, Seat
from game.nine_to_nothing.claims import NOBODY, WRONG
from game.rules.nine_to_nothing.events import CAUGHT, CHECKED

GONE = (TAKEOVER, LEFT, GAVE_UP)
"""Who was away in a round could not check all of it: that round says nothing of how they check."""


class Checks(NamedTuple):
    """`found` wrong sums of others, `missed` those that nobody found, `doubted` checks of sums that were right."""

    found: int = 0
    missed: int = 0
    doubted: int = 0

    @property
    def made(self) -> bool:
        return self.found + self.missed + self.doubted > 0

    @property
    def accuracy(self) -> Accuracy:
        """The share of wrong sums that were found."""
        return Accuracy(self.found, self.found + self.missed)


def checks_of(
    players: Iterable[int], *, tables: Sequence[int] | None = None, since: int = 0, until: int | None = None
) -> dict[int, Checks]:
    """Return how each of these players checked at these tables, from and before these moments (ms); three queries."""
    seats = Seat.objects.filter(player__in=list(players))
    if tables is not None:
        seats = seats.filter(table__in=tables)
    who: dict[tuple[int, int], int] = {(seat.table_id, seat.number): seat.player or 0 for seat in seats}
    seats_at: defaultdict[int, list[int]] = defaultdict(list)
    for table, number in who:
        seats_at[table].append(number)
    acts, gone = _acts(set(seats_at), since, until)
    counted: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for played, table, seat, kind in acts:
        if (table, seat) in who and (played, seat) not in gone:
            counted[who[table, seat]][kind] += 1
    for played, table, layer in _unseen(set(seats_at), since, until):
        for seat in seats_at[table]:
            if seat != layer and (played, seat) not in gone:
                counted[who[table, seat]][NOBODY] += 1
    return {player: Checks(found[CAUGHT], found[NOBODY], found[CHECKED]) for player, found in counted.items()}


def _acts(
    tables: set[int], since: int, until: int | None
) -> tuple[list[tuple[int, int, int, str]], set[tuple[int, int]]]:
    """Return the checks as round, table, seat and kind; and round and seat of who was away meanwhile."""
    lines = Event.objects.filter(round__table__in=tables, kind__in=(CAUGHT, CHECKED, *GONE), seat__isnull=False)
    lines = lines.filter(at__gte=since) if until is None else lines.filter(at__gte=since, at__lt=until)
    rows = list(lines.order_by().values_list("round", "round__table", "seat", "kind"))
    gone = {(played, seat) for played, _table, seat, kind in rows if kind in GONE and seat is not None}
    return [(played, table, seat, kind) for played, table, seat, kind in rows if seat is not None], gone


def _unseen(tables: set[int], since: int, until: int | None) -> list[tuple[int, int, int]]:
    """Return round, table and layer of each wrong sum that classmates were to find and nobody found."""
    wrong = Claim.objects.filter(round__table__in=tables, started_at__gte=since, ending=WRONG)
    wrong = wrong.filter(checking="classmates", noticed=NOBODY)
    if until is not None:
        wrong = wrong.filter(started_at__lt=until)
    return list(wrong.order_by().values_list("round", "round__table", "seat"))
