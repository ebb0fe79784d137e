"""Reading of rounds from the log: full entries or only events, of several rounds in one query."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from game.log.codec import COLUMNS, event_of
from game.log.prepared import Prepared
from game.log.round_log import MeasuredEntry
from game.models import Event as EventRow
from game.rules import Event


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
