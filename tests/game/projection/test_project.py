"""What is kept of the exposures of a round."""

import pytest

from game.models import Attempt
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
