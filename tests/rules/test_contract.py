"""One contract for every game: what holds for any of them, without knowing its rules."""

import random
from contextlib import suppress
from functools import reduce
from statistics import median
from types import SimpleNamespace

import pytest

from game import rules as catalogue
from game.log import table_state
from game.rules import GAMES, Carries, Catalogue, Event, Move, UnknownKindError, game
from game.rules.computer import LEVELS, NOTHING, SHIFT, think
from game.rules.contract import HELD, RESUMED, STOPPED, TABLE_EVENTS, Refused
from game.rules.simulation import PlainRound
from game.wire import BadFrame, read_frame

every_game = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.NAME)


def played(rules, options, seats, seed):
    """Play moves that `moves` offers, at random, to the end; return the position and the log."""
    dice, position, log = random.Random(seed), rules.deal(options, seats, seed), []
    for at in range(0, 10_000_000, 1000):
        if position.phase == "over":
            return position, log
        if position.phase != "playing":
            event = rules.resume(position, at)
        elif not (event := rules.due(position, at)):
            offered = [move for seat in range(seats) for move in rules.moves(position, seat)]
            event = rules.judge(position, _preferred(offered, dice)._replace(at=at))
        log.append(event)
        position = rules.apply(position, event)
    raise AssertionError("it never ends")


def _preferred(offered, dice):
    laying = [move for move in offered if move.kind in ("play", "lay")]
    return dice.choice(laying or offered)


def test_a_game_is_found_by_its_name():
    assert [game(rules.NAME) for rules in GAMES] == list(GAMES)
    with pytest.raises(KeyError):
        game("chess")


def toy(name, **moves):
    """As much of a game as its catalogue reads."""
    nothing = frozenset()
    return SimpleNamespace(NAME=name, VERSION=1, MOVES=moves, EVENTS=nothing, PLACED=nothing, ENDS=nothing)


def test_a_name_and_a_kind_of_move_mean_one_thing_in_all_games():
    first, other = toy("a", play=Carries.CARD), toy("b", play=Carries.NUMBER)
    assert Catalogue.of(first).moves == {"play": Carries.CARD}
    with pytest.raises(ValueError, match="taken: a, b"):
        Catalogue.of(first, other)
    with pytest.raises(ValueError, match="taken: a, a"):
        Catalogue.of(first, first)


def test_another_catalogue_is_asked_at_once(monkeypatch):
    third = toy("third", knock=Carries.NOTHING)
    with pytest.raises(BadFrame):
        read_frame('{"t": "knock", "aid": "a"}')
    monkeypatch.setattr(catalogue, "CATALOGUE", Catalogue.of(*GAMES, third))
    assert game("third") is third
    assert read_frame('{"t": "knock", "aid": "a"}').kind == "knock"


@every_game
def test_the_kinds_a_game_names_are_its_own(rules):
    for named in (rules.PLACED, rules.TRIED, rules.ENDS, rules.NOT_DONE, rules.OWN_BUSINESS):
        assert named <= rules.EVENTS
    assert not rules.PLACED & rules.NOT_DONE
    assert {HELD, RESUMED, STOPPED} <= rules.EVENTS


@every_game
def test_every_kind_of_the_wire_is_judged_or_refused(rules):
    position = rules.apply(rules.deal({}, 2, 9), rules.resume(rules.deal({}, 2, 9), 0))
    for kind in rules.MOVES:
        with suppress(Refused):
            assert rules.judge(position, Move(kind, 0)).kind in rules.EVENTS


@every_game
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_round_of_offered_moves_ends_with_a_place_for_everybody_and_its_log_folds_to_it(rules, seats):
    for seed in range(3):
        position, log = played(rules, {}, seats, seed)
        result = rules.result(position)
        assert (len(result.places), min(result.places)) == (seats, 1)
        assert reduce(rules.apply, log, rules.deal({}, seats, seed)) == position


@every_game
def test_the_same_seed_deals_the_same_position_and_the_dealt_one_offers_nothing(rules):
    assert rules.deal({}, 2, 9) == rules.deal({}, 2, 9)
    assert rules.moves(rules.deal({}, 2, 9), 0) == ()
    assert rules.result(rules.deal({}, 2, 9)) is None


@every_game
def test_a_strange_move_a_strange_seat_and_a_round_that_is_over_are_refused(rules):
    position = rules.apply(rules.deal({}, 2, 9), rules.resume(rules.deal({}, 2, 9), 0))
    over = rules.apply(position, rules.judge(position, Move("stop", 0)))
    known = next(iter(rules.MOVES))
    for reason, at, move in (
        ("unknown_move", position, Move("fly", 0)),
        ("no_such_seat", position, Move(known, 2)),
        ("over", over, Move(known, 0)),
    ):
        with pytest.raises(Refused, match=reason):
            rules.judge(at, move)


@every_game
@pytest.mark.parametrize("kind", sorted(TABLE_EVENTS))
def test_an_event_of_the_table_changes_no_position(rules, kind):
    position = rules.deal({}, 2, 9)
    assert rules.apply(position, Event(kind, 0)) == position


@every_game
def test_an_event_that_nobody_knows_is_an_error_and_not_nothing(rules):
    position = rules.deal({}, 2, 9)
    for fold, state in ((rules.apply, position), (table_state.apply, table_state.TableState())):
        with pytest.raises(UnknownKindError, match="no such kind of event: flew"):
            fold(state, Event("flew", 0))


@every_game
def test_a_table_follows_every_kind_of_event_of_every_game(rules):
    for kind in rules.EVENTS | TABLE_EVENTS:
        assert isinstance(table_state.apply(table_state.TableState(), Event(kind, 0)), table_state.TableState)
    for kind in rules.ENDS:
        assert not table_state.apply(table_state.TableState(ready=frozenset({0})), Event(kind)).ready


@every_game
def test_a_stranger_sees_nothing_and_an_onlooker_no_hand(rules):
    position = rules.deal({}, 2, 9)
    assert getattr(rules.view(position, None), "hand", ()) == ()
    for stranger in (-1, 2):
        with pytest.raises(IndexError):
            rules.view(position, stranger)


@every_game
def test_a_computer_waits_until_there_is_something_to_do(rules):
    thought = rules.think(rules.view(rules.deal({}, 2, 9), 0), LEVELS["quick"], random.Random(1))
    assert thought.move is None


@every_game
def test_a_round_of_computers_is_played_to_its_end_without_a_simulation_of_the_game(rules):
    lines = [list(PlainRound(rules, {}, [LEVELS["quick"]] * 2, 5, 1_000_000).run()) for _ in range(2)]
    assert lines[0] == lines[1]
    assert lines[0][0][0].kind == "go"
    assert lines[0][-1][0].kind in rules.ENDS
    position = reduce(rules.apply, (event for event, _ in lines[0]), rules.deal({}, 2, 5))
    assert rules.result(position) is not None


def test_a_game_without_a_computer_of_its_own_plays_any_move_that_is_allowed():
    offered = (Move("draw", 1), Move("pass", 1))
    thoughts = [think(SimpleNamespace(moves=offered), LEVELS["quick"], random.Random(seed)) for seed in range(60)]
    assert {thought.move for thought in thoughts} == set(offered)
    assert 900 < median(thought.after_ms for thought in thoughts) - 1000 * SHIFT < 2100
    assert think(SimpleNamespace(moves=()), LEVELS["quick"], random.Random(1)) == NOTHING
