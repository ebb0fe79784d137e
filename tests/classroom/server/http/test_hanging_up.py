"""Whoever posts and goes away: the view runs to its end all the same, over the whole application, as a server asks."""

import asyncio
import random
from urllib.parse import urlencode

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.db.models import Count
from django.test import AsyncClient, Client
from django.urls import reverse

from classroom.asgi import application
from classroom.live import controls
from classroom.models import Attendance, ClassSession, Teacher
from classroom.sessions import lifecycle
from game.live import acts, registry
from game.live.table import LiveTable
from game.models import Event, Round, Seat, Table
from tests.classroom.conftest import join, open_lobby, teacher_at
from tests.conftest import make_class, seated
from tests.game.conftest import until
from tests.sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("Amir", "Bea", "Chen", "Dana")
DELAYS = (0, 1, 3, 10, 30, 100)
"""Milliseconds after which the browser goes away."""
TOKEN = "a" * 32


async def posts_and_goes(browser: Client | AsyncClient, path: str, milliseconds: float, **form: str) -> None:
    """Post a form and hang up before the answer is there."""
    cookies = {name: cookie.value for name, cookie in browser.cookies.items()} | {settings.CSRF_COOKIE_NAME: TOKEN}
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"",
        "headers": [
            (b"host", b"localhost"),
            (b"content-type", b"application/x-www-form-urlencoded"),
            (b"cookie", "; ".join(f"{name}={value}" for name, value in cookies.items()).encode()),
        ],
        "http_version": "1.1",
    }
    socket = ApplicationCommunicator(application, scope)
    body = urlencode(form | {"csrfmiddlewaretoken": TOKEN}).encode()
    await socket.send_input({"type": "http.request", "body": body})
    await asyncio.sleep(milliseconds / 1000)
    await socket.send_input({"type": "http.disconnect"})
    await socket.wait(30)
    await acts.idle()


@pytest.fixture
async def browsers(lobby_4b: ClassSession) -> dict[str, AsyncClient]:
    lobby_4b.options |= {"countdown": 0}
    await lobby_4b.asave()
    return {name: await join(lobby_4b, name) for name in NAMES}


@pytest.fixture
async def teacher(ana_teacher) -> AsyncClient:
    return await teacher_at(ana_teacher)


async def sockets_of(socket_of, browsers) -> list[Socket]:
    sockets = [socket_of(browser, "/ws/waiting/") for browser in browsers.values()]
    for socket in sockets:
        await socket.opens()
    return sockets


async def all_are_sent_on(sockets: list[Socket]) -> None:
    """Wait until every page was sent somewhere."""
    for socket in sockets:
        while (await socket.hears()).get("t") != "goto":
            pass


@pytest.mark.parametrize("milliseconds", DELAYS)
async def test_start_sends_every_child_to_its_table(lobby_4b, browsers, teacher, socket_of, milliseconds):
    sockets = await sockets_of(socket_of, browsers)
    await posts_and_goes(teacher, reverse("session_start", args=[lobby_4b.pk]), milliseconds)
    await lobby_4b.arefresh_from_db()
    assert lobby_4b.state == ClassSession.State.PLAYING
    await all_are_sent_on(sockets)


@pytest.mark.parametrize("milliseconds", DELAYS)
async def test_end_stops_every_table_and_tells_every_child(lobby_4b, browsers, teacher, socket_of, milliseconds):
    await sync_to_async(lifecycle.start)(session=lobby_4b)
    for code in [code async for code in Table.objects.values_list("code", flat=True)]:
        await registry.start(code)
    sockets = await sockets_of(socket_of, browsers)
    await posts_and_goes(teacher, reverse("session_end", args=[lobby_4b.pk]), milliseconds)
    assert await Event.objects.filter(kind="stopped").acount() == await Table.objects.acount() == 2
    await all_are_sent_on(sockets)
    controls.alarms.disarm(lobby_4b.pk)


@pytest.mark.parametrize("milliseconds", DELAYS)
async def test_the_last_ready_brings_go(lobby_4b, browsers, milliseconds):
    await sync_to_async(lifecycle.start)(session=lobby_4b)
    for name, browser in browsers.items():
        seat = await Seat.objects.select_related("table").aget(name=name)
        path = reverse("table_move", args=[seat.table.code])
        await posts_and_goes(browser, path, milliseconds, t="ready", aid=f"{name}-1")
    tables = [await registry.at(code) async for code in Table.objects.values_list("code", flat=True)]
    await until(lambda: all(table.round.phase == "playing" for table in tables))
    logged = Round.objects.annotate(lines=Count("events")).values_list("lines", flat=True)
    assert sorted([count async for count in logged]) == sorted(table.round.n for table in tables)


TABLES = 50


def fill(teacher: Teacher) -> list[tuple[Client, str]]:
    """Start a session at so many tables of two; return the browser of each child and where it posts its moves."""
    lobby = open_lobby(make_class(teacher, "6D", [f"Child {number}" for number in range(2 * TABLES)]))
    lobby.options |= {"countdown": 0}
    lobby.save()
    for student in lobby.classroom.students.all():
        lifecycle.arrive(session=lobby, student=student)
    lifecycle.start(session=lobby)
    codes = dict(Seat.objects.values_list("player", "table__code"))
    return [
        (seated(attendance), reverse("table_move", args=[codes[attendance.student_id]]))
        for attendance in Attendance.objects.filter(session=lobby)
    ]


async def test_none_of_fifty_tables_is_stuck_or_behind_its_log(ana_teacher):
    """Every child posts *ready* and two draws, and goes away up to 100 ms later."""
    dice = random.Random(1)
    children = await sync_to_async(fill)(ana_teacher)
    for aid, kind in enumerate(("ready", "draw", "draw")):
        posts = [posts_and_goes(*child, dice.uniform(0, 100), t=kind, aid=f"p-{aid}") for child in children]
        await asyncio.gather(*posts)
        tables = [await registry.at(code) async for code in Table.objects.values_list("code", flat=True)]
        await until(lambda tables=tables: all(table.round.phase == "playing" for table in tables))
    assert await Event.objects.filter(kind="drew").acount() == 2 * len(children)
    assert [table.code for table in tables if not await is_as_its_log(table)] == []


async def is_as_its_log(table: LiveTable) -> bool:
    del registry._tables[table.code]
    again = await registry.at(table.code)
    again.timers.stop()
    return again.round.position == table.round.position and again.round.n == table.round.n
