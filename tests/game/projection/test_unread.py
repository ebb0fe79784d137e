"""A round that cannot be read takes no other round with it."""

import logging

import pytest

from game.log.codec import COLUMNS, columns_of
from game.models import Attempt, Round, Table
from game.projection import project
from tests.game.projection.conftest import finished_round
from tests.game.scripts import random_round

pytestmark = pytest.mark.django_db


def broken(played: Round) -> Round:
    """Put an impossible entry at its beginning."""
    played.events.filter(n=1).update(kind="played", seat=1, card=999)
    return played


@pytest.mark.parametrize("wrong", [lambda: broken(finished_round()), lambda: finished_round("a_game_of_old")])
def test_the_others_are_read_and_it_is_said_which_could_not_be(wrong, caplog):
    bad, good = wrong(), finished_round()
    assert project.catch_up(Table.objects.all()) == [bad.pk]
    assert list(project.unread(Table.objects.all())) == [bad]
    assert set(Attempt.objects.values_list("round", flat=True)) == {good.pk}
    assert f"round {bad.pk} could" in caplog.text


def test_a_round_that_can_be_read_again_is_no_longer_missing():
    played = broken(finished_round())
    line = played.events.get(n=1)
    assert project.catch_up(Table.objects.all()) == [played.pk]
    script = random_round(3, 2)
    played.events.filter(pk=line.pk).update(**dict(zip(COLUMNS, columns_of(script.entries[0].event), strict=True)))
    assert project.catch_up(Table.objects.all()) == []
    assert Attempt.objects.filter(round=played).exists()


def test_its_fault_is_shown_once(caplog):
    played = broken(finished_round())
    caplog.set_level(logging.WARNING)
    for _ in range(3):
        project.catch_up(Table.objects.all())
    ours = [record for record in caplog.records if record.name == project.__name__]
    assert sum(record.exc_info is not None for record in ours) <= 1
    assert len(ours) == 3
    assert str(played.pk) in caplog.text


def test_reading_everything_again_goes_on_behind_it():
    broken(finished_round())
    finished_round()
    assert project.reproject() == 1
