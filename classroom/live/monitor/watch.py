"""The watch over a running session's tables, for its monitor, its projector and the children who look on.

One watch per class session, however many look at it, and only while somebody does: once a second it draws the tiles
and tells those that changed, with the time at which it looked, so that a page can show how old its news is.
"""

import asyncio
import logging
import time
from collections import defaultdict
from contextlib import suppress

from asgiref.sync import sync_to_async

from classroom.live.monitor import page
from classroom.live.monitor.tiles import Facts, TableTile, facts_of, tile_html, tile_of
from classroom.live.projector import tables
from classroom.live.projector.page import screen_html
from classroom.models import ClassSession
from classroom.sessions import seating
from game import rooms
from game.clock import now_ms
from game.live import registry
from game.screens import languages

log = logging.getLogger(__name__)

BEAT = 1.0
"""Seconds between two looks."""
SLOW = 5
"""Looks between two questions to the database."""
ASKING = 4.0
"""Seconds for which a page that asks, because its sockets are blocked, counts as looking on."""

_watches: dict[int, asyncio.Task[None]] = {}
_watchers: dict[int, "_Watch"] = {}


def watch(session: int) -> None:
    """Look after this session's tables until nobody listens any more. Calling it twice starts one watch."""
    if session not in _watches:
        watcher = _watchers[session] = _Watch(session)
        task = _watches[session] = asyncio.get_running_loop().create_task(watcher.run())
        task.add_done_callback(lambda _task: (_watches.pop(session, None), _watchers.pop(session, None)))


def look_now(session: int) -> None:
    """Let the watch ask the database now: something has changed for the whole class, like a pause."""
    if watcher := _watchers.get(session):
        watcher.hurry()


def little_tables(session: int) -> str:
    """Return the projector's little tables as they were drawn last; "" where nobody has looked yet."""
    watcher = _watchers.get(session)
    return tables.tables_html(watcher.little.shown) if watcher and watcher.little.shown else ""


def asks(session: int) -> str:
    """Return the little tables to a page that asks for them, and go on looking for the next time it does."""
    watch(session)
    _watchers[session].asked_at = time.monotonic()
    return little_tables(session)


class _Watch:
    """Watch of one session: remembers what was told last, so that only changes are told."""

    def __init__(self, session: int) -> None:
        self.session = session
        self.facts = Facts()
        self._told_in: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self.row = ClassSession()
        self.is_one_table, self.has_tables = False, True
        self.little = tables.LittleTables()
        self.looks = 0
        self.asked_at = -ASKING
        self._hurry = asyncio.Event()

    @property
    def told(self) -> dict[str, str]:
        """The fragments that were told last, in the active language."""
        return self._told_in[languages.active()]

    def hurry(self) -> None:
        """Look at once, at the database too."""
        self.looks = 0
        self._hurry.set()

    def _watched(self, kind: str) -> bool:
        return bool(rooms.listeners(f"{kind}:{self.session}"))

    def _is_looked_on(self) -> bool:
        """Whether anybody sees the little tables."""
        return self._watched("screen") or self._watched("onlookers") or time.monotonic() - self.asked_at < ASKING

    async def run(self) -> None:
        while self._watched("monitor") or self._is_looked_on():
            self._hurry.clear()
            try:
                await self._look()
            except Exception:
                log.exception("the watch over session %s missed a look", self.session)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), BEAT)

    async def _look(self) -> None:
        asks = self.looks % (1 if self.is_one_table else SLOW) == 0
        self.looks += 1
        if asks:
            await self._ask_the_database()
        if self.facts.codes:
            await rooms.publish_drawn(f"monitor:{self.session}", self._news)
        if self.facts.codes and self._is_looked_on() and self.has_tables:
            self.little.look(await self._drawn(), now_ms())
            await self._tell_little_tables()

    async def _ask_the_database(self) -> None:
        session = await ClassSession.objects.select_related("classroom").aget(pk=self.session)
        self.row, self.is_one_table = session, seating.is_one_table(session)
        self.has_tables = seating.has_tables(session)
        if session.state != ClassSession.State.PLAYING:
            self.facts = Facts()
            return
        self.facts = await sync_to_async(facts_of)(session)
        await rooms.publish_drawn(f"monitor:{self.session}", lambda: self._changes(session))
        await rooms.publish_drawn(f"screen:{self.session}", lambda: self._screen(session))

    async def _changes(self, session: ClassSession) -> str:
        return await self._state(session) + await self._tables()

    async def _state(self, session: ClassSession) -> str:
        html = await sync_to_async(page.state_html)(session)
        return html if self._is_news("state", html) else ""

    async def _tables(self) -> str:
        """Return which tables there are and the lists to choose from, each where it has changed since it was told. A
        page that has just come knows the tables."""
        html = await sync_to_async(page.tables_html)(await self._drawn())
        is_first, codes = "codes" not in self.told, " ".join(self.facts.codes)
        tiles = html["tiles"] if self._is_news("codes", codes) and not is_first else ""
        return tiles + (html["selects"] if self._is_news("selects", html["selects"]) else "")

    async def _screen(self, session: ClassSession) -> str:
        html = await sync_to_async(screen_html)(session)
        return html if self._is_news("screen", html) else ""

    def _is_news(self, kind: str, text: str) -> bool:
        """Return whether this differs from what was told last, which from now on is this."""
        before, self.told[kind] = self.told.get(kind), text
        return before != text

    async def _news(self) -> str:
        """Return the tiles that have changed since the last look, what they come to, and when that was."""
        drawn = await self._drawn()
        fragments = {tile.code: tile_html(tile) for tile in drawn}
        told = "".join(html for name, html in fragments.items() if self._is_news(name, html))
        return told + self._head(drawn) + page.told_html(now_ms())

    def _head(self, drawn: list[TableTile]) -> str:
        """Return the head where it says more than a time left that runs: pages count that down by themselves."""
        html = page.news_html(drawn, self.row)
        return html if self._is_news("news", page.TIME_LEFT.sub("", html)) else ""

    async def _tell_little_tables(self) -> None:
        """Tell the projector and the children who look on; what is new is drawn once for both."""
        drawn: dict[str, str] = {}

        async def news() -> str:
            if (language := languages.active()) not in drawn:
                drawn[language] = self._little_tables()
            return drawn[language]

        for kind in ("screen", "onlookers"):
            await rooms.publish_drawn(f"{kind}:{self.session}", news)

    def _little_tables(self) -> str:
        """Return the little tables that have changed; all, where there are others than before."""
        codes, cues = " ".join(table.code for table in self.little.shown), tables.cues_html(self.little)
        if self._is_news("little tables", codes):
            self.told.update({f"little {table.code}": tables.table_html(table) for table in self.little.shown})
            return tables.tables_html(self.little.shown)
        drawn = {f"little {table.code}": tables.table_html(table) for table in self.little.shown}
        changed = "".join(html for name, html in drawn.items() if self._is_news(name, html))
        return changed + (cues if self._is_news("cues", cues) else "")

    async def _drawn(self) -> list[TableTile]:
        now = now_ms()
        return [tile_of(await registry.at(code), self.facts, now) for code in self.facts.codes]
