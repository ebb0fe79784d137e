"""What a table owes to the clock is done, even where the database is locked when its time comes."""

import json
from collections.abc import AsyncIterator, Callable, Iterator
from queue import SimpleQueue

import pytest
from asgiref.sync import sync_to_async
from django.db import connections

from game import tables
from game.live.table import LiveTable
from game.live.timers import Timers
from game.log import journal, table_state
from game.models import Event
from game.rules import Event as Happened
from game.wire import Frame
from tests.game.conftest import Screen, at_rest, happens, until
from tests.game.live.test_live import restart
from tests.game.test_consumers import socket_to
from tests.rival import Rival, rivals


@pytest.fixture
def program(transactional_db, monkeypatch) -> Iterator[Rival]:
    """Another program at the same database, and a journal that waits for it for 50 ms instead of 5 s."""
    monkeypatch.setattr(journal, "_queue", SimpleQueue())
    monkeypatch.setattr(journal, "_writer", None)
    yield from rivals(monkeypatch)


@pytest.fixture
async def rival(program) -> AsyncIterator[Rival]:
    yield program
    await sync_to_async(connections.close_all)()  # that of the other thread is impatient, too


@pytest.fixture
def failures(caplog) -> Callable[[], int]:
    return lambda: sum("failed" in record.message or "could not do" in record.message for record in caplog.records)


async def kinds(table: LiveTable) -> list[str]:
    return [kind async for kind in Event.objects.order_by("round", "n").values_list("kind", flat=True)]


async def test_play_begins_when_the_database_is_let_go(lay, rival, failures):
    table = await lay(countdown=100)
    for seat in (0, 1):
        await Screen(table, seat).says("ready")
    rival.hold()
    await until(lambda: failures() >= 2)
    assert table.round.phase == "countdown"
    rival.let_go()
    await until(lambda: table.round.phase == "playing")
    assert await kinds(table) == ["ready", "ready", "start", "go"]


async def test_what_a_move_brings_with_it_is_done_later(lay, rival, failures):
    """The move is saved and told; then the database is locked."""
    table = await lay()
    ana, ben = Screen(table, 0), Screen(table, 1)

    async def tell(text: str) -> None:
        if not rival.holds:
            rival.hold()

    await ana.arrives()
    await ana.says("ready")
    ana.tell = tell
    assert (await ben.says("ready")).ok
    assert failures()
    assert table.round.phase == "waiting"
    rival.let_go()
    ana.tell = Screen.tell.__get__(ana)
    await until(lambda: table.round.phase == "playing")
    assert await kinds(table) == ["ready", "ready", "start", "go"]


async def test_the_teachers_end_comes_when_the_database_is_let_go(race, rival, failures):
    table, *_ = race
    rival.hold()
    await table.stop()
    assert failures()
    assert table.round.phase == "playing"
    rival.let_go()
    await until(lambda: table.row.closed_at)
    assert (await kinds(table)).count("stopped") == 1


async def test_the_teachers_start_comes_when_the_database_is_let_go(lay, rival, failures):
    table = await lay(countdown=100)
    rival.hold()
    await table.start()
    assert failures()
    assert table.round.phase == "waiting"
    rival.let_go()
    await until(lambda: table.round.phase == "playing")
    assert await kinds(table) == ["start", "go"]


async def test_a_start_that_is_tried_again_deals_no_round_after_the_one_it_was_for(lay, rival, failures):
    table = await lay()
    rival.hold()
    await table.start()
    rival.let_go()
    async with table.lock:
        await table.round.commit(lambda at: Happened("stopped", at=at))
    await until(lambda: "start" not in table.timers._handles)
    assert (table.round.number, failures()) == (1, 1)


async def test_a_browser_whose_painting_cannot_be_logged_plays_on(lay, rival, caplog):
    table = await lay()
    socket = socket_to(table.code, 101)
    await socket.opens()
    rival.hold()
    await socket.says(t="seen", p=7, s=[["t", 1, 30]])
    await socket.says(t="ping", c=1)
    while (said := await socket.hears()).get("t") != "pong":
        pass
    assert said["c"] == 1
    assert "could not log what a browser has painted" in caplog.text
    await socket.says(t="seen", p=7, s=[["t", 2, 60]])
    rival.let_go()
    await until(lambda: "seen" not in table.timers._handles)
    logged = [entry.client async for entry in Event.objects.filter(kind="seen", seat=0).order_by("n")]
    assert [json.loads(client)["s"] for client in logged] == [[["t", 1, 30]], [["t", 2, 60]]]
    await socket.leaves()


async def test_what_was_painted_in_a_round_that_is_over_by_now_is_not_logged_in_the_next_one(race, rival, caplog):
    table, *_ = race
    rival.hold()
    await table.log_seen(0, Frame("seen", measured={"p": 7, "s": [["t", 1, 30]]}))
    rival.let_go()
    async with table.lock:
        await table.round.commit(lambda at: Happened("stopped", at=at))
    await until(lambda: "seen" not in table.timers._handles)
    assert "seen" not in await kinds(table)


async def test_what_is_not_due_any_more_is_not_done(lay, rival, failures):
    table = await lay(countdown=100)
    for seat in (0, 1):
        await Screen(table, seat).says("ready")
    rival.hold()
    await until(failures)
    rival.let_go()
    await table.stop()
    assert table.round.phase == "over"
    assert (await kinds(table))[-1] == "stopped"


async def test_a_timer_that_was_set_anew_is_not_tried_again(race):
    table, *_ = race
    timers, done = table.timers, []

    async def fails() -> None:
        timers.at("name", 0, later)
        raise ValueError

    async def later() -> None:
        done.append(True)

    timers.at("name", 0, fails)
    await until(lambda: done)
    assert "name" not in timers._handles
    assert isinstance(timers, Timers)


async def test_a_start_that_a_kill_cut_off_comes_after_the_restart(lay):
    """Both are ready in the log, and the process ended before anything followed."""
    table = await lay()
    for seat in (0, 1):
        await table.round.commit(lambda at, seat=seat: Happened(table_state.READY, seat, at=at))
    again = await restart(table)
    await until(lambda: again.round.phase == "playing")
    again.timers.stop()


async def test_a_round_that_was_dealt_and_not_started_starts_after_the_restart(race):
    """All were ready for the next round, and the process ended between its deal and its start."""
    table, *_ = race
    await table.round.commit(lambda at: Happened("stopped", at=at))
    await sync_to_async(tables.deal_next)(table.row, number=2, seats=2)
    again = await restart(table)
    await until(lambda: again.round.phase == "playing")
    assert again.round.number == 2
    assert "ready" not in [event.kind async for event in Event.objects.filter(round_id=again.round.id)]
    again.timers.stop()


async def test_the_first_round_of_a_table_that_took_anothers_place_waits_after_the_restart(lay):
    """Its number is not 1, for it goes on counting."""
    table = await lay()
    await table.row.rounds.aupdate(number=2)
    again = await restart(table)
    await again.timers.idle()
    assert (again.round.number, again.round.phase) == (2, "waiting")
    again.timers.stop()


async def test_a_table_that_was_closed_in_mid_round_is_stopped_after_the_restart(race):
    table, *_ = race
    await table.row.__class__.objects.filter(pk=table.row.pk).aupdate(closed_at="2026-01-01T10:00Z")
    again = await restart(table)
    await until(lambda: again.round.phase == "over" and again.settled)
    await at_rest(again)


async def test_a_table_whose_rows_are_gone_owes_nothing(race, failures):
    table, ana, ben = race
    await Event.objects.filter(round_id=table.round.id).adelete()
    await table.row.rounds.all().adelete()
    table.timers.at("turn", 0, lambda: happens(table, Happened("exhausted")))
    await until(failures)
    await table.timers.idle()
    assert failures() == 1
