"""Every reason for which a move is refused has a sentence, in every game."""

import re
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings

from game import catalogue
from game.around_the_corner.words import how_turn_ended
from game.rules.contract import TIME_UP
from game.screens import sentences

GAMES = sorted(catalogue.CATALOGUE.games)
SOURCES = set((settings.BASE_DIR / "game").rglob("*.py"))
NEEDS_A_TABLE = {"not_your_turn", "wrong", "beaten"}
"""Their sentences name a player or a card."""
NOT_SPELLED_OUT = {"around_the_corner": {"standstill", "not_drawn"}}
"""Reasons that the rules put together."""
OF_EVERY_TABLE = {"before_go", "malformed", "not_your_table", "too_many", "already_ready", "not_your_card"}


def reasons(paths: Iterable[Path]) -> set[str]:
    """The words of the refusals in these sources."""
    return {reason for path in paths for reason in re.findall(r'Refused\(\s*"(\w+)"', path.read_text())}


def of_game(game: str) -> set[Path]:
    return {path for path in SOURCES if game in path.parts}


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_of_the_rules_has_a_sentence(game):
    shared = SOURCES - set().union(*map(of_game, GAMES))
    asked = reasons(shared | of_game(game)) | OF_EVERY_TABLE | NOT_SPELLED_OUT.get(game, set())
    assert "over" in reasons(of_game(game))
    table = SimpleNamespace(language="en")
    said = {reason: catalogue.of(game).refusal(reason, table, 0) for reason in asked - NEEDS_A_TABLE}
    unsaid = sentences.refusal("no such reason", "en")
    assert [reason for reason, sentence in said.items() if sentence == unsaid] == []


def test_who_has_to_wait_is_told_for_whom():
    assert sentences.not_your_turn("Maya") == "Wait for Maya."
    assert sentences.not_your_turn("Amara O.") == "Wait for Amara O."


def test_who_was_timed_out_is_told_with_one_full_stop():
    table = SimpleNamespace(turned=(1, TIME_UP), seat=0, names=["Ana", "Amara O."])
    assert how_turn_ended(table) == "Time was up for Amara O."
