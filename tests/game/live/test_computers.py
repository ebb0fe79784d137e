"""Computers at live tables: they play whole rounds beside children, are labelled, and are nobody's evidence."""

import re

import pytest
from channels.db import database_sync_to_async

from game import tables
from game.around_the_corner import screens
from game.live import registry
from game.models import Attempt, Event, Round
from game.projection import project
from game.rules.computer import LEVELS, Pace
from tests.game.conftest import AT_ONCE, Screen, begin, until


@pytest.fixture
async def seat(transactional_db, monkeypatch):
    """Lay a table for these players and computers that think in milliseconds."""
    for level in LEVELS:
        monkeypatch.setitem(LEVELS, level, Pace(median=0.001, spread=0.1, draw=0.0005))
    monkeypatch.setattr("game.rules.computer.SHIFT", 0)
    monkeypatch.setattr("game.live.timers.BEAT", 0.001)
    opened = []

    async def seat(*players: str, computers: int = 1, level: str = "quick", **options):
        row = await database_sync_to_async(tables.lay_table)(
            game="around_the_corner",
            number=1,
            options=AT_ONCE | {"away": "wait"} | options,
            players=[(101 + place, name) for place, name in enumerate(players)],
            computers=[(level, f"Computer {place + 1}") for place in range(computers)],
        )
        opened.append(await registry.at(row.code))
        return opened[-1]

    yield seat
    for table in opened:
        await table.stop()
        await table.timers.idle()


async def test_one_child_and_a_computer_start_when_the_child_is_ready(seat):
    table, ana = await begin(await seat("Ana"))
    await until(lambda: table.round.position.hands[1])
    assert not ana.hand()


@pytest.mark.parametrize("mode", ["race", "turns"])
async def test_a_table_of_computers_plays_its_round_to_the_end(seat, mode):
    table = await seat(computers=4, mode=mode)
    await table.start()
    await until(lambda: table.round.phase == "over")
    await until(lambda: table.settled)
    kinds = [event.kind async for event in Event.objects.filter(round=table.round.id)]
    assert kinds[-1] in ("finished", "exhausted")
    assert kinds.count("played") > 20
    assert "passed" not in kinds or mode == "turns"


async def test_nothing_a_computer_does_is_evidence(seat):
    table = await seat("Ana", computers=3)
    await Screen(table, 0).arrives()
    await table.start()
    await until(lambda: table.round.position.top > 15)
    await table.stop()
    await database_sync_to_async(project.project)(table.round.id)
    assert not await Attempt.objects.exclude(player=101).aexists()
    assert not await Attempt.objects.filter(ending__in="CWD").aexists()


async def test_a_computer_is_called_one_on_every_chip_from_the_start(seat):
    table = await seat("Ana", computers=2)
    chips = [screens.seat(table.view(0), number) for number in range(3)]
    assert ["computer" in re.sub(r'class="[^"]*"', "", chip) for chip in chips] == [False, True, True]


async def test_nobody_plays_a_computers_seat_for_it(seat):
    table = await seat("Ana")
    await table.start()
    assert (await Screen(table, 1).says("draw")).why == "computer_plays"


async def test_tables_of_one_seed_get_the_same_cards_round_by_round(transactional_db):
    def lay(seed):
        return tables.lay_table(game="around_the_corner", number=1, options={}, players=[(1, "A"), (2, "B")], seed=seed)

    def seeds():
        for table in (lay(7), lay(7), lay(8), lay(None), lay(None)):
            tables.deal_round(table, number=2, seats=2)
            yield [dealt.seed for dealt in Round.objects.filter(table=table)]

    one, same, other, *free = await database_sync_to_async(lambda: list(seeds()))()
    assert one == same
    assert len({*one, *other, *free[0], *free[1]}) == 8
