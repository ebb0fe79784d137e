"""The socket to a table: who is let in, what is heard, and what closes it."""

import asyncio
import json
import time
from collections import Counter

import pytest
from channels.routing import URLRouter
from django.contrib.auth.models import AnonymousUser
from django.urls import path

from game import rooms
from game.consumers import BURST, FRAMES_A_SECOND, HELLO, TableConsumer
from game.live import acts, moves
from game.models import Event
from game.wire import Frame
from tests.game.conftest import Screen, until
from tests.sockets import Socket

tables = URLRouter([path("ws/table/<str:code>/", TableConsumer.as_asgi())])


def socket_to(code: str, player: int | None) -> Socket:
    """A socket at a table, signed in as this player (None: nobody)."""
    return Socket(tables, f"/ws/table/{code}/", player=player, user=AnonymousUser())


async def test_a_player_gets_the_board_at_once(lay):
    table = await lay()
    socket = socket_to(table.code, 101)
    shown = await socket.opens()
    assert shown["n"] == table.round.n
    assert 'id="board"' in shown["html"]
    await socket.leaves()


@pytest.mark.parametrize(("player", "code"), [(None, 4401), (999, 4404)])
async def test_a_stranger_is_shown_out(lay, player, code):
    socket = socket_to((await lay()).code, player)
    assert await socket.connects()
    assert await socket.closing() == code


async def test_there_is_no_socket_to_a_table_that_is_not_there(lay):
    socket = socket_to("NOSUCHTB", 101)
    assert await socket.connects()
    assert await socket.closing() == 4404


async def test_a_heartbeat_says_the_time_and_where_the_table_stands(lay):
    table = await lay()
    socket = socket_to(table.code, 101)
    await socket.opens()
    await socket.says(t="ping", c=1234)
    pong = await socket.hears()
    assert (pong["t"], pong["c"], pong["n"]) == ("pong", 1234, table.round.last_seen_by(0))
    assert pong["s"] > 1_700_000_000_000
    await socket.leaves()


async def test_a_page_that_asks_for_everything_without_end_is_answered_ten_times_a_second(lay):
    """A hello of a page may cost ten times a tap: as many of them as taps took a quarter of the server."""
    table = await lay()
    socket = socket_to(table.code, 101)
    await socket.opens()
    most, began = BURST // HELLO, time.monotonic()
    for _hello in range(most + 6):
        await socket.says(t="hello")
        assert 'id="board"' in (await socket.hears())["html"]
    assert time.monotonic() - began > 4 * HELLO / FRAMES_A_SECOND
    await socket.leaves()


async def test_three_malformed_frames_are_answered_in_words_and_then_close_the_socket(lay):
    table = await lay()
    socket = socket_to(table.code, 101)
    await socket.opens()
    for nonsense in ("{", '{"t":"play"}', "x" * 5000):
        await socket.says(nonsense)
        answer = await socket.hears()
        assert (answer["t"], answer["why"]) == ("no", "malformed")
        assert answer["say"]
    assert await socket.closing() == 4400
    assert table.round.n == 0


async def test_bytes_are_a_malformed_frame(lay):
    socket = socket_to((await lay()).code, 101)
    await socket.opens()
    await socket.says_bytes(b"\x00\xff")
    assert (await socket.hears())["why"] == "malformed"
    await socket.leaves()


async def test_a_move_is_answered_by_its_id(lay):
    table = await lay()
    socket = socket_to(table.code, 101)
    await socket.opens()
    await socket.says(t="draw", aid="a-1")
    answer = await socket.hears()
    assert (answer["t"], answer["aid"], answer["why"]) == ("no", "a-1", "before_go")
    await socket.says(t="ready", aid="a-2")
    assert (await socket.hears())["t"] == "ok"
    await socket.leaves()


async def test_the_newest_window_has_the_seat(lay):
    table = await lay()
    first, second = socket_to(table.code, 101), socket_to(table.code, 101)
    await first.opens()
    await second.opens()
    assert await first.closing() == 4409
    await second.says(t="ready", aid="b-1")
    assert (await second.hears())["t"] == "ok"
    await second.leaves()


async def test_paint_times_go_into_the_log_and_nobody_is_told(race):
    table, ana, ben = race
    told = len(ben.texts)
    socket = socket_to(table.code, 101)
    await socket.opens()
    n = table.round.n
    await socket.says(t="seen", p=7, s=[["t", 1, 100], ["h", 1, 200]])
    await until(lambda: table.round.n > n)
    assert len(ben.texts) == told
    assert table.round.last_seen_by(1) == table.round.last_seen_by(None)
    await socket.leaves()


async def test_taps_and_paint_times_without_end_do_not_fill_the_disk(race, monkeypatch):
    """A tap on a card that is gone is logged and pauses nobody, so nothing else would limit two hundred a second."""
    monkeypatch.setattr(moves, "MOST_LOGGED", 20)
    table, ana, ben = race
    await ana.draws(2)
    while not ben.fitting():
        await ben.draws()
    await ben.taps(ben.fitting()[0])
    answers = [(await ana.taps(ana.hand()[0], seen=1)).why for _tap in range(40)]
    assert set(answers[:17]) == {"beaten"}
    assert set(answers[17:]) == {"not_saved"}
    for _report in range(40):
        await table.log_seen(0, Frame("seen", measured={"p": 7, "s": [["t", 1, 100]]}))
    kinds = Counter([event.kind async for event in Event.objects.filter(round=table.round.id, seat=0)])
    assert kinds == {"ready": 1, "drew": 2, "beaten": 17, "seen": 20}
    assert (await ben.draws()).ok


async def test_a_move_at_another_table_is_refused_at_its_door(lay):
    mine, theirs = await lay(), await lay("Caz", "Dov")
    theirs.chairs = tuple(
        chair.__class__(player + 100, chair.name, "") for player, chair in zip((101, 102), theirs.chairs, strict=True)
    )
    socket = socket_to(theirs.code, 101)
    assert await socket.connects()
    assert await socket.closing() == 4404
    assert Screen(mine, 0).player == 101


@pytest.mark.parametrize("heard", [["ping"], ["ready", "ping"], ["nonsense"] * 3])
@pytest.mark.parametrize("told", [1, 2])
async def test_a_connection_that_the_server_closes_by_itself_ends_quietly(lay, heard, told):
    """After so many messages the server takes no more, and only then says that the connection is gone."""
    table = await lay()
    types = ["connect", *["receive"] * len(heard), "disconnect"]
    frames = [None, *(json.dumps({"t": kind, "aid": "a-1", "c": 1}) for kind in heard), None]
    messages = [
        {"type": f"websocket.{kind}", "text": text, "code": 1006} for kind, text in zip(types, frames, strict=True)
    ]
    sent = []

    async def receive() -> dict:
        return messages.pop(0)

    async def send(message: dict) -> None:
        if len(sent) == told:
            raise RuntimeError(f"Unexpected ASGI message '{message['type']}', after sending 'websocket.close'.")
        sent.append(message)

    scope = socket_to(table.code, 101).scope
    await tables(scope, receive, send)
    assert messages == []
    assert rooms.listeners(table.room) == []
    assert table.presence.here[0] == 0
    assert ("ready" in heard) == (0 in table.round.state.ready)


@pytest.mark.parametrize("moment", range(2, 8))
async def test_what_was_asked_for_on_a_socket_that_is_dropped_is_done_whole(lay, moment):
    """A room drops the socket that it cannot write to, also while the socket's own move is being saved."""
    table = await lay()
    await Screen(table, 1).says("ready")
    socket = socket_to(table.code, 101)
    await socket.opens()
    (listener,) = rooms.listeners(table.room)
    await socket.says(t="ready", aid="a-1")
    for _ in range(moment):
        await asyncio.sleep(0)
    listener.drop()
    await socket.wait()
    await acts.idle()
    async with table.lock:
        pass
    if 0 in table.round.state.ready:
        await until(lambda: table.round.phase == "playing")
    assert table.round.n == await Event.objects.filter(round_id=table.round.id).acount()
