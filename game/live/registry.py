"""The live tables in this process, by code.

A table is read from the log when it is first asked for, and its timers follow from the log, so a restart loses nothing.
"""

import asyncio
import logging
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from channels.db import database_sync_to_async
from django.conf import settings

from game import clock, rooms, tables
from game.live.table import LiveTable
from game.log.prepared import Prepared
from game.models import Seat, Table
from game.rules import NewerRulesError
from game.workers import neighbours, others

log = logging.getLogger(__name__)


class OfNewerWorkerError(Exception):
    """The table's round was dealt by rules that only the next release's workers know."""


_with_code = Prepared(lambda code: Table.objects.filter(code=code))
_seats = Prepared(lambda table: Seat.objects.filter(table=table))
ASKS, PLAYS = "asks", "plays"
ANSWERED = 2.5
"""Seconds for which another worker's message that players sit at a table there is valid, and within which it has to
answer."""


@dataclass(slots=True)
class _LookAt:
    """When a table was last asked for by an onlooker, the last time that another worker said players sit there, and the
    table as it was read then."""

    at: float
    silent_since: float
    is_played: bool = False
    table: LiveTable | None = None


_tables: dict[str, LiveTable] = {}
_looks: dict[str, _LookAt] = {}
_opening = asyncio.Lock()


async def at(code: str) -> LiveTable:
    """Return the live table with this code, read from the log if need be. Raises Table.DoesNotExist or
    OfNewerWorkerError."""
    if found := _tables.get(code):
        return found
    async with _opening:
        if code not in _tables:
            table = await database_sync_to_async(_read)(code)
            _tables[code] = table
            neighbours.come(neighbours.place_of(code))
            table.arm_timers()
    return _tables[code]


async def seen(codes: Iterable[str]) -> list[LiveTable]:
    """Return these tables for an onlooker. Those whose players are connected to another worker are read without being
    kept: kept here they would run timers, and mark players whose sockets are there as away. Raises as `at`."""
    found = {code: await _of_this_worker(code) for code in codes}
    if elsewhere := [code for code, table in found.items() if table is None]:
        found |= await database_sync_to_async(_read_of_others)(elsewhere)
    return [table for table in found.values() if table]


async def _of_this_worker(code: str) -> LiveTable | None:
    """Return the table; None if its players are, or may be, connected to another worker."""
    found = _tables.get(code)
    if settings.WORKERS == 1 or (found and rooms.listeners(found.room)):
        return found or await at(code)
    look = _look_at(code)
    if found and look.is_played:
        let_go(found)
    elif found or look.at - look.silent_since > ANSWERED:
        return await at(code)
    return None


def _read_of_others(codes: list[str]) -> dict[str, LiveTable]:
    """Read those tables anew that have moved on since they were last seen. One query tells which."""
    reached = {version.code: version for version in tables.versions(codes)}
    found = {}
    for code in codes:
        look = _looks.get(code)
        table = look.table if look else None
        found[code] = table if table and table.version == reached.get(code) else _read(code)
        if look:
            look.table = found[code]
    return found


def _look_at(code: str) -> _LookAt:
    """Ask other workers whether players sit at the table; return what is known so far."""
    now = time.monotonic()
    look = _looks.get(code)
    if look is None or now - look.at > ANSWERED:
        for old in [each for each, kept in _looks.items() if now - kept.at > ANSWERED]:
            del _looks[old]
        look = _looks[code] = _LookAt(now, now)
    look.at = now
    look.is_played = look.is_played and now - look.silent_since <= ANSWERED
    others.note(ASKS, (code, others.WORKER))
    return look


async def asked(said: Iterable[Sequence[str]]) -> None:
    """Answer other workers' questions about tables whose players are connected here."""
    for code, worker in said:
        table = _tables.get(code)
        if table and rooms.listeners(table.room):
            others.note(PLAYS, (worker, code))


async def answered(said: Iterable[Sequence[str]]) -> None:
    """Take in that other workers have the players of these tables."""
    for _worker, code in said:
        if look := _looks.get(code):
            look.silent_since, look.is_played = time.monotonic(), True


async def start(code: str) -> None:
    await (await at(code)).start()


async def stop(code: str) -> None:
    """End the table's round; drop the table once it has no listeners.

    Also drop other closed tables that had no listeners when they ended, or were read again by a late page.
    """
    await (await at(code)).stop()
    forget_all()


async def end_closed() -> None:
    """End the rounds of closed tables that another process, or this one before its start, has left in play: their
    cards would be in no report."""
    for code in await database_sync_to_async(tables.closed_in_play)():
        try:
            await stop(code)
        except Exception as error:
            log.warning("the round of the closed table %s could not be ended: %r", code, error)


def forget_all() -> None:
    """Drop all closed tables from memory, as one may have been closed after its last listener left."""
    for code in list(_tables):
        forget(code)


def forget(code: str) -> None:
    """Drop a closed table from memory once it has no listeners; its log stays."""
    table = _tables.get(code)
    if table and (table.row.closed_at or (table.settled and table.is_last_round)) and not rooms.listeners(table.room):
        _drop(code)


def _drop(code: str) -> None:
    del _tables[code]
    neighbours.leave(neighbours.place_of(code))


def held() -> list[LiveTable]:
    """Return the tables in memory."""
    return list(_tables.values())


def held_at(code: str) -> LiveTable | None:
    return _tables.get(code)


def let_go(table: LiveTable) -> None:
    """Stop handling a table that another worker plays; the next request here reads it from its log."""
    table.leave()
    if _tables.get(table.code) is table:
        _drop(table.code)


def speak(player: int, language: str) -> None:
    """Set the language of this player's screens from now on, at all tables of this process."""
    for table in list(_tables.values()):
        if any(chair.player == player for chair in table.chairs):
            table.speak(player, language)


def in_play() -> int:
    """Return the number of tables whose round is running or paused by the teacher."""
    return sum(table.round.phase not in ("waiting", "over") for table in list(_tables.values()))


def set_clock() -> None:
    """Set the clock of play to the machine's, unless somebody plays here."""
    if not in_play():
        clock.agree()


def _read(code: str) -> LiveTable:
    row = _with_code.first(code)
    newest = tables.newest_round.first(row.pk) if row else None
    if row is None or newest is None:
        raise Table.DoesNotExist(code)
    try:
        table = LiveTable(row, _seats.all(row.pk), newest)
    except NewerRulesError as error:
        raise OfNewerWorkerError(code) from error
    table.round.catch_up()
    if table.row.closed_at is None:
        clock.reach(table.round.at)
    table.round.look_back()
    table.record = table.dealing.record_before(newest)
    return table
