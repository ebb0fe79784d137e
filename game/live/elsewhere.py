"""Synchronisation of live tables between several workers.

Every table has one log, whose unique places decide who was first; so no worker asks before it writes, and the log is
right without this module. A worker is told of others' entries (`game.workers`), and looks every HEAL seconds for lost
messages. It updates its screens; it drops a table without listeners; and if two workers write at one table for more
than SPLIT seconds, the one that is told lets go: it closes its sockets with code 1012, and the proxy reconnects them to
one worker.
"""

import logging
import time
from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Any

from channels.db import database_sync_to_async

from game import rooms, tables
from game.live import registry
from game.live.table import LiveTable
from game.rules import NewerRulesError
from game.tables import Version
from game.workers import neighbours, others

log = logging.getLogger(__name__)

HEAL = 2.5
SPLIT = 2.0
QUIET = 5.0
"""Seconds without an entry of another worker after which a table counts as this worker's alone."""
LET_GO = 1012


def versions_of(round_ids: Iterable[int]) -> list[Version]:
    """Return the versions of the tables of these rounds, as far as this worker holds them and another may, too."""
    wanted = set(round_ids)
    written = [table for table in registry.held() if table.round.id in wanted]
    return [table.version for table in written if neighbours.are_at(neighbours.place_of(table.code))]


async def heard(told: Iterable[Sequence[Any]]) -> None:
    """Take in the table versions told by another worker. A table that fails does not delay the others."""
    for version in [Version(*version) for version in told]:
        table = registry.held_at(version.code)
        if table and version > table.version:
            try:
                await _meet(table, version)
            except NewerRulesError:
                await _show_out(table)
            except Exception as error:
                log.warning("what another worker did at table %s waits a moment: %r", version.code, error)


async def _meet(table: LiveTable, version: Version) -> None:
    """Handle a table at which another worker has written: update it, drop it, or leave it to that worker. Do nothing if
    the entry was our own, not folded in yet, or if the table was let go meanwhile."""
    async with table.lock:
        if table.is_left or version <= table.version:
            return
    if not neighbours.are_at(place := neighbours.place_of(table.code)):
        neighbours.announce(place)
    now = time.monotonic()
    if now - table.heard_at > QUIET:
        table.split_since = now
    table.heard_at = now
    if not rooms.listeners(table.room):
        registry.let_go(table)
    elif now - table.split_since >= SPLIT:
        await _show_out(table)
    else:
        await table.look_elsewhere()


async def _show_out(table: LiveTable) -> None:
    """Leave the table to the other worker, and make its sockets reconnect there."""
    registry.let_go(table)
    for listener in rooms.listeners(table.room):
        await rooms.dismiss(table.room, listener, LET_GO)


async def heal() -> None:
    """Compare all tables of this worker with the database. One query."""
    await heard(await database_sync_to_async(tables.versions)([table.code for table in registry.held()]))


def _place(said: Sequence[Any]) -> str:
    """Return the place of the table whose code comes first in what is said."""
    return neighbours.place_of(said[0])


def ready() -> None:
    """Register the topics that workers tell each other about tables, with their senders and receivers."""
    neighbours.ready()
    others.topic("tables", says=versions_of, where=_place, hears=heard)
    others.topic(registry.ASKS, where=_place, hears=registry.asked)
    others.topic(registry.PLAYS, where=itemgetter(0), hears=registry.answered)
    others.topic("changes", where=str, hears=rooms.look_again)
    others.topic("texts", where=itemgetter(0), hears=rooms.forward)
