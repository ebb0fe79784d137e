"""What the teacher sees of all tables while they play, and what the projector shows of it.

One watch per class session, however many look at it, and only while somebody does: once a second it draws the tiles
and tells those that changed, with the time at which it looked, so that a page can show how old its news is.
"""

import asyncio
import logging
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from asgiref.sync import sync_to_async
from django.db.models import Count, Exists, OuterRef, Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from classroom.joining import presence
from classroom.joining.arrivals import arrivals
from classroom.live import attention, projector, selects
from classroom.models import ClassSession, Sitting
from classroom.server.polling import goto
from classroom.sessions import seating
from classroom.sessions.games import catalogue
from game import rooms
from game.clock import now_ms
from game.live import registry
from game.live.table import LiveTable
from game.models import Event, Round
from game.screens.table_view import TableView

log = logging.getLogger(__name__)

BEAT = 1.0
"""Seconds between two looks."""
SLOW = 5
"""Looks between two questions to the database."""

TIME_LEFT = re.compile(r"(?<=data-time-left>)[0-9:]+")
AWAY_LOOK = 10
"""Seconds away after which a table needs a look."""


@dataclass(frozen=True, slots=True)
class SeatTile:
    """A seat as the teacher sees it, `standing` how far it is in words.

    `away` is in seconds, rounded down to 5 s; None is here. `net` is how well the child is connected
    (presence.speed_of); "" for a computer. `reason` says in words why the child needs a look, "" where it does not.
    """

    name: str
    net: str
    standing: str
    away: int | None
    ready: bool
    computer: bool
    reason: str
    turn: bool
    place: int | None


@dataclass(frozen=True, slots=True)
class Tile:
    """A table. `badge` is waiting, playing, look, standstill, held or finished; `seconds` only counts a standstill.

    `called` is the number that was played last, None where there is none to call out.
    """

    code: str
    number: int
    round: int
    badge: str
    seconds: int
    top: str
    called: int | None
    seats: tuple[SeatTile, ...]

    @property
    def waits(self) -> bool:
        return self.badge == "waiting"


@dataclass(frozen=True, slots=True)
class Facts:
    """What only the database knows: the open tables, and by table's code and seat the wrong cards of all that were
    played in the last minute."""

    codes: tuple[str, ...] = ()
    wrong: Mapping[tuple[str, int | None], tuple[int, int]] = field(default_factory=dict)


async def tiles(session: ClassSession, *, look_first: bool = False) -> list[Tile]:
    """Return every open table of the session, in order; with `look_first` those that need a look come before."""
    facts = await sync_to_async(facts_of)(session)
    drawn = [tile(await registry.at(code), facts, now_ms()) for code in facts.codes]
    return sorted(drawn, key=lambda one: one.badge != "look") if look_first else drawn


def tile(table: LiveTable, facts: Facts, now: int) -> Tile:
    view = table.view(None)
    glance = table.presentation.glance(view)
    seats = tuple(
        _seat_tile(table, view, seat, glance.seats[seat], facts, now)
        for seat in range(len(view.names))
        if seat not in table.gone or seat in view.computer
    )
    standstill = table.counts_for_seconds(now) if view.phase == "standstill" else 0
    badge = _badge(view.phase, seats)
    return Tile(table.code, view.table, view.round, badge, standstill, glance.top, glance.called, seats)


def _seat_tile(table: LiveTable, view: TableView, seat: int, standing: str, facts: Facts, now: int) -> SeatTile:
    gone = seat in table.gone
    return SeatTile(
        name=_("Computer (for %(name)s)") % {"name": view.names[seat]} if gone else view.names[seat],
        net=_net(table, seat),
        standing=standing,
        away=None if gone else _seconds_away(table, seat, now),
        ready=seat in view.ready,
        computer=seat in view.computer,
        reason=attention.reason(table, seat, facts.wrong.get((table.code, seat)), now)
        if view.phase == "playing" and seat not in view.away
        else "",
        turn=view.view.turn == seat,
        place=view.view.seats[seat].place,
    )


def _net(table: LiveTable, seat: int) -> str:
    player = table.player_at(seat)
    return "" if player is None or table.is_computer(seat) else presence.speed_of(player)


def _seconds_away(table: LiveTable, seat: int, now: int) -> int | None:
    seconds = table.away_seconds(seat, now)
    return None if seconds is None else seconds // 5 * 5


def _badge(phase: str, seats: tuple[SeatTile, ...]) -> str:
    if phase in ("over", "standstill", "held", "paused"):
        return {"over": "finished", "paused": "held"}.get(phase, phase)
    if any((seat.away or 0) >= AWAY_LOOK or seat.reason for seat in seats):
        return "look"
    return "waiting" if phase == "waiting" else "playing"


def facts_of(session: ClassSession) -> Facts:
    """Read what the tiles need. Two queries."""
    present = Sitting.objects.filter(session=session, left_at=None)
    tables = present.values_list("seat__table", "seat__table__code")
    codes = dict(tables.order_by("seat__table__number").distinct())
    latest = Event.objects.filter(round__table__in=codes, at__gte=now_ms() - attention.HELP_MS).order_by()
    game = catalogue.of(session.game)
    tried = latest.filter(kind__in=game.tried).values_list("round__table", "seat")
    rows = tried.annotate(wrong=Count("pk", ~Q(kind__in=game.placed)), n=Count("pk"))
    return Facts(tuple(codes.values()), {(codes[table], seat): (wrong, n) for table, seat, wrong, n in rows})


def tile_html(one: Tile) -> str:
    return render_to_string("classroom/live/monitor/_table_tile.html", {"tile": one})


def tables_html(session: ClassSession, drawn: list[Tile]) -> dict[str, str]:
    """Return what shows which tables there are, and who is in: all tiles, and the lists to choose from."""
    lists = selects.selects(drawn, arrivals(session))
    tiles = render_to_string("classroom/live/monitor/_tiles.html", {"tiles": drawn})
    return {"tiles": tiles, "selects": selects.html(lists.values())}


def state_html(session: ClassSession) -> str:
    """Return the fragment with what is on for the whole class: the pause, the time left, who waits for a table."""
    return render_to_string("classroom/live/monitor/_class_state.html", state_context(session))


def state_context(session: ClassSession) -> dict[str, Any]:
    waiting = [
        {"name": one.student.name, "table": one.table, "here": presence.is_connected(one.student_id)}
        for one in seating.waiting_of(session)
    ]
    ends_at = round(session.ends_at.timestamp() * 1000) if session.ends_at else None
    here = sum(bool(one["here"]) for one in waiting)
    can_seat = here >= seating.fewest(session) and session.paused_at is None
    context = {"session": session, "waiting": waiting, "can_seat": can_seat, "ends_at": ends_at}
    return context | {"all_played": _have_all_played(session), "time_left": time_left(ends_at)}


def time_left(ends_at: int | None) -> str:
    """Return the time left as minutes and seconds, like static/js/pages/monitor.js; "" without a limit."""
    seconds = max(0, (ends_at or 0) - now_ms()) // 1000
    return f"{seconds // 60}:{seconds % 60:02}" if ends_at else ""


def _have_all_played(session: ClassSession) -> bool:
    """Whether every table where somebody sits has played the last round that the session allows it (`rounds`)."""
    most = session.options.get("rounds")
    if most is None:
        return False
    last = Round.objects.filter(table=OuterRef("pk"), number__gte=most, finished_at__isnull=False)
    played = [table.has_played for table in seating.open_tables(session).annotate(has_played=Exists(last))]
    return bool(played) and all(played)


def told_html(now: int) -> str:
    """Return the fragment that says when we looked; static/js/pages/monitor.js shows how long ago that is."""
    return render_to_string("classroom/live/_updated_at.html", {"now": now})


async def frame(session: ClassSession) -> str:
    """Return the frame that puts a monitor right: all tiles, or the way to where the session is now."""
    if session.state != ClassSession.State.PLAYING:
        return goto(reverse("session", args=[session.pk]))
    drawn = await sync_to_async(tables_html)(session, await tiles(session))
    return await sync_to_async(state_html)(session) + drawn["tiles"] + drawn["selects"] + told_html(now_ms())


# The watch

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
            await rooms.publish(f"monitor:{self.session}", await self._news() + told_html(now_ms()))

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
            await self._tell("screen", await sync_to_async(projector.screen_html)(session))

    async def _tell_state(self, session: ClassSession) -> None:
        """Tell what has changed but for the time left, which pages count down by themselves."""
        html = await sync_to_async(state_html)(session)
        still = TIME_LEFT.sub("", html)
        if self.told.get("state") != still:
            self.told["state"] = still
            await rooms.publish(f"monitor:{self.session}", html)

    async def _tell_tables(self, session: ClassSession) -> None:
        """Tell which tables there are and the lists to choose from, each where it has changed since it was told. A page
        that has just come knows the tables."""
        now = now_ms()
        drawn = [tile(await registry.at(code), self.facts, now) for code in self.facts.codes]
        html = await sync_to_async(tables_html)(session, drawn)
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
        drawn = {code: tile_html(tile(await registry.at(code), self.facts, now_ms())) for code in self.facts.codes}
        changed = [html for code, html in drawn.items() if self.told.get(code) != html]
        self.told.update(drawn)
        return "".join(changed)
