"""A page as a browser keeps it open: loaded once, then changed by the frames of its socket, fragment by fragment."""

import asyncio
import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

from django.test import AsyncClient

from tests.sockets import Socket

VOID = {"br", "hr", "img", "input", "link", "meta"}


class Node:
    """An element of a page: its name, its attributes, and what is in it, elements and words."""

    def __init__(self, tag: str, attrs: dict[str, str | None]) -> None:
        self.tag, self.attrs, self.inside = tag, attrs, list[Any]()

    def __str__(self) -> str:
        if "data-time-left" in self.attrs:
            return "<time left>"
        attrs = "".join(f" {name}={value}" for name, value in sorted(self.attrs.items()))
        return f"<{self.tag}{attrs}>{''.join(map(str, self.inside))}\n"

    def find(self, id: str) -> "Node | None":
        for part in self.inside:
            if isinstance(part, Node):
                if part.attrs.get("id") == id:
                    return part
                if found := part.find(id):
                    return found
        return None

    def replace(self, fresh: "Node") -> bool:
        """Put it in the place of what has its id, like static/js/connection/connection.js; what has no place is left
        out."""
        for place, part in enumerate(self.inside):
            if isinstance(part, Node):
                if part.attrs.get("id") == fresh.attrs.get("id"):
                    self.inside[place] = fresh
                    return True
                if part.replace(fresh):
                    return True
        return False


class Reader(HTMLParser):
    """Reads HTML into nodes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.root = Node("root", {})
        self.open = [self.root]
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].inside.append(node := Node(tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].inside.append(Node(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag in (names := [node.tag for node in self.open[1:]]):
            del self.open[1 + len(names) - 1 - names[::-1].index(tag) :]

    def handle_data(self, data: str) -> None:
        if words := " ".join(data.split()):
            self.open[-1].inside.append(words)


class OpenPage:
    """One page of a browser and its socket. It goes where it is sent."""

    def __init__(self, browser: AsyncClient, socket_of: Callable[[AsyncClient, str], Socket]) -> None:
        self.browser, self._socket_of = browser, socket_of
        self._listening: asyncio.Task[None] | None = None

    async def load(self, address: str) -> "OpenPage":
        await self.leaves()
        answer = await self.browser.get(address, follow=True)
        html = answer.content.decode()
        self.root, self.kind = Reader(html).root, ""
        self.address = answer.redirect_chain[-1][0] if answer.redirect_chain else address
        if socket := re.search(r'data-socket="([^"]+)"', html):
            self.kind = socket[1].rstrip("/").rpartition("/")[2]
            self.socket = self._socket_of(self.browser, socket[1])
            self.hear(await self.socket.opens())
            self._listening = asyncio.create_task(self._listen())
        return self

    async def leaves(self) -> None:
        if self._listening and self._listening is not asyncio.current_task():
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
            await self.socket.leaves()
        self._listening = None

    async def _listen(self) -> None:
        while True:
            frame = await self.socket.hears()
            if frame.get("t") == "goto":
                await self.socket.leaves()
                await self.load(frame["url"])
                return
            self.hear(frame)

    def hear(self, frame: dict[str, Any]) -> None:
        for fresh in Reader(frame.get("html", "")).root.inside:
            self.root.replace(fresh)

    def shows(self, *ids: str) -> dict[str, str]:
        """Return what stands in the elements with these ids."""
        return {id: str(self.root.find(id)) for id in ids}


def html_of(answer: Any) -> str:
    """Return a page's HTML with single spaces: where its lines break says nothing."""
    return " ".join(answer.content.decode().split())
