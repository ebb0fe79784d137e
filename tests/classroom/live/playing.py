"""A class of four that plays at two tables, and its teacher: for the tests of what the teacher does meanwhile."""

from collections.abc import AsyncIterator

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient
from django.urls import reverse

from classroom.live import controls
from classroom.live.monitor import watch
from classroom.models import ClassSession
from classroom.sessions import lifecycle, seating
from game.live import registry
from game.live.table import LiveTable
from game.log import table_state
from game.rules import Event as Happened
from tests.classroom.conftest import join, teacher_at

NAMES = ("Amir", "Bea", "Chen", "Dana")


@pytest.fixture(autouse=True)
def a_quick_beat(monkeypatch) -> None:
    """A watch looks twenty times a second."""
    monkeypatch.setattr(watch, "BEAT", 0.05)


@pytest.fixture
async def browsers(lobby_4b: ClassSession) -> dict[str, AsyncClient]:
    return {name: await join(lobby_4b, name) for name in NAMES}


@pytest.fixture
async def playing(lobby_4b: ClassSession, browsers) -> AsyncIterator[ClassSession]:
    """4B at two tables of two, nobody ready yet."""
    lobby_4b.options |= {"minutes": 20}
    await lobby_4b.asave()
    await sync_to_async(lifecycle.start)(session=lobby_4b)
    yield lobby_4b
    controls.alarms.disarm(lobby_4b.pk)


@pytest.fixture
async def teacher(ana_teacher) -> AsyncClient:
    return await teacher_at(ana_teacher)


async def tables_of(session: ClassSession) -> list[LiveTable]:
    return [await registry.at(table.code) async for table in seating.open_tables(session)]


async def presses(teacher: AsyncClient, what: str, session: ClassSession, **fields) -> str:
    """Post and return the words that the teacher reads then."""
    await teacher.post(reverse(f"session_{what}", args=[session.pk]), fields)
    answer = await teacher.get(reverse("session", args=[session.pk]), follow=True)
    return answer.content.decode()


async def goes(table: LiveTable) -> None:
    await table.round.commit(lambda at: Happened(table_state.START, at=at))
    await table.round.commit(lambda at: Happened("go", at=at))
