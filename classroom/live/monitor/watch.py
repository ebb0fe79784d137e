"""The watch over the pages of a class session: its lobby, monitors and projector, and onlooking children.

There is one watch per class session, however many pages are open, and only while there are any. Only it sends changes
to these pages, so that messages never overtake each other: once a second it looks at the tables, and every few seconds,
or once something has `changed`, at the database, too. Each look sends its time, so that a page can show its age.
"""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from contextvars import Context

from asgiref.sync import sync_to_async

from classroom.joining import arrivals, join_request_list, presence
from classroom.joining.arrivals import Arrival
from classroom.joining.sign_in import board_pictures
from classroom.live.lobby import page as lobby
from classroom.live.monitor import page
from classroom.live.monitor.tiles import Facts, TableTile, facts_of, tile_html, tile_of
from classroom.live.projector import page as projector
from classroom.live.projector import tables
from classroom.models import ClassSession
from classroom.sessions import counts, lifecycle, seating
from classroom.sessions.games import catalogue
from classroom.sessions.look_again import subject
from game import clock, rooms
from game.clock import now_ms
from game.live import registry
from game.screens import languages

log = logging.getLogger(__name__)

State = ClassSession.State
Parts = Mapping[str, str]
"""Fragments by their names."""

BEAT = 1.0
"""Seconds between two looks."""
SLOW = 5
"""Looks from one database query to the next."""
ASKING = 4.0
"""Seconds for which a polling page (with blocked sockets) counts as open."""

_watches: dict[int, asyncio.Task[None]] = {}
_watchers: dict[int, "_Watch"] = {}


def watch(session: int) -> None:
    """Watch this session's tables until nobody listens any more. Idempotent."""
    if session not in _watches:
        watcher = _watchers[session] = _Watch(session)
        rooms.look_after(subject(session), watcher.hurry)
        task = _watches[session] = asyncio.get_running_loop().create_task(watcher.run(), context=Context())
        task.add_done_callback(lambda _task: _forget(session))


def _forget(session: int) -> None:
    rooms.look_after(subject(session), None)
    _watches.pop(session, None)
    _watchers.pop(session, None)


def newcomer(session: int, kind: str) -> None:
    """Send pages of this kind everything at the next look: one is about to get the present state, which may differ from
    what the others were last sent."""
    watch(session)
    _watchers[session].tell_all(kind)


def little_tables(session: int) -> str:
    """Return the projector's little tables as drawn last; "" before the first look."""
    watcher = _watchers.get(session)
    return tables.all_html(watcher.little) if watcher and watcher.little.has_looked else ""


def asks(session: int) -> str:
    """Return the little tables to a polling page, and keep the watch going for its next request."""
    watch(session)
    _watchers[session].asked_at = time.monotonic()
    return little_tables(session)


async def frame(session: ClassSession, kind: str) -> str:
    """Return the frame that updates a lobby, a monitor or a projector (screen), whatever it has shown so far."""
    match kind:
        case "lobby":
            return await sync_to_async(lobby.lobby_frame)(session)
        case "monitor":
            return await page.frame(session)
    shown = await sync_to_async(projector.screen_frame)(session)
    return shown if shown.startswith("{") else shown + little_tables(session.pk)


class _Watch:
    """Watch of one session: remembers what was sent last, so that only changes are sent."""

    def __init__(self, session: int) -> None:
        self.session = session
        self.facts = Facts()
        self._told: defaultdict[tuple[str, str], dict[str, str]] = defaultdict(dict)
        self.row = ClassSession(state=State.LOBBY)
        self.is_one_table = False
        self.roster: list[Arrival] = []
        self.came: list[presence.CameIn] = []
        self.little = tables.LittleTables()
        self.looks = 0
        self.asked_at = -ASKING
        self._hurry = asyncio.Event()

    def hurry(self) -> None:
        """Look at once, including the database."""
        self.looks = 0
        self._hurry.set()

    def tell_all(self, kind: str) -> None:
        """Forget what pages of this kind were sent in the active language, and look at once."""
        self._told.pop((kind, languages.active()), None)
        self.hurry()

    def _watched(self, kind: str) -> bool:
        return bool(rooms.listeners(f"{kind}:{self.session}"))

    def _is_looked_on(self) -> bool:
        """Return whether any open page shows the little tables."""
        return self._watched("screen") or self._watched("onlookers") or time.monotonic() - self.asked_at < ASKING

    async def run(self) -> None:
        while self._watched("lobby") or self._watched("monitor") or self._is_looked_on():
            self._hurry.clear()
            try:
                await self._look()
            except Exception:
                self._told.clear()  # it may not have been sent
                log.exception("the watch over session %s missed a look", self.session)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), BEAT)

    async def _look(self) -> None:
        looks, self.looks = self.looks, self.looks + 1
        if looks == 0 or (self._may_change and looks % (1 if self.is_one_table else SLOW) == 0):
            await self._ask_the_database()
        match self.row.state:
            case State.LOBBY:
                await self._tell("lobby", self._lobby)
            case State.PLAYING:
                await self._tell("monitor", self._news)
                await self._look_at_little_tables()

    @property
    def _may_change(self) -> bool:
        """Whether the database may have news: what was learnt is read from the logs soon after the end."""
        ended_at = self.row.ended_at
        return ended_at is None or clock.now() - ended_at < counts.SETTLED

    async def _ask_the_database(self) -> None:
        session = await sync_to_async(lifecycle.as_it_is)(self.session)
        self.row, self.is_one_table = session, seating.is_one_table(session)
        for kind in ("screen", "onlookers"):
            await self._tell(kind, self._eyes_up)
        for kind in ("lobby", "monitor"):
            await self._tell(kind, self._asked)
        await self._tell("lobby", self._pictures)
        match session.state:
            case State.LOBBY:
                self.roster = await sync_to_async(arrivals.arrivals)(session)
                self.came = await sync_to_async(presence.came_to)(session)
                await self._tell("screen", self._arrivals)
            case State.PLAYING:
                self.facts = await sync_to_async(facts_of)(session)
                await self._tell("monitor", self._changes)
        await self._tell("screen", self._screen)

    async def _tell(self, kind: str, draw: Callable[[], Awaitable[Parts]]) -> None:
        """Send all pages of a kind those of these fragments that have changed."""

        async def news() -> str:
            drawn = await draw()
            return "".join(html for name, html in drawn.items() if self._is_news(kind, name, html))

        await rooms.publish_drawn(f"{kind}:{self.session}", news)

    def _is_news(self, kind: str, name: str, html: str) -> bool:
        """Return whether this differs from what was sent last, and store it. A running time left is no change, as pages
        count it down themselves."""
        told, html = self._told[kind, languages.active()], page.TIME_LEFT.sub("", html)
        before, told[name] = told.get(name), html
        return before != html

    async def _eyes_up(self) -> Parts:
        return {"eyes up": projector.eyes_up_html(self.row)}

    async def _asked(self) -> Parts:
        return {"asked": await sync_to_async(join_request_list.html)(self.row)}

    async def _pictures(self) -> Parts:
        return {"pictures": await sync_to_async(board_pictures.html)(self.row, "lobby")}

    async def _lobby(self) -> Parts:
        """Return who is in, and who is asleep, at every look, since a dead page sends no message."""
        return lobby.parts(self.row, arrivals.for_teacher(self.row, self.roster, self.came))

    async def _arrivals(self) -> Parts:
        return projector.lobby_parts(self.row, self.roster)

    async def _screen(self) -> Parts:
        return await sync_to_async(projector.parts)(self.row)

    async def _changes(self) -> Parts:
        """Return the state of the whole class, and the lists of tables to choose from."""
        drawn = await self._drawn()
        state = await sync_to_async(page.state_html)(self.row, drawn)
        return {"state": state, "selects": page.selects_html(drawn)}

    async def _news(self) -> Parts:
        """Return the tiles, all of them if the set of tables has changed; their summary, and the time of the look."""
        drawn = await self._drawn()
        codes = " ".join(tile.code for tile in drawn)
        tiles = {"tiles": page.tiles_html(drawn)} if self._is_news("monitor", "tables", codes) else {}
        tiles |= {f"tile {tile.code}": tile_html(tile) for tile in drawn}
        return tiles | {"head": page.news_html(drawn, self.row), "told": page.told_html(now_ms())}

    async def _look_at_little_tables(self) -> None:
        """Send changes to the projector and the onlooking children, drawn once for both."""
        if not (self._is_looked_on() and seating.has_tables(self.row)):
            return
        has_sun = catalogue.of(self.row.game).is_under_the_sun(self.row.options)
        self.little.look(await self._drawn(), now_ms(), under_the_sun=has_sun)
        drawn: dict[str, str] = {}

        async def news() -> str:
            if (language := languages.active()) not in drawn:
                drawn[language] = tables.news_html(self.little)
            return drawn[language]

        for kind in ("screen", "onlookers"):
            await rooms.publish_drawn(f"{kind}:{self.session}", news)

    async def _drawn(self) -> list[TableTile]:
        now = now_ms()
        return [tile_of(table, self.facts, now) for table in await registry.seen(self.facts.codes)]
