"""A third game in the catalogue of rules, for as long as a test runs."""

import pytest

from game import rules
from game.rules import GAMES, Catalogue
from tests.third_game.played import GAME


@pytest.fixture
def third_game(monkeypatch):
    monkeypatch.setattr(rules, "CATALOGUE", Catalogue.of(*GAMES, GAME))
    return GAME
