"""The little tables of the projector: faces and the top card only, so that nobody learns who is slow or wrong.

They show neither card counts nor absence, and not which table finishes first: a finished table keeps its last card
until all have finished, or for HIDE_MS, also on a projector that was opened after its end. A table of one child keeps
it until all have finished, as its end would reveal who is quick, and who is not. The sun above them is the whole
class's, too: a table whose child has more time has a longer day, which no one else is to see.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from classroom.live.monitor.tiles import TableTile
from game.screens.contract import SUN_STEPS, SmallCard

HIDE_MS = 20_000
"""How long a table's end is hidden while others still play (ms)."""


Cues = tuple[int, int, int]


class SeatFace(NamedTuple):
    """A face, the sign of its team and its hat, "" for missing ones; its cheer, 0 for none."""

    character: str
    colour: str
    team: str
    hat: str
    cheer: int


class Sun(NamedTuple):
    """The sun over all tables: its step of SUN_STEPS, by the mean of their days; the number of cards that all still
    have to place, or had at the end; and whether the end was reached everywhere."""

    step: int
    left: int
    over: bool


class LittleTable(NamedTuple):
    """A table as shown on the projector. `has_begun`: cards lie on it. `done`: the end of its round may be shown."""

    code: str
    number: int
    faces: tuple[SeatFace, ...]
    card: SmallCard | None
    has_begun: bool
    done: bool

    @property
    def words(self) -> str:
        """Praise at the end of its round, which depends only on the table's number and reveals nothing."""
        praise = (_("Well played!"), _("Good round!"), _("Well counted!"))
        return praise[self.number % len(praise)]


class LittleTables:
    """The little tables on the projector, redrawn once a second by the watch.

    `begun` counts rounds that have reached GO, `last_cards` how often a seat came to hold its last card, `ended` how
    often ends of rounds were shown. The values of the last look are stored, so that in every language only changes are
    sent (`news_html`).
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
        """Take in the present state of the tables (`now` in ms), and the sun if all of them play against it."""
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
        faces = tuple(
            SeatFace(seat.character, seat.colour, seat.team, seat.hat, seat.cheer if done else 0) for seat in tile.seats
        )
        return LittleTable(
            tile.code, tile.number, faces, self._cards.get(tile.code), not tile.waits and tile.code in self._cards, done
        )


def _sun(tiles: Sequence[TableTile], now: int) -> Sun:
    """Return the sun of these tables. While the sun waits for a table, that table counts only with its cards."""
    shares = [tile.daylight.share(now) for tile in tiles if tile.daylight]
    step = int(SUN_STEPS * sum(shares) / len(shares)) if shares else 0
    left = sum(seat.left or 0 for tile in tiles for seat in tile.seats)
    return Sun(step, left, bool(tiles) and all(tile.badge == "finished" for tile in tiles))


def table_html(table: LittleTable) -> str:
    return render_to_string("classroom/live/projector/_table.html", {"table": table})


def tables_html(tables: Iterable[LittleTable]) -> str:
    """Return the fragment with all little tables."""
    return render_to_string("classroom/live/projector/_tables.html", {"tables": list(tables)})


def cues_html(tables: LittleTables) -> str:
    """Return the fragment with the counts by which the projector plays sounds: a round has begun or ended, or somebody
    holds the last card; without saying where or who."""
    cues = {"begun": tables.begun, "last_cards": tables.last_cards, "ended": tables.ended}
    return render_to_string("classroom/live/projector/_cues.html", cues)


def sun_html(sun: Sun | None) -> str:
    """Return the fragment with the sun and the cards to go, "" without a sun."""
    return render_to_string("classroom/live/projector/_sun.html", {"sun": sun}) if sun else SafeString()


def all_html(little: LittleTables) -> str:
    """Return all fragments, for a new page."""
    return tables_html(little.shown) + sun_html(little.sun) + cues_html(little)


def news_html(little: LittleTables) -> str:
    """Return what has changed with the last look: little tables, all if the set of tables has changed; the sun; the
    cues."""
    before, rest = little.before, sun_html(little.sun) if little.sun != little.sun_before else ""
    rest += cues_html(little) if little.cues != little.cues_before else ""
    if before is None or [table.code for table in before] != [table.code for table in little.shown]:
        return tables_html(little.shown) + rest
    return "".join(table_html(table) for table in little.shown if table not in before) + rest
