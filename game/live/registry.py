"""The live tables of this process, found by their codes.

A table is read from the log when somebody first looks at it, and its timers follow from the log, so a restart loses
nothing.
"""

import asyncio

from channels.db import database_sync_to_async

from game import rooms, tables
from game.live.table import LiveTable
from game.log.prepared import Prepared
from game.models import Seat, Table
from game.rules import NewerRulesError
from game.workers import neighbours


class OfNewerWorkerError(Exception):
    """The table's round was dealt by rules that only the workers of the next release know."""


_with_code = Prepared(lambda code: Table.objects.filter(code=code))
_seats = Prepared(lambda table: Seat.objects.filter(table=table))
_tables: dict[str, LiveTable] = {}
_opening = asyncio.Lock()


async def at(code: str) -> LiveTable:
    """Return the live table with this code, read from the log if need be. Raises Table.DoesNotExist, or
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


async def start(code: str) -> None:
    await (await at(code)).start()


async def stop(code: str) -> None:
    """End the table's round; the table is forgotten once nobody listens.

    So are others that were closed when nobody listened, or read again afterwards by a page that was late.
    """
    await (await at(code)).stop()
    forget_all()


def forget_all() -> None:
    """Drop every table at which nothing more is played: one may have been closed when its last listener was gone."""
    for code in list(_tables):
        forget(code)


def forget(code: str) -> None:
    """Drop a table at which nothing more is played from memory when its last listener has gone; the log keeps it."""
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
    """Do nothing more at a table that another worker plays; whoever asks for it here reads it from its log."""
    table.leave()
    if _tables.get(table.code) is table:
        _drop(table.code)


def speak(player: int, language: str) -> None:
    """Tell this player from now on in this language, at whatever table of this process they sit."""
    for table in list(_tables.values()):
        if any(chair.player == player for chair in table.chairs):
            table.speak(player, language)


def in_play() -> int:
    """Return how many tables have a round that is running, or held by the teacher."""
    return sum(table.round.phase not in ("waiting", "over") for table in list(_tables.values()))


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
    table.round.look_back()
    table.record = table.dealing.record_before(newest)
    return table
