"""What is kept of the exposures of a round."""

import json

import pytest
from django.db.models import Max

from game import catalogue
from game.around_the_corner.presentation import AroundTheCorner
from game.models import AnswerSheet, Attempt, Event, Seat
from game.projection.project import project
from tests.game.projection.conftest import finished_round


@pytest.mark.django_db
def test_projecting_twice_leaves_the_same_attempts():
    played = finished_round()
    written = project(played.pk)
    once = list(Attempt.objects.values_list("seat", "player", "top", "ending", "milliseconds", "played"))
    assert written == len(once) > 20
    assert {(row[0], row[1]) for row in once} == {(0, 501)}
    assert project(played.pk) == written
    assert list(Attempt.objects.values_list("seat", "player", "top", "ending", "milliseconds", "played")) == once


class Meanwhile(AroundTheCorner):
    """The game, where the student gets another number while the log is read: None if it is forgotten."""

    def __init__(self, player: int | None) -> None:
        self.player = player

    def evidence(self, log):
        Seat.objects.filter(player=501).update(player=self.player)
        return super().evidence(log)


@pytest.mark.django_db
@pytest.mark.parametrize("player", [None, 502])
def test_a_student_who_is_forgotten_or_merged_while_the_log_is_read_gets_no_evidence(player, monkeypatch):
    played = finished_round()
    monkeypatch.setattr(catalogue, "CATALOGUE", catalogue.Presentations.of([Meanwhile(player)], {}))
    written = project(played.pk)
    assert (written > 20) == (player == 502)
    for kind in (Attempt, AnswerSheet):
        assert set(kind.objects.values_list("player", flat=True)) == {player} - {None}


@pytest.mark.django_db
def test_a_time_that_is_too_long_for_its_column_does_not_keep_the_round_out_of_the_reports():
    """PostgreSQL refuses a row with such a time, and all the others of its round with it."""
    played = finished_round()
    for event in played.events.filter(seat=0, kind="played"):
        measured = {"p": 1, "rtop": 2**53 - 1, "s": [["t", event.top, 5], ["x", 0, 10]], "by": "touch", "vis": "v"}
        Event.objects.filter(pk=event.pk).update(client=json.dumps(measured))
    assert project(played.pk) > 20
    longest = Attempt.objects.aggregate(shown=Max("milliseconds"), hidden=Max("hidden_ms"))
    assert longest == {"shown": 2**31 - 1, "hidden": 2**31 - 1}
