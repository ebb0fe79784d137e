"""What the teacher sees while the class plays, and what the room sees on the projector."""

import html
import json
import re

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient
from django.urls import reverse

from classroom.live.monitor import attention, tiles, watch
from classroom.live.monitor.tiles import Facts, TableTile, facts_of, tile_html, tile_of, tiles_of
from classroom.models import ClassSession, Student
from classroom.sessions import lifecycle
from game.clock import now_ms
from game.live import registry
from game.live.table import LiveTable
from game.log import table_state
from game.models import Event, Round, Table
from game.rules import Event as Happened
from tests.classroom.conftest import join, teacher_at
from tests.classroom.live.playing import a_quick_beat as a_quick_beat
from tests.game.conftest import until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def playing(lobby_4b: ClassSession) -> ClassSession:
    """4B at two tables, nobody ready yet."""
    for name in ("Amir", "Bea", "Chen", "Dana"):
        await join(lobby_4b, name)
    await sync_to_async(lifecycle.start)(session=lobby_4b)
    return lobby_4b


async def first_table(session: ClassSession) -> LiveTable:
    row = await Table.objects.aget(number=1, seats__sitting__session=session, seats__number=0)
    return await registry.at(row.code)


async def happens(table: LiveTable, kind: str, seat: int | None = None, at: int | None = None) -> None:
    await table.round.commit(lambda now: Happened(kind, seat, at=at or now), seat=seat)


async def first_tile(session: ClassSession) -> TableTile:
    return (await tiles_of(session))[0]


async def test_with_a_childs_drawer_open_the_page_still_counts_who_is_here(playing, ana_teacher):
    browser = await teacher_at(ana_teacher)
    student = await Student.objects.filter(classroom=playing.classroom_id).afirst()
    page = await browser.get(reverse("session_monitor_child", args=[playing.pk, student.pk]))
    assert "4 here" in page.content.decode()


@pytest.mark.parametrize(
    ("net", "clock_off", "said"),
    [
        (310, False, ["'s connection is slow (310 ms)."]),
        (120, False, []),
        (None, True, ["'s cards count as they arrive."]),
    ],
)
async def test_the_drawer_of_a_child_says_what_is_wrong_with_its_connection(playing, ana_teacher, net, clock_off, said):
    browser, table = await teacher_at(ana_teacher), await first_table(playing)
    student = await Student.objects.aget(pk=table.chairs[0].player)
    connection = table.connections[0]
    connection.net, connection.clock_off = net, clock_off
    page = await browser.get(reverse("session_monitor_child", args=[playing.pk, student.pk]))
    shown = html.unescape(page.content.decode())
    assert [words for words in said if words in shown] == said
    assert ('id="slow-connection"' in shown) + ('id="clock-off"' in shown) == len(said)


# Tiles


async def test_a_table_waits_for_those_who_are_not_ready(playing):
    table = await first_table(playing)
    await happens(table, table_state.READY, 0)
    tile = await first_tile(playing)
    assert (tile.badge, tile.number, tile.round) == ("waiting", 1, 1)
    assert [seat.ready for seat in tile.seats] == [True, False]
    assert [seat.standing for seat in tile.seats] == ["36 left", "36 left"]
    assert [seat.left for seat in tile.seats] == [36, 36]
    assert tile.top == ""


async def test_a_playing_table_shows_its_top_card(playing):
    table = await first_table(playing)
    await happens(table, table_state.START)
    await happens(table, "go")
    tile = await first_tile(playing)
    card = table.view(None).view.top_card
    assert (tile.badge, tile.top) == ("playing", f"{card.number} ±{card.step}")


async def test_a_table_that_all_have_left_needs_a_look_at_once(playing):
    table = await first_table(playing)
    for kind in (table_state.START, "go"):
        await happens(table, kind)
    for seat in range(2):
        assert (await first_tile(playing)).badge == "playing"
        await happens(table, table_state.LEFT, seat)
    assert (await first_tile(playing)).badge == "look"


async def test_a_child_away_for_long_makes_the_table_need_a_look(playing):
    table = await first_table(playing)
    await happens(table, table_state.START)
    await happens(table, "go")
    await happens(table, table_state.LEFT, 1)
    soon, late = (tile_of(table, Facts(), table.round.at + ms) for ms in (4000, 12_000))
    assert (soon.badge, soon.seats[1].away) == ("playing", 0)
    assert (late.badge, late.seats[1].away) == ("look", 10)
    assert late.seats[0].away is None
    assert "away 10 s" in tile_html(late)
    assert re.search(r'<strong\s+class="why">away</strong>', tile_html(soon))


async def test_a_standstill_counts_its_seconds(playing):
    table = await first_table(playing)
    await happens(table, table_state.START)
    await happens(table, "go")
    await happens(table, "standstill")
    tile = tile_of(table, Facts(), table.round.at + 8000)
    assert (tile.badge, tile.seconds) == ("standstill", 8)


async def test_a_child_who_stopped_its_own_clock_is_shown_as_paused(playing):
    table = await first_table(playing)
    for kind in (table_state.START, "go", "paused"):
        await happens(table, kind)
    assert (await first_tile(playing)).badge == "held"


async def test_a_stopped_table_is_finished_and_shows_no_card(playing):
    table = await first_table(playing)
    await table.stop()
    tile = await first_tile(playing)
    assert (tile.badge, tile.top) == ("finished", "")


async def test_many_wrong_cards_within_a_minute_ask_for_help_and_few_do_not(playing, monkeypatch):
    monkeypatch.setattr(tiles, "FEW", 0)  # the events below are counted; no hand held their cards
    table = await first_table(playing)
    row = await Round.objects.aget(table__code=table.code)
    plays = [(0, kind, now_ms()) for kind in ("played", "wrong", "wrong", "wrong", "played")]
    plays += [(1, "wrong", now_ms() - attention.HELP_MS - 1000)] * 9
    for n, (seat, kind, at) in enumerate(plays, start=50):
        await Event.objects.acreate(round=row, n=n, kind=kind, seat=seat, at=at)
    facts = await sync_to_async(facts_of)(playing)
    assert facts.wrong == {(table.code, 0): (3, 5)}


# The page and its socket


async def test_the_page_told_equals_the_page_loaded(playing, socket_of, ana_teacher):
    teacher = await teacher_at(ana_teacher)
    page = (await teacher.get(reverse("session_monitor", args=[playing.pk]))).content.decode()
    socket = socket_of(teacher, f"/ws/sessions/{playing.pk}/monitor/")
    html = (await socket.opens())["html"]
    while 'id="tiles"' not in html:  # the watch may be quicker than the greeting
        html = (await socket.hears())["html"]
    tiles = html.split('id="tiles"')[1].split("</ul>\n<select")[0]
    assert tiles.count('<li class="tile') == 2
    assert all(tile.strip() in page for tile in tiles.split('<li class="tile')[1:])


async def test_only_the_tile_that_changed_is_told_again(playing, socket_of, ana_teacher):
    socket = socket_of(await teacher_at(ana_teacher), f"/ws/sessions/{playing.pk}/monitor/")
    await socket.opens()
    table = await first_table(playing)
    await socket.hears_of("tile")  # the watch's first look tells all
    while "tile" in (await socket.hears())["html"]:
        pass
    await happens(table, table_state.READY, 0)
    while "tile" not in (told := (await socket.hears())["html"]):
        assert 'id="told"' in told
    assert told.count('<li class="tile') == 1
    assert f'id="tile-{table.code}"' in told


async def test_two_monitors_are_one_watch_and_it_ends_with_the_last_of_them(playing, socket_of, ana_teacher):
    teacher = await teacher_at(ana_teacher)
    sockets = [socket_of(teacher, f"/ws/sessions/{playing.pk}/{page}/") for page in ("monitor", "monitor", "screen")]
    for socket in sockets:
        await socket.opens()
    assert list(watch._watches) == [playing.pk]
    for socket in sockets:
        await socket.leaves()
    await until(lambda: not watch._watches)


async def test_a_watch_that_meets_an_error_goes_on_looking(playing, socket_of, ana_teacher, caplog):
    socket = socket_of(await teacher_at(ana_teacher), f"/ws/sessions/{playing.pk}/monitor/")
    await socket.opens()
    table = await first_table(playing)
    position, table.round.position = table.round.position, None
    await until(lambda: "missed a look" in caplog.text)
    table.round.position = position
    while 'id="told"' not in (await socket.hears())["html"]:
        pass


async def test_go_now_starts_one_table_and_go_at_all_the_rest(playing, ana_teacher):
    teacher = await teacher_at(ana_teacher)
    go = reverse("session_go", args=[playing.pk])
    table = await first_table(playing)
    await teacher.post(go, {"table": table.code})
    assert [tile.badge for tile in await tiles_of(playing)] == ["playing", "waiting"]
    await teacher.post(go)
    assert [tile.badge for tile in await tiles_of(playing)] == ["playing", "playing"]


async def test_go_at_a_table_of_another_session_does_nothing(playing, ben_teacher, class_5c):
    table = await first_table(playing)
    answer = await (await teacher_at(ben_teacher)).post(reverse("session_go", args=[playing.pk]), {"table": table.code})
    assert answer.status_code == 404
    assert table.round.phase == "waiting"


async def test_the_end_stops_every_table_and_takes_the_teachers_pages_along(playing, socket_of, ana_teacher):
    teacher = await teacher_at(ana_teacher)
    watching = socket_of(teacher, f"/ws/sessions/{playing.pk}/monitor/")
    screen = socket_of(teacher, f"/ws/sessions/{playing.pk}/screen/")
    for socket in (watching, screen):
        await socket.opens()
    assert (await teacher.get(reverse("session_end", args=[playing.pk]))).status_code == 200
    assert (await first_table(playing)).round.phase == "waiting"
    await teacher.post(reverse("session_end", args=[playing.pk]))
    while (frame := await watching.hears()).get("t") != "goto":
        pass
    assert frame["url"] == reverse("session", args=[playing.pk])
    while "Well played, 4B!" not in (await screen.hears())["html"]:
        pass
    assert {event.kind async for event in Event.objects.filter(kind="stopped")} == {"stopped"}


async def test_the_projector_follows_the_class_into_the_next_session(playing, socket_of, ana_teacher):
    teacher = await teacher_at(ana_teacher)
    screen = socket_of(teacher, f"/ws/sessions/{playing.pk}/screen/")
    await screen.opens()
    await teacher.post(reverse("session_end", args=[playing.pk]))
    await teacher.post(reverse("session_again", args=[playing.pk]), {"tables": "same"})
    following = await ClassSession.objects.aget(previous=playing)
    while (frame := await screen.hears()).get("t") != "goto":
        pass
    assert frame["url"] == reverse("session_screen", args=[following.pk])


async def test_an_arrival_is_ticked_in_the_lobby_and_on_the_projector(lobby_4b, socket_of, ana_teacher):
    teacher = await teacher_at(ana_teacher)
    sockets = {page: socket_of(teacher, f"/ws/sessions/{lobby_4b.pk}/{page}/") for page in ("lobby", "screen")}
    for socket in sockets.values():
        assert (await socket.opens())["html"].count("is in") == 0
    await join(lobby_4b, "Bea")
    told = {
        "screen": await sockets["screen"].hears_of("Somebody is in"),
        "lobby": await sockets["lobby"].hears_of("is in"),
    }
    assert 'Bea</a><span class="vh">, is in' in told["lobby"]
    assert "Start with 1" in told["lobby"]
    assert "Start" not in told["screen"]
    assert "Bea" not in told["screen"]


async def test_a_teachers_page_without_a_socket_asks_and_hears_nothing_twice(lobby_4b, ana_teacher):
    teacher = await teacher_at(ana_teacher)
    ask = reverse("session_ask", args=[lobby_4b.pk, "lobby"])
    first = json.loads((await teacher.get(ask)).content)
    assert "Amir" in first["html"]
    assert (await teacher.get(ask, {"seen": first["n"]})).status_code == 204
    await join(lobby_4b, "Amir")
    assert (await teacher.get(ask, {"seen": first["n"]})).status_code == 200


@pytest.mark.parametrize("page", ["lobby", "screen", "monitor"])
async def test_the_sockets_of_a_session_are_its_teachers_alone(page, playing, socket_of, ben_teacher):
    bea = await join(playing, "Bea")
    for browser, code in ((await teacher_at(ben_teacher), 4404), (bea, 4404), (AsyncClient(), 4401)):
        socket = socket_of(browser, f"/ws/sessions/{playing.pk}/{page}/")
        assert await socket.connects()
        assert await socket.closing() == code
