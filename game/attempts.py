"""From the log to the table of attempts: the projection of `exposures`, which may be run again at any time."""

import json
from collections.abc import Mapping
from dataclasses import fields

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from game import practice
from game.exposures import Exposure, Line, RoundLog, exposures
from game.models import Attempt, Round, Table
from game.rules import Event


def project(round_id: int) -> int:
    """Write the round's attempts anew, all or nothing; return how many there are.

    The log is read and folded before the transaction begins: nobody's card waits for a report.
    """
    played = Round.objects.select_related("table").get(pk=round_id)
    players = _players(played.table)
    fold = practice.exposures if played.table.game == practice.GAME else exposures
    rows = [_attempt(played, players, row) for row in fold(log_of(played, players))]
    with transaction.atomic():
        Attempt.objects.filter(round=played).delete()
        Attempt.objects.bulk_create(rows, batch_size=500)
        Round.objects.filter(pk=round_id).update(projected_at=timezone.now())
    return len(rows)


def catch_up(tables: QuerySet[Table]) -> None:
    """Project what has ended at these tables and is not projected yet: a report never lacks a finished round."""
    behind = Round.objects.filter(table__in=tables, projected_at=None).exclude(finished_at=None)
    for round_id in behind.values_list("pk", flat=True):
        project(round_id)


def log_of(played: Round, people: Mapping[int, int]) -> RoundLog:
    """Return the round as it stands in the database."""
    columns = played.events.order_by("n").values_list("kind", "seat", "card", "top", "at", "client")
    lines = [
        Line(Event(kind, seat, card, top, at), json.loads(client or "{}"))
        for kind, seat, card, top, at, client in columns
    ]
    return RoundLog(played.options, played.seats, played.seed, frozenset(people), lines)


def _players(table: Table) -> dict[int, int]:
    """Return the students by seat; who came to it in mid-round is the seat's player for the whole round."""
    return {seat.number: seat.player for seat in table.seats.all() if seat.player is not None}


def _attempt(played: Round, players: Mapping[int, int], row: Exposure) -> Attempt:
    columns = {field.name: getattr(row, field.name) for field in fields(row) if field.name not in _NOT_KEPT}
    corner, mode = played.options.get("corner", True), played.options.get("mode", "race")
    return Attempt(round=played, player=players[row.seat], corner=corner, mode=mode, **columns)


_NOT_KEPT = frozenset({"brought_by", "untimed"})
