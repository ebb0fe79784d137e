"""Rounds for the projection."""

from game.log.codec import COLUMNS, columns_of
from game.models import Event, Round, Seat, Table
from game.rules import around_the_corner as rules
from tests.game.scripts import random_round


def finished_round(game: str = rules.NAME) -> Round:
    """Return a round of student 501 and a computer, played to its end and not projected."""
    script = random_round(3, 2)
    table = Table.objects.create(game=game, options=script.options)
    Seat.objects.create(table=table, number=0, player=501, name="Ana")
    Seat.objects.create(table=table, number=1, name="Computer", computer="steady")
    played = Round.objects.create(table=table, seed=script.seed, seats=2, options=script.options)
    Event.objects.bulk_create(
        Event(round=played, n=n, **dict(zip(COLUMNS, columns_of(line.event), strict=True)))
        for n, line in enumerate(script.entries, 1)
    )
    Round.objects.filter(pk=played.pk).update(finished_at="2026-11-20T10:00Z")
    return played
