"""Reading rounds back from the log: the entries, or only the events, of several rounds in one query."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db.models import Q

from game.log.codec import COLUMNS, event_of
from game.log.round_log import MeasuredEntry
from game.models import Event as EventRow
from game.rules import Event


class LogEntry(NamedTuple):
    """An entry as it was written; `n` is its place in the round, `client` what the browser measured, as JSON."""

    n: int
    event: Event
    move_id: str | None
    client: str

    @property
    def measured(self) -> MeasuredEntry:
        return MeasuredEntry(self.event, json.loads(self.client or "{}"))


def entries_of(round_ids: Iterable[int], *, after: int = 0, with_text: str = "") -> dict[int, list[LogEntry]]:
    """Return the entries of these rounds in their order, those beyond place `after`, and with this in their `client`.
    One query."""
    logs: dict[int, list[LogEntry]] = {pk: [] for pk in round_ids}
    rows = EventRow.objects.filter(round__in=list(logs), n__gt=after).order_by("round", "n")
    if with_text:
        rows = rows.filter(client__contains=with_text)
    for pk, n, move_id, client, *columns in rows.values_list("round", "n", "move_id", "client", *COLUMNS):
        logs[pk].append(LogEntry(n, event_of(*columns), move_id, client))
    return logs


def events_of(round_ids: Iterable[int]) -> dict[int, list[tuple[int, Event]]]:
    """Return place and event of every entry of these rounds, in their order. One query."""
    return events_beyond(dict.fromkeys(round_ids, -1))


def events_beyond(known: Mapping[int, int]) -> dict[int, list[tuple[int, Event]]]:
    """Return place and event of every entry of these rounds beyond the place that is `known` of each. One query."""
    behind: defaultdict[int, list[int]] = defaultdict(list)
    for pk, n in known.items():
        behind[n].append(pk)
    wanted = Q(pk__in=[])
    for n, rounds in behind.items():
        wanted |= Q(round__in=rounds, n__gt=n)
    logs: dict[int, list[tuple[int, Event]]] = {pk: [] for pk in known}
    rows = EventRow.objects.filter(wanted).order_by("round", "n")
    for pk, n, *columns in rows.values_list("round", "n", *COLUMNS):
        logs[pk].append((n, event_of(*columns)))
    return logs
