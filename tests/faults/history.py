"""The check of a history: the rounds' logs beside what players said and what was acknowledged to them."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Sequence

from game.log.round import LiveRound
from game.models import Event, Round, Table
from tests.faults.bots import Bot

QUIET = 3.5
"""Seconds after which every screen shows what the log says: workers that hear nothing look every 2.5 s."""
ANSWERS, ASKS = 15.0, 0.5
"""Seconds within which every socket answers on a machine that is busy with other things, and between two questions."""
Row = tuple[int, int, str, str | None]


def faults(bots: Iterable[Bot]) -> list[str]:
    """Return what is wrong; nothing where every promise was kept. What is acknowledged was in the log before that, so
    it is counted before the log is read, and what was said after it."""
    acknowledged = {aid for bot in bots for aid in bot.acknowledged}
    rows: list[Row] = list(Event.objects.order_by("id").values_list("round", "n", "kind", "move_id"))
    played = Counter(move for *_, move in rows if move)
    said = {aid for bot in bots for aid in bot.said}
    return [
        *_any("acknowledged and not in the log", acknowledged - played.keys()),
        *_any("in the log twice", [_told(rows, move) for move, count in played.items() if count > 1]),
        *_any("in the log and said by nobody", played.keys() - said),
        *_places(rows),
        *_clock(rows),
        *_rounds(),
    ]


def _told(rows: list[Row], move: str) -> str:
    """Return where this move stands: the round, the place and the kind of each entry."""
    places = [f"{kind} at {n} of round {round_id}" for round_id, n, kind, found in rows if found == move]
    return f"{move} ({' and '.join(places)})"


def _any(what: str, found: Iterable[object]) -> list[str]:
    there = sorted(map(str, found))
    return [f"{len(there)} {what}: {', '.join(there[:3])}"] if there else []


def _places(rows: list[Row]) -> list[str]:
    """Every round's entries stand at 1, 2, 3 … without a gap."""
    by_round: dict[int, list[int]] = {}
    for round_id, n, *_ in rows:
        by_round.setdefault(round_id, []).append(n)
    return _any("rounds with a hole or a place twice", [r for r, ns in by_round.items() if sorted(ns) != _dense(ns)])


def _dense(places: list[int]) -> list[int]:
    return list(range(1, len(places) + 1))


def _clock(rows: list[Row]) -> list[str]:
    """An act of the clock comes once: no two `go` in a round without something that counts down between them."""
    counting, twice = dict.fromkeys({row[0] for row in rows}, True), set()
    for round_id, _n, kind, _move in sorted(rows, key=lambda row: row[:2]):
        if kind == "go":
            if not counting[round_id]:
                twice.add(round_id)
            counting[round_id] = False
        elif kind in ("start", "standstill"):
            counting[round_id] = True
    return _any("rounds with an act of the clock twice", twice)


def _rounds() -> list[str]:
    """At every table rounds follow one another, and all but the last are over. A table that took the place of another,
    because somebody was away, begins with the round that was due there."""
    wrong = set()
    for table in Table.objects.prefetch_related("rounds"):
        rounds = list(table.rounds.all())
        if [row.number for row in rounds] != [rounds[0].number + later for later in range(len(rounds))]:
            wrong.add(table.code)
        wrong |= {table.code for row in rounds[:-1] if _folded(row, table).phase != "over"}
    return _any("tables with a round too many", wrong)


def _folded(row: Round, table: Table) -> LiveRound:
    live = LiveRound(row, table.game)
    live.catch_up()
    return live


async def behind(bots: Sequence[Bot]) -> list[str]:
    """Let nobody move any more; return which screens do not come to show what the log says, and what befell them. A
    table moves by itself, too (a countdown, somebody away), so the log is read anew before each question."""
    for bot in bots:
        bot.quiet = True
    await asyncio.sleep(QUIET)
    late, end = list(bots), time.monotonic() + ANSWERS
    while late and time.monotonic() < end:
        stored = await asyncio.to_thread(_stored)
        for bot in late:
            bot.ask()
        await asyncio.sleep(ASKS)
        late = [bot for bot in late if bot.shows not in stored.get(bot.code, {bot.shows})]
    found = [f"{bot.code} ({bot.shows}, not {stored[bot.code]}: {', '.join(bot.last())})" for bot in late]
    return _any("screens behind their log", found)


def _stored() -> dict[str, set[int]]:
    """Return what the screens of a table may show; nobody sits at one that was closed, as others play in its place."""
    stored = {}
    for table in Table.objects.filter(closed_at=None).prefetch_related("rounds"):
        live = _folded(table.rounds.latest("number"), table)
        stored[table.code] = {live.last_seen_by(seat) for seat in range(live.seats)}
    return stored
