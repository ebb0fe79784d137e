"""How long a request may take to arrive, and whose connection makes room for another."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http import h11_impl
from uvicorn.server import ServerState

from classroom.server.http import connections
from classroom.server.http.connections import HttpConnection
from classroom.server.http.socket_frames import SocketConnection
from tests.game.conftest import until

Opens = Callable[..., Coroutine[Any, Any, tuple[asyncio.StreamReader, asyncio.StreamWriter]]]
GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"
UPGRADE = b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
UPGRADE += b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Answers when the whole body is here, at /busy never; a socket stays open."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        if scope["path"] == "/refused":
            await send({"type": "websocket.close", "code": 4401})
    if scope["path"] == "/busy":
        await asyncio.Event().wait()
    while (message := await receive())["type"] == "websocket.connect" or message.get("more_body"):
        pass
    if message["type"] == "http.request":
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture
async def opens(monkeypatch) -> AsyncIterator[Opens]:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.2)
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.3)
    config = uvicorn.Config(echo, ws=SocketConnection, timeout_keep_alive=60, log_level="critical")
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(lambda: HttpConnection(config, state, {}), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    writers = []

    async def opens(said: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writers.append(writer)
        writer.write(said)
        return reader, writer

    monkeypatch.setattr(connections._Shortage, "cut_at", float("-inf"))
    monkeypatch.setattr(connections._Shortage, "said_at", float("-inf"))
    yield opens
    for writer in writers:
        writer.transport.abort()
    server.close()
    await server.wait_closed()
    await until(lambda: not connections._everybody)


async def is_cut(reader: asyncio.StreamReader) -> bool:
    """Wait until the server ends the connection."""
    try:
        return await asyncio.wait_for(reader.read(), 10) == b""
    except ConnectionResetError:
        return True


async def answer(reader: asyncio.StreamReader) -> bytes:
    return await reader.readuntil(b"ok")


@pytest.mark.parametrize("said", [b"", GET[:20], POST, POST + b"a" * 100])
async def test_who_does_not_say_it_all_in_time_is_cut(opens, said):
    reader, _writer = await opens(said)
    assert await is_cut(reader)


async def test_dripping_a_head_does_not_win_time(opens):
    reader, writer = await opens(GET[:10])
    begun = time.monotonic()
    cut = asyncio.create_task(is_cut(reader))
    while not cut.done():
        writer.write(b"a")
        await asyncio.sleep(0.05)
    assert cut.result()
    assert time.monotonic() - begun < 10


async def test_the_next_head_on_the_same_connection_has_its_time_too(opens):
    reader, writer = await opens(GET)
    await answer(reader)
    writer.write(GET[:20])
    assert await is_cut(reader)


async def test_a_long_body_that_keeps_coming_is_heard_to_its_end(opens, monkeypatch):
    monkeypatch.setattr(connections, "BODY_RATE", 10_000)
    reader, writer = await opens(POST)
    for _part in range(10):
        writer.write(b"a" * 10_000)
        await asyncio.sleep(0.06)
    assert await answer(reader)


async def test_an_answered_connection_and_a_socket_are_not_cut_for_being_silent(opens):
    page, _writer = await opens(GET)
    await answer(page)
    socket, _writer = await opens(UPGRADE)
    await socket.readuntil(b"\r\n\r\n")
    late, _writer = await opens()
    assert await is_cut(late)
    assert not page.at_eof()
    assert not socket.at_eof()


async def test_the_oldest_idle_connection_of_an_address_makes_room_and_a_socket_never(opens, monkeypatch):
    monkeypatch.setattr(connections, "PER_ADDRESS", 1)
    socket, _writer = await opens(UPGRADE)
    await socket.readuntil(b"\r\n\r\n")
    older, _writer = await opens(GET)
    await answer(older)
    newer, _writer = await opens(GET)
    assert await answer(newer)
    assert await is_cut(older)
    assert not socket.at_eof()


async def test_a_device_with_a_network_of_addresses_has_the_room_of_one(opens, monkeypatch):
    addresses = iter(("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"))
    monkeypatch.setattr(h11_impl, "get_remote_addr", lambda transport: (next(addresses), 1))
    monkeypatch.setattr(connections, "PER_ADDRESS", 1)
    pages = []
    for _address in range(3):
        page, _writer = await opens(GET)
        await answer(page)
        pages.append(page)
    assert await is_cut(pages[0])
    assert not any(page.at_eof() for page in pages[1:])


async def test_sockets_of_one_address_take_no_room_from_its_pages(opens, monkeypatch):
    """A school behind one address holds a socket for every child, and its pages have to come all the same."""
    monkeypatch.setattr(connections, "PER_ADDRESS", 1)
    for _child in range(5):
        socket, _writer = await opens(UPGRADE)
        await socket.readuntil(b"\r\n\r\n")
    page, _writer = await opens(GET)
    assert await answer(page)


async def test_who_is_cut_for_want_of_room_is_said_once(opens, monkeypatch, caplog):
    monkeypatch.setattr(connections, "PER_ADDRESS", 2)
    assert connections.shortage() == 0
    for _page in range(2):
        await opens(GET.replace(b"GET /", b"GET /busy"))
    for _child in range(5):
        newcomer, _writer = await opens()
        assert await is_cut(newcomer)
    assert connections.shortage() == 2
    assert caplog.text.count("All 2 connections that 127.0.0.1 may have are busy") == 1


async def test_a_socket_that_the_server_has_closed_makes_room_too(opens, monkeypatch):
    monkeypatch.setattr(connections, "_most", 1)
    refused, _writer = await opens(UPGRADE.replace(b"GET /", b"GET /refused"))
    await refused.readuntil(b"\x88\x02" + (4401).to_bytes(2))
    newer, _writer = await opens(GET)
    assert await answer(newer)
    assert await is_cut(refused)


async def test_behind_a_proxy_only_the_whole_server_has_a_limit(opens, monkeypatch, settings):
    settings.PUBLIC_HOST = "play.school.example"
    monkeypatch.setattr(connections, "PER_ADDRESS", 1)
    monkeypatch.setattr(connections, "_most", 2)
    readers = []
    for _child in range(3):
        reader, _writer = await opens(GET)
        await answer(reader)
        readers.append(reader)
    assert await is_cut(readers[0])
    assert not any(reader.at_eof() for reader in readers[1:])


async def test_what_has_gone_is_not_counted(opens):
    _reader, writer = await opens(GET)
    writer.close()
    late, _writer = await opens()
    assert await is_cut(late)
    assert not connections._everybody
    assert not connections._open


async def flooded(opens: Opens, said: bytes) -> SocketConnection:
    """Return the server's end of a socket that sends this and reads nothing."""
    _reader, writer = await opens(UPGRADE)
    await until(lambda: [one for one in connections._everybody if getattr(one, "handshake_complete", False)])
    (socket,) = [one for one in connections._everybody if isinstance(one, SocketConnection)]
    writer.write(said)
    await asyncio.wait_for(writer.drain(), 30)
    return socket


async def test_who_sends_pings_and_reads_no_answer_fills_no_memory(opens):
    socket = await flooded(opens, (b"\x89\xfd\0\0\0\0" + b"p" * 125) * 150_000)
    assert socket.transport.get_write_buffer_size() < 2**20


async def test_a_text_of_endless_empty_parts_fills_no_memory(opens):
    socket = await flooded(opens, b"\x01\x80\0\0\0\0" + b"\0\x80\0\0\0\0" * 20_000)
    assert len(socket.frames) < 100
