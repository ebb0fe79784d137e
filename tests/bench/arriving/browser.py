"""A browser of a bench: its cookies, its requests and the sockets of its pages."""

import asyncio
import gzip
import json
from collections.abc import Awaitable

from tests.bench.load import Socket

TOKEN = "t" * 32
WAITING = 2.0
"""Seconds between two heartbeats of a page that waits for Start, which seats only those who were heard of lately."""


class Browser:
    """A browser with its cookies and one kept connection. A class has an address of its own, as at a proxy."""

    def __init__(self, port: int, group: int, cookies: dict[str, str] | None = None) -> None:
        self.port, self.address, self.host = port, f"127.0.0.{group % 250 + 2}", f"127.0.0.1:{port}"
        self.cookies = {"csrf": TOKEN, **(cookies or {})}
        self.token = self.cookies["csrf"]
        self.sockets: list[Listening] = []
        self.student, self.place = "", ""

    async def asks(self, path: str, form: str = "", part: bool = False) -> tuple[int, str, str]:
        """Return status, where it leads and the body of an answer."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        kind = "application/x-www-form-urlencoded"
        body = f"csrfmiddlewaretoken={self.token}&{form}" if form else ""
        head = [
            f"{'POST' if form else 'GET'} {path} HTTP/1.1",
            f"Host: {self.host}",
            f"Cookie: {self.cookie}",
            "Accept-Encoding: gzip",
            "Accept-Language: en",
            "Connection: close",
            *(["HX-Request: true"] if part else []),
            *([f"Origin: http://{self.host}", f"Content-Type: {kind}", f"Content-Length: {len(body)}"] if form else []),
        ]
        writer.write("\r\n".join([*head, "", body]).encode())
        answer = await reader.read()
        writer.close()
        top, _, rest = answer.partition(b"\r\n\r\n")
        lines = top.decode().split("\r\n")
        fields = [line.partition(": ")[::2] for line in lines[1:]]
        for name, value in fields:
            if name.lower() == "set-cookie":
                key, _, kept = value.partition(";")[0].partition("=")
                self.cookies[key] = kept
        where = next((value for name, value in fields if name.lower() == "location"), "")
        return int(lines[0].split()[1]), where, rest.decode("latin1")

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def listens(self, path: str) -> "Listening":
        """Open a socket, say hello to the heartbeat, and wait for the first frame."""
        made = Listening(path, self.host, self.cookie)
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: made, "127.0.0.1", self.port, local_addr=(self.address, 0))
        await asyncio.wait_for(made.first.wait(), 120)
        self.sockets.append(made)
        return made

    async def leaves(self) -> None:
        for socket in self.sockets:
            socket.transport.abort()
        self.sockets.clear()


class Listening(Socket):
    """A page's socket: says its heartbeat, keeps where it is sent to."""

    heartbeat = WAITING

    def __init__(self, path: str, host: str, cookie: str) -> None:
        super().__init__(path, host, cookie)
        self.first, self.sent = asyncio.Event(), asyncio.Event()
        self.url = ""

    def opened(self) -> None:
        self.beat()

    def heard(self, text: str) -> None:
        if text[0] == "{" and (said := json.loads(text))["t"] == "goto":
            self.url = said["url"]
            self.sent.set()
        self.first.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody waits any longer for a frame, or to be sent anywhere."""
        self.first.set()
        self.sent.set()


async def expect(status: int, answering: Awaitable[tuple[int, str, str]]) -> str:
    found, _where, body = await answering
    if found != status:
        raise ConnectionError(f"{found}: {body[:500]}")
    return body


def unpacked(body: str) -> str:
    """Return the text of an answer's body."""
    raw = body.encode("latin1")
    return (gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw).decode()
