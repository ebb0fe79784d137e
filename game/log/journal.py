"""The only writer of Event: group commit, with the database deciding which entry was first.

One thread writes. All entries that wait share one statement, and so one disk flush; an entry whose place is taken is
skipped (`ON CONFLICT DO NOTHING`). Since that is rare, only the number of rows is checked; if it is too low, the rows
are read to find which entries were written.
"""

import asyncio
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from queue import SimpleQueue
from typing import Any, NamedTuple

from django.db import OperationalError, connection

from game import metrics
from game.log.prepared import run
from game.models import Event
from game.workers import others

log = logging.getLogger(__name__)


class JournalEntry(NamedTuple):
    """An entry of a round's log, in the order of its columns."""

    round_id: int
    n: int
    kind: str
    seat: int | None
    card: int | None
    top: int | None
    at: int
    cards: str = ""
    move_id: str | None = None
    client: str = ""


COLUMNS = JournalEntry._fields
_TABLE = Event._meta.db_table
_database: Any = import_module(f"game.log.{connection.vendor}")
"""The statements of this database: `game.log.sqlite` or `game.log.postgresql`."""
_PLACES = "(" + ", ".join(["%s"] * len(COLUMNS)) + ")"
AT_ONCE = 256
"""Entries per statement. A batch is one statement, because each one releases the interpreter's lock and has to
reacquire it from a busy event loop."""


Saved = bool | Exception
"""True once an entry is on the disk; False if its place, or its move, is already in the log; or the database's
exception if nothing could be saved."""


class _Waiting(NamedTuple):
    entry: JournalEntry
    loop: asyncio.AbstractEventLoop
    answer: Callable[[Saved], None]


_queue: SimpleQueue[_Waiting] = SimpleQueue()
_writer: threading.Thread | None = None


def write(entry: JournalEntry, answer: Callable[[Saved], None]) -> None:
    """Write an entry, and call `answer` on this loop with the outcome."""
    _queue.put(_Waiting(entry, asyncio.get_running_loop(), answer))
    if _writer is None:
        _start_writer()


def append(entry: JournalEntry) -> asyncio.Future[bool]:
    """Write an entry; the future tells whether it got its place. Raises the database's exception if nothing could be
    saved."""
    saved: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    write(entry, partial(_settle, saved))
    return saved


def _settle(saved: asyncio.Future[bool], answer: Saved) -> None:
    if saved.done():
        return
    if isinstance(answer, Exception):
        saved.set_exception(answer)
    else:
        saved.set_result(answer)


def insert(entries: Sequence[JournalEntry]) -> list[bool]:
    """Write the entries in the open transaction; return for each whether it got its place."""
    return [got for start in range(0, len(entries), AT_ONCE) for got in _insert(entries[start : start + AT_ONCE], run)]


def _insert(entries: Sequence[JournalEntry], write: Callable[[str, Sequence[Any]], int]) -> list[bool]:
    """Write these entries as one statement."""
    arranged = _database.arranged([*entries])
    written = write(_statement(len(arranged)), [value for entry in arranged for value in entry])
    return [True] * len(entries) if written == len(entries) else _which_are_there(entries)


def _which_are_there(entries: Sequence[JournalEntry]) -> list[bool]:
    """Return for each entry whether the row at its place is its own: the first writer's row stays unchanged."""
    places = Event.objects.filter(
        round_id__in={entry.round_id for entry in entries}, n__in={entry.n for entry in entries}
    )
    there = Counter(JournalEntry(*row) for row in places.values_list(*COLUMNS))
    return [_take(there, entry) for entry in entries]


@cache
def _statement(entries: int) -> str:
    return f"INSERT INTO {_TABLE} ({', '.join(COLUMNS)}) VALUES {', '.join([_PLACES] * entries)} ON CONFLICT DO NOTHING"


def _take(there: Counter[JournalEntry], entry: JournalEntry) -> bool:
    """Return whether this entry was written, and mark it as found: of two equal entries in a batch only the first was
    written."""
    found = there[entry] > 0
    there[entry] -= found
    return found


def _start_writer() -> None:
    global _writer
    _writer = threading.Thread(target=_write_for_ever, name="journal", daemon=True)
    _writer.start()


def _write_for_ever() -> None:
    while True:
        write_next()


def write_next() -> None:
    """Wait for an entry, and write it with all others that are waiting."""
    batch = [_queue.get()]
    while len(batch) < AT_ONCE and not _queue.empty():  # this thread is the queue's only reader
        batch.append(_queue.get_nowait())
    _commit(batch)


def _commit(batch: list[_Waiting]) -> None:
    """Write a batch and answer it; if the database refuses it, write each entry alone, so that only a bad one fails.

    A locked or full database refuses every entry: then all are answered together instead of each after its own wait.
    """
    saved: list[bool] | Exception
    try:
        began = time.perf_counter()
        saved = places = _insert([waiting.entry for waiting in batch], _database.write)
        metrics.COMMIT.observe(time.perf_counter() - began)
        _database.close_reader()
        metrics.BATCH.observe(len(places))
        metrics.MOVES.inc(sum(places))
        if lost := len(places) - sum(places):
            metrics.LOST.inc(lost)
    except Exception as error:
        saved = error
        with suppress(Exception):  # a connection that cannot even be closed must not delay the answers
            _database.close()
    if isinstance(saved, Exception) and not isinstance(saved, OperationalError) and len(batch) > 1:
        for waiting in batch:
            _commit([waiting])
        return
    for loop in {waiting.loop for waiting in batch}:
        if not loop.is_closed():
            loop.call_soon_threadsafe(_answer, loop, batch, saved)


def _answer(loop: asyncio.AbstractEventLoop, batch: list[_Waiting], saved: list[bool] | Exception) -> None:
    """Answer the entries that wait on this loop, and tell other workers what was written."""
    if not isinstance(saved, Exception):
        for waiting in batch:
            others.note("tables", waiting.entry.round_id)
    for place, waiting in enumerate(batch):
        if waiting.loop is loop:
            try:
                waiting.answer(saved if isinstance(saved, Exception) else saved[place])
            except Exception:
                log.exception("the answer to a saved entry failed")
