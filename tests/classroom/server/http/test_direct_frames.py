"""Texts that go past ASGI between connection and consumer: the same conversation as through it, however it is cut."""

import asyncio
import struct
from random import Random
from typing import Any

import pytest
from django.utils.translation import gettext
from websockets.frames import apply_mask

from classroom.server.http.socket_frames import SocketConnection
from game.consumers import RoomConsumer
from game.sockets import MOST_WAITING, Socket
from tests.cost.seat import Seat

MASK = b"\x01\x02\x03\x04"
CLOSED = b"\x88\x82" + MASK + apply_mask(struct.pack("!H", 1001), MASK)


class Echo(Socket):
    """Says what it hears, some of it after a while."""

    async def opened(self) -> None:
        await self.accept()

    async def heard(self, text: str | None) -> None:
        if text and text.startswith("slow"):
            await asyncio.sleep(0.001)
        await self.say(f"heard {text}")

    async def gone(self) -> None: ...


class Icelander(RoomConsumer):
    """A page that reads Icelandic."""

    async def admit(self) -> str:
        return "iceland"

    def reads_in(self) -> str:
        return "is"

    async def greet(self) -> str:
        return gettext("Sort")


async def by_asgi(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await Echo(scope, receive, send).serve()


async def directly(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await Echo(scope | {"connection": scope["state"]["connection"]}, receive, send).serve()


def frame(first: int, payload: bytes) -> bytes:
    size = len(payload)
    head = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack("!H", size)
    return bytes([first]) + head + MASK + apply_mask(payload, MASK)


FRAMES = {
    "text": frame(0x81, b"hello"),
    "another": frame(0x81, "þú ± −".encode()),
    "long": frame(0x81, b"x" * 3000),
    "slow": frame(0x81, b"slow down"),
    "empty": frame(0x81, b""),
    "ping": frame(0x89, b"are you there"),
    "pong": frame(0x8A, b"nobody asked"),
    "bytes": frame(0x82, b"\x00\xff"),
    "pieces": frame(0x01, b"one ") + frame(0x80, b"whole"),
    "no text": frame(0x81, b"\xff\xfe"),
    "too long": b"\x81\xff" + struct.pack("!Q", 1 << 20) + MASK + b"x" * 50,
    "not masked": b"\x81\x05hello",
    "compressed": frame(0xC1, b"hello"),
    "close": CLOSED,
}
USUAL = ["text", "another", "long", "slow", "empty", "ping", "pong"]


async def heard(application: Any, chunks: list[bytes]) -> tuple[list[str], list[bytes]]:
    """Return what a page gets that says these bytes: texts in their order, and other frames in theirs."""
    seat = Conversation(application, "/", "")
    await seat.shakes_hands()
    for chunk in chunks:
        seat.theirs.protocol.data_received(chunk)
        await asyncio.sleep(0)
    for _ in range(40):
        await asyncio.sleep(0.001)
        seat.takes_in()
    seat.leaves()
    return seat.texts, seat.others


class Conversation(Seat):
    """A page that keeps what it hears."""

    def opened(self) -> None:
        self.texts: list[str] = []
        self.others: list[bytes] = []

    def heard(self, text: str) -> None:
        self.texts.append(text)

    def closed(self, code: int) -> None:
        self.others.append(b"closed %d" % code)

    def _write(self, kind: int, payload: bytes) -> None:
        self.others.append(bytes([kind]) + payload)


def cut(data: bytes, chance: Random) -> list[bytes]:
    """Cut bytes as a network might."""
    places = sorted(chance.randrange(len(data) + 1) for _ in range(chance.randrange(6)))
    return [data[start:end] for start, end in zip([0, *places], [*places, len(data)], strict=True) if start < end]


@pytest.mark.parametrize("seed", range(40))
async def test_a_conversation_is_the_same_as_through_asgi(seed):
    chance = Random(seed)
    names = [chance.choice(USUAL) for _ in range(chance.randrange(12))]
    if odd := [name for name in FRAMES if name not in USUAL][seed % 8 :][:1]:
        names.insert(chance.randrange(len(names) + 1), odd[0])
    chunks = cut(b"".join(FRAMES[name] for name in names), chance)
    texts, others = await heard(by_asgi, chunks)
    direct_texts, direct_others = await heard(directly, chunks)
    assert others == direct_others
    if any(other.startswith(b"closed") for other in others):  # what was said last may be answered or not
        shorter, longer = sorted((texts, direct_texts), key=len)
        assert longer[: len(shorter)] == shorter
    elif odd:  # what goes through ASGI is handled beside what does not
        assert sorted(texts) == sorted(direct_texts)
    else:
        assert texts == direct_texts


@pytest.mark.parametrize("past_asgi", [True, False])
async def test_a_page_is_told_in_its_language_what_it_asks_for_anew(past_asgi):
    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        more = {"connection": scope["state"]["connection"]} if past_asgi else {}
        await Icelander(scope | more, receive, send).serve()

    texts, _others = await heard(application, [frame(0x81, b'{"t": "hello"}'), frame(0x81, b"what?")])
    assert texts[:2] == ["Raða", "Raða"]
    assert "komst ekki heilt til skila" in texts[2]


async def test_a_page_that_does_not_wait_for_answers_is_read_more_slowly(monkeypatch):
    paused = []
    monkeypatch.setattr(SocketConnection, "pause_reading", lambda self: paused.append(True))
    monkeypatch.setattr(SocketConnection, "resume_reading", lambda self: paused.append(False))
    texts, _others = await heard(directly, [FRAMES["slow"] * 3 * MOST_WAITING])
    assert len(texts) == 3 * MOST_WAITING
    assert paused[0]
    assert not paused[-1]


async def test_a_page_that_is_read_again_while_much_of_it_waits_is_read_more_slowly_still(monkeypatch):
    """Its owner is read again from time to time, which resumes the reading (`websocket`), at whatever moment."""
    paused = []
    monkeypatch.setattr(SocketConnection, "pause_reading", lambda self: paused.append(True))
    monkeypatch.setattr(SocketConnection, "resume_reading", lambda self: paused.append(False))
    seat = Conversation(directly, "/", "")
    await seat.shakes_hands()
    connection = seat.theirs.protocol
    connection.data_received(FRAMES["slow"] * 3 * MOST_WAITING)
    connection.resume_reading()
    connection.data_received(FRAMES["slow"])
    assert paused[-1]
    seat.leaves()


async def test_a_connection_is_measured_by_the_answer_to_the_servers_own_ping():
    seat = Conversation(directly, "/", "")
    await seat.shakes_hands()
    connection, taken = seat.theirs.protocol, list[float]()
    seat.theirs.taken()
    connection.measure(taken.append)
    asked = seat.theirs.taken()
    assert asked[:2] == b"\x89\x08"
    for said in (b"12345678", b"1234", b""):
        connection.data_received(frame(0x8A, said))
    assert taken == []
    await asyncio.sleep(0.02)
    connection.data_received(frame(0x8A, asked[2:]))
    connection.data_received(frame(0x8A, asked[2:]))
    assert len(taken) == 1
    assert 20 <= taken[0] < 5000
    connection.data_received(FRAMES["text"] + CLOSED)
    seat.leaves()
