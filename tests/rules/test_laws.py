"""Every game keeps the laws, in every set of options: 60 rounds of each in `make test`, ROUNDS in `make compare`."""

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules import GAMES
from tests.rules import laws
from tests.rules.played import PLAYED

SEEDS = st.integers(0, 2**62)
CASES = [(played, name) for played in PLAYED for name in played.rounds.OPTION_SETS]

every_option_set = pytest.mark.parametrize(
    ("played", "name"), CASES, ids=[f"{played.rules.NAME}-{name}" for played, name in CASES]
)


def test_every_game_of_the_catalogue_is_played_by_the_laws():
    assert tuple(played.rules for played in PLAYED) == GAMES


@every_option_set
@settings(max_examples=int(os.environ.get("ROUNDS", "60")))
@given(seed=SEEDS)
def test_every_round_keeps_the_laws_and_comes_to_an_end(played, name, seed):
    laws.assert_round_keeps_the_laws(played, name, seed)


@every_option_set
@settings(max_examples=8)
@given(seed=SEEDS)
def test_a_view_holds_no_card_its_seat_may_not_see(played, name, seed):
    laws.assert_views_hide(played, name, seed)


@every_option_set
@settings(max_examples=6)
@given(seed=SEEDS)
def test_the_moves_that_are_offered_are_those_that_are_taken(played, name, seed):
    laws.assert_offered_moves_are_taken(played, name, seed)


@every_option_set
def test_a_refused_move_raises_and_leaves_the_position_alone(played, name):
    reasons = set().union(*(laws.assert_refusals_change_nothing(played, name, seed) for seed in range(5, 9)))
    assert {"unknown_move", "no_such_seat"} < reasons
