"""A clock that is set while a class plays changes no countdown, no pause and no turn."""

import time

import pytest

from game import clock
from tests.game.conftest import Screen, begin, until

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
    table, *_ = await begin(await lay(mode="turns", turn_clock=1))
    first = table.round.position.turn
    set_clock()
    await until(lambda: table.round.position.turn != first)
