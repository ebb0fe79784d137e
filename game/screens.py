"""What a seat (or an onlooker) may see, as a context of plain values and as HTML.

Page load, HTMX answer and socket push all come from here, from the same partials.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything a screen of one table is drawn from; built by `live` for one seat, or for an onlooker (`seat` None).

    `n` is the place in the log of the last event this screen could see. `phase` is one of waiting, countdown, playing,
    standstill, over. `go_at` is ms since 1970, while a countdown runs. `labels` maps a card to the random number that
    stands for it on this round's wire, so that a guessed card id tells nothing about its face.
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
    options: Mapping[str, Any]
    labels: Mapping[int, int]
