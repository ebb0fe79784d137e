"""The tiles of the monitor: every open table as shown to the teacher, as plain values and their HTML."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from asgiref.sync import sync_to_async
from django.db.models import Count, Max, Q, QuerySet
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from classroom.joining import presence
from classroom.live.monitor import attention, last_cards
from classroom.live.monitor.last_cards import TriedCard
from classroom.live.monitor.seat_tiles import SeatTile, sentence, time_in_words
from classroom.models import ClassSession, Sitting
from classroom.naming.characters import Face
from classroom.server.http.drawn import drawn
from classroom.sessions.games import catalogue
from classroom.sessions.games.contract import HINTS
from game.clock import now_ms
from game.live import registry
from game.live.table import LiveTable
from game.log import table_state
from game.log.prepared import Prepared
from game.models import Event
from game.screens.contract import Daylight, Glance, SmallCard
from game.screens.table_view import TableView, words_of

COMPUTER, NO_FACE = Face("computer", ""), Face("", "")

FEW = 3
"""Up to this many tables leave room for each child's last cards."""
AWAY_LOOK = 10
"""Seconds of absence of a child after which its table needs attention; one that all have left does so at once."""


@dataclass(frozen=True, slots=True)
class TableTile:
    """A table. `badge` is waiting, playing, look, standstill, held or finished; `seconds` only counts a standstill.

    `called` is the number that was played last, None without one. `last`: no other round is dealt after this one.
    `waits`: GO has not been said, which a table that needs a look does not show by its badge.
    `last_cards` counts the seats that hold their last card, `says` is a sentence if there are few tables; `daylight` is
    the day of a table that plays against the sun.
    """

    session: int
    code: str
    number: int
    round: int
    badge: str
    seconds: int
    top: str
    card: SmallCard | None
    called: int | None
    last: bool
    seats: tuple[SeatTile, ...]
    waits: bool = False
    last_cards: int = 0
    says: str = ""
    daylight: Daylight | None = None

    @property
    def may_have_hints(self) -> SeatTile | None:
        """The child that needs attention and could be given hints by a press, or None."""
        return next((seat for seat in self.seats if self.says and seat.reason and seat.without_hints), None)

    @property
    def stands_for(self) -> str:
        return time_in_words(self.seconds)

    @property
    def rows(self) -> list[SafeString]:
        """The drawn seats; cached one by one, as a move changes only one of them."""
        about = {"session": self.session, "waits": self.waits}
        return [drawn("classroom/live/monitor/_seat_row.html", seat=seat, **about) for seat in self.seats]

    @property
    def can_go(self) -> bool:
        """Whether GO would have an effect here: a waiting round can begin, or a finished one be followed by the
        next."""
        return self.waits or (self.badge == "finished" and not self.last)


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts from the database: the open tables; by table's code and seat the wrong cards of all that were played in the
    last minute; by student the face; and with up to FEW tables the last cards by code and seat, and who could have
    hints and has none."""

    session: int = 0
    codes: tuple[str, ...] = ()
    wrong: Mapping[tuple[str, int | None], tuple[int, int]] = field(default_factory=dict)
    faces: Mapping[int, Face] = field(default_factory=dict)
    tried: Mapping[tuple[str, int], tuple[TriedCard, ...]] = field(default_factory=dict)
    without_hints: frozenset[int] = frozenset()

    @property
    def are_few(self) -> bool:
        return len(self.codes) <= FEW


async def tiles_of(session: ClassSession, *, look_first: bool = False) -> list[TableTile]:
    """Return every open table of the session, in order; with `look_first` those that need attention come first."""
    facts = await sync_to_async(facts_of)(session)
    drawn = [tile_of(table, facts, now_ms()) for table in await registry.seen(facts.codes)]
    return sorted(drawn, key=lambda tile: tile.badge != "look") if look_first else drawn


def tile_of(table: LiveTable, facts: Facts, now: int) -> TableTile:
    view = table.view(None)
    glance = table.presentation.glance(view)
    seats = tuple(
        _seat_tile(table, view, seat, glance, facts, now)
        for seat in range(len(view.names))
        if seat not in table.gone or seat in view.computer
    )
    standstill = table.counts_for_seconds(now) if view.phase == "standstill" else 0
    badge = _badge(view.phase, seats)
    return TableTile(
        facts.session,
        table.code,
        view.table,
        view.round,
        badge,
        standstill,
        glance.top,
        glance.card,
        glance.called,
        table.is_last_round,
        seats,
        view.phase == "waiting",
        glance.last_cards,
        sentence(table.row.game, badge, seats) if facts.are_few else "",
        glance.daylight,
    )


def _seat_tile(table: LiveTable, view: TableView, seat: int, glance: Glance, facts: Facts, now: int) -> SeatTile:
    gone, student = seat in table.gone, table.player_at(seat)
    character, colour = COMPUTER if gone or student is None else facts.faces.get(student, NO_FACE)
    worn = words_of(table.faces, seat)
    return SeatTile(
        number=seat,
        name=_("Computer (for %(name)s)") % {"name": view.names[seat]} if gone else view.names[seat],
        student=None if gone else student,
        character=character,
        colour=colour,
        net=_net(table, seat),
        standing=glance.seats[seat],
        held=glance.held[seat] if glance.held else None,
        away=None if gone else _seconds_away(table, seat, now),
        ready=seat in view.ready,
        computer=seat in view.computer,
        reason=attention.reason(table, seat, facts.wrong.get((table.code, seat)), now)
        if view.phase == "playing" and seat not in view.away
        else "",
        turn=view.view.turn == seat,
        place=view.view.seats[seat].place,
        left=glance.left[seat] if glance.left else None,
        team="" if gone else worn.team,
        hat="" if gone else worn.hat,
        tried=facts.tried.get((table.code, seat), ()),
        without_hints=student in facts.without_hints,
        cheer=dict(view.cheered).get(seat, 0),
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
    children = [seat for seat in seats if seat.student is not None]
    is_left = len(children) > 1 and all(seat.away is not None for seat in children)
    if is_left or any((seat.away or 0) >= AWAY_LOOK or seat.reason for seat in seats):
        return "look"
    return "waiting" if phase == "waiting" else "playing"


def facts_of(session: ClassSession) -> Facts:
    """Return the facts for the tiles. Three queries, and two for the last cards if there are few tables."""
    rows = _present.rows(session.pk)
    codes = {table: code for table, code, *_face in rows}
    faces = {student: Face(*face) for _table, _code, student, _needs, *face in rows}
    game = catalogue.of(session.game)
    counted = _tried(game.name).rows(_a_minute_of_play_ago(codes), *codes)
    wrong = {(codes[table], seat): (wrong, n) for table, seat, wrong, n in counted}
    known = Facts(session.pk, tuple(codes.values()), wrong, faces)
    if not known.are_few:
        return known
    cards = {(codes[at], seat): cards for (at, seat), cards in last_cards.of_tables(codes, session.game).items()}
    has_hints = HINTS in game.accommodations and not session.options.get(HINTS)
    without = frozenset(row[2] for row in rows if has_hints and not row[3].get(HINTS))
    return replace(known, tried=cards, without_hints=without)


@Prepared
def _present(session: int) -> QuerySet[Sitting, Any]:
    present = Sitting.objects.filter(session=session, left_at=None).order_by("seat__table__number")
    columns = "seat__table", "seat__table__code", "student", "student__needs", "student__character", "student__colour"
    return present.values_list(*columns)


@cache
def _tried(game_name: str) -> Prepared[Event]:
    rules = catalogue.of(game_name).rules

    def query(since: int, *tables: int) -> QuerySet[Event, Any]:
        tried = Event.objects.filter(round__table__in=tables, at__gte=since, kind__in=rules.TRIED).order_by()
        by_seat = tried.values_list("round__table", "seat")
        return by_seat.annotate(wrong=Count("pk", ~Q(kind__in=rules.PLACED)), n=Count("pk"))

    return Prepared(query)


@Prepared
def _last_pauses(*tables: int) -> QuerySet[Event, Any]:
    pauses = Event.objects.filter(round__table__in=tables, kind__in=[table_state.HELD, table_state.RESUMED])
    return pauses.order_by().values_list("kind").annotate(last=Max("at"))


def _a_minute_of_play_ago(tables: Iterable[int]) -> int:
    """Return when the last HELP_MS of play at these tables began, not counting the last *Eyes up!*."""
    now, last = now_ms(), dict(_last_pauses.rows(*tables))
    held, resumed = last.get(table_state.HELD, 0), last.get(table_state.RESUMED, 0)
    if held > resumed:
        return held - attention.HELP_MS
    since = now - attention.HELP_MS
    return since - (resumed - held) if resumed > since else since


def tile_html(tile: TableTile) -> str:
    return drawn("classroom/live/monitor/_table_tile.html", tile=tile)
