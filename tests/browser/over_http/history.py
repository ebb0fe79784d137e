"""What a log must be, whatever was killed meanwhile: judged from the file alone, with the rules as the oracle."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from game.log import table_state
from game.rules import Event
from game.rules import around_the_corner as rules
from tests.browser.over_http.robots import Ack

KINDS = {"draw": "drew", "ready": "ready"}
"""How the log calls what was asked for; a play is played or, laid face down as the last card, finished."""


class StoredEntry(NamedTuple):
    """An entry of the log with the deal of its round."""

    table: str
    round: int
    seed: int
    seats: int
    options: str
    n: int
    kind: str
    seat: int | None
    card: int | None
    top: int | None
    at: int
    aid: str | None


def read(data: Path) -> list[StoredEntry]:
    """Return every entry of every round in the SQLite file of this data directory."""
    columns = "t.code, r.number, r.seed, r.seats, r.options, e.n, e.kind, e.seat, e.card, e.top, e.at, e.move_id"
    joined = "game_event e JOIN game_round r ON r.id = e.round_id JOIN game_table t ON t.id = r.table_id"
    with sqlite3.connect(data / "cardinal.sqlite3") as file:
        rows = file.execute(f"SELECT {columns} FROM {joined} ORDER BY t.code, r.number, e.n").fetchall()
    return [StoredEntry(*row) for row in rows]


def faults(log: list[StoredEntry], acks: Iterable[Ack]) -> list[str]:
    """Return what is wrong with this log, in words; nothing where it keeps the promises P1 to P5 (promises)."""
    found = list(_lost(log, acks))
    for (table, number), entries in groupby(log, key=lambda entry: (entry.table, entry.round)):
        found += [f"{table} round {number}: {fault}" for fault in _round_faults(list(entries))]
    return found


def _lost(log: list[StoredEntry], acks: Iterable[Ack]) -> Iterator[str]:
    logged = Counter((entry.table, entry.seat, entry.aid) for entry in log if entry.aid)
    entries = {(entry.table, entry.seat, entry.aid): entry for entry in log}
    for ack in acks:
        entry = entries.get(ack[:3])
        if logged[ack[:3]] != 1 or entry is None:
            yield f"acknowledged but {logged[ack[:3]]} times in the log: {ack}"
        elif ack.n and ack.n != entry.n:
            yield f"acknowledged at another place: {ack}, {entry}"
        elif entry.kind != KINDS.get(ack.kind, ack.kind) and (ack.kind, entry.kind) not in (
            ("play", "played"),
            ("play", "finished"),
        ):
            yield f"acknowledged as something else: {ack}, {entry}"


def _round_faults(entries: list[StoredEntry]) -> Iterator[str]:
    if [entry.n for entry in entries] != list(range(1, len(entries) + 1)):
        yield "places are not dense"
    tops = Counter(entry.top for entry in entries if entry.kind == "played")
    yield from (f"top card {top} was played on {times} times" for top, times in tops.items() if times > 1)
    position = rules.deal(json.loads(entries[0].options), entries[0].seats, entries[0].seed)
    whole = _cards(position)
    for entry in entries:
        if entry.kind in table_state.KINDS or entry.kind == "seen":
            continue
        if entry.kind == "played" and (entry.card not in position.hands[entry.seat or 0] or entry.top != position.top):
            yield f"a card came on top that could not: {entry}"
        try:
            position = rules.apply(position, Event(entry.kind, entry.seat, entry.card, entry.top, entry.at))
        except (ValueError, IndexError):
            yield f"nothing that the rules know: {entry}"
            return
        if _cards(position) != whole:
            yield f"cards came or went at {entry}"


def _cards(position: Any) -> Counter[int]:
    piles = [position.pile, *position.hands, *position.draw_piles]
    return Counter(card for pile in piles for card in pile if card)
