"""A move that is posted while the socket of its table is open: that socket says who plays, and no other does."""

from typing import NamedTuple

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.test import AsyncClient

from classroom.joining.sockets import middleware, websocket
from classroom.sessions import lifecycle
from game import rooms
from game.models import Seat
from tests.classroom.conftest import join
from tests.sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)


class AtTheTable(NamedTuple):
    browser: AsyncClient
    code: str
    player: int
    socket: Socket

    async def posts(self, code: str = "") -> int:
        answer = await self.browser.post(f"/table/{code or self.code}/move/", {"t": "sort", "aid": "page-1"})
        return answer.status_code

    async def sessions_are_gone(self) -> None:
        """As if another process had signed everybody out."""
        await Session.objects.all().adelete()


@pytest.fixture
async def bea(lobby_4b, socket_of) -> AtTheTable:
    browser = await join(lobby_4b, "Bea")
    for name in ("Amir", "Chen", "Dana"):
        await join(lobby_4b, name)
    await sync_to_async(lifecycle.start)(session=lobby_4b)
    seat = await Seat.objects.select_related("table").aget(name="Bea")
    socket = socket_of(browser, f"/ws/table/{seat.table.code}/")
    await socket.opens()
    return AtTheTable(browser, seat.table.code, seat.player or 0, socket)


async def test_a_move_beside_an_open_socket_asks_nobody_who_that_is(bea):
    await bea.sessions_are_gone()
    assert await bea.posts() == 302


async def test_no_cache_takes_the_answer_for_anybody_elses(bea):
    await bea.sessions_are_gone()
    answer = await bea.browser.get(f"/table/{bea.code}/board/")
    assert (answer.status_code, "Cookie" in answer["Vary"]) == (200, True)


async def test_who_that_is_is_asked_again_as_often_as_by_the_socket(bea, monkeypatch):
    await bea.sessions_are_gone()
    monkeypatch.setattr(websocket, "RECHECK", 0)
    assert await bea.posts() == 404


async def test_a_socket_that_was_cut_is_no_door(bea):
    await rooms.dismiss_player(bea.player, websocket.NOT_SIGNED_IN)
    assert await bea.posts() == 302
    await bea.sessions_are_gone()
    assert await bea.posts() == 404


async def test_a_socket_that_was_closed_is_no_door(bea):
    await bea.socket.leaves()
    assert middleware._at_tables == {}
    assert await bea.posts() == 302
    await bea.sessions_are_gone()
    assert await bea.posts() == 404


async def test_the_socket_of_one_table_is_no_door_to_another(bea):
    other = await Seat.objects.select_related("table").exclude(table__code=bea.code).afirst()
    assert await bea.posts(other.table.code) == 404
    await bea.sessions_are_gone()
    assert await bea.posts("BCDFGHJK") == 404


async def test_another_browser_does_not_come_through_it(bea):
    assert (await AsyncClient().post(f"/table/{bea.code}/move/", {"t": "sort", "aid": "x-1"})).status_code == 404
