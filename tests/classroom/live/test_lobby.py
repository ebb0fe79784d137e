"""The lobby: late comers, second devices, how well each line is, and classes of any size."""

import re

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test import AsyncClient, Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from classroom.joining import arrivals, presence
from classroom.models import Attendance, ClassSession, Student
from classroom.sessions import lifecycle
from game import rooms
from game.models import Table
from tests.classroom.conftest import join, open_lobby, teacher_at
from tests.conftest import words

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
async def test_a_teachers_second_device_shows_the_same_and_either_may_go(lobby_4b, line_of, ana_teacher):
    lines = [line_of(await teacher_at(ana_teacher), f"/ws/sessions/{lobby_4b.pk}/lobby/") for _ in range(2)]
    first = [await line.opens() for line in lines]
    assert first[0] == first[1]
    await join(lobby_4b, "Bea")
    told = [await line.hears() for line in lines]
    assert told[0] == told[1]
    await lines[0].leaves()
    await join(lobby_4b, "Amir")
    assert "Amir" in (await lines[1].hears())["html"]


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
async def test_the_lobby_shows_how_well_each_child_is_connected(lobby_4b, line_of, bea, ana_teacher):
    line = line_of(await join(lobby_4b, "Bea"), "/ws/waiting/")
    lobby = line_of(await teacher_at(ana_teacher), f"/ws/sessions/{lobby_4b.pk}/lobby/")
    assert 'data-line="off"' in (await lobby.opens())["html"]
    await line.opens()
    told = [(await lobby.hears())["html"]]
    for lag in (40, 600, 610):
        await line.says(t="ping", c=1, r=lag)
        await line.hears()
        if lag < 610:
            told.append((await lobby.hears())["html"])
    await line.leaves()
    told.append((await lobby.hears())["html"])
    assert [re.findall('data-line="(.*?)"', html) for html in told] == [["ok"], ["good"], ["slow"], ["off"]]
    assert all(f'id="net-{bea.pk}"' in html for html in told)


# Large classes


class Ear:
    """Somebody who listens in a room, and remembers what was told."""

    player: int | None = None
    seat: int | None = None
    language = ""

    def __init__(self, *rooms_: str) -> None:
        self.told: list[str] = []
        for room in rooms_:
            rooms.join(room, self)

    async def tell(self, text: str) -> None:
        self.told.append(text)

    async def close(self, code: int) -> None: ...

    def drop(self) -> None: ...


def _cost_of_an_arrival(session: ClassSession) -> tuple[int, int]:
    """Return the queries of one arrival, and the bytes that it pushes to the lobby and the projector."""
    ear = Ear(f"lobby:{session.pk}", f"screen:{session.pk}")
    last = Student.objects.filter(classroom=session.classroom_id).order_by("-pk")[0]
    with CaptureQueriesContext(connection) as asked:
        assert Client().post(reverse("join_names", args=[session.code]), {"student": last.pk}).status_code == 302
    assert len(ear.told) == 2
    return len(asked), sum(len(html.encode()) for html in ear.told)


@in_rows
def test_one_arrival_costs_the_same_in_a_class_of_five_hundred_as_of_five(class_4b, class_5c):
    costs = {}
    for classroom, size in ((class_4b, 5), (class_5c, 500)):
        classroom.students.all().delete()
        Student.objects.bulk_create(Student(classroom=classroom, name=f"Child {n:03}") for n in range(size))
        session = open_lobby(classroom)
        everybody = classroom.students.order_by("pk")[: size - 1]
        Attendance.objects.bulk_create(Attendance(session=session, student=one, device=f"{one}") for one in everybody)
        costs[size] = _cost_of_an_arrival(session)
    assert costs[500][0] == costs[5][0] < 30
    assert abs(costs[500][1] - costs[5][1]) < 30, "no more than the digits of the numbers"


@in_rows
def test_a_long_list_of_names_can_be_jumped_through_by_letter(client, class_4b):
    Student.objects.bulk_create(Student(classroom=class_4b, name=f"{letter}na") for letter in "EFGHIJKLMNOPQRSTUÞ")
    page = client.get(reverse("join_names", args=[open_lobby(class_4b).code])).content.decode()
    assert 'href="#letter-Þ"' in page
    assert page.count('id="letter-') == len({one.initial for one in arrivals.arrivals(ClassSession.objects.get())})


def test_a_live_page_says_without_scripts_that_it_does_not_move(ana_client, class_4b):
    lobby = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
    for page in ("session", "session_screen"):
        html = ana_client.get(reverse(page, args=[lobby.pk])).content.decode()
        unscripted = re.search(r"<noscript>(.*?)</noscript>", html, re.DOTALL)[1]
        assert "This page does not move by itself here." in unscripted
        assert f'href="{reverse(page, args=[lobby.pk])}"' in unscripted


def test_the_line_of_settings_says_how_long_how_many_rounds_and_what_for(ana_client, class_4b):
    said = {"minutes": 15, "rounds": 2, "together": "teams"}
    for options, line in ((said, "· 15 min · Rounds: 2 · two teams"), ({}, "")):
        session = lifecycle.open_session(
            classroom=class_4b, game="around_the_corner", options={"mode": "race", **options}, table_size=2
        )
        lobby = words(ana_client.get(reverse("session", args=[session.pk])))
        assert line in lobby
        assert ("two teams" in lobby) == bool(options)
        lifecycle.end(session=session)
