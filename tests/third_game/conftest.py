"""A third game in the catalogue, for as long as a test runs."""

from collections.abc import Iterator

import pytest

from game import catalogue
from game.rules import Game
from tests.classroom.conftest import a_fresh_process as a_fresh_process
from tests.third_game.presentation import MatchIt


@pytest.fixture
def third_game() -> Iterator[Game]:
    before = catalogue.CATALOGUE
    catalogue.use(before.plus(MatchIt()))
    yield MatchIt.rules
    catalogue.use(before)
