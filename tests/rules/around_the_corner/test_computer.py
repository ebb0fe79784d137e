"""Computer players and simulated rounds (rules 1.8, measurement 6.1)."""

import random
from collections import Counter
from functools import reduce
from statistics import median

import pytest

from game.rules import around_the_corner as rules
from game.rules.around_the_corner.computer import EFFECT, think
from game.rules.around_the_corner.simulation import simulate
from game.rules.computer import LEVELS, NOTHING, SHIFT, Pace
from game.rules.contract import UNFINISHED, Move
from game.wire import frame_of
from tests.rules.around_the_corner.pictures import plays, table
from tests.rules.around_the_corner.rounds import OPTION_SETS

SURE = Pace(error_rate=0, miss_rate=0)


def thought(position, seat=0, pace=SURE, seed=1):
    return think(rules.view(position, seat), pace, random.Random(seed))


def many(position, pace, times=2000):
    dice = random.Random(7)
    return [think(rules.view(position, 0), pace, dice) for _ in range(times)]


FITS = table("pile 4±2\nseat 0  6±1 9±1 | 5±1\nseat 1  7±1 | 3±1")


def test_a_computer_plays_a_card_that_fits_on_the_top_it_saw():
    assert thought(FITS).move == plays(FITS, 0, "6±1")


def test_with_nothing_that_fits_it_draws_and_with_nothing_to_draw_it_waits():
    assert thought(table("pile 4±2\nseat 0  7±1 | 5±1\nseat 1  8±1 | 3±1")).move == Move("draw", 0)
    assert thought(table("pile 4±2\nseat 0  7±1 8±1\nseat 1  9±1 | 3±1")) == NOTHING


def test_its_last_card_goes_on_anything():
    position = table("pile 4±2\nseat 0  7±1\nseat 1  8±1 | 3±1")
    assert thought(position).move == plays(position, 0, "7±1")


@pytest.mark.parametrize(("turn", "move"), [("seat 0", Move("pass", 0)), ("seat 1", None)])
def test_in_turns_it_waits_for_its_own_and_passes(turn, move):
    text = "pile 4±2\nseat 0  7±1 8±1\nseat 1  9±1 10±1 | 3±1"
    text = "\n".join(line + "  turn" * line.startswith(turn) for line in text.splitlines())
    assert thought(table(text, mode="turns")).move == move


@pytest.mark.parametrize("phase", ["dealt", "standstill", "over"])
def test_it_does_nothing_while_nothing_can_be_done(phase):
    assert thought(table(f"{phase}\npile 4±2\nseat 0  6±1 9±1\nseat 1  7±1")) == NOTHING


def test_an_onlooker_thinks_nothing():
    assert think(rules.view(FITS, None), SURE, random.Random(1)) == NOTHING


@pytest.mark.parametrize(
    ("pile", "kind"),
    [("5±1", 1), ("8±2", 2), ("3±3", 3), ("5±3", 3), ("9±3", 0)],
)
def test_its_times_follow_the_model(pile, kind):
    """A hand with exactly one fitting card, so that the sum is known; 2 goes round the corner on 9 ±3."""
    card = {"5±1": "6±1", "8±2": "6±1", "3±3": "6±1", "5±3": "2±1", "9±3": "2±1"}[pile]
    times = [found.after_ms for found in many(table(f"pile {pile}\nseat 0  {card} 1±2\nseat 1  7±1"), SURE)]
    expected = SHIFT + SURE.median * 2.718281828 ** EFFECT[kind]
    assert min(times) > SHIFT * 1000
    assert median(times) / 1000 == pytest.approx(expected, rel=0.05)


def test_its_errors_come_at_its_rate_and_most_are_one_step_short():
    position = table("pile 4±3\nseat 0  7±1 6±1 8±1 4±1 10±1\nseat 1  7±2")
    pace = Pace(error_rate=0.3, miss_rate=0)
    numbers = Counter(rules.card(found.move.card).number for found in many(position, pace) if found.move)
    wrong = numbers.total() - numbers[7]
    assert wrong / numbers.total() == pytest.approx(0.31, abs=0.04)
    assert max((6, 8, 4, 10), key=lambda number: numbers[number]) == 6
    assert min(numbers.values()) > 0


def test_harder_sums_go_wrong_more_often():
    pace = Pace(error_rate=0.2, miss_rate=0)
    easy = many(table("pile 5±1\nseat 0  6±1 9±1\nseat 1  7±1"), pace)
    corner = many(table("pile 9±3\nseat 0  2±1 9±1\nseat 1  7±1"), pace)
    wrong = [
        sum(rules.card(found.move.card or 0).number == 9 for found in all_ if found.move) for all_ in (easy, corner)
    ]
    assert wrong[1] > 2 * wrong[0]


def test_some_overlook_a_card_and_draw():
    drew = [found.move == Move("draw", 0) for found in many(FITS, Pace(miss_rate=0.2, error_rate=0))]
    assert sum(drew) / len(drew) == pytest.approx(0.2, abs=0.03)


def test_levels_are_slower_or_faster_and_err_more_or_less():
    gentle, steady, quick = (LEVELS[name] for name in ("gentle", "steady", "quick"))
    assert gentle.median > steady.median > quick.median
    assert gentle.error_rate > steady.error_rate > quick.error_rate


@pytest.mark.parametrize("name", OPTION_SETS)
def test_a_simulated_round_is_a_log_that_the_rules_fold_to_its_end(name):
    options, seats, _ = OPTION_SETS[name]
    lines = simulate(options, [*LEVELS.values()][:seats] + [SURE] * (seats - 3), 11, 1_000_000)
    times = [event.at for event, _ in lines]
    assert times == sorted(times)
    assert times[0] == 1_003_500
    end = reduce(rules.apply, (event for event, _ in lines), rules.deal(options, seats, 11))
    assert rules.result(end) is not None
    assert min(end.left(seat) for seat in range(seats)) == 0 or lines[-1][0].kind in UNFINISHED


def test_the_same_arguments_give_the_same_round():
    assert simulate({}, [SURE, SURE], 3, 0) == simulate({}, [SURE, SURE], 3, 0)
    assert simulate({}, [SURE, SURE], 3, 0) != simulate({}, [SURE, SURE], 4, 0)


def test_what_a_simulated_browser_measured_passes_the_wire():
    for event, measured in simulate({}, [*LEVELS.values()], 5, 10**12):
        if event.seat is None:
            assert measured == {}
        else:
            assert frame_of({"t": "seen", **measured}).measured == measured


def test_a_simulated_browsers_clock_runs_like_the_servers():
    """A card that a play names is tapped at its paint plus the time since it, and judged always as long after."""
    painted: dict[tuple[int | None, int], int] = {}
    delays: dict[int | None, set[int]] = {0: set(), 1: set()}
    for event, measured in simulate({}, [SURE, SURE], 8, 10**12):
        painted.update({(event.seat, number): at for what, number, at in measured.get("s", ()) if what == "t"})
        if event.kind in ("played", "beaten"):
            delays[event.seat].add(event.at - painted[event.seat, event.top or 0] - measured["rtop"])
    assert [len(found) for found in delays.values()] == [1, 1]


def test_in_races_some_are_beaten_and_alone_nobody_is():
    race = Counter(event.kind for seed in range(5) for event, _ in simulate({}, [SURE] * 4, seed, 0))
    solo = Counter(event.kind for seed in range(5) for event, _ in simulate({"mode": "solo"}, [SURE], seed, 0))
    assert race["beaten"] > 20
    assert solo["beaten"] == 0


def test_a_sure_player_is_never_wrong():
    assert all(event.kind != "wrong" for event, _ in simulate({}, [SURE, SURE], 2, 0))


def test_countdown_and_standstill_last_as_long_as_they_are_told_to():
    lines = [event for event, _ in simulate({"corner": False}, [SURE] * 2, 1, 0, countdown=10, standstill=777)]
    assert lines[0].at == 10
    stills = [place for place, event in enumerate(lines) if event.kind == "standstill"]
    assert stills
    assert {lines[place + 1].at - lines[place].at for place in stills} == {777}
