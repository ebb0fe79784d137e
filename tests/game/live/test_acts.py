"""Whoever asks for something at a table and goes away: it is done whole, and the table stands as its log says."""

import asyncio
from collections.abc import Awaitable

import pytest

from game.live import acts, controls, registry
from game.live.table import LiveTable
from game.models import Event
from tests.game.conftest import Screen, begin, until

MOMENTS = range(12)
"""After how many rounds of the event loop somebody goes away; an act waits for the log, and is done by then or not."""


async def cut_short(asked: Awaitable[object], moment: int) -> None:
    """Ask for something and go away."""
    task = asyncio.ensure_future(asked)
    for _ in range(moment):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    await acts.idle()


async def is_as_its_log_says(table: LiveTable) -> bool:
    """Compare the table in memory, when its last act is done, with the same one read from the log."""
    async with table.lock:
        pass
    lines = await Event.objects.filter(round=table.round.id).acount()
    registry._tables.clear()
    again = await registry.at(table.code)
    again.timers.stop()
    registry._tables[table.code] = table
    same = again.round.position == table.round.position and again.round.state == table.round.state
    return same and table.round.n == lines


async def test_a_card_is_in_the_table_when_it_is_in_the_log(race):
    table, ana, ben = race
    for moment in MOMENTS:
        await cut_short(ana.says("draw"), moment)
        assert await is_as_its_log_says(table), moment
    assert len(ana.hand()) >= len(MOMENTS) - 1


async def test_everybody_is_told_of_a_card_whose_player_has_gone(race):
    table, ana, ben = race
    while not ana.fitting():
        await ana.draws()
    await cut_short(ana.taps(ana.fitting()[0]), 2)
    assert 'id="top"' in ben.texts[-1]


async def test_go_comes_though_the_last_one_to_be_ready_has_gone(lay):
    for moment in MOMENTS[1:]:
        table = await lay()
        ana, ben = Screen(table, 0), Screen(table, 1)
        await ana.says("ready")
        await cut_short(ben.says("ready"), moment)
        await until(lambda table=table: table.round.phase == "playing")


@pytest.mark.parametrize("act", ["start", "hold", "end"])
async def test_an_act_of_the_teacher_that_is_cut_short_is_done_whole(lay, act):
    for moment in MOMENTS[1:]:
        table, ana, ben = await begin(await lay())
        told = len(ben.texts)
        asked = {"start": table.start, "hold": lambda table=table: controls.hold(table), "end": table.stop}[act]
        await cut_short(asked(), moment)
        assert await is_as_its_log_says(table)
        assert (len(ben.texts) > told) == (act != "start")
        assert (table.row.closed_at is not None) == (act == "end")


async def test_an_act_that_fails_after_its_asker_has_gone_is_in_the_servers_log(caplog):
    @acts.shielded
    async def fails() -> None:
        await asyncio.sleep(0)
        raise ValueError("for a reason")

    await cut_short(fails(), 1)
    assert "for a reason" in caplog.text
