"""From the log to the tables of evidence and answer sheets: the projections, to be run again at any time.

A round that cannot be read (a fault of ours, or a log of a game that is no longer here) is logged, left out, and stays
unread; all others are projected. `unread` says which these are.
"""

import logging
from collections import defaultdict
from collections.abc import Mapping

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from game import catalogue
from game.log import reader
from game.log.round_log import Measured, RoundLog
from game.models import Evidence, Round, Table

log = logging.getLogger(__name__)

_said: set[int] = set()
"""Rounds whose fault this process has logged with its traceback."""


def project(round_id: int) -> int:
    """Write the round's evidence anew, and what its game makes of it (answer sheets); return how many rows there are.

    The log is read and folded before the transaction begins: nobody's card waits for a report. In it the table is
    locked, as two of its rounds write the same sheets.
    """
    played = Round.objects.select_related("table").get(pk=round_id)
    game, players = catalogue.measured(played.table.game), _players(played.table)
    rows = _rows(game, played, players)
    with transaction.atomic():
        Table.objects.select_for_update().get(pk=played.table_id)
        _replace(round_id, rows)
        game.after_projection(played.table_id)
        Round.objects.filter(pk=round_id).update(projected_at=timezone.now())
    return len(rows)


def project_or_skip(round_id: int) -> bool:
    """Project this round; False where it cannot be read, which is logged: the first time with the fault's traceback."""
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
    """Project what has ended at these tables and is not projected yet: a report never lacks a round that can be read.

    Return the rounds that could not be read. They are tried again each time: that costs one reading of their logs.
    """
    behind = list(unread(tables).values_list("pk", flat=True))
    return [round_id for round_id in behind if not project_or_skip(round_id)]


def unread(tables: QuerySet[Table]) -> QuerySet[Round]:
    """Return the finished rounds of these tables that are not projected; after `catch_up`: that could not be read."""
    return Round.objects.filter(table__in=tables, projected_at=None).exclude(finished_at=None)


def read_again() -> int:
    """Project every finished round anew, the sheets with them; return how many rounds could be read."""
    finished = Round.objects.exclude(finished_at=None).order_by("pk").values_list("pk", flat=True)
    return sum(project_or_skip(round_id) for round_id in finished)


def log_of(played: Round, people: Mapping[int, int]) -> RoundLog:
    """Return the round as it stands in the database."""
    entries = [entry.measured for entry in reader.entries_of([played.pk])[played.pk]]
    return RoundLog(played.options, played.seats, played.seed, frozenset(people), entries)


def _players(table: Table) -> dict[int, int]:
    """Return the students by seat; who came to it in mid-round is the seat's player for the whole round. A player below
    0 is a guest, of whom nothing is kept."""
    return {seat.number: seat.player for seat in table.seats.all() if seat.player is not None and seat.player >= 0}


def _rows(game: Measured, played: Round, players: Mapping[int, int]) -> list[Evidence]:
    """Return what is to be kept of the round."""
    rows = list(game.evidence(log_of(played, players)))
    for row in rows:
        row.round, row.player = played, players[row.seat]
    return rows


def _replace(round_id: int, rows: list[Evidence]) -> None:
    """Keep these rows and no other of the round."""
    by_kind: dict[type[Evidence], list[Evidence]] = defaultdict(list)
    for row in rows:
        by_kind[type(row)].append(row)
    for kind in Evidence.kinds():
        kind._default_manager.filter(round=round_id).delete()
        kind._default_manager.bulk_create(by_kind[kind], batch_size=500)
