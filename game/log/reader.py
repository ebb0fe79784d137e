"""Reading of rounds from the log: full entries or only events, of several rounds in one query.

A finished round as input for evidence, and the contract of a game that makes evidence of it.
"""

import json
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar

from django.db.models import Q, QuerySet

from game import rules
from game.log import table_state
from game.log.codec import COLUMNS, event_of
from game.log.prepared import Prepared
from game.log.table_state import TableState
from game.models import Event as EventRow
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


class LogEntry(NamedTuple):
    """An entry as it was written: `n` is its place in the round, `client` the browser's measurements as JSON."""

    n: int
    event: Event
    move_id: str | None
    client: str

    @property
    def measured(self) -> MeasuredEntry:
        return MeasuredEntry(self.event, json.loads(self.client or "{}"))


def entries_of(round_ids: Iterable[int], *, after: int = 0, with_text: str = "") -> dict[int, list[LogEntry]]:
    """Return the entries of these rounds in order, with a place above `after` and `with_text` in their `client`. One
    query."""
    logs: dict[int, list[LogEntry]] = {pk: [] for pk in round_ids}
    for pk, n, move_id, client, *columns in _entries(with_text).rows(after, *logs):
        logs[pk].append(LogEntry(n, event_of(*columns), move_id, client))
    return logs


@lru_cache(maxsize=8)
def _entries(with_text: str) -> Prepared[EventRow]:
    def query(after: int, *rounds: int) -> QuerySet[EventRow, Any]:
        rows = EventRow.objects.filter(round__in=rounds, n__gt=after).order_by("round", "n")
        rows = rows.filter(client__contains=with_text) if with_text else rows
        return rows.values_list("round", "n", "move_id", "client", *COLUMNS)

    return Prepared(query)


def events_of(round_ids: Iterable[int]) -> dict[int, list[tuple[int, Event]]]:
    """Return place and event of all entries of these rounds, in order. One query."""
    return events_beyond(dict.fromkeys(round_ids, -1))


def events_beyond(known: Mapping[int, int]) -> dict[int, list[tuple[int, Event]]]:
    """Return place and event of all entries after the `known` place of each round. One query."""
    behind: defaultdict[int, list[int]] = defaultdict(list)
    for pk, n in known.items():
        behind[n].append(pk)
    wanted = [value for n, rounds in behind.items() for value in (n, *rounds)]
    logs: dict[int, list[tuple[int, Event]]] = {pk: [] for pk in known}
    for pk, n, *columns in _events(tuple(map(len, behind.values()))).rows(*wanted):
        logs[pk].append((n, event_of(*columns)))
    return logs


@lru_cache(maxsize=32)
def _events(sizes: tuple[int, ...]) -> Prepared[EventRow]:
    """Return the query for groups of these sizes. Its values are, for each group, the known place followed by its
    rounds."""

    def query(*values: int) -> QuerySet[EventRow, Any]:
        wanted, rest = Q(pk__in=[]), iter(values)
        for size in sizes:
            wanted |= Q(n__gt=next(rest), round__in=list(islice(rest, size)))
        return EventRow.objects.filter(wanted).order_by("round", "n").values_list("round", "n", *COLUMNS)

    return Prepared(query)
