"""A third game in the catalogue, for as long as a test, or a fixture of several, runs."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from game.rules import Game
from tests.classroom.conftest import a_fresh_process as a_fresh_process
from tests.third_game.added import added
from tests.third_game.presentation import MatchIt


@contextmanager
def in_the_catalogue() -> Iterator[Game]:
    with added(MatchIt()):
        yield MatchIt.rules


@pytest.fixture
def third_game() -> Iterator[Game]:
    with in_the_catalogue() as game:
        yield game
