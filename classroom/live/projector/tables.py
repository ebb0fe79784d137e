"""The little tables of the projector: faces and the top card, so that nobody who watches learns who is slow or wrong.

There are no counts of cards, nobody is shown as away, and which table finishes first is not told: a table that is done
keeps its last card until all are done, or for HIDE_MS, also on a projector that was opened after its end. A table of
one child keeps it until all are done: its end would say who is quick, and who is not.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.template.loader import render_to_string

from classroom.live.monitor.tiles import TableTile
from game.screens.contract import SmallCard

HIDE_MS = 20_000
"""So long it is not told that a table has finished while others still play (ms)."""


Cues = tuple[int, int]


class SeatFace(NamedTuple):
    """A face, the sign of its team and its hat, empty words where there is none."""

    character: str
    colour: str
    team: str
    hat: str


class LittleTable(NamedTuple):
    """A table as the projector shows it. `has_begun`: cards lie on it. `done`: the end of its round may be shown."""

    code: str
    number: int
    faces: tuple[SeatFace, ...]
    card: SmallCard | None
    has_begun: bool
    done: bool


class LittleTables:
    """Tables in small, as the class is shown them, look after look.

    `begun` counts rounds that have heard GO, `last_cards` how often somebody came to hold the last card. What was shown
    at the look before is kept, in no language: every page has seen it, whenever it came (`news_html`).
    """

    def __init__(self) -> None:
        self.shown: list[LittleTable] = []
        self.before: list[LittleTable] | None = None
        self.begun = self.last_cards = 0
        self.cues_before: Cues | None = None
        self.has_looked = False
        self._last_cards: dict[str, int] = {}
        self._cards: dict[str, SmallCard | None] = {}
        self._over_since: dict[str, int] = {}
        self._playing: set[tuple[str, int]] = set()

    def look(self, tiles: Sequence[TableTile], now: int) -> None:
        """Take in how the tables are now (`now` in ms)."""
        self.before, self.cues_before = (self.shown, self.cues) if self.has_looked else (None, None)
        for tile in tiles:
            self._take_in(tile, now)
            self.last_cards += max(0, tile.last_cards - self._last_cards.get(tile.code, 0))
            self._last_cards[tile.code] = tile.last_cards
        all_done = all(tile.badge == "finished" for tile in tiles)
        self.shown = [self._little(tile, all_done, now) for tile in tiles]
        self.has_looked = True

    @property
    def cues(self) -> Cues:
        return self.begun, self.last_cards

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


def table_html(table: LittleTable) -> str:
    return render_to_string("classroom/live/projector/_table.html", {"table": table})


def tables_html(tables: Iterable[LittleTable]) -> str:
    """Return the fragment with all of them."""
    return render_to_string("classroom/live/projector/_tables.html", {"tables": list(tables)})


def cues_html(tables: LittleTables) -> str:
    """Return the fragment from which the projector hears that a round has begun, or that somebody holds the last card;
    no table is named, and nobody."""
    cues = {"begun": tables.begun, "last_cards": tables.last_cards}
    return render_to_string("classroom/live/projector/_cues.html", cues)


def all_html(little: LittleTables) -> str:
    """Return what a page that has just come is shown."""
    return tables_html(little.shown) + cues_html(little)


def news_html(little: LittleTables) -> str:
    """Return what has changed with the last look: little tables, all where there are others than before; the cues."""
    before, cues = little.before, cues_html(little) if little.cues != little.cues_before else ""
    if before is None or [table.code for table in before] != [table.code for table in little.shown]:
        return tables_html(little.shown) + cues
    return "".join(table_html(table) for table in little.shown if table not in before) + cues
