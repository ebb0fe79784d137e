"""Several workers: what another one writes at a table is shown here, from its log alone."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
from channels.db import database_sync_to_async

from game import rooms, rules, tables
from game.live import elsewhere, registry
from game.live.table import LiveTable
from game.log import table_state
from game.models import Event, Round
from game.rules import Event as Happened
from game.workers import neighbours, others
from tests.game.conftest import Screen, at_rest, happens, until
from tests.game.live.test_two_processes import beside  # noqa: F401 -- a fixture


@pytest.fixture
async def other(beside):  # noqa: F811
    """Read the table in another worker, and leave this worker's as it is."""

    async def other(table: LiveTable) -> LiveTable:
        theirs = await beside(table)
        registry._tables[table.code] = table
        return theirs

    return other


async def test_an_entry_of_another_worker_is_shown_when_the_table_looks_at_its_log(race, other):
    table, ana, ben = race
    theirs = await other(table)
    await Screen(theirs, 1).draws()
    ana.texts.clear()
    await elsewhere.heal()
    assert table.round.n == theirs.round.n
    assert "board" in "".join(ana.texts)


@pytest.fixture
def said(monkeypatch) -> Iterator[Callable]:
    """What a worker that holds this table says of it to another one at the same place."""

    async def said(table: LiveTable) -> others.Message:
        others.begin()
        monkeypatch.setitem(registry._tables, table.code, table)
        neighbours._met[neighbours.place_of(table.code)].add("another worker")
        others.note("tables", table.round.id)
        (message,) = others.messages()
        return message

    elsewhere.ready()
    yield said
    others.end()
    neighbours._met.clear()


async def test_another_worker_says_how_far_a_table_is(race, other, said):
    table, *_ = race
    theirs = await other(table)
    await Screen(theirs, 1).draws()
    message = await said(theirs)
    registry._tables[table.code] = table
    await others.handle(message.topic, message.said)
    assert table.round.n == theirs.round.n


async def test_what_is_heard_late_changes_nothing(race):
    table, ana, _ = race
    before = table.version
    await ana.draws()
    ana.texts.clear()
    await elsewhere.heard([list(before)])
    assert ana.texts == []
    assert table.heard_at < 0


async def test_the_next_round_of_another_worker_is_taken_and_its_play_begins(race, other):
    table, ana, ben = race
    await table.act(lambda at: Happened("exhausted", at=at))
    theirs = await other(table)
    for seat in (0, 1):
        await Screen(theirs, seat).says("ready")
    await until(lambda: theirs.round.number == 2 and theirs.round.phase == "playing")
    await elsewhere.heal()
    assert (table.round.number, table.round.phase) == (2, "playing")
    assert table.round.position == theirs.round.position
    assert (await ana.draws()).ok


async def test_a_table_that_another_worker_closed_is_closed_here(race, other):
    table, *_ = race
    theirs = await other(table)
    await theirs.stop()
    await elsewhere.heal()
    assert table.row.closed_at
    assert table.round.phase == "over"


async def test_a_closed_table_is_noticed_without_an_entry_of_the_log(race):
    table, *_ = race
    await database_sync_to_async(tables.close_table)(await table.row.__class__.objects.aget(pk=table.row.pk))
    await elsewhere.heal()
    assert table.row.closed_at


async def test_where_nobody_listens_the_table_is_left_to_the_other(race, other):
    table, *screens = race
    theirs = await other(table)
    for screen in screens:
        rooms.leave(table.room, screen)
    await Screen(theirs, 1).draws()
    await elsewhere.heal()
    assert registry.held_at(table.code) is None
    assert table.is_left
    table.timers.at("later", 0, table.go)
    assert not table.timers._handles


async def test_a_worker_that_reads_entries_of_another_for_two_seconds_lets_the_table_go(race, other, monkeypatch):
    table, ana, ben = race
    theirs = await other(table)
    for moment in (0.0, 1.0, 1.9, 2.1):
        monkeypatch.setattr(elsewhere.time, "monotonic", lambda moment=moment: moment)
        await Screen(theirs, 1).draws()
        assert (ana.closed_with, ben.closed_with) == (None, None)
        await elsewhere.heal()
    assert (ana.closed_with, ben.closed_with) == (1012, 1012)
    assert registry.held_at(table.code) is None


async def test_a_table_that_cannot_be_followed_lets_go_and_keeps_no_other_waiting(race, lay, other):
    """Its next round was dealt by a worker of the next release."""
    newer, ana, _ = race
    await happens(newer, Happened("exhausted", at=0))
    await Round.objects.acreate(table=newer.row, number=2, seats=2, options={rules.VERSION: 99}, seed=1)
    table = await lay()
    await Screen(table, 0).arrives()
    theirs = await other(table)
    await Screen(theirs, 1).says("ready")
    registry._tables[newer.code] = newer
    await elsewhere.heal()
    assert ana.closed_with == elsewhere.LET_GO
    assert registry.held_at(newer.code) is None
    assert table.round.n == theirs.round.n > 0


async def test_who_waited_for_a_table_that_was_let_go_leaves_its_new_screens_alone(race, other):
    table, *screens = race
    theirs = await other(table)
    await Screen(theirs, 1).draws()
    async with table.lock:
        heard = asyncio.create_task(elsewhere.heal())
        await until(lambda: table.lock._waiting)
        registry.let_go(table)
        registry._tables[table.code] = theirs
        for screen in screens:
            rooms.leave(table.room, screen)
        newcomer = Screen(theirs, 0)
        rooms.join(theirs.room, newcomer)
    await heard
    assert (newcomer.texts, newcomer.closed_with) == ([], None)


async def test_an_act_that_waited_for_a_table_when_it_was_let_go_is_not_done(race):
    """Somebody is missed here, who has gone to the other worker with all the others."""
    table, ana, _ = race
    async with table.lock:
        ana.goes()
        table.timers.at(0, 0, lambda: table.presence._miss(0))
        await until(lambda: table.lock._waiting)
        registry.let_go(table)
    await table.timers.idle()
    assert not await Event.objects.filter(kind=table_state.LEFT).aexists()


async def test_an_entry_of_another_worker_now_and_then_lets_no_table_go(race, other, monkeypatch):
    table, ana, _ = race
    theirs = await other(table)
    for moment in (0.0, 10.0, 20.0):
        monkeypatch.setattr(elsewhere.time, "monotonic", lambda moment=moment: moment)
        await Screen(theirs, 1).draws()
        await elsewhere.heal()
    assert ana.closed_with is None


async def test_an_entry_of_our_own_that_is_not_told_yet_is_not_taken_for_another_workers(race):
    """The entry is in the database; the table still holds its lock."""
    table, ana, _ = race
    async with table.lock:
        event = Happened(table_state.LEFT, 1, at=table.round.at)
        row = await Event.objects.filter(round_id=table.round.id).alatest("n")
        assert row.n == table.round.n
        await table.round.commit(lambda at: event._replace(at=at))
    await elsewhere.heal()
    assert table.heard_at < 0


async def test_a_computer_of_a_table_that_was_left_plays_no_more(lay, other):
    table = await lay("Ana", computers=[("quick", "Fox")], seed=3)
    ana = Screen(table, 0)
    await ana.arrives()
    await ana.says("ready")
    await until(lambda: table.round.phase == "playing")
    table.leave()
    await at_rest(table)
    lines = await Event.objects.acount()
    assert not table.presence._computers
    assert await Event.objects.acount() == lines


async def test_thousands_of_tables_are_one_question(lay, django_assert_num_queries):
    for _ in range(3):
        await lay()
    codes = [table.code for table in registry.held()]

    def ask() -> int:
        with django_assert_num_queries(1):
            return len(tables.versions(codes))

    assert await database_sync_to_async(ask)() == 3


@pytest.fixture
async def beside_it(monkeypatch, settings) -> AsyncIterator[Callable]:
    """Hand over what this worker asks to another one, which holds this table; and its answer to us."""
    settings.WORKERS = 2

    async def hands_over(table: LiveTable) -> None:
        for to in ({table.code: table}, {}):
            said = others.messages()
            with monkeypatch.context() as there:
                there.setattr(registry, "_tables", to)
                for message in said:
                    await others.handle(message.topic, message.said)

    elsewhere.ready()
    others.begin()
    yield hands_over
    others.end()
    registry._looks.clear()


async def test_who_only_looks_holds_no_table_that_somebody_plays_elsewhere(race, beside_it, monkeypatch):
    table, ana, _ben = race
    monkeypatch.delitem(registry._tables, table.code)
    began = registry.time.monotonic()
    for second in range(12):
        monkeypatch.setattr(registry.time, "monotonic", lambda second=second: began + second)
        await Screen(table, 0).draws()
        (shown,) = await registry.seen([table.code])
        assert (shown.round.n, shown.timers._handles) == (table.round.n, {})
        await beside_it(table)
    assert not registry.held()
    for screen in rooms.listeners(table.room):
        rooms.leave(table.room, screen)
    for second in range(12, 16):
        monkeypatch.setattr(registry.time, "monotonic", lambda second=second: began + second)
        (shown,) = await registry.seen([table.code])
        await beside_it(table)
    assert registry.held() == [shown], "nobody sits there any more: this worker looks after it"


async def test_who_held_a_table_lets_go_when_another_says_that_somebody_sits_there(race, other, beside_it):
    table, *_screens = race
    ours = await other(table)
    registry._tables[table.code], ours.room = ours, "table:nobody"
    assert await registry.seen([table.code]) == [ours]
    await beside_it(table)
    assert await registry.seen([table.code]) != [ours]
    assert ours.is_left


async def test_only_tables_that_moved_on_are_read_again(race, lay, beside_it, monkeypatch, django_assert_num_queries):
    table, ana, _ben = race
    codes = [table.code, *[(await lay()).code for _ in range(2)]]
    monkeypatch.setattr(registry, "_tables", {})
    before = await registry.seen(codes)

    def look_again() -> dict[str, LiveTable]:
        with django_assert_num_queries(1):
            return registry._read_of_others(codes)

    assert list((await database_sync_to_async(look_again)()).values()) == before
    await ana.draws()
    moved, *quiet = await registry.seen(codes)
    assert (moved.round.n, quiet) == (table.round.n, before[1:])


async def test_who_is_here_and_was_written_down_as_away_at_another_worker_is_back_at_once(race, other):
    """As where a child's page comes to this worker before the other has given up waiting for it."""
    table, *_screens = race
    theirs = await other(table)
    await theirs.presence.leaves(0)
    await elsewhere.heal()
    await until(lambda: not table.round.state.away)
    kinds = [kind async for kind in Event.objects.order_by("-n").values_list("kind", flat=True)[:2]]
    assert kinds == [table_state.BACK, table_state.LEFT]
