"""A third game in the catalogue, for as long as a test runs."""

from collections.abc import Iterator
from typing import Any

import pytest

from game import catalogue
from game.rules import Game
from tests.classroom.conftest import a_fresh_process as a_fresh_process
from tests.third_game.presentation import TEMPLATES, MatchIt


@pytest.fixture
def third_game(settings: Any) -> Iterator[Game]:
    usual, *others = settings.TEMPLATES
    settings.TEMPLATES = [usual | {"DIRS": [*usual["DIRS"], TEMPLATES]}, *others]
    before = catalogue.CATALOGUE
    catalogue.use(before.plus(MatchIt()))
    yield MatchIt.rules
    catalogue.use(before)
