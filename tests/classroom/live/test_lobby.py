"""The lobby: late comers, second devices, how well each is connected, and classes of any size."""

import asyncio
import re
from string import ascii_uppercase

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient
from django.urls import reverse

from classroom.joining import arrivals, presence
from classroom.live.monitor import watch
from classroom.models import Attendance, ClassSession, Student
from classroom.sessions import lifecycle
from game.models import Table
from tests.classroom.conftest import join, open_lobby, teacher_at
from tests.conftest import words
from tests.sockets import Socket

in_rows = pytest.mark.django_db(transaction=True)


@in_rows
async def test_who_comes_late_may_play_alone_till_the_next_game(lobby_4b, ana_teacher):
    for name in ("Amir", "Bea"):
        await join(lobby_4b, name)
    await sync_to_async(lifecycle.start)(session=lobby_4b)
    late = await join(lobby_4b, "Chen")
    assert "Play alone" in (await late.get(reverse("waiting"))).content.decode()
    await late.post(reverse("waiting_alone"))
    table = await Table.objects.aget(seats__name="Chen")
    assert (await late.get(reverse("waiting")))["Location"] == reverse("table", args=[table.code])
    assert (table.number, table.options["mode"]) == (2, "solo")
    await late.post(reverse("waiting_alone"))
    assert await Table.objects.acount() == 2


@in_rows
async def test_before_the_start_nobody_plays_alone(lobby_4b):
    browser = await join(lobby_4b, "Bea")
    await browser.post(reverse("waiting_alone"))
    assert not await Table.objects.aexists()


@in_rows
async def test_a_teachers_second_device_shows_the_same_and_either_may_go(lobby_4b, socket_of, ana_teacher):
    sockets = [socket_of(await teacher_at(ana_teacher), f"/ws/sessions/{lobby_4b.pk}/lobby/") for _ in range(2)]
    first = [await socket.opens() for socket in sockets]
    assert first[0] == first[1]
    await join(lobby_4b, "Bea")
    for socket in sockets:
        await socket.hears_of("Start with 1")
    await sockets[0].leaves()
    await join(lobby_4b, "Amir")
    await sockets[1].hears_of("Start with 2")


@in_rows
async def test_a_child_that_only_asks_holds_its_name_as_long_as_it_asks(lobby_4b, bea, monkeypatch):
    browser = await join(lobby_4b, "Bea")
    await browser.get(reverse("waiting_ask"))
    taken = await AsyncClient().post(f"/join/{lobby_4b.code}/", {"student": bea.pk})
    assert (taken.status_code, presence.speed_of(bea.pk)) == (409, "asks")
    monkeypatch.setattr(presence, "ALIVE", 0.0)
    assert (await AsyncClient().post(f"/join/{lobby_4b.code}/", {"student": bea.pk})).status_code == 302


@in_rows
async def test_a_child_that_only_asks_at_its_table_holds_its_name_too(lobby_4b, bea):
    browser, _ = await join(lobby_4b, "Bea"), await join(lobby_4b, "Amir")
    await sync_to_async(lifecycle.start)(session=lobby_4b)
    await browser.get(reverse("table_board", args=[(await Table.objects.aget()).code]))
    assert (await AsyncClient().post(f"/join/{lobby_4b.code}/", {"student": bea.pk})).status_code == 409


@in_rows
async def test_the_lobby_says_who_has_a_slow_connection_and_of_nobody_else_how_it_is(lobby_4b, socket_of, ana_teacher):
    socket = socket_of(await join(lobby_4b, "Bea"), "/ws/waiting/")
    await socket.opens()
    lobby = socket_of(await teacher_at(ana_teacher), f"/ws/sessions/{lobby_4b.pk}/lobby/")
    assert "data-connection" not in (await lobby.opens())["html"]
    await socket.says(t="ping", c=1, r=600)
    assert 'data-connection="slow"' in await lobby.hears_of("data-connection")
    await socket.says(t="ping", c=1, r=40)
    assert "data-connection" not in await lobby.hears_of("awake")


@in_rows
async def test_who_sleeps_is_named_is_not_counted_and_wakes(lobby_4b, socket_of, monkeypatch, ana_teacher):
    """A page that dies says nothing: no close frame comes. What Start would seat is what its button says."""
    monkeypatch.setattr(presence, "AWAKE", 0.3)
    monkeypatch.setattr(watch, "BEAT", 0.05)
    sockets = {name: socket_of(await join(lobby_4b, name), "/ws/waiting/") for name in ("Amir", "Bea", "Chen")}
    for socket in sockets.values():
        await socket.opens()
    teacher = await teacher_at(ana_teacher)
    lobby = socket_of(teacher, f"/ws/sessions/{lobby_4b.pk}/lobby/")
    await lobby.opens()
    beating = asyncio.create_task(_beats(sockets["Amir"], sockets["Bea"]))
    html = await lobby.hears_of("Start with 2")
    assert "<strong>2</strong> of 3 are awake" in html
    assert re.search(r"arrival here asleep.*Chen", await _lobby_page(teacher, lobby_4b))
    await sockets["Chen"].says(t="ping", c=1)
    assert "<strong>3</strong> of 4 are in" in await lobby.hears_of("Start with 3")
    await lobby.hears_of("Start with 2")
    await teacher.post(reverse("session_start", args=[lobby_4b.pk]))
    beating.cancel()
    seated = lobby_4b.sittings.filter(left_at=None)
    assert [name async for name in seated.values_list("student__name", flat=True).order_by("student__name")] == [
        "Amir",
        "Bea",
    ]


async def _beats(*sockets: Socket) -> None:
    while True:
        for socket in sockets:
            await socket.says(t="ping", c=1)
        await asyncio.sleep(0.1)


async def _lobby_page(teacher: AsyncClient, session: ClassSession) -> str:
    return " ".join((await teacher.get(reverse("session", args=[session.pk]))).content.decode().split())


@in_rows
async def test_a_child_between_two_pages_is_not_asleep(lobby_4b, socket_of, bea):
    socket = socket_of(await join(lobby_4b, "Bea"), "/ws/waiting/")
    await socket.opens()
    await socket.leaves()
    assert not await sync_to_async(lambda: presence.away_of(presence.came_to(lobby_4b)))()
    presence._left[bea.pk] -= presence.AWAKE
    assert await sync_to_async(lambda: presence.away_of(presence.came_to(lobby_4b)))() == {bea.pk}


@in_rows
async def test_who_gave_a_shared_device_on_is_not_said_to_sleep(lobby_4b, socket_of, ana_teacher):
    """Nothing went dark there, and no touch brings the child back: it taps its name again."""
    device = AsyncClient()
    await device.post(reverse("join_shared", args=[lobby_4b.code]))
    lobby = socket_of(await teacher_at(ana_teacher), f"/ws/sessions/{lobby_4b.pk}/lobby/")
    await lobby.opens()
    for name in ("Amir", "Bea"):
        await join(lobby_4b, name, device)
        await device.post(reverse("leave"))
    html = await lobby.hears_of("2 came in and gave the device")
    assert "went dark" not in html
    assert "<strong>2</strong> of 4 are in" in html
    await join(lobby_4b, "Bea", device)
    assert "1 came in and gave the device" in (told := await lobby.hears_of("Start with 1"))
    assert "asleep" not in told


# Large classes


async def _told_of_an_arrival(session: ClassSession, lobby: Socket, screen: Socket) -> int:
    """Return the bytes that one arrival pushes to the lobby and the projector."""
    for socket in (lobby, screen):
        await socket.opens()
    await lobby.hears_of('id="start"')  # a page that has come is told all once more
    await screen.hears_of('id="count"')
    last = await Student.objects.filter(classroom=session.classroom_id).alatest("pk")
    await join(session, last.name)
    return len(await lobby.hears_of('id="start"')) + len(await screen.hears_of('id="count"'))


@in_rows
async def test_one_arrival_tells_no_more_in_a_class_of_five_hundred_than_of_five(class_4b, socket_of, ana_teacher):
    told = []
    for size in (5, 500):
        await class_4b.students.all().adelete()
        await Student.objects.abulk_create(Student(classroom=class_4b, name=f"Child {n:03}") for n in range(size))
        session = await sync_to_async(open_lobby)(class_4b)
        everybody = [one async for one in class_4b.students.order_by("pk")[: size - 1]]
        came = [Attendance(session=session, student=one, device=f"{one.pk}") for one in everybody]
        await Attendance.objects.abulk_create(came)
        teacher = await teacher_at(ana_teacher)
        sockets = [socket_of(teacher, f"/ws/sessions/{session.pk}/{page}/") for page in ("lobby", "screen")]
        told.append(await _told_of_an_arrival(session, *sockets))
        await sync_to_async(lifecycle.end)(session=session)
    assert abs(told[1] - told[0]) < 30, "no more than the digits of the numbers"


@in_rows
def test_a_long_list_of_names_can_be_jumped_through_by_letter(client, class_4b):
    names = [f"{letter}{rest}" for letter in "EFGHIJKLMNOPQRSTUÞ" for rest in ("na", "ri")]
    Student.objects.bulk_create(Student(classroom=class_4b, name=name) for name in names)
    page = client.get(reverse("join_names", args=[open_lobby(class_4b).code])).content.decode()
    assert 'href="#letter-Þ"' in page
    assert page.count('id="letter-') == len({one.initial for one in arrivals.arrivals(ClassSession.objects.get())})


@in_rows
def test_a_class_of_thirty_begins_with_its_names(client, class_4b):
    Student.objects.bulk_create(Student(classroom=class_4b, name=f"{letter}na") for letter in ascii_uppercase)
    page = client.get(reverse("join_names", args=[open_lobby(class_4b).code])).content.decode()
    assert "#letter-" not in page


def test_a_live_page_says_without_scripts_that_it_does_not_move(ana_client, class_4b):
    lobby = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
    for page in ("session", "session_screen"):
        html = ana_client.get(reverse(page, args=[lobby.pk])).content.decode()
        unscripted = re.search(r"<noscript>(.*?)</noscript>", html, re.DOTALL)[1]
        assert "This page does not move by itself here." in unscripted
        assert f'href="{reverse(page, args=[lobby.pk])}"' in unscripted


def test_the_line_of_settings_says_how_long_how_many_rounds_and_what_for(ana_client, class_4b):
    said = {"minutes": 15, "rounds": 2, "together": "teams"}
    for options, line in ((said, "· 15 min · round the corner · Rounds: 2 · two teams"), ({}, "")):
        session = lifecycle.open_session(
            classroom=class_4b, game="around_the_corner", options={"mode": "race", **options}, table_size=2
        )
        lobby = words(ana_client.get(reverse("session", args=[session.pk])))
        assert line in lobby
        assert ("two teams" in lobby) == bool(options)
        lifecycle.end(session=session)
