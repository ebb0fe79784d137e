"""Laying tables: the rows behind them. Live play is in `live`, the log in `journal`."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from game.models import Round, Seat, Table


@transaction.atomic
def lay_table(*, game: str, number: int, options: Mapping[str, Any], players: Sequence[tuple[int, str]]) -> Table:
    """Lay a table for these (player, name) pairs, seated in the order given, and deal its first round."""
    table = Table.objects.create(game=game, number=number, options=dict(options))
    Seat.objects.bulk_create(
        Seat(table=table, number=place, player=player, name=name) for place, (player, name) in enumerate(players)
    )
    deal_round(table, number=1, seats=len(players))
    return table


def deal_round(table: Table, *, number: int, seats: int) -> Round:
    """Deal the next round; the seed is the only chance in it and nobody is told before the round is over."""
    return Round.objects.create(
        table=table, number=number, seats=seats, options=table.options, seed=secrets.randbits(62)
    )


def close_table(table: Table) -> None:
    """No more rounds are dealt at this table."""
    Table.objects.filter(pk=table.pk, closed_at=None).update(closed_at=timezone.now())
