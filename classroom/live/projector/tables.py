"""The little tables of the projector: faces and the top card, so that nobody who watches learns who is slow or wrong.

There are no counts of a table's cards, nobody is shown as away, and which table finishes first is not told: a table
that is done keeps its last card until all are done, or for HIDE_MS, also on a projector that was opened after its end.
A table of one child keeps it until all are done: its end would say who is quick, and who is not. The sun over them is
the whole class's, too: a table whose child has more time has a longer day, which nobody else is to see.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from classroom.live.monitor.tiles import TableTile
from game.screens.contract import SUN_STEPS, SmallCard

HIDE_MS = 20_000
"""So long it is not told that a table has finished while others still play (ms)."""


Cues = tuple[int, int, int]


class SeatFace(NamedTuple):
    """A face, the sign of its team and its hat, empty words where there is none."""

    character: str
    colour: str
    team: str
    hat: str


class Sun(NamedTuple):
    """The sun over all tables: in which of its SUN_STEPS it stands, on the mean of their days; how many cards all of
    them have still to place, or had at the end; whether all have come to it."""

    step: int
    left: int
    over: bool


class LittleTable(NamedTuple):
    """A table as the projector shows it. `has_begun`: cards lie on it. `done`: the end of its round may be shown."""

    code: str
    number: int
    faces: tuple[SeatFace, ...]
    card: SmallCard | None
    has_begun: bool
    done: bool

    @property
    def words(self) -> str:
        """Return what is said of its round at the end: praise that says nothing about it, and differs by the table's
        number only."""
        praise = (_("Well played!"), _("Good round!"), _("Well counted!"))
        return praise[self.number % len(praise)]


class LittleTables:
    """Thumbnails of the tables on the projector. The watch redraws them once a second.

    `begun` counts rounds that have heard GO, `last_cards` how often somebody came to hold the last card, `ended` how
    often the end of rounds came to be shown. What the last look showed is kept as values, so that in every language
    only changes are sent (`news_html`).
    """

    def __init__(self) -> None:
        self.sun: Sun | None = None
        self.sun_before: Sun | None = None
        self.shown: list[LittleTable] = []
        self.before: list[LittleTable] | None = None
        self.begun = self.last_cards = self.ended = 0
        self.cues_before: Cues | None = None
        self.has_looked = False
        self._last_cards: dict[str, int] = {}
        self._cards: dict[str, SmallCard | None] = {}
        self._over_since: dict[str, int] = {}
        self._playing: set[tuple[str, int]] = set()

    def look(self, tiles: Sequence[TableTile], now: int, *, under_the_sun: bool = False) -> None:
        """Take in how the tables are now (`now` in ms), and the sun where all of them play against it."""
        self.before, self.cues_before = (self.shown, self.cues) if self.has_looked else (None, None)
        self.sun_before, self.sun = self.sun, _sun(tiles, now) if under_the_sun else None
        for tile in tiles:
            self._take_in(tile, now)
            self.last_cards += max(0, tile.last_cards - self._last_cards.get(tile.code, 0))
            self._last_cards[tile.code] = tile.last_cards
        all_done = all(tile.badge == "finished" for tile in tiles)
        done = {table.code for table in self.shown if table.done}
        self.shown = [self._little(tile, all_done, now) for tile in tiles]
        self.ended += any(table.done and table.code not in done for table in self.shown)
        self.has_looked = True

    @property
    def cues(self) -> Cues:
        return self.begun, self.last_cards, self.ended

    def _take_in(self, tile: TableTile, now: int) -> None:
        if tile.badge == "finished":
            self._over_since.setdefault(tile.code, now)
            self._cards.setdefault(tile.code, tile.card)
            return
        self._over_since.pop(tile.code, None)
        if not tile.waits and (tile.card or tile.top):
            self._cards[tile.code] = tile.card
            if (tile.code, tile.round) not in self._playing:
                self._playing.add((tile.code, tile.round))
                self.begun += 1
        elif tile.waits:
            self._cards.pop(tile.code, None)

    def _little(self, tile: TableTile, all_done: bool, now: int) -> LittleTable:
        over = self._over_since.get(tile.code)
        done = over is not None and (all_done or (len(tile.seats) > 1 and now - over >= HIDE_MS))
        faces = tuple(SeatFace(seat.character, seat.colour, seat.team, seat.hat) for seat in tile.seats)
        return LittleTable(
            tile.code, tile.number, faces, self._cards.get(tile.code), not tile.waits and tile.code in self._cards, done
        )


def _sun(tiles: Sequence[TableTile], now: int) -> Sun:
    """Return the sun of these tables. Where the sun waits for a table it has no day, but cards."""
    shares = [tile.daylight.share(now) for tile in tiles if tile.daylight]
    step = int(SUN_STEPS * sum(shares) / len(shares)) if shares else 0
    left = sum(seat.left or 0 for tile in tiles for seat in tile.seats)
    return Sun(step, left, bool(tiles) and all(tile.badge == "finished" for tile in tiles))


def table_html(table: LittleTable) -> str:
    return render_to_string("classroom/live/projector/_table.html", {"table": table})


def tables_html(tables: Iterable[LittleTable]) -> str:
    """Return the fragment with all of them."""
    return render_to_string("classroom/live/projector/_tables.html", {"tables": list(tables)})


def cues_html(tables: LittleTables) -> str:
    """Return the fragment from which the projector hears that a round has begun or ended, or that somebody holds the
    last card; no table is named, and nobody."""
    cues = {"begun": tables.begun, "last_cards": tables.last_cards, "ended": tables.ended}
    return render_to_string("classroom/live/projector/_cues.html", cues)


def sun_html(sun: Sun | None) -> str:
    """Return the fragment that says where the sun stands and what is to do, "" where none goes down."""
    return render_to_string("classroom/live/projector/_sun.html", {"sun": sun}) if sun else SafeString()


def all_html(little: LittleTables) -> str:
    """Return what a page that has just come is shown."""
    return tables_html(little.shown) + sun_html(little.sun) + cues_html(little)


def news_html(little: LittleTables) -> str:
    """Return what has changed with the last look: little tables, all where there are others than before; the sun; the
    cues."""
    before, rest = little.before, sun_html(little.sun) if little.sun != little.sun_before else ""
    rest += cues_html(little) if little.cues != little.cues_before else ""
    if before is None or [table.code for table in before] != [table.code for table in little.shown]:
        return tables_html(little.shown) + rest
    return "".join(table_html(table) for table in little.shown if table not in before) + rest
