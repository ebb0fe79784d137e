"""What is kept of the exposures of a round."""

import pytest

from game.log.codec import COLUMNS, columns_of
from game.models import Attempt, Event, Round, Seat, Table
from game.projection.project import project
from game.rules import around_the_corner as rules
from tests.game.scripts import random_round


@pytest.mark.django_db
def test_projecting_twice_leaves_the_same_attempts():
    script = random_round(3, 2)
    table = Table.objects.create(game=rules.NAME, options=script.options)
    Seat.objects.create(table=table, number=0, player=501, name="Ana")
    Seat.objects.create(table=table, number=1, name="Computer", computer="steady")
    played = Round.objects.create(table=table, seed=script.seed, seats=2, options=script.options)
    Event.objects.bulk_create(
        Event(round=played, n=n, **dict(zip(COLUMNS, columns_of(line.event), strict=True)))
        for n, line in enumerate(script.lines, 1)
    )
    written = project(played.pk)
    once = list(Attempt.objects.values_list("seat", "player", "top", "ending", "milliseconds", "played"))
    assert written == len(once) > 20
    assert {(row[0], row[1]) for row in once} == {(0, 501)}
    assert project(played.pk) == written
    assert list(Attempt.objects.values_list("seat", "player", "top", "ending", "milliseconds", "played")) == once
