"""From the log to the tables of attempts, sheets and claims: the projections, to be run again at any time."""

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from game.around_the_corner import answer_sheets, practice
from game.around_the_corner.exposures import Exposure, exposures
from game.log.codec import COLUMNS, event_of
from game.log.round_log import Line, RoundLog
from game.models import Attempt, Claim, Round, Table
from game.nine_to_nothing import claims
from game.rules import nine_to_nothing


def project(round_id: int) -> int:
    """Write the round's attempts and its table's answer sheets anew, or its claims; return how many there are.

    The log is read and folded before the transaction begins: nobody's card waits for a report. In it the table is
    locked, as two of its rounds write the same sheets.
    """
    played = Round.objects.select_related("table").get(pk=round_id)
    players = _players(played.table)
    model, rows = _rows(played, players)
    with transaction.atomic():
        Table.objects.select_for_update().get(pk=played.table_id)
        model._default_manager.filter(round=played).delete()
        model._default_manager.bulk_create(rows, batch_size=500)
        if model is Attempt:
            answer_sheets.write(played.table_id)
        Round.objects.filter(pk=round_id).update(projected_at=timezone.now())
    return len(rows)


def catch_up(tables: QuerySet[Table]) -> None:
    """Project what has ended at these tables and is not projected yet: a report never lacks a finished round."""
    behind = Round.objects.filter(table__in=tables, projected_at=None).exclude(finished_at=None)
    for round_id in behind.values_list("pk", flat=True):
        project(round_id)


def read_again() -> int:
    """Project every finished round anew, the sheets with them; return how many rounds there are."""
    finished = Round.objects.exclude(finished_at=None).order_by("pk").values_list("pk", flat=True)
    for round_id in finished:
        project(round_id)
    return len(finished)


def log_of(played: Round, people: Mapping[int, int]) -> RoundLog:
    """Return the round as it stands in the database."""
    rows = played.events.order_by("n").values_list(*COLUMNS, "client")
    lines = [Line(event_of(*columns), json.loads(client or "{}")) for *columns, client in rows]
    return RoundLog(played.options, played.seats, played.seed, frozenset(people), lines)


def _players(table: Table) -> dict[int, int]:
    """Return the students by seat; who came to it in mid-round is the seat's player for the whole round."""
    return {seat.number: seat.player for seat in table.seats.all() if seat.player is not None}


def _rows(played: Round, players: Mapping[int, int]) -> tuple[type[Model], list[Any]]:
    """Return what is to be kept of the round, and where."""
    log = log_of(played, players)
    if played.table.game == nine_to_nothing.NAME:
        return Claim, [_claim(played, players, row) for row in claims.claims(log)]
    fold = practice.exposures if played.table.game == practice.GAME else exposures
    return Attempt, [_attempt(played, players, row) for row in fold(log)]


def _claim(played: Round, players: Mapping[int, int], row: claims.Claim) -> Claim:
    columns = {field.name: getattr(row, field.name) for field in fields(row)}
    checking = nine_to_nothing.Options.from_json(played.options).checking
    return Claim(round=played, player=players[row.seat], checking=checking, **columns)


def _attempt(played: Round, players: Mapping[int, int], row: Exposure) -> Attempt:
    columns = {field.name: getattr(row, field.name) for field in fields(row) if field.name not in _NOT_KEPT}
    corner, mode = played.options.get("corner", True), played.options.get("mode", "race")
    own = " ".join(sorted(played.options.get("own", {}).get(str(row.seat), {})))
    return Attempt(round=played, player=players[row.seat], corner=corner, mode=mode, own=own, **columns)


_NOT_KEPT = frozenset({"brought_by", "untimed"})
