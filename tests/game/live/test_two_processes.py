"""Two processes at one table: every act of the table is in the log once, and each shows what the other did."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable

import pytest

from game.live import controls, registry
from game.live.table import LiveTable
from game.log import table_state
from game.models import Event, Round
from game.rules import Event as Happened
from tests.game.conftest import Screen, at_rest, begin, until


@pytest.fixture(autouse=True)
def two_workers(settings) -> None:
    settings.WORKERS = 2


@pytest.fixture
async def beside() -> AsyncIterator[Callable]:
    """Read a table in a second process (here: a second time in this one)."""
    opened: list[LiveTable] = []

    async def beside(table: LiveTable) -> LiveTable:
        registry._tables.clear()
        opened.append(await registry.at(table.code))
        return opened[-1]

    yield beside
    for table in opened:
        await at_rest(table)


async def kinds(table: LiveTable) -> list[str]:
    logged = Event.objects.filter(round_id=table.round.id).exclude(kind__in=("left", "back"))
    return [kind async for kind in logged.order_by("n").values_list("kind", flat=True)]


async def test_go_is_said_once(lay, beside):
    table = await lay(countdown=200)
    for seat in (0, 1):
        await Screen(table, seat).says("ready")
    other = await beside(table)
    await until(lambda: table.round.phase == other.round.phase == "playing")
    assert await kinds(table) == ["ready", "ready", "start", "go"]
    assert table.round.position == other.round.position


async def test_a_turn_ends_once(lay, beside):
    table, *_ = await begin(await lay(mode="turns", turn_clock=250))
    other = await beside(table)
    await until(lambda: table.round.n > 8 and other.round.n > 8)
    for each in (table, other):
        await at_rest(each)
    ends = Event.objects.filter(round_id=table.round.id, kind="time_up").order_by("n")
    seats = [seat async for seat in ends.values_list("seat", flat=True)]
    assert len(seats) > 3
    assert all(seat != following for seat, following in zip(seats, seats[1:], strict=False))


async def test_the_end_comes_once(race, beside):
    table, *_ = race
    other = await beside(table)
    await asyncio.gather(table.stop(), other.stop())
    assert (await kinds(table)).count("stopped") == 1
    assert table.round.phase == other.round.phase == "over"


async def test_the_next_round_is_dealt_once(race, beside):
    table, *_ = race
    await table.act(lambda at: Happened("exhausted", at=at))
    await table.round.commit(lambda at: Happened(table_state.READY, 0, at=at))
    other = await beside(table)
    await asyncio.gather(Screen(table, 1).says("ready"), Screen(other, 1).says("ready"))
    await until(lambda: table.round.number == other.round.number == 2)
    await until(lambda: table.round.phase == other.round.phase == "playing")
    assert await Round.objects.filter(table=table.row).acount() == 2
    assert (await kinds(table)).count("go") == 1


async def test_what_the_other_one_did_is_shown_and_followed_up(lay, beside):
    """Ben is ready there; Ana, here, is the last: play begins, and Ana's screen has everything."""
    table = await lay()
    other = await beside(table)
    ana = Screen(table, 0)
    await ana.arrives()
    await other.round.commit(lambda at: Happened(table_state.READY, 1, at=at))
    assert (await ana.says("ready")).ok
    await until(lambda: table.round.phase == "playing")
    assert r"id=\"board\"" in "".join(ana.texts)


async def test_a_move_is_not_refused_on_a_position_of_the_past(lay, beside):
    table = await lay()
    other = await beside(table)
    table.timers.stop()
    await begin(other)
    ana = Screen(table, 0)
    assert table.round.phase == "waiting"
    assert (await ana.draws()).ok
    assert table.round.phase == "playing"


async def test_a_table_that_refuses_looks_at_its_log_once_a_second(lay, beside, frozen):
    table = await lay()
    other = await beside(table)
    table.timers.stop()
    ana = Screen(table, 0)
    assert (await ana.draws()).why == "before_go"
    await begin(other)
    frozen(999)
    assert (await ana.draws()).why == "before_go"
    frozen(1)
    assert (await ana.draws()).ok


@pytest.mark.parametrize("first", ["said-twice", "of-the-past"])
async def test_what_waited_at_a_frozen_worker_is_judged_by_the_log_when_it_thaws(race, beside, first):
    """Meanwhile the children have played on elsewhere. One said a move there again, as pages do."""
    table, ana, ben = race
    other = await beside(table)
    ana_there, ben_there = Screen(other, 0), Screen(other, 1)
    while not (fitting := ben.fitting()):
        assert (await ben.draws()).ok
        await other.look_elsewhere()
    top = table.round.position.top
    assert (await ana_there.says("draw", aid="said-twice")).ok
    assert (await ben_there.taps(fitting[0])).ok
    waited = {
        "said-twice": ana.says("draw", aid="said-twice"),
        "of-the-past": ben.taps(fitting[0], seen=top, aid="of-the-past"),
    }
    in_order = sorted(waited, key=lambda move: move != first)
    answers = dict(zip(in_order, await asyncio.gather(*(waited[move] for move in in_order)), strict=True))
    assert (answers["said-twice"].ok, answers["of-the-past"].ok) == (True, False)
    assert (await ana.draws()).ok
    await other.look_elsewhere()
    assert table.round.position == other.round.position
    lines = Event.objects.filter(round_id=table.round.id).order_by("n")
    assert [n async for n in lines.values_list("n", flat=True)] == list(range(1, table.round.n + 1))
    moves = [move async for move in lines.values_list("move_id", flat=True)]
    assert (moves.count("said-twice"), moves.count("of-the-past")) == (1, 0)


async def test_who_is_cancelled_while_an_entry_is_saved_leaves_the_round_as_its_log(race):
    table, ana, _ = race
    card = table.round.position.draw_piles[0][-1]
    for moment in range(4):
        async with table.lock:
            cut = asyncio.create_task(table.round.commit(lambda at: Happened("sorted", 0, at=at)))
            for _ in range(moment):
                await asyncio.sleep(0)
            cut.cancel()
            await asyncio.wait([cut])
        assert table.round.n == await Event.objects.filter(round_id=table.round.id).acount()
    assert (await ana.draws()).ok
    assert ana.hand() == [card]


async def over(table: LiveTable) -> None:
    async with table.lock:
        await table.act(lambda at: Happened("exhausted", at=at) if table.round.phase != "over" else None)


async def test_no_round_is_dealt_at_a_table_that_was_closed_elsewhere(race, beside):
    table, *_ = race
    await over(table)
    other = await beside(table)
    await other.stop()
    await table.start()
    assert table.row.closed_at is not None
    assert await Round.objects.filter(table=table.row).acount() == 1


@pytest.mark.parametrize("seed", range(6))
async def test_whoever_presses_what_and_where_rounds_follow_one_another(race, beside, seed):
    """Both processes end rounds, deal, pause and go on at the same moments, and look at one another now and then."""
    table, *_ = race
    both, rng = (table, await beside(table)), random.Random(seed)
    acts = (over, over, LiveTable.start, LiveTable.start, controls.hold, controls.release, LiveTable.look_elsewhere)
    for _ in range(25):
        await asyncio.gather(*(rng.choice(acts)(rng.choice(both)) for _ in range(3)))
    for each in both:
        await at_rest(each)
    rounds = [row async for row in Round.objects.filter(table=table.row).order_by("number")]
    assert [row.number for row in rounds] == list(range(1, len(rounds) + 1))
    assert len(rounds) > 1
    for row in rounds:
        lines = Event.objects.filter(round=row).order_by("n")
        logged = [kind async for kind in lines.values_list("kind", flat=True)]
        assert [n async for n in lines.values_list("n", flat=True)] == list(range(1, len(logged) + 1))
        assert logged.count("exhausted") == (1 if row is not rounds[-1] else logged.count("exhausted"))
        assert acts_of_the_clock_twice(logged) == []


def acts_of_the_clock_twice(kinds: list[str]) -> list[str]:
    """Return every end of a countdown that nothing has counted down to."""
    counting, found = False, []
    for kind in kinds:
        if kind in ("go", "resumed"):
            found += [] if counting else [kind]
            counting = False
        elif kind in ("start", "standstill"):
            counting = True
        elif kind == "held":
            counting = False
    return found
