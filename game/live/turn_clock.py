"""Timer that ends a turn by its time limit, or because its player is away. It follows from the log."""

from game.live.base import TableBase
from game.log.round import LiveRound
from game.rules import Event, Move

SKIP = 20_000
"""Milliseconds that the others wait in each turn for an absent player (screens S6)."""
NAME = "turn"


def watch(table: TableBase) -> None:
    """Set the timer for the end of the turn. Call it after every event that may have moved that end."""
    ends = [end for end in (table.round.rules.next_due(table.round.position), _skipped_at(table)) if end is not None]
    if table.round.phase == "playing" and ends:
        table.timers.at(NAME, min(ends), lambda: _end(table))
    else:
        table.timers.cancel(NAME)


def _skipped_at(table: TableBase) -> int | None:
    """Return when the turn of an absent player is skipped; None if they are present or nobody else waits."""
    position = table.round.position
    if position.turn is None or table.is_computer(position.turn) or not table.somebody_plays():
        return None
    since = table.round.state.away_since(position.turn)
    return None if since is None else max(since, position.turn_since) + SKIP


async def _end(table: TableBase) -> None:
    """End the turn, or set the timer again if the end was put off."""
    await table.act(lambda at: _ended(table.round, _skipped_at(table), at))
    watch(table)


def _ended(live: LiveRound, skipped_at: int | None, at: int) -> Event | None:
    """Return the event that ends the turn at this time, or None."""
    if due := live.rules.due(live.position, at):
        return due
    if live.phase != "playing" or skipped_at is None or at < skipped_at:
        return None
    return live.rules.judge(live.position, Move("skip", live.position.turn, at=at))
