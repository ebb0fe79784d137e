"""Computer players of Nine to Nothing at their levels, and simulated rounds."""

import random
from collections import Counter
from functools import reduce

import pytest

from game.rules import nine_to_nothing as rules
from game.rules.computer import LEVELS, NOTHING, Pace
from game.rules.contract import Move
from game.rules.nine_to_nothing.computer import COURTESY_MS, skill_of, think
from game.rules.nine_to_nothing.diagnosis import NineCode, codes
from game.rules.nine_to_nothing.simulation import simulate
from game.wire import frame_of
from tests.rules.nine_to_nothing.pictures import face, lays, play, table

SURE = Pace(error_rate=0, miss_rate=0)
CLASSMATES = {"checking": "classmates"}
TABLE = """
    turn 0 lay
    draw     +1 -3 +8
    discard  +4
    seat 0   +6 -2 +5 ± -4 +9 +1 -7
    seat 1   -7 +1 +2
"""
WRONG = "turn 0 lay\ndraw +1\ndiscard +4\nseat 0 +9 +1 | 9? +6 +5\nseat 1 -7 +1\nseat 2 +2"


def thought(position, seat=0, pace=SURE, seed=1):
    return think(rules.view(position, seat), pace, random.Random(seed))


def test_a_sure_one_lays_the_longest_it_can_add_up():
    move = thought(table(TABLE)).move
    assert (move.kind, rules.total(move.cards)) == ("lay", 9)
    assert len(rules.terms(move.cards)) <= skill_of(SURE).terms


def test_better_levels_add_up_more_cards_attend_more_and_err_less():
    skills = [skill_of(LEVELS[name]) for name in ("gentle", "steady", "quick")]
    assert [skill.terms for skill in skills] == [3, 4, 5]
    assert skills == sorted(skills, key=lambda skill: skill.attention)


def test_with_nothing_to_lay_it_discards_and_keeps_its_sign_changes():
    move = thought(table("turn 0 lay\ndraw +1\ndiscard +4\nseat 0 ± -3 ± -2\nseat 1 +2")).move
    assert (move.kind, face(move.card)) == ("discard", "-3")
    only = thought(table("turn 0 lay\ndraw +1\ndiscard +4\nseat 0 ±\nseat 1 +2")).move
    assert only.kind == "discard"


def test_no_level_throws_a_sign_change_away_while_it_has_number_cards():
    position = table("turn 0 lay\ndraw +1\ndiscard +4\nseat 0 ± -3 ± -2\nseat 1 +2")
    thrown = {thought(position, 0, Pace(error_rate=0.2, miss_rate=1), seed).move.card for seed in range(60)}
    assert {face(card) for card in thrown} == {"-3", "-2"}


def test_it_overlooks_its_share_of_the_sums_and_the_longer_they_are_the_more_go_wrong():
    moves = [thought(table(TABLE), 0, Pace(error_rate=0, miss_rate=0.3), seed).move for seed in range(400)]
    assert sum(move.kind == "discard" for move in moves) / 400 == pytest.approx(0.3, abs=0.08)
    short, long = (
        wrong_of(table(f"turn 0 lay\ndraw +1\ndiscard +4\nseat 0 {hand}\nseat 1 +2"), Pace(error_rate=0.1, miss_rate=0))
        for hand in ("+4 +5 +6 -8", "+1 +2 +2 +4 +5 -8")
    )
    assert 0 < short < long / 1.5
    assert wrong_of(table(TABLE), Pace(error_rate=1, miss_rate=0)) == 1


def wrong_of(position, pace):
    """Return the share of the sums laid that are wrong."""
    laid = [move.cards for seed in range(600) if (move := thought(position, 0, pace, seed).move).kind == "lay"]
    return sum(rules.total(cards) != 9 for cards in laid) / len(laid)


def test_it_takes_from_the_discard_pile_what_makes_a_lay():
    wanted = table("turn 0 draw\ndraw +1\ndiscard +4\nseat 0 +5 -1 -1 -1 -1 -1 -1\nseat 1 +2")
    useless = table("turn 0 draw\ndraw +1\ndiscard -8\nseat 0 +5 -1 -1 -1 -1 -1 -1\nseat 1 +2")
    assert (thought(wanted).move.kind, thought(useless).move.kind) == ("take", "draw")
    change = table("turn 0 draw\ndraw +1\ndiscard ±\nseat 0 -1 -1 -1 -1 -1 -1 -1\nseat 1 +2")
    two = table("turn 0 draw\ndraw +1 +1\ndiscard -8 +4\nseat 0 +5 -1 -1 -1 -1\nseat 1 +2")
    assert (thought(change).move.kind, thought(two).move.kind) == ("take", "draw")


@pytest.mark.parametrize("stage", ["lay", "draw", "penalty"])
def test_it_waits_for_its_turn(stage):
    assert thought(table(TABLE.replace("lay", stage)), seat=1) == NOTHING


def test_an_onlooker_thinks_nothing():
    assert think(rules.view(table(TABLE), None), SURE, random.Random(1)) == NOTHING


def test_caught_it_discards():
    caught = play(table(WRONG, **CLASSMATES), Move("check", 1, top=1))
    assert thought(caught).move.kind == "discard"


def test_a_sure_one_checks_what_is_wrong_and_leaves_what_is_right():
    right = table(WRONG.replace("+6 +5", "+6 +3"), **CLASSMATES)
    assert thought(table(WRONG, **CLASSMATES), seat=2).move == Move("check", 2, top=1)
    assert thought(right, seat=2) == NOTHING


def test_each_level_sees_its_share_of_the_mistakes_and_doubts_some_that_are_right():
    seen = {name: checks(LEVELS[name], "-5") for name in LEVELS}
    doubted = {name: checks(LEVELS[name], "+5") for name in LEVELS}
    assert seen["gentle"] < seen["steady"] < seen["quick"] < 1
    assert 0 < doubted["gentle"] < 0.15
    assert doubted["quick"] < 0.05


def test_it_looks_half_as_sharply_at_its_own_sums_and_takes_back_none_that_is_right():
    for pace in LEVELS.values():
        assert checks(pace, "-5", seat=0) == pytest.approx(checks(pace, "-5") / 2, abs=0.1)
        assert checks(pace, "+5", seat=0) == 0


def checks(pace, fifth, seat=1):
    """Return the share of many different lays of seat 0 that it checks, or takes back: [+4 +5] and the like, all right
    or all wrong."""
    found = 0
    for first in range(300):
        position = table(f"turn 0 draw\ndraw +1\ndiscard +4\nseat 0 +9 | 9? +4 {fifth}\nseat 1 +1", **CLASSMATES)
        lay = position.laid[0][0]._replace(number=first + 1)
        position = position._replace(laid=((lay,), ()), open_lays=(first + 1,), lays=999)
        found += thought(position, seat, pace).move == Move("check" if seat else "mistake", seat, top=first + 1)
    return found / 300


def test_a_computer_looks_at_a_lay_once_however_often_it_thinks():
    pace = LEVELS["gentle"]
    found = {thought(table(WRONG, **CLASSMATES), 1, pace, seed).move is None for seed in range(40)}
    assert len(found) == 1


def test_it_lets_the_others_look_at_a_lay_before_it_draws():
    position = table("turn 1 draw\ndraw +1 +2\ndiscard +4\nseat 0 +9 | 9? +4 +5\nseat 1 +1", **CLASSMATES)
    assert thought(position, 1).after_ms >= COURTESY_MS
    assert thought(table("turn 1 draw\ndraw +1 +2\ndiscard +4\nseat 0 +9 | 9: +4 +5\nseat 1 +1"), 1).after_ms < 3000


def test_the_gentle_one_errs_as_children_do():
    position, dice = table(TABLE, **CLASSMATES), random.Random(5)
    moves = [think(rules.view(position, 0), LEVELS["gentle"], dice).move for _ in range(2000)]
    laid = [rules.terms(move.cards) for move in moves if move and move.kind == "lay"]
    labels = Counter(code for terms in laid for code in codes(terms, 9) if code is not NineCode.CORRECT)
    wrong = sum(codes(terms, 9)[0] is not NineCode.CORRECT for terms in laid)
    assert wrong / len(laid) == pytest.approx(LEVELS["gentle"].error_rate, abs=0.03)
    assert labels[NineCode.OTHER] == 0
    assert {code for code, _ in labels.most_common(3)} <= {
        NineCode.SIGN_FLIP, NineCode.OFF_BY_ONE, NineCode.IGNORED_SIGNS, NineCode.CARD_NOT_COUNTED
    }  # fmt: skip


def test_where_no_sum_can_be_made_it_takes_a_wrong_one_for_right_once_in_a_while():
    position, dice = table("turn 0 lay\ndraw +1\ndiscard +4\nseat 0 +3 +2 +1 -4 -2\nseat 1 -7"), random.Random(5)
    moves = [think(rules.view(position, 0), LEVELS["gentle"], dice).move for _ in range(2000)]
    assert 0 < sum(move.kind == "lay" for move in moves) / 2000 < LEVELS["gentle"].error_rate / 5


def test_who_is_content_with_a_zero_says_ok():
    rungs = " | ".join(f"{target}: " for target in range(9, 0, -1))
    position = table(f"turn 0 closing\ndraw +1\ndiscard +4\nseat 0 +9 | {rungs} | 0? +6 -6\nseat 1 -7", **CLASSMATES)
    assert thought(position, 1).move == Move("ok", 1)


@pytest.mark.parametrize("options", [{}, CLASSMATES], ids=["referee", "classmates"])
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_simulated_rounds_are_logs_that_the_rules_fold_to_their_end(options, seats):
    kinds: Counter[str] = Counter()
    for seed in range(15):
        lines = simulate(options, [*LEVELS.values(), SURE][:seats], seed, 1_000_000)
        times = [event.at for event, _ in lines]
        assert times == sorted(times)
        end = reduce(rules.apply, (event for event, _ in lines), rules.deal(options, seats, seed))
        assert rules.result(end) is not None
        kinds.update(event.kind for event, _ in lines)
    assert kinds["finished"] >= 13
    assert (kinds["caught"] > 1) == (seats > 1 and bool(options))


def test_the_same_arguments_give_the_same_round():
    assert simulate({}, [SURE, SURE], 3, 0) == simulate({}, [SURE, SURE], 3, 0)


def test_what_a_simulated_browser_measured_passes_the_wire():
    for event, measured in simulate(CLASSMATES, [*LEVELS.values()], 5, 10**12):
        if event.seat is None or event.kind == "finished":
            assert measured == {}
        else:
            assert frame_of({"t": "seen", **measured}).measured == measured


def test_a_sure_player_is_never_wrong():
    assert all(event.kind != "wrong" for event, _ in simulate({}, [SURE, SURE], 2, 0))


def test_a_wrong_lay_of_the_referees_is_seen_by_nobody_else():
    position = table(TABLE)
    assert rules.judge(position, lays(position, 0, "+6 +5")).kind in rules.OWN_BUSINESS
