"""What runs beside the pages, from the server's start to its end."""

import asyncio

import pytest
from django.db import DatabaseError

from classroom.live import lifespan


async def test_a_task_that_fails_is_told_of_at_once(caplog):
    """Nobody awaits such a task: without a line in the log a worker would stop hearing the others unnoticed."""

    async def fails() -> None:
        raise TypeError("not to be said")

    async def goes_on() -> None:
        await asyncio.Event().wait()

    failing, going_on = lifespan._begun(fails), lifespan._begun(goes_on)
    await asyncio.wait([failing])
    going_on.cancel()
    await asyncio.wait([going_on])
    assert [record.exc_info[1].args for record in caplog.records] == [("not to be said",)]


@pytest.mark.parametrize("error", [DatabaseError("locked"), TypeError("a mistake of ours")])
async def test_what_is_done_time_and_again_has_its_next_turn_after_an_error(error, caplog):
    turns: list[int] = []
    may_end = asyncio.Event()

    async def fails_once() -> None:
        turns.append(len(turns))
        if len(turns) == 1:
            raise error
        may_end.set()

    repeating = asyncio.create_task(lifespan.repeat(fails_once, 0))
    await asyncio.wait_for(may_end.wait(), 10)
    repeating.cancel()
    assert "fails_once" in caplog.text
