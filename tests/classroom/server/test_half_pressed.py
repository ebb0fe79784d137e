"""A control whose process ended between the rows and the tables: the next look of a worker completes it."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from classroom.live import controls, lifespan
from classroom.models import ClassSession
from classroom.sessions import lifecycle, seating
from game.live import elsewhere, registry
from game.log import table_state
from game.models import Event, Round
from game.projection import queue
from tests.classroom.live.playing import browsers as browsers
from tests.classroom.live.playing import goes, tables_of
from tests.classroom.live.playing import playing as playing
from tests.game.conftest import until

pytestmark = pytest.mark.django_db(transaction=True)


async def rows_are_paused(session: ClassSession) -> None:
    await ClassSession.objects.filter(pk=session.pk).aupdate(paused_at=timezone.now())


async def phases(session: ClassSession) -> set[str]:
    return {table.round.phase for table in await tables_of(session)}


async def test_a_pause_that_reached_no_table_does_so_and_so_does_its_end(playing):
    for table in await tables_of(playing):
        await goes(table)
    await rows_are_paused(playing)
    for _look in range(2):
        await controls.heal()
    assert await phases(playing) == {table_state.HELD}
    await sync_to_async(controls._resumed)(playing.pk)
    for _look in range(2):
        await controls.heal()
    assert await phases(playing) == {"countdown"}
    kinds = Event.objects.filter(kind__in=("held", "start")).order_by("pk").values_list("kind", flat=True)
    assert sorted([kind async for kind in kinds]) == ["held"] * 2 + ["start"] * 4


async def test_a_look_asks_of_no_table_that_is_as_its_session_says(playing, monkeypatch):
    """PostgreSQL reads through all tables that ever were to find two thousand codes, and a worker looks often."""
    asked, seated_at = [], controls._seated_at
    monkeypatch.setattr(controls, "_seated_at", lambda *codes: asked.append(len(codes)) or seated_at(*codes))
    for table in await tables_of(playing):
        await goes(table)
    await controls.heal()
    await rows_are_paused(playing)
    await controls.heal()
    assert asked[:2] == [0, 2]


async def test_a_look_that_began_before_the_press_does_not_undo_it(playing):
    first, _second = await tables_of(playing)
    await rows_are_paused(playing)
    async with first.lock:
        look = asyncio.create_task(controls.heal())
        await until(lambda: first.lock._waiting)
        await sync_to_async(controls._resumed)(playing.pk)
    await look
    assert not await Event.objects.filter(kind="held", round__table__code=first.code).aexists()


async def test_a_session_that_ended_without_its_rounds_has_them_ended_at_the_next_start(playing, monkeypatch):
    for table in await tables_of(playing):
        await goes(table)
    await sync_to_async(lifecycle.end)(session=playing)
    registry._tables.clear()
    monkeypatch.setattr(queue, "_working", None)
    await registry.end_closed()
    assert not registry.held()
    await until(lambda: queue._working)
    assert await Round.objects.exclude(finished_at=None).aexists()
    await registry.end_closed()
    assert await Event.objects.filter(kind="stopped").acount() == 2


async def test_who_sat_at_a_table_whose_end_was_broken_off_waits_for_a_seat(playing):
    first, _second = await tables_of(playing)
    async with first.lock:
        pressed = asyncio.create_task(controls.end_table(playing, first.code))
        await until(lambda: first.lock._waiting)
        pressed.cancel()
    await until(lambda: first.row.closed_at)
    assert await sync_to_async(lambda: len(seating.waiting_of(playing)))() == 2


async def test_a_server_looks_by_itself(playing, monkeypatch):
    monkeypatch.setattr(elsewhere, "HEAL", 0.01)
    messages: asyncio.Queue[dict[str, str]] = asyncio.Queue()
    answers: asyncio.Queue[dict[str, str]] = asyncio.Queue()
    server = asyncio.create_task(lifespan.lifespan({}, messages.get, answers.put))
    await messages.put({"type": "lifespan.startup"})
    await answers.get()
    tables = await tables_of(playing)
    await rows_are_paused(playing)
    await until(lambda: all(table.round.phase == table_state.HELD for table in tables))
    await messages.put({"type": "lifespan.shutdown"})
    await server
