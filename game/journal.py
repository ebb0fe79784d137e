"""The only writer of Event: group commit, and the database says who was first.

One thread writes. All lines that wait when it looks up share one transaction, and so one wait for the disk; a line that
lost its place to another (`ON CONFLICT DO NOTHING`) is simply not among the rows that come back. Since hardly any ever
does, a batch is first written without asking which; only when the count is short is it asked.
"""

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from django.db import connection, transaction

from game.models import Event


class Line(NamedTuple):
    """A line of a round's log, in the order of its columns."""

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


COLUMNS = Line._fields
_TABLE = Event._meta.db_table
_PLACES = "(" + ", ".join(["%s"] * len(COLUMNS)) + ")"
_MOST_AT_ONCE = 2000
_PORTIONS = (256, 128, 64, 32, 16, 8, 4, 2, 1)
"""Lines per statement: few lengths, so that the database keeps them prepared, and few statements, because each lets go
of the interpreter's lock and has to get it back from a busy event loop."""


class _Waiting(NamedTuple):
    line: Line
    loop: asyncio.AbstractEventLoop
    saved: asyncio.Future[bool]


_queue: SimpleQueue[_Waiting] = SimpleQueue()
_writer: threading.Thread | None = None


async def append(line: Line) -> bool:
    """Return True once the line is on the disk, False when somebody else has its place or its move is in already.

    Raises what the database raised when nothing could be saved.
    """
    loop = asyncio.get_running_loop()
    saved: asyncio.Future[bool] = loop.create_future()
    _queue.put(_Waiting(line, loop, saved))
    if _writer is None:
        _start_writer()
    return await saved


def insert(lines: Sequence[Line]) -> list[bool]:
    """Write the lines in one transaction; say of each whether it got its place."""
    with suppress(_PlaceTaken), transaction.atomic(), connection.cursor() as cursor:
        for portion in _portions(lines):
            cursor.execute(_statement(len(portion)), [value for line in portion for value in line])
            if cursor.rowcount != len(portion):
                raise _PlaceTaken
        return [True] * len(lines)
    return _insert_those_that_can(lines)


class _PlaceTaken(Exception):
    """Not every line got its place: the transaction is undone, and asked again line by line."""


def _insert_those_that_can(lines: Sequence[Line]) -> list[bool]:
    with transaction.atomic(), connection.cursor() as cursor:
        sql = _statement(len(lines)) + " RETURNING round_id, n, seat, move_id"
        cursor.execute(sql, [value for line in lines for value in line])
        written = Counter(cursor.fetchall())
    return [_take(written, (line.round_id, line.n, line.seat, line.move_id)) for line in lines]


@cache
def _statement(lines: int) -> str:
    return f"INSERT INTO {_TABLE} ({', '.join(COLUMNS)}) VALUES {', '.join([_PLACES] * lines)} ON CONFLICT DO NOTHING"


def _portions(lines: Sequence[Line]) -> Iterator[Sequence[Line]]:
    start = 0
    while start < len(lines):
        size = next(portion for portion in _PORTIONS if portion <= len(lines) - start)
        yield lines[start : start + size]
        start += size


def _take(written: Counter[tuple[Any, ...]], row: tuple[Any, ...]) -> bool:
    """Of two lines for one place in the same batch the first is the one that was written."""
    found = written[row] > 0
    written[row] -= found
    return found


def _start_writer() -> None:
    global _writer
    _writer = threading.Thread(target=_write_for_ever, name="journal", daemon=True)
    _writer.start()


def _write_for_ever() -> None:
    while True:
        batch = [_queue.get()]
        with suppress(Empty):
            while len(batch) < _MOST_AT_ONCE:
                batch.append(_queue.get_nowait())
        _commit(batch)


def _commit(batch: list[_Waiting]) -> None:
    """Write a batch and answer it; when the database refuses, each line alone, so that a bad one fails alone."""
    try:
        saved: list[bool] | Exception = insert([waiting.line for waiting in batch])
    except Exception as error:
        connection.close()
        saved = error
    if isinstance(saved, Exception) and len(batch) > 1:
        for waiting in batch:
            _commit([waiting])
        return
    for loop in {waiting.loop for waiting in batch}:
        if not loop.is_closed():
            loop.call_soon_threadsafe(_answer, loop, batch, saved)


def _answer(loop: asyncio.AbstractEventLoop, batch: list[_Waiting], saved: list[bool] | Exception) -> None:
    for place, waiting in enumerate(batch):
        if waiting.loop is not loop or waiting.saved.done():
            continue
        if isinstance(saved, Exception):
            waiting.saved.set_exception(saved)
        else:
            waiting.saved.set_result(saved[place])
