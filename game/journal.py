"""The only writer of Event: group commit, and the database says who was first.

One thread writes. All lines that wait when it looks up share one transaction, and so one wait for the disk; a line that
lost its place to another (`ON CONFLICT DO NOTHING`) is simply not among the rows that come back.
"""

import asyncio
import threading
from collections.abc import Sequence
from typing import NamedTuple

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
    move_id: str | None
    client: str


COLUMNS = Line._fields
_TABLE = Event._meta.db_table
_PLACES = "(" + ", ".join(["%s"] * len(COLUMNS)) + ")"
_MOST_AT_ONCE = 2000  # 9 values a line; SQLite takes 32 766 values in a statement


class _Waiting(NamedTuple):
    line: Line
    loop: asyncio.AbstractEventLoop
    saved: asyncio.Future[bool]


_waiting: list[_Waiting] = []
_called = threading.Condition()
_writer: threading.Thread | None = None


async def append(line: Line) -> bool:
    """Return True once the line is on the disk, False when somebody else has its place or its move is in already.

    Raises what the database raised when nothing could be saved.
    """
    loop = asyncio.get_running_loop()
    saved: asyncio.Future[bool] = loop.create_future()
    with _called:
        _waiting.append(_Waiting(line, loop, saved))
        _start_writer()
        _called.notify()
    return await saved


def insert(lines: Sequence[Line]) -> set[tuple[int, int]]:
    """Write the lines in one transaction; return the (round_id, n) of those that got their place."""
    sql = (
        f"INSERT INTO {_TABLE} ({', '.join(COLUMNS)}) VALUES {', '.join([_PLACES] * len(lines))} "
        "ON CONFLICT DO NOTHING RETURNING round_id, n"
    )
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, [value for line in lines for value in line])
        return set(cursor.fetchall())


def _start_writer() -> None:
    global _writer
    if _writer is None or not _writer.is_alive():
        _writer = threading.Thread(target=_write_for_ever, name="journal", daemon=True)
        _writer.start()


def _write_for_ever() -> None:
    while True:
        with _called:
            _called.wait_for(lambda: _waiting)
            batch = _waiting[:_MOST_AT_ONCE]
            del _waiting[:_MOST_AT_ONCE]
        _commit(batch)


def _commit(batch: list[_Waiting]) -> None:
    try:
        saved: set[tuple[int, int]] | Exception = insert([waiting.line for waiting in batch])
    except Exception as error:
        connection.close()
        saved = error
    for loop in {waiting.loop for waiting in batch}:
        if not loop.is_closed():
            loop.call_soon_threadsafe(_tell, [waiting for waiting in batch if waiting.loop is loop], saved)


def _tell(batch: list[_Waiting], saved: set[tuple[int, int]] | Exception) -> None:
    for line, _, future in batch:
        if future.done():
            continue
        if isinstance(saved, Exception):
            future.set_exception(saved)
        else:
            future.set_result((line.round_id, line.n) in saved)
