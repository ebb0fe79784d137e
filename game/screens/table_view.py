"""The table as one seat, or an onlooker, may see it: what every screen is drawn from."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from game.log.tally import Earlier, SeatTally
from game.rules.picture_ladder import NONE, rung_in


class TableView(NamedTuple):
    """Everything a screen of one table is drawn from: for one seat, or for an onlooker (`seat` None).

    `n` is the place in the log of the last event this screen could see. `phase` is one of waiting, countdown, playing,
    standstill, held, over. `go_at` is ms since 1970, while a countdown runs. `labels` has at a card's id the random
    number that stands for it on this round's wire, so that a guessed card id tells nothing about its face. `turned`:
    whose turn ended last without a card, and how (see log.table_state). `said`: the teacher's message (see `messages`).
    `last_round`: no other is dealt after this one. `faces` stand beside `names` (see `faces`). `extra` is what the game
    adds (`Presentation.extra`). `tally` and `earlier`: what this seat has done in this round and
    before, once it is over; `try_next` is the sum of its last mistake. `pictured`: its player has asked for the number
    picture. `run`: how many of this seat's cards fitted since its last mistake. `cheered`: seats, and what each of them
    sent to the table (see `messages`).
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
        """Rung on which number pictures are shown to this seat (see rules.picture_ladder)."""
        return rung_in(self.options, self.seat) if "own" in self.options else NONE


class OwnCards(NamedTuple):
    """The part of a TableView that a seat's own cards are drawn from."""

    language: str
    labels: Sequence[int]
    view: Any
    rung: int = NONE
