"""A child whose table is done, or who waits for one, looks on at the other tables: faces and top cards, and no more."""

from functools import partial

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient
from django.urls import reverse

from classroom.live import controls
from classroom.live.monitor import watch
from classroom.live.projector import tables
from classroom.models import ClassSession
from classroom.sessions import lifecycle
from game.live import registry
from game.log import table_state
from game.models import Table
from game.rules import Event as Happened
from tests.classroom.conftest import join
from tests.classroom.live.playing import a_quick_beat as a_quick_beat
from tests.game.conftest import until
from tests.sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)

ROOM = "/ws/look-on/"


@pytest.fixture
async def children(lobby_4b: ClassSession) -> dict[str, AsyncClient]:
    """4B at two tables that have heard GO."""
    browsers = {name: await join(lobby_4b, name) for name in ("Amir", "Bea", "Chen", "Dana")}
    await sync_to_async(lifecycle.start)(session=lobby_4b)
    async for row in Table.objects.all():
        table = await registry.at(row.code)
        for kind in (table_state.START, "go"):
            await table.round.commit(partial(_happened, kind), seat=None)
    return browsers


def _happened(kind: str, now: int) -> Happened:
    return Happened(kind, None, at=now)


async def told(socket: Socket, what: str) -> str:
    """Wait for a frame with the fragment `what`."""
    while f'id="{what}"' not in (html := (await socket.hears()).get("html", "")):
        pass
    return html


async def test_a_child_sees_the_little_tables_without_counts_or_names(children, socket_of):
    socket = socket_of(children["Bea"], ROOM)
    greeting = (await socket.opens()).get("html", "")
    html = greeting or await told(socket, "tables")
    assert html.count('class="little') == 2
    assert not any(word in html for word in ("Amir", "Bea", "Chen", "Dana", "left", "away"))


async def test_what_is_new_is_drawn_once_for_the_projector_and_all_who_look_on(children, socket_of, monkeypatch):
    drawn: list[str] = []
    real = tables.news_html
    monkeypatch.setattr(tables, "news_html", lambda little: drawn.append(html := real(little)) or html)
    sockets = [socket_of(browser, ROOM) for browser in children.values()]
    for socket in sockets:
        if 'id="tables"' not in (await socket.opens()).get("html", ""):
            await told(socket, "tables")
    assert sum('id="tables"' in html for html in drawn) == 1


async def test_eyes_up_reaches_who_looks_on(children, lobby_4b, socket_of):
    socket = socket_of(children["Bea"], ROOM)
    await socket.opens()
    await controls.pause(await ClassSession.objects.aget(pk=lobby_4b.pk))
    await socket.hears_of("Eyes up!")
    assert (await children["Bea"].get(reverse("look_on"))).status_code == 204


async def test_a_page_that_asks_is_answered_with_what_is_new(children, lobby_4b):
    bea = children["Bea"]
    assert (await bea.get(reverse("look_on_ask"))).status_code == 204
    await until(lambda: watch.little_tables(lobby_4b.pk))
    assert '<ul id="tables"' in (await bea.get(reverse("look_on"))).content.decode()
    answer = (await bea.get(reverse("look_on_ask"))).json()
    assert 'id="tables"' in answer["html"]
    assert (await bea.get(reverse("look_on_ask"), {"seen": answer["n"]})).status_code == 204
    watch._watches[lobby_4b.pk].cancel()


async def test_nobody_looks_on_before_the_start_or_from_outside(lobby_4b, socket_of):
    bea = await join(lobby_4b, "Bea")
    socket = socket_of(bea, ROOM)
    assert await socket.connects()
    assert await socket.closing() == 4404
    stranger = socket_of(AsyncClient(), ROOM)
    assert await stranger.connects()
    assert await stranger.closing() == 4401
    assert (await AsyncClient().get(reverse("look_on"))).status_code == 204


async def test_a_table_offers_it_where_there_are_others(children, lobby_4b):
    table = await Table.objects.aget(seats__name="Bea")
    page = (await children["Bea"].get(reverse("table", args=[table.code]))).content.decode()
    assert "data-others" in page
    other = await Table.objects.exclude(seats__name="Bea").aget()
    await controls.end_table(lobby_4b, other.code)
    page = (await children["Bea"].get(reverse("table", args=[table.code]))).content.decode()
    assert "data-others" not in page


async def test_the_first_who_looks_on_has_a_place_for_what_is_said_under_the_sun(children):
    page = (await children["Bea"].get(reverse("look_on"))).content.decode()
    assert '<ul id="tables"></ul><p id="daylight" hidden></p>' in page
