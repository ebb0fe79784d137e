"""What the teacher sees of all tables while they play, and what the projector shows of it.

One watch per class session, however many look at it, and only while somebody does: once a second it draws the tiles
and tells those that changed, with the time at which it looked, so that a page can show how old its news is.
"""

import asyncio
import logging
from dataclasses import dataclass

from asgiref.sync import sync_to_async
from django.db.models import Count, Q
from django.template.loader import render_to_string
from django.urls import reverse

from classroom import lobby
from classroom.models import ClassSession, Sitting
from game import live, rooms
from game.live_table import LiveTable
from game.models import Event
from game.rounds import now_ms

log = logging.getLogger(__name__)

BEAT = 1.0
"""Seconds between two looks."""
SLOW = 5
"""Looks between two questions to the database."""

AWAY_LOOK = 10
"""Seconds away after which a table needs a look."""
HELP_MS, HELP_PLAYS, HELP_SHARE = 60_000, 5, 0.4
"""A child needs help who in the last minute played at least five cards, more than 40 % of them wrong (ui T8)."""

Struggling = frozenset[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class SeatTile:
    """A seat as the teacher sees it. `away` is in seconds, rounded down to 5 s; None is here."""

    name: str
    left: int
    away: int | None
    ready: bool
    computer: bool
    needs_help: bool
    turn: bool
    place: int | None


@dataclass(frozen=True, slots=True)
class Tile:
    """A table. `badge` is waiting, playing, look, standstill or finished; `seconds` only counts a standstill.

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


async def tiles(session: ClassSession) -> list[Tile]:
    """Return every table of the session, in order."""
    codes, struggling = await sync_to_async(_facts)(session)
    return [tile(await live.at(code), struggling, now_ms()) for code in codes]


def tile(table: LiveTable, struggling: Struggling, now: int) -> Tile:
    view = table.view(None)
    seats = tuple(
        SeatTile(
            name=name,
            left=view.view.seats[seat].left,
            away=_seconds_away(table, seat, now),
            ready=seat in view.ready,
            computer=seat in view.computer,
            needs_help=(table.code, seat) in struggling and view.phase == "playing",
            turn=view.view.turn == seat,
            place=view.view.seats[seat].place,
        )
        for seat, name in enumerate(view.names)
    )
    standstill = max(0, now - (table.round.manners.go_from or now)) // 1000 if view.phase == "standstill" else 0
    card = view.view.top_card
    top = f"{card.number} ±{card.step}" if card and view.phase != "over" else ""
    called = view.view.called[1] if view.view.called else None
    return Tile(table.code, view.table, view.round, _badge(view.phase, seats), standstill, top, called, seats)


def _seconds_away(table: LiveTable, seat: int, now: int) -> int | None:
    since = table.round.manners.away_since(seat)
    return None if since is None else max(0, now - since) // 5000 * 5


def _badge(phase: str, seats: tuple[SeatTile, ...]) -> str:
    if phase in ("over", "standstill"):
        return {"over": "finished"}.get(phase, phase)
    if any((seat.away or 0) >= AWAY_LOOK or seat.needs_help for seat in seats):
        return "look"
    return "waiting" if phase == "waiting" else "playing"


def _facts(session: ClassSession) -> tuple[list[str], Struggling]:
    """Return the codes of the tables, and which seats play many wrong cards."""
    tables = Sitting.objects.filter(session=session).values_list("seat__table", "seat__table__code")
    codes = dict(tables.order_by("seat__table__number").distinct())
    plays = Event.objects.filter(
        round__table__in=codes, at__gte=now_ms() - HELP_MS, kind__in=("played", "wrong"), seat__isnull=False
    ).order_by()
    shares = plays.values_list("round__table", "seat").annotate(n=Count("pk"), wrong=Count("pk", Q(kind="wrong")))
    return list(codes.values()), frozenset(
        (codes[table], seat) for table, seat, n, wrong in shares if n >= HELP_PLAYS and wrong > HELP_SHARE * n
    )


def tile_html(one: Tile) -> str:
    return render_to_string("classroom/_tile.html", {"tile": one})


def told_html(now: int) -> str:
    """Return the fragment that says when we looked; static/js/age.js shows how long ago that is."""
    return render_to_string("classroom/_told.html", {"now": now})


async def frame(session: ClassSession) -> str:
    """Return the frame that puts a monitor right: all tiles, or the way to where the session is now."""
    if session.state != ClassSession.State.PLAYING:
        return lobby.goto(reverse("session", args=[session.pk]))
    return "".join([tile_html(one) for one in await tiles(session)]) + told_html(now_ms())


# The watch

_watches: dict[int, asyncio.Task[None]] = {}


def watch(session: int) -> None:
    """Look after this session's tables until nobody listens any more. Calling it twice starts one watch."""
    if session not in _watches:
        task = asyncio.get_running_loop().create_task(_Watch(session).run())
        _watches[session] = task
        task.add_done_callback(lambda _: _watches.pop(session, None))


class _Watch:
    """What was told last, so that only changes are told."""

    def __init__(self, session: int) -> None:
        self.session = session
        self.codes: list[str] = []
        self.struggling: Struggling = frozenset()
        self.told: dict[str, str] = {}
        self.looks = 0

    def _watched(self, kind: str) -> bool:
        return bool(rooms.listeners(f"{kind}:{self.session}"))

    async def run(self) -> None:
        while self._watched("monitor") or self._watched("screen"):
            try:
                await self._look()
            except Exception:
                log.exception("the watch over session %s missed a look", self.session)
            await asyncio.sleep(BEAT)

    async def _look(self) -> None:
        if self.looks % SLOW == 0:
            await self._ask_the_database()
        self.looks += 1
        if self._watched("monitor") and self.codes:
            await rooms.publish(f"monitor:{self.session}", await self._news() + told_html(now_ms()))

    async def _ask_the_database(self) -> None:
        session = await ClassSession.objects.select_related("classroom").aget(pk=self.session)
        if session.state != ClassSession.State.PLAYING:
            self.codes = []
            return
        self.codes, self.struggling = await sync_to_async(_facts)(session)
        if self._watched("screen"):
            await self._tell("screen", await sync_to_async(lobby.screen_html)(session))

    async def _tell(self, kind: str, html: str) -> None:
        if self.told.get(kind) != html:
            self.told[kind] = html
            await rooms.publish(f"{kind}:{self.session}", html)

    async def _news(self) -> str:
        """Return the tiles that have changed since the last look."""
        drawn = {code: tile_html(tile(await live.at(code), self.struggling, now_ms())) for code in self.codes}
        changed = [html for code, html in drawn.items() if self.told.get(code) != html]
        self.told.update(drawn)
        return "".join(changed)
