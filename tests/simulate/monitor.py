"""The teacher's monitor: a page like the children's, which has to show every table that there is."""

import json
import re
from typing import Any

from classroom.models import Sitting
from tests.open_page import Node, Reader
from tests.simulate.network import Connection
from tests.simulate.shown import fragments

TILE = re.compile(r"id=\"?tile-(\w+)")
AGAIN, BEAT = 0.5, 2.0
SOON, WATCHED = 1.5, 5
"""Seconds after which it shows a table that was laid, and how often it is asked for that while a lesson is on."""


class Monitor:
    """Or the projector, `kind` "screen", which keeps the session watched before a monitor comes."""

    page = ""

    def __init__(self, lesson: Any, kind: str = "monitor") -> None:
        self.lesson, self.path, self.cookie = lesson, f"/ws/sessions/{lesson.session.pk}/{kind}/", lesson.stage.cookie
        self.is_over = False
        self._shown, self._news = Node("root", {}), dict[str, str]()
        self.connection: Connection | None = None
        self.both: tuple[set[str], set[str]] | None = None
        """The tables that it shows, and those of a page that is loaded now."""
        self.missing = list[set[str]]()
        """Tables that were laid for so long, and were not shown."""
        self.asks = False
        self.connect()

    def connect(self) -> None:
        if not self.is_over:
            self.connection = self.lesson.connected(self)

    def goes(self) -> None:
        self.is_over = True
        if self.connection:
            self.connection.hang_up()

    def opened(self) -> None:
        """Say where it is, as pages do, so that a broken socket is found."""
        self._beats(self.connection)
        if self.lesson.workers == 1 and self.path.endswith("/monitor/"):
            self._shows_them(self.connection, set(), WATCHED)

    def _shows_them(self, connection: Connection | None, laid: set[str], times: int) -> None:
        """Hold the tables that are laid now against what is shown `SOON`, as long as nothing is in its way."""
        if connection is not self.connection or self.is_over or not times:
            return
        now = self.lesson.at_once(self._laid)
        is_hindered = self.lesson.disk.may_have_hindered()
        if not is_hindered and (missing := (laid & now) - tables(self._page())):
            self.missing.append(missing)
        self.lesson.loop.call_later(SOON, self._shows_them, connection, set() if is_hindered else now, times - 1)

    def _laid(self) -> set[str]:
        taken = Sitting.objects.filter(session=self.lesson.session, left_at=None)
        return set(taken.values_list("seat__table__code", flat=True))

    def _beats(self, connection: Connection | None) -> None:
        if connection and connection is self.connection and connection.is_open and not self.is_over:
            connection.says('{"t":"ping","c":1,"r":40}')
            self.lesson.loop.call_later(BEAT, self._beats, connection)

    def closed(self, code: int) -> None:
        self.lesson.note("monitor", "closed", str(code))
        self.is_over = self.is_over or 4400 <= code < 4500
        self.lesson.loop.call_later(AGAIN, self.connect)

    def hears(self, text: str) -> None:
        self.lesson.note("monitor", "hears", text)
        said: dict[str, Any] = {"t": "html", "html": text} if text[0] == "<" else json.loads(text)
        if said["t"] == "goto":
            self.is_over = True
        if not (html := said.get("html")):
            return
        if self.asks and 'id="tiles"' in html:
            self.asks, self.both = False, (tables(self._page()), tables(Reader(html).root))
        if not self._shown.inside:
            self._shown.inside = Reader(html).root.inside
            return
        for id, _attrs, text in fragments(html):
            self._news.pop(id, None)
            self._news[id] = text

    def _page(self) -> Node:
        """Put each part in the place of what has its id. Of those that came since this was last asked for the last one
        of each id is enough: most are overtaken before anybody looks, and reading them took a seventh of a lesson."""
        for text in self._news.values():
            for fresh in Reader(text).root.inside:
                self._shown.replace(fresh)
        self._news.clear()
        return self._shown

    def asks_anew(self) -> None:
        """Ask for all of it, as a page does that is loaded now, and hold it against what is shown."""
        if self.connection and self.connection.is_open and not self.is_over:
            self.asks = True
            self.connection.says('{"t":"hello"}')


def tables(shown: Node) -> set[str]:
    return set(TILE.findall(str(shown)))
