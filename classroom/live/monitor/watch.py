"""The watch over a running session's tables, for its monitor and projector.

One watch per class session, however many look at it, and only while somebody does: once a second it draws the tiles
and tells those that changed, with the time at which it looked, so that a page can show how old its news is.
"""

import asyncio
import logging
from contextlib import suppress

from asgiref.sync import sync_to_async

from classroom.live.monitor import page
from classroom.live.monitor.tiles import Facts, facts_of, tile_html, tile_of
from classroom.live.projector.page import screen_html
from classroom.models import ClassSession
from classroom.sessions import seating
from game import rooms
from game.clock import now_ms
from game.live import registry

log = logging.getLogger(__name__)

BEAT = 1.0
"""Seconds between two looks."""
SLOW = 5
"""Looks between two questions to the database."""

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


class _Watch:
    """What was told last, so that only changes are told."""

    def __init__(self, session: int) -> None:
        self.session = session
        self.facts = Facts()
        self.codes: tuple[str, ...] | None = None
        self.told: dict[str, str] = {}
        self.is_one_table = False
        self.looks = 0
        self._hurry = asyncio.Event()

    def hurry(self) -> None:
        """Look at once, at the database too."""
        self.looks = 0
        self._hurry.set()

    def _watched(self, kind: str) -> bool:
        return bool(rooms.listeners(f"{kind}:{self.session}"))

    async def run(self) -> None:
        while self._watched("monitor") or self._watched("screen"):
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
        if self._watched("monitor") and self.facts.codes:
            await rooms.publish(f"monitor:{self.session}", await self._news() + page.told_html(now_ms()))

    async def _ask_the_database(self) -> None:
        session = await ClassSession.objects.select_related("classroom").aget(pk=self.session)
        self.is_one_table = seating.is_one_table(session)
        if session.state != ClassSession.State.PLAYING:
            self.facts = Facts()
            return
        self.facts = await sync_to_async(facts_of)(session)
        if self._watched("monitor"):
            await self._tell_state(session)
            await self._tell_tables(session)
        if self._watched("screen"):
            await self._tell("screen", await sync_to_async(screen_html)(session))

    async def _tell_state(self, session: ClassSession) -> None:
        """Tell what has changed but for the time left, which pages count down by themselves."""
        html = await sync_to_async(page.state_html)(session)
        still = page.TIME_LEFT.sub("", html)
        if self.told.get("state") != still:
            self.told["state"] = still
            await rooms.publish(f"monitor:{self.session}", html)

    async def _tell_tables(self, session: ClassSession) -> None:
        """Tell which tables there are and the lists to choose from, each where it has changed since it was told. A page
        that has just come knows the tables."""
        now = now_ms()
        drawn = [tile_of(await registry.at(code), self.facts, now) for code in self.facts.codes]
        html = await sync_to_async(page.tables_html)(session, drawn)
        before, self.codes = self.codes, self.facts.codes
        if before not in (None, self.codes):
            await rooms.publish(f"monitor:{self.session}", html["tiles"])
        if self.told.get("selects") != html["selects"]:
            self.told["selects"] = html["selects"]
            await rooms.publish(f"monitor:{self.session}", html["selects"])

    async def _tell(self, kind: str, html: str) -> None:
        if self.told.get(kind) != html:
            self.told[kind] = html
            await rooms.publish(f"{kind}:{self.session}", html)

    async def _news(self) -> str:
        """Return the tiles that have changed since the last look."""
        drawn = {code: tile_html(tile_of(await registry.at(code), self.facts, now_ms())) for code in self.facts.codes}
        changed = [html for code, html in drawn.items() if self.told.get(code) != html]
        self.told.update(drawn)
        return "".join(changed)
