"""A game that no file of ours names keeps the laws, is recorded, simulated, and understood by wire and table."""

from functools import reduce
from pathlib import Path

import pytest

from game import rules
from game.log import table_state
from game.rules import Event, UnknownKindError
from game.rules.computer import LEVELS
from game.rules.simulation import PlainRound
from game.wire import BadFrame, read_frame
from tests.rules import laws
from tests.rules.recordings import recorded, replayed, tapes_of
from tests.third_game import rules as third_rules
from tests.third_game.played import OPTION_SETS, PLAYED

every_option_set = pytest.mark.parametrize("name", OPTION_SETS)


def test_its_rules_have_at_most_80_lines():
    source = Path(third_rules.__file__).read_text()
    assert len([line for line in source.splitlines() if line.strip()]) <= 80


@every_option_set
def test_it_keeps_the_laws_of_every_game(name):
    reasons = set()
    for seed in range(60):
        laws.assert_round_keeps_the_laws(PLAYED, name, seed)
        laws.assert_views_hide(PLAYED, name, seed)
        laws.assert_offered_moves_are_taken(PLAYED, name, seed)
        reasons |= laws.assert_refusals_change_nothing(PLAYED, name, seed)
    assert {"unknown_move", "not_your_turn", "not_your_card", "wrong"} <= reasons


def test_its_rounds_are_replayed_as_they_were_recorded():
    for tape in tapes_of(PLAYED):
        assert replayed(tape, recorded(tape)) == recorded(tape)


def test_computers_play_it_to_its_end_with_any_move_that_is_allowed(third_game):
    for seed in range(20):
        lines = list(PlainRound(third_game, {}, [LEVELS["quick"]] * 3, seed, 1_000_000).run())
        end = reduce(third_game.apply, (event for event, _ in lines), third_game.deal({}, 3, seed))
        assert min(third_game.result(end).places) == 1


def test_the_wire_and_the_table_know_its_kinds_as_soon_as_it_is_in_the_catalogue(third_game):
    assert rules.game("match_it") is third_game
    assert read_frame('{"t": "play", "aid": "a", "id": "c7", "seq": 3}').card == 7
    with pytest.raises(BadFrame):
        read_frame('{"t": "play", "aid": "a"}')
    ready = table_state.TableState(ready=frozenset({0}), turn_ended=(1, "passed"))
    over = table_state.apply(ready, Event("matched"))
    assert (over.ready, over.turn_ended) == (frozenset(), None)
    assert table_state.apply(ready, Event("played", 0, 7)).turn_ended is None


def test_without_the_catalogue_its_kinds_are_nobodys():
    with pytest.raises(UnknownKindError):
        table_state.apply(table_state.TableState(), Event("matched"))
