"""The tiles of the monitor: every open table as the teacher sees it, as plain values and their HTML."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from asgiref.sync import sync_to_async
from django.db.models import Count, Q
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from classroom.joining import presence
from classroom.live.monitor import attention
from classroom.models import ClassSession, Sitting
from classroom.sessions.games import catalogue
from game.clock import now_ms
from game.live import registry
from game.live.table import LiveTable
from game.models import Event
from game.screens.table_view import TableView

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


async def tiles_of(session: ClassSession, *, look_first: bool = False) -> list[Tile]:
    """Return every open table of the session, in order; with `look_first` those that need a look come before."""
    facts = await sync_to_async(facts_of)(session)
    drawn = [tile_of(await registry.at(code), facts, now_ms()) for code in facts.codes]
    return sorted(drawn, key=lambda tile: tile.badge != "look") if look_first else drawn


def tile_of(table: LiveTable, facts: Facts, now: int) -> Tile:
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


def tile_html(tile: Tile) -> str:
    return render_to_string("classroom/live/monitor/_table_tile.html", {"tile": tile})
