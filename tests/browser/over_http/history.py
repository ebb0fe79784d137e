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


class Line(NamedTuple):
    """A line of the log with the deal of its round."""

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


def read(data: Path) -> list[Line]:
    """Return every line of every round in the SQLite file of this data directory."""
    columns = "t.code, r.number, r.seed, r.seats, r.options, e.n, e.kind, e.seat, e.card, e.top, e.at, e.move_id"
    joined = "game_event e JOIN game_round r ON r.id = e.round_id JOIN game_table t ON t.id = r.table_id"
    with sqlite3.connect(data / "cardinal.sqlite3") as file:
        rows = file.execute(f"SELECT {columns} FROM {joined} ORDER BY t.code, r.number, e.n").fetchall()
    return [Line(*row) for row in rows]


def faults(log: list[Line], acks: Iterable[Ack]) -> list[str]:
    """Return what is wrong with this log, in words; nothing where it keeps the promises P1 to P5 (promises)."""
    found = list(_lost(log, acks))
    for (table, number), lines in groupby(log, key=lambda line: (line.table, line.round)):
        found += [f"{table} round {number}: {fault}" for fault in _round_faults(list(lines))]
    return found


def _lost(log: list[Line], acks: Iterable[Ack]) -> Iterator[str]:
    logged = Counter((line.table, line.seat, line.aid) for line in log if line.aid)
    lines = {(line.table, line.seat, line.aid): line for line in log}
    for ack in acks:
        line = lines.get(ack[:3])
        if logged[ack[:3]] != 1 or line is None:
            yield f"acknowledged but {logged[ack[:3]]} times in the log: {ack}"
        elif ack.n and ack.n != line.n:
            yield f"acknowledged at another place: {ack}, {line}"
        elif line.kind != KINDS.get(ack.kind, ack.kind) and (ack.kind, line.kind) not in (
            ("play", "played"),
            ("play", "finished"),
        ):
            yield f"acknowledged as something else: {ack}, {line}"


def _round_faults(lines: list[Line]) -> Iterator[str]:
    if [line.n for line in lines] != list(range(1, len(lines) + 1)):
        yield "places are not dense"
    tops = Counter(line.top for line in lines if line.kind == "played")
    yield from (f"top card {top} was played on {times} times" for top, times in tops.items() if times > 1)
    position = rules.deal(json.loads(lines[0].options), lines[0].seats, lines[0].seed)
    whole = _cards(position)
    for line in lines:
        if line.kind in table_state.KINDS or line.kind == "seen":
            continue
        if line.kind == "played" and (line.card not in position.hands[line.seat or 0] or line.top != position.top):
            yield f"a card came on top that could not: {line}"
        try:
            position = rules.apply(position, Event(line.kind, line.seat, line.card, line.top, line.at))
        except (ValueError, IndexError):
            yield f"nothing that the rules know: {line}"
            return
        if _cards(position) != whole:
            yield f"cards came or went at {line}"


def _cards(position: Any) -> Counter[int]:
    piles = [position.pile, *position.hands, *position.draw_piles]
    return Counter(card for pile in piles for card in pile if card)
