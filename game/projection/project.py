"""Projection of the log into the tables of evidence and answer sheets, which can be repeated at any time.

A round that cannot be read (a fault of ours, or a log of a game that no longer exists) is logged, skipped, and stays
unread; all others are projected. `unread` returns the skipped ones.
"""

import logging
from collections import defaultdict
from collections.abc import Mapping

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from game import catalogue
from game.log import reader
from game.log.reader import RoundLog
from game.models import Evidence, Round, Seat, Table

log = logging.getLogger(__name__)

_said: set[int] = set()
"""Rounds whose failure this process has logged with a traceback."""


def project(round_id: int) -> int:
    """Write the round's evidence anew, with its game's answer sheets; return the number of rows.

    The log is read and folded before the transaction begins, so that no card waits for a report. The transaction locks
    the table's seats, as two of its rounds write the same sheets, and reads them again: a student may have been
    forgotten meanwhile, who gets no row, or merged with another, who gets the rows.
    """
    played = Round.objects.select_related("table").get(pk=round_id)
    game, seats = catalogue.measured(played.table.game), Seat.objects.filter(table=played.table_id)
    found = list(game.evidence(log_of(played, _players(seats))))
    with transaction.atomic():
        players = _players(seats.select_for_update())
        rows = [row for row in found if row.seat in players]
        for row in rows:
            row.round, row.player = played, players[row.seat]
            row.limit_times()
        _replace(round_id, rows)
        game.after_projection(played.table_id)
        Round.objects.filter(pk=round_id).update(projected_at=timezone.now())
    return len(rows)


def project_or_skip(round_id: int) -> bool:
    """Project this round; return False if it cannot be read, which is logged, the first time with a traceback."""
    try:
        project(round_id)
    except Exception:
        if round_id in _said:
            log.warning("round %s could still not be projected", round_id)
        else:
            log.exception("round %s could not be projected", round_id)
        _said.add(round_id)
        return False
    _said.discard(round_id)
    return True


def catch_up(tables: QuerySet[Table]) -> list[int]:
    """Project the finished rounds of these tables that are not projected yet, so that a report lacks no readable round.

    Return the rounds that could not be read. They are tried again each time, at the cost of reading their logs.
    """
    behind = list(unread(tables).values_list("pk", flat=True))
    return [round_id for round_id in behind if not project_or_skip(round_id)]


def unread(tables: QuerySet[Table]) -> QuerySet[Round]:
    """Return the finished rounds of these tables that are not projected; after `catch_up`, those that could not be
    read."""
    return Round.objects.filter(table__in=tables, projected_at=None).exclude(finished_at=None)


def reproject() -> int:
    """Project every finished round again, with its answer sheets; return how many could be read."""
    finished = Round.objects.exclude(finished_at=None).order_by("pk").values_list("pk", flat=True)
    return sum(project_or_skip(round_id) for round_id in finished)


def log_of(played: Round, people: Mapping[int, int]) -> RoundLog:
    """Return the round as stored in the database."""
    entries = [entry.measured for entry in reader.entries_of([played.pk])[played.pk]]
    return RoundLog(played.options, played.seats, played.seed, frozenset(people), entries)


def _players(seats: QuerySet[Seat]) -> dict[int, int]:
    """Return the students by seat. A player who came in mid-round counts as the seat's player for the whole round.
    Players below 0 are guests, of whom nothing is kept."""
    return {seat.number: seat.player for seat in seats if seat.player is not None and seat.player >= 0}


def _replace(round_id: int, rows: list[Evidence]) -> None:
    """Replace all rows of the round by these."""
    by_kind: dict[type[Evidence], list[Evidence]] = defaultdict(list)
    for row in rows:
        by_kind[type(row)].append(row)
    for kind in Evidence.kinds():
        kind._default_manager.filter(round=round_id).delete()
        kind._default_manager.bulk_create(by_kind[kind], batch_size=500)
