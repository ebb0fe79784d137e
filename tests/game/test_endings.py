"""Ends of rounds that come at once are written together; each is told only when it is on the disk."""

import asyncio

import pytest
from channels.db import database_sync_to_async
from django.db import OperationalError, connection

from game import tables
from game.models import Round

TABLES = 12


@pytest.fixture
async def writes():
    """Every statement that writes an end; where a test puts an error in `fails`, the next one meets it."""
    seen: list[str] = []
    fails: list[Exception] = []

    def watch(execute, sql, params, many, context):
        if "SET finished_at" in sql:
            seen.append(sql)
            if fails:
                raise fails.pop()
        return execute(sql, params, many, context)

    await database_sync_to_async(lambda: connection.execute_wrappers.append(watch))()
    yield seen, fails
    await database_sync_to_async(lambda: connection.execute_wrappers.remove(watch))()


async def end(round_id: int) -> bool:
    """End a round; return whether its end was on the disk when that was told."""
    tables.mark_over(round_id)
    await database_sync_to_async(tables.finish_round)(round_id)
    return await Round.objects.filter(pk=round_id, finished_at=None).acount() == 0


async def test_all_that_end_at_once_share_a_write(lay, writes):
    rounds = [(await lay()).round.id for _ in range(TABLES)]
    seen, _fails = writes
    assert all(await asyncio.gather(*map(end, rounds)))
    assert 1 <= len(seen) <= 2


async def test_where_a_write_fails_each_end_is_tried_for_itself(lay, writes):
    rounds = [(await lay()).round.id for _ in range(3)]
    _seen, fails = writes
    fails.append(OperationalError("the disk is full"))
    ended = await asyncio.gather(*map(end, rounds), return_exceptions=True)
    assert [type(end) for end in ended].count(OperationalError) == 1
    assert ended.count(True) == len(rounds) - 1
    assert await end(next(one for one, end in zip(rounds, ended, strict=True) if end is not True))
