"""A load generator: players in a closed loop over raw sockets, each sends its next move when the last was answered.

`Echo` says the same text again and again; `Player` plays Around the Corner by what its screen shows: plays a card that
fits, else draws, else waits for the next top card.
"""

import asyncio
import base64
import json
import os
import re
import struct
import time
from array import array
from collections.abc import Callable
from functools import partial
from typing import Any

TOP = re.compile(r'id="top"[^>]*data-seq="(\d+)"')
CARD = re.compile(r'id="c(\d+)"[^>]*data-n="(\d+)"')
STEP = re.compile(r'class="k k(\d)"')
PHASE = re.compile(r'data-phase="(\w+)"')
NUMBER = re.compile(r'class="n">(\d+)<')

UNDER_WAY = 3
"""Answers after which a socket's measurement may begin."""
SOCKETS_OF_AN_ADDRESS = 100
"""The server lets an address have no more than 200."""


class Socket(asyncio.Protocol):
    """A WebSocket client: just what a benchmark needs of RFC 6455 (unfragmented text, answers to pings)."""

    heartbeat, silent = 5.0, 4.0
    """Seconds between two words of a page that has nothing to say, and after which it gives an unanswered one up."""

    def __init__(self, path: str, host: str, cookie: str = "") -> None:
        self.path, self.host, self.cookie, self.buffer, self.open = path, host, cookie, b"", False
        self.ready, self.under_way = asyncio.Event(), asyncio.Event()
        self.sent_at, self.times = 0.0, array("d")

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: asyncio.Transport = transport  # type: ignore[assignment]
        key = base64.b64encode(os.urandom(16)).decode()
        head = [
            f"GET {self.path} HTTP/1.1",
            f"Host: {self.host}",
            f"Origin: http://{self.host}",
            f"Cookie: {self.cookie}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        ]
        self.transport.write("\r\n".join([*head, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                raise ConnectionError(head.split(b"\r\n")[0].decode())
            self.open, self.buffer = True, rest
            self.ready.set()
            self.opened()
        self._frames()

    def _frames(self) -> None:
        buffer, start = self.buffer, 0
        while len(buffer) - start >= 2:
            length, head = buffer[start + 1], start + 2
            if length == 126:
                if len(buffer) < head + 2:
                    break
                length, head = struct.unpack_from(">H", buffer, head)[0], head + 2
            elif length == 127:
                if len(buffer) < head + 8:
                    break
                length, head = struct.unpack_from(">Q", buffer, head)[0], head + 8
            if len(buffer) < head + length:
                break
            kind, text = buffer[start] & 15, buffer[head : head + length]
            start = head + length
            if kind == 1:
                self.heard(text.decode())
            elif kind == 9:
                self._write(0x8A, text)
            elif kind == 8:
                self.closed(int.from_bytes(text[:2]))
        self.buffer = buffer[start:]

    def say(self, text: str) -> None:
        self.sent_at = time.perf_counter()
        self._write(0x81, text.encode())

    def _write(self, kind: int, payload: bytes) -> None:
        """Write a frame; the mask is zero, which the RFC lets a server not notice."""
        size = len(payload)
        length = struct.pack("!B", 0x80 | size) if size < 126 else struct.pack("!BH", 0x80 | 126, size)
        self.transport.write(bytes([kind]) + length + b"\0\0\0\0" + payload)

    def beat(self) -> None:
        """Say the heartbeat of a page for as long as the socket is open: one that is silent is closed."""
        if not self.transport.is_closing():
            self._write(0x81, b'{"t":"ping","c":1}')
            asyncio.get_running_loop().call_later(self.heartbeat, self.beat)

    def answered(self) -> None:
        self.times.append(time.perf_counter() - self.sent_at)
        if len(self.times) == UNDER_WAY:
            self.under_way.set()

    def opened(self) -> None: ...

    def heard(self, text: str) -> None: ...

    def closed(self, code: int) -> None:
        """The server takes its leave; a browser goes, too."""
        self.transport.abort()


class Echo(Socket):
    """Says a text of the size of a play's answer and goes on when its own comes back."""

    def __init__(self, path: str, host: str, size: int) -> None:
        super().__init__(path, host)
        self.mark = os.urandom(6).hex()
        self.text = f'{{"t":"{self.mark}","x":"{"x" * (size - 25)}"}}'

    def opened(self) -> None:
        self.say(self.text)

    def heard(self, text: str) -> None:
        if self.mark in text[:20]:
            self.answered()
            self.say(self.text)


class Player(Socket):
    """A seat that plays by its screen. `highest` is the highest number on the cards."""

    highest = 10

    def __init__(self, path: str, host: str, cookie: str = "") -> None:
        super().__init__(path, host, cookie)
        self.hand: dict[str, int] = {}
        self.seq, self.number, self.step = 0, 0, 0
        self.draws, self.moves, self.asked, self.phase = True, 0, "", "waiting"
        self.page = os.urandom(4).hex()

    def heard(self, text: str) -> None:
        if text[0] == "<":
            self._look(text)
        else:
            said = json.loads(text)
            self._look(said.get("html") or "")
            if said["t"] in ("ok", "no"):
                self.answered()
                self._settle(said)
        if not self.asked:
            self.go_on()

    def go_on(self) -> None:
        """Do what a seat does that waits for no answer."""
        self._move()

    def _settle(self, said: dict[str, str]) -> None:
        kind, _, card = self.asked.partition(" ")
        self.asked = ""
        if said["t"] == "ok" and kind == "play":
            self.hand.pop(card, None)
        elif said.get("why") == "draw_pile_empty":
            self.draws = False

    def _look(self, html: str) -> None:
        if 'id="board"' in html:
            self.hand, self.draws = {}, True
        if phase := PHASE.search(html):
            self.phase = phase[1]
        if top := TOP.search(html):
            at = top.end()
            self.seq = int(top[1])
            number, step = NUMBER.search(html, at), STEP.search(html, at)
            if number and step:
                self.number, self.step = int(number[1]), int(step[1])
        for label, number_text in CARD.findall(html):
            self.hand[f"c{label}"] = int(number_text)

    def _move(self) -> None:
        self.moves += 1
        aid = f'"aid":"{self.page}-{self.moves}"'
        if self.phase in ("waiting", "over"):
            self._ask("ready", f'{{"t":"ready",{aid}}}')
            self.phase = "asked"
        elif self.phase in ("playing", ""):
            fits = {(self.number + way - 1) % self.highest + 1 for way in (self.step, -self.step)}
            card = next((card for card, number in self.hand.items() if number in fits or len(self.hand) == 1), None)
            if card and (self.hand[card] in fits or not self.draws):
                self._ask(
                    f"play {card}", f'{{"t":"play",{aid},"id":"{card}","seq":{self.seq},"rtop":900,"by":"touch"}}'
                )
            elif self.draws:
                self._ask("draw", f'{{"t":"draw",{aid}}}')

    def _ask(self, what: str, text: str) -> None:
        self.asked = what
        self.say(text)


def at_seats(kind: type[Player], seats: list[tuple[str, str]]) -> list[Callable[[str], Socket]]:
    return [partial(kind, f"/ws/table/{code}/", cookie=cookie) for code, cookie in seats]


async def connect(port: int, make: list[Callable[[str], Socket]]) -> list[Any]:
    loop, host = asyncio.get_running_loop(), f"127.0.0.1:{port}"
    sockets = []
    for number, factory in enumerate(make):
        own = (f"127.0.0.{2 + number // SOCKETS_OF_AN_ADDRESS}", 0)
        _, protocol = await loop.create_connection(partial(factory, host), "127.0.0.1", port, local_addr=own)
        sockets.append(protocol)
    await asyncio.gather(*(each.ready.wait() for each in sockets))
    return sockets
