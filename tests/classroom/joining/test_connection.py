"""The self-test of a school's network, and how well each child is connected, as the teacher sees it."""

import json

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient
from django.urls import reverse

from classroom.joining import presence
from classroom.live import consumers
from classroom.live.monitor.tiles import tile_html, tiles_of
from classroom.sessions import lifecycle
from game import rooms
from tests.classroom.conftest import join
from tests.game.conftest import until

in_rows = pytest.mark.django_db(transaction=True)


def test_the_self_test_is_anybodys_and_names_what_has_to_be_open(client, db, django_assert_num_queries):
    with django_assert_num_queries(0):
        page = client.get(reverse("connection"), headers={"host": "192.0.2.7:8000"}).content.decode()
    assert "http to 192.0.2.7:8000, nothing else" in page
    assert "ws://192.0.2.7:8000/ws/" in page


def test_over_https_the_socket_is_secure_too(client, db):
    page = client.get(reverse("connection"), secure=True, headers={"host": "192.0.2.7"}).content.decode()
    assert "wss://192.0.2.7/ws/" in page


def test_over_plain_http_homework_says_that_students_need_a_connection(ana_client, class_4b):
    address = reverse("class_homework", args=[class_4b.pk])
    told = [ana_client.get(address, secure=secure).content.decode() for secure in (False, True)]
    assert ["need a connection all the time" in page for page in told] == [True, False]


def test_asking_answers_with_the_servers_clock_and_is_kept_in_no_cache(client, db):
    answer = client.get(reverse("connection_ask"))
    assert json.loads(answer.content)["s"] > 1_700_000_000_000
    assert "no-store" in answer["Cache-Control"]


@in_rows
async def test_anybodys_heartbeat_comes_back_and_says_nothing_of_anybody(socket_of):
    socket = socket_of(AsyncClient(), "/ws/connection/")
    assert await socket.opens() == {"t": "see", "n": 0, "html": ""}
    await socket.says(t="ping", c=7)
    pong = await socket.hears()
    assert (pong["t"], pong["c"], set(pong)) == ("pong", 7, {"t", "c", "s", "n"})


@in_rows
async def test_a_self_test_does_not_hold_its_socket_for_ever(socket_of, monkeypatch):
    monkeypatch.setattr(consumers, "LONGEST_TEST", 0.05)
    socket = socket_of(AsyncClient(), "/ws/connection/")
    await socket.opens()
    await socket.wait()


@in_rows
async def test_of_many_self_tests_the_oldest_makes_room_for_one_more(socket_of):
    sockets = [socket_of(AsyncClient(), "/ws/connection/") for _ in range(consumers.MOST_TESTS + 1)]
    for socket in sockets:
        await socket.opens()
    assert await sockets[0].closing() == consumers.TEST_ENDED
    assert len(rooms.listeners("connection")) == consumers.MOST_TESTS


@in_rows
async def test_a_self_test_that_nobody_ends_is_ended(socket_of, monkeypatch):
    monkeypatch.setattr(consumers, "LONGEST_TEST", 0.05)
    await socket_of(AsyncClient(), "/ws/connection/").opens()
    await until(lambda: not rooms.listeners("connection"))


@pytest.mark.parametrize(("lag", "word"), [(None, "ok"), (0, "good"), (149, "good"), (150, "ok"), (400, "slow")])
def test_a_connections_time_there_and_back_has_a_word(lag, word):
    assert presence.speed(lag) == word


@in_rows
async def test_the_monitor_shows_each_childs_connection(lobby_4b, socket_of):
    browsers = [await join(lobby_4b, name) for name in ("Amir", "Bea")]
    await sync_to_async(lifecycle.start)(session=lobby_4b)
    (table,) = await tiles_of(lobby_4b)
    assert [seat.net for seat in table.seats] == ["off", "off"]
    socket = socket_of(browsers[0], f"/ws/table/{table.code}/")
    await socket.opens()
    await socket.says(t="ping", c=1, r=500)
    while (await socket.hears())["t"] != "pong":
        pass
    await browsers[1].get(reverse("table_board", args=[table.code]))
    (table,) = await tiles_of(lobby_4b)
    assert {seat.name: seat.net for seat in table.seats} == {"Amir": "slow", "Bea": "asks"}
    assert "slow connection" in tile_html(table)
