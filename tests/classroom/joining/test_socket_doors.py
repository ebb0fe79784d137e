"""Who gets a socket of the class, and who is a player there."""

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient
from django.urls import reverse

from classroom.models import ClassSession
from classroom.sessions import lifecycle
from game.models import Table
from tests.classroom.conftest import join

in_rows = pytest.mark.django_db(transaction=True)


@in_rows
async def test_nobody_waits_without_having_joined(socket_of):
    socket = socket_of(AsyncClient(), "/ws/waiting/")
    assert await socket.connects()
    assert await socket.closing() == 4401


@in_rows
@pytest.mark.parametrize("path", ["/ws/waiting/", "/ws/no/such/place/"])
async def test_a_page_of_a_foreign_origin_gets_no_socket(lobby_4b, socket_of, path):
    assert not await socket_of(await join(lobby_4b, "Bea"), path, origin="http://evil.example").connects()


@in_rows
async def test_a_socket_that_is_not_there_is_closed_like_a_strangers(lobby_4b, socket_of):
    socket = socket_of(await join(lobby_4b, "Bea"), "/ws/no/such/place/")
    assert await socket.connects()
    assert await socket.closing() == 4404


@in_rows
async def test_a_student_cannot_sit_down_at_another_table(lobby_4b, socket_of):
    browsers = {name: await join(lobby_4b, name) for name in ("Amir", "Bea", "Chen", "Dana")}
    await sync_to_async(lifecycle.start)(session=lobby_4b)
    other = await Table.objects.exclude(seats__name="Bea").aget()
    socket = socket_of(browsers["Bea"], f"/ws/table/{other.code}/")
    assert await socket.connects()
    assert await socket.closing() == 4404
    assert (await browsers["Bea"].get(reverse("table", args=[other.code]))).status_code == 404


def test_the_player_costs_one_query_and_a_stranger_none(bea_client, client, django_assert_num_queries, lesson):
    with django_assert_num_queries(0):
        client.get(reverse("join"))
    with django_assert_num_queries(2):  # the browser's session, and whose it is
        bea_client.get(reverse("join"))


def test_no_player_is_known_in_a_session_that_is_over(bea_client, lesson):
    lifecycle.end(session=lesson)
    assert bea_client.get(reverse("table", args=[Table.objects.get().code])).url == reverse("waiting")
    assert ClassSession.objects.get().state == ClassSession.State.ENDED
