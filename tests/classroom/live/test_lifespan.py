"""What runs beside the pages, from the server's start to its end."""

import asyncio

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
