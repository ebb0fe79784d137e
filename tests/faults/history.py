"""The check of a history: the rounds' logs beside what players said and what was acknowledged to them."""

from collections import Counter
from collections.abc import Iterable

from game.log.round import LiveRound
from game.models import Event, Round, Table
from tests.faults.bots import Bot

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
    """Return where this move stands: the round, the place and the kind of each line."""
    places = [f"{kind} at {n} of round {round_id}" for round_id, n, kind, found in rows if found == move]
    return f"{move} ({' and '.join(places)})"


def _any(what: str, found: Iterable[object]) -> list[str]:
    there = sorted(map(str, found))
    return [f"{len(there)} {what}: {', '.join(there[:3])}"] if there else []


def _places(rows: list[Row]) -> list[str]:
    """Every round's lines stand at 1, 2, 3 … without a hole."""
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


def behind(bots: Iterable[Bot]) -> list[str]:
    """Return whose screens show something else than the log, after all has been quiet. At a table that was closed,
    because others play on in its place, nobody sits."""
    stored = {}
    for table in Table.objects.filter(closed_at=None).prefetch_related("rounds"):
        live = _folded(table.rounds.latest("number"), table)
        stored[table.code] = {live.last_seen_by(seat) for seat in range(live.seats)}
    late = [bot.code for bot in bots if bot.code in stored and (not bot.line or bot.line.pong not in stored[bot.code])]
    return _any("screens behind their log", late)
