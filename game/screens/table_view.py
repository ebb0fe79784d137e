"""The table as visible to one seat or an onlooker: the input of every screen."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from game.log.tally import Earlier, SeatTally
from game.rules.picture_ladder import NONE, rung_in


class TableView(NamedTuple):
    """All data that a screen of one table is drawn from: for one seat, or for an onlooker (`seat` None).

    `n` is the place in the log of the last event visible to this screen. `phase` is one of waiting, countdown, playing,
    standstill, held, over. `go_at` is ms since 1970, while a countdown runs. `labels` is indexed by card id and holds
    the random number that replaces it on this round's wire, since an id reveals a card's face. `turned`: whose turn
    last ended without a card, and how (see log.table_state). `said`: the teacher's message (see `messages`).
    `last_round`: no other is dealt after this one. `faces` belong to `names` (see `faces`). `extra` is added by the
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
