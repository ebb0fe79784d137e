"""The table as visible to one seat or an onlooker: the input of every screen.

With it the faces at the seats: the picture beside a name and its colour, and the drawings that a page needs for them.

A face is two words, "fox orange": a symbol of static/img/pack.svg and the class of a colour. After them may follow the
player's hat ("hat_cap") and the sign of a team, two more symbols; so a hat costs a page one drawing, and a move only
its name. An empty face is drawn as the first letter of the name.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from django.contrib.staticfiles import finders
from django.utils.safestring import SafeString

from game.log.tally import Earlier, SeatTally
from game.rules.picture_ladder import NONE, rung_in
from game.screens.stencils import piece

COMPUTER = "computer grey"
HAT = "hat_"
"""Prefix of a hat's word."""
_SYMBOL = re.compile(r'<symbol id="(\w+)".*?</symbol>', re.DOTALL)


class FaceWords(NamedTuple):
    """The words of a face, "" for missing ones."""

    character: str
    colour: str
    team: str
    hat: str


class TableView(NamedTuple):
    """All data that a screen of one table is drawn from: for one seat, or for an onlooker (`seat` None).

    `n` is the place in the log of the last event visible to this screen. `phase` is one of waiting, countdown, playing,
    standstill, held, over. `go_at` is ms since 1970, while a countdown runs. `labels` is indexed by card id and holds
    the random number that replaces it on this round's wire, since an id reveals a card's face. `turned`: whose turn
    last ended without a card, and how (see log.table_state). `said`: the teacher's message (see `messages`).
    `last_round`: no other is dealt after this one. `faces` belong to `names` (see `face`). `extra` is added by the
    game (`Presentation.extra`). `tally` and `earlier`: this seat's counts in this round and in earlier ones, once it is
    over; `try_next` is the sum of its last mistake. `pictured`: its player has asked for the number picture. `run`: how
    many of this seat's cards fitted since its last mistake. `cheered`: seats with the cheer that each sent (see
    `messages`).
    """

    code: str
    table: int
    round: int
    n: int
    seat: int | None
    view: Any
    names: tuple[str, ...]
    ready: frozenset[int]
    away: frozenset[int]
    computer: frozenset[int]
    phase: str
    go_at: int | None
    language: str
    options: Mapping[str, Any]
    labels: Sequence[int]
    turned: tuple[int, str] | None = None
    extra: object | None = None
    said: tuple[int, int] | None = None
    last_round: bool = False
    faces: tuple[str, ...] = ()
    tally: SeatTally | None = None
    earlier: Earlier | None = None
    try_next: str = ""
    pictured: bool = False
    run: int = 0
    cheered: tuple[tuple[int, int], ...] = ()

    @property
    def rung(self) -> int:
        """Rung by which number pictures are shown to this seat (see rules.picture_ladder)."""
        return rung_in(self.options, self.seat) if "own" in self.options else NONE


class OwnCards(NamedTuple):
    """The part of a TableView that a seat's own cards are drawn from."""

    language: str
    labels: Sequence[int]
    view: Any
    rung: int = NONE


def face(table: TableView, number: int) -> SafeString:
    """Return the picture of the player at this seat."""
    character, colour, team, hat = words_of(table.faces, number)
    return piece("", "face", character=character, colour=colour, team=team, hat=hat, letter=table.names[number][:1])


@lru_cache(maxsize=1024)
def words_of(faces: tuple[str, ...], number: int) -> FaceWords:
    words = faces[number].split() if number < len(faces) else []
    (character, colour), more = (*words, "", "")[:2], words[2:]
    hat = next((word for word in more if word.startswith(HAT)), "")
    return FaceWords(character, colour, next((word for word in more if word != hat), ""), hat)


def is_computer(table: TableView, number: int) -> bool:
    """Return whether the seat shows a computer's face, which needs no word beside it."""
    return words_of(table.faces, number).character == COMPUTER.split()[0]


def drawings(table: TableView) -> SafeString:
    """Return the symbols of all faces at this table, for its page."""
    known, seats = _symbols(), range(len(table.names))
    words = {word for number in seats for word in words_of(table.faces, number)}
    return SafeString("".join(known.get(word, "") for word in sorted(words)))


@cache
def _symbols() -> dict[str, str]:
    found = finders.find("img/pack.svg")
    text = Path(found).read_text() if isinstance(found, str) else ""
    return {symbol[1]: symbol[0] for symbol in _SYMBOL.finditer(text)}
