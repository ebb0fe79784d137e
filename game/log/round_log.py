"""A finished round as input for evidence, and the contract of a game that makes evidence of it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from game import rules
from game.log import table_state
from game.log.table_state import TableState
from game.models import Evidence
from game.rules import Event, Game
from game.rules.picture_ladder import is_pictured, rung_in

Row = TypeVar("Row")


class MeasuredEntry(NamedTuple):
    """An entry of the log: the event, and the browser's measurements (see wire)."""

    event: Event
    measured: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RoundLog:
    """A round as it was played. `people` are the seats of students; moves of computers are nobody's evidence."""

    options: Mapping[str, Any]
    seats: int
    seed: int
    people: frozenset[int]
    entries: Sequence[MeasuredEntry]


class Measured:
    """Contract of a game that makes evidence of finished rounds. The default makes none.

    `decides` is the model whose rows are the players' answers.
    """

    decides: type[Evidence] | None = None

    def evidence(self, log: RoundLog) -> Sequence[Evidence]:
        """Return the rows to store, with `seat`; the projection adds `round` and `player`."""
        return ()

    def after_projection(self, table_id: int) -> None:
        """Rebuild what depends on the rows of this table, in the transaction that has changed them."""


class Fold(ABC, Generic[Row]):
    """A walk over a round's log, entry by entry, with the position and the table's state before and after each.

    `n` is the place of the present entry; `rows` is the evidence so far.
    """

    def __init__(self, game: Game, log: RoundLog) -> None:
        dealt_by = rules.dealt_by(game.NAME, log.options)
        self.log, self._apply = log, dealt_by.apply
        self.position: Any = dealt_by.deal(log.options, log.seats, log.seed)
        self.state = TableState()
        self.rows: list[Row] = []
        self.n = 0

    def walk(self) -> list[Row]:
        """Return the rows of the whole log."""
        for entry in self.log.entries:
            self.n += 1
            before = self.position
            self.see(entry)
            self.position = self._apply(before, entry.event)
            self.state = table_state.apply(self.state, entry.event)
            self.follow(entry, before)
        self.end()
        return self.rows

    @abstractmethod
    def see(self, entry: MeasuredEntry) -> None:
        """Handle an entry on the position before it."""

    def follow(self, entry: MeasuredEntry, before: Any) -> None:
        """Handle an entry on the position after it; `before` is the position before it."""

    def end(self) -> None:
        """Handle the end of the log."""

    def picture(self, seat: int, waited: int) -> dict[str, Any]:
        """Return the columns that describe the number picture shown to a seat that had seen its sum for `waited` ms."""
        rung = rung_in(self.log.options, seat)
        return {"rung": rung, "pictured": is_pictured(rung, asked=seat in self.state.pictured, waited=waited)}

    def is_students(self, seat: int) -> bool:
        """Return whether a student plays this seat now."""
        return seat in self.log.people and seat not in self.state.computer
