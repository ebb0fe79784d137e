"""One key in a race: what it takes is taken off, and the others' cards wait for it (rules 1.12)."""

import asyncio

import pytest

from game.log.codec import First, first_of
from game.rules import around_the_corner as rules
from game.rules.scanning import CLICK_MS, FEW, LONGEST_MS, Motor, Presses, Resting
from tests.game.live.contest.racing import ANAS, Raced, is_held, plays

ONE_KEY = {"own": {"1": {"scan": 1000, "press": 350}}}
"""Ben's."""


def bens(raced: Raced) -> Motor:
    return rules.motors(raced.table.round.position)[1]


@pytest.fixture
async def by_key(race_of) -> Raced:
    return await race_of(net=(5, 5), **ONE_KEY)


async def test_the_card_of_one_key_is_first_though_it_comes_seconds_later(by_key):
    _table, ana, ben, later = by_key
    motor = bens(by_key).takes()
    ana_plays = await plays(ana, 983)
    assert is_held(ana_plays)
    later(motor - 200)
    ben_plays = await plays(ben, 983 + motor - 200)
    assert (await ben_plays).ok
    assert (await ana_plays).why == "beaten"
    (_begun, won) = await by_key.entries("played")
    assert first_of(won.measured.measured) == First(1000 - 200 - ANAS, ANAS, 0, motor)


async def test_the_others_wait_no_longer_than_it_takes(by_key):
    table, ana, _ben, later = by_key
    motor = bens(by_key).takes()
    ana_plays = await plays(ana, 983)
    later(motor + 100)
    table.moves.contest.look()
    assert (await asyncio.wait_for(ana_plays, motor / 1000)).ok
    assert motor <= LONGEST_MS


async def test_what_resting_takes_is_taken_off_and_waited_for(race_of):
    raced = await race_of(net=(5, 5), own={"1": {"dwell": 1000}})
    _table, ana, ben, later = raced
    motor = bens(raced).takes()
    assert motor > 1000 - CLICK_MS
    ana_plays = await plays(ana, 983)
    assert is_held(ana_plays)
    later(motor - 200)
    assert (await (await plays(ben, 983 + motor - 200, lit=1000))).ok
    assert (await ana_plays).why == "beaten"


@pytest.mark.parametrize("lit", [{"lit": 50}, {}], ids=["a click", "a key, of which no page says how long it took"])
async def test_of_what_was_not_rested_on_nothing_is_taken_off(race_of, lit):
    raced = await race_of(net=(5, 5), own={"1": {"dwell": 1000}})
    _table, ana, ben, later = raced
    ana_plays = await plays(ana, 983)
    later(300)
    ben_plays = await plays(ben, 983 + 300, **lit)
    assert (await ana_plays).ok
    assert (await ben_plays).why == "beaten"


@pytest.mark.parametrize("lit", [50, None], ids=["a click", "a key, of which no page says how long it took"])
async def test_who_presses_otherwise_after_all_has_no_time_taken_off(lit):
    presses = Presses()
    for _ in range(FEW):
        presses.said(lit)
    assert presses.takes(Resting(1000, 2)) == 0


async def test_nobody_waits_for_a_seat_without_one_key(race_of):
    raced = await race_of(net=(5, 5))
    assert (await (await plays(raced.ana, 983))).ok


async def test_slower_presses_in_the_race_take_off_no_more_than_was_measured(by_key):
    measured = bens(by_key)
    assert measured.seen_in_play(measured.press + 1_000) == measured


async def test_presses_in_the_race_that_are_quicker_than_the_measured_ones_count(by_key):
    presses, measured = by_key.table.moves.contest.presses[1], bens(by_key)
    assert presses.takes(measured) == measured.takes()
    for _ in range(FEW):
        presses.said(100)
    assert presses.takes(measured) == measured.seen_in_play(100).takes() < measured.takes() - 250
