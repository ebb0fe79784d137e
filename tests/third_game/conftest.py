"""A third game in the catalogue, for as long as a test, or a fixture of several, runs."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from game import catalogue
from game.rules import Game
from tests.classroom.conftest import a_fresh_process as a_fresh_process
from tests.third_game.presentation import MatchIt


@contextmanager
def in_the_catalogue() -> Iterator[Game]:
    before = catalogue.CATALOGUE
    catalogue.use(before.plus(MatchIt()))
    yield MatchIt.rules
    catalogue.use(before)


@pytest.fixture
def third_game() -> Iterator[Game]:
    with in_the_catalogue() as game:
        yield game
