"""A clock that is set while a class plays changes no countdown, no pause and no turn."""

import time

import pytest

from game import clock
from game.live import registry
from game.live.table import LiveTable
from game.log.round import LiveRound
from game.log.table_state import LEFT
from game.rules import Event
from tests.game.conftest import Screen, at_rest, begin, until

AN_HOUR = 3_600_000_000_000


@pytest.fixture(params=[-AN_HOUR, AN_HOUR], ids=["back", "forward"])
def set_clock(request, monkeypatch):
    """Set the machine's clock by an hour."""
    wall, seconds = time.time_ns, time.time

    def set_clock() -> None:
        monkeypatch.setattr(time, "time_ns", lambda: wall() + request.param)
        monkeypatch.setattr(time, "time", lambda: seconds() + request.param / 1e9)

    return set_clock


def test_the_servers_clock_does_not_jump(set_clock):
    before = clock.now_ms()
    set_clock()
    assert 0 <= clock.now_ms() - before < 60_000


def test_it_begins_with_the_walls_time():
    assert abs(clock.now_ms() - time.time() * 1000) < 1000
    assert abs(clock.now().timestamp() * 1000 - clock.now_ms()) < 1000


async def test_it_is_set_to_the_walls_time_again_while_nobody_plays(lay, set_clock):
    table, *_ = await begin(await lay())
    before = clock.now_ms()
    set_clock()
    registry.set_clock()
    assert 0 <= clock.now_ms() - before < 60_000
    await registry.stop(table.code)
    registry.set_clock()
    assert abs(clock.now_ms() - time.time() * 1000) < 1000


async def test_a_countdown_takes_as_long_as_it_takes(lay, set_clock):
    table = await lay(countdown=300)
    for seat in (0, 1):
        await Screen(table, seat).says("ready")
    set_clock()
    assert table.round.go_at - clock.now_ms() <= 300
    await until(lambda: table.round.phase == "playing")
    started = await table.row.rounds.filter(events__kind="start").values_list("events__at", flat=True).aget()
    assert 300 <= table.round.position.go_at - started < 60_000


async def test_a_wrong_card_pauses_as_long_as_it_says(lay, set_clock, frozen):
    table, ana, _ = await begin(await lay(wrong_pause=1500))
    while not ana.misfits():
        await ana.draws()
    await ana.taps(ana.misfits()[0])
    set_clock()
    frozen(1499)
    assert (await ana.draws()).why == "paused"
    frozen(1)
    assert (await ana.draws()).ok


async def test_a_turn_ends_when_its_time_is_up(lay, set_clock):
    table, *_ = await begin(await lay(mode="turns", turn_clock=200))
    first = table.round.position.turn
    set_clock()
    await until(lambda: table.round.position.turn != first)


@pytest.fixture
def set_back(monkeypatch):
    """Set the machine's clock back by so many hours, and end the process: the next one begins with that time."""

    async def set_back(table: LiveTable, hours: int = 1) -> LiveTable:
        await at_rest(table)
        registry.let_go(table)
        monkeypatch.setattr(clock, "_AHEAD", clock._AHEAD - hours * AN_HOUR)
        return await registry.at(table.code)

    return set_back


async def test_a_countdown_of_a_server_that_comes_again_with_an_earlier_time_takes_as_long_as_it_takes(lay, set_back):
    table = await lay(countdown=3000)
    for seat in (0, 1):
        await Screen(table, seat).says("ready")
    table = await set_back(table)
    assert table.round.go_at - clock.now_ms() <= 3000


async def test_a_wrong_card_after_a_server_came_again_with_an_earlier_time_pauses_as_long_as_it_says(
    lay, set_back, frozen
):
    table, ana, _ = await begin(await lay(wrong_pause=1500))
    while not ana.misfits():
        await ana.draws()
    ana = Screen(await set_back(table), 0)
    await ana.taps(ana.misfits()[0])
    frozen(1499)
    assert (await ana.draws()).why == "paused"
    frozen(1)
    assert (await ana.draws()).ok


async def test_what_a_worker_with_a_later_time_writes_stops_no_child_here(lay, monkeypatch, frozen):
    table, ana, _ = await begin(await lay(wrong_pause=1500))
    while not ana.misfits():
        await ana.draws()
    theirs = LiveRound(await table.row.rounds.aget(), table.row.game)
    await theirs.look()
    await theirs.commit(lambda at: Event(LEFT, 1, at=at + 3_600_000))
    assert not (await ana.says("play", card=1, top=0)).ok, "judged on what the other one has written"
    await ana.taps(ana.misfits()[0])
    frozen(1500)
    assert (await ana.draws()).ok


async def test_a_log_from_another_day_does_not_set_the_clock(lay, set_back):
    table, *_ = await begin(await lay())
    before = clock.now_ms()
    await set_back(table, hours=48)
    assert clock.now_ms() < before - 40 * 3_600_000
