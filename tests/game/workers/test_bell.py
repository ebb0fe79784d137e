"""The bell between workers: gathered, short enough for PostgreSQL, and silent with one worker."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import orjson
import psycopg
import pytest

from game import postgresql, rooms
from game.workers import bell
from tests.game.conftest import until

THEIRS = "another-worker"


@pytest.fixture
def heard() -> Iterator[list[Any]]:
    """What was heard of the topic "things"."""
    said: list[Any] = []

    async def hear(items: list[Any]) -> None:
        said.extend(items)

    bell.topic("things", says=list, hears=hear)
    yield said
    del bell._topics["things"]
    bell.take_down()


async def test_with_one_worker_nothing_is_noted(heard):
    bell.note("things", 1)
    assert not bell._noted


async def test_what_was_noted_twice_is_said_once(heard):
    bell.hang()
    for thing in (1, 2, 1):
        bell.note("things", thing)
    (ring,) = await bell.next_rings()
    assert orjson.loads(ring) == [bell.WORKER, "things", [1, 2]]


async def test_a_ring_that_would_be_too_long_is_several(heard):
    bell.hang()
    for number in range(3000):
        bell.note("things", f"thing {number}")
    rings = await bell.next_rings()
    assert max(map(len, rings)) <= bell.LONGEST
    assert sum(len(orjson.loads(ring)[2]) for ring in rings) == 3000


async def test_one_s_own_ring_is_no_news_and_another_s_is(heard):
    await bell.hear(orjson.dumps([bell.WORKER, "things", [1]]).decode())
    assert heard == []
    await bell.hear(orjson.dumps([THEIRS, "things", [2]]).decode())
    assert heard == [2]


async def test_what_cannot_be_followed_ends_nothing(heard, caplog):
    async def fails(items: list[Any]) -> None:
        raise ValueError

    bell.topic("things", says=list, hears=fails)
    await bell.hear(orjson.dumps([THEIRS, "things", [2]]).decode())
    await bell.hear(orjson.dumps([THEIRS, "nothing we know", [2]]).decode())
    assert "could not be followed" in caplog.text


class Page:
    """A listener."""

    player, seat, language = 1, None, ""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def writes(self, frame: bytes) -> bool:
        return False

    async def tell(self, text: str) -> None:
        self.texts.append(text)

    async def close(self, code: int) -> None: ...

    def drop(self) -> None: ...


async def test_a_page_is_sent_on_by_another_worker_and_who_looks_after_a_lesson_looks_again(heard):
    page, looks = Page(), []
    rooms.join("player:1", page)
    rooms.look_after("lesson 7", lambda: looks.append("a look"))
    bell.hang()
    bell.topic("texts", says=list, hears=rooms.forward)
    bell.topic("changes", says=list, hears=rooms.look_again)
    await rooms.publish("player:1", '{"t":"goto"}')
    rooms.changed("lesson 7")
    await rooms.publish("table:BCDF", "<p></p>")
    rings = [ring.replace(bell.WORKER, THEIRS) for ring in await bell.next_rings()]
    page.texts.clear()
    for ring in rings:
        await bell.hear(ring)
    assert (page.texts, looks) == (['{"t":"goto"}'], ["a look", "a look"])
    rooms.leave("player:1", page)
    rooms.look_after("lesson 7", None)


@pytest.fixture
async def line(transactional_db, heard) -> AsyncIterator[None]:
    from game.workers import line  # noqa: PLC0415 -- needs PostgreSQL

    laying = asyncio.create_task(line.lay())
    await until(lambda: bell._loop)
    yield
    laying.cancel()


@pytest.mark.postgresql
async def test_the_line_carries_a_ring_both_ways(line, heard):
    async with await psycopg.AsyncConnection.connect(**postgresql.parameters()) as theirs:
        await theirs.execute("LISTEN cardinal")
        bell.note("things", 5)
        rung = await anext(aiter(theirs.notifies(timeout=5)))
        assert orjson.loads(rung.payload) == [bell.WORKER, "things", [5]]
        async with asyncio.timeout(5):
            while not heard:  # it may not be listening yet
                await theirs.execute("SELECT pg_notify('cardinal', %s)", [f'["{THEIRS}", "things", [6]]'])
                await asyncio.sleep(0.05)
    assert set(heard) == {6}


@pytest.mark.postgresql
async def test_a_broken_line_is_laid_again(line, heard, monkeypatch):
    from game.workers import line as lines  # noqa: PLC0415 -- needs PostgreSQL

    monkeypatch.setattr(lines, "AGAIN", 0.05)
    async with await psycopg.AsyncConnection.connect(**postgresql.parameters()) as theirs:
        async with asyncio.timeout(10):
            ended = 0
            while ended < 2:
                cursor = await theirs.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                    "AND datname = current_database() AND (query LIKE 'LISTEN%' OR query LIKE '%pg_notify%')"
                )
                ended += cursor.rowcount
                bell.note("things", "wakes the line")
                await asyncio.sleep(0.05)
            while 7 not in heard:
                await theirs.execute("SELECT pg_notify('cardinal', %s)", [f'["{THEIRS}", "things", [7]]'])
                await asyncio.sleep(0.05)


@pytest.mark.postgresql
async def test_what_cannot_be_said_leaves_the_line_laid(line, heard, monkeypatch, caplog):
    from game.workers import line as lines  # noqa: PLC0415 -- needs PostgreSQL

    monkeypatch.setattr(lines, "AGAIN", 0.05)
    bell.note("things", object())
    async with await psycopg.AsyncConnection.connect(**postgresql.parameters()) as theirs:
        async with asyncio.timeout(10):
            while 8 not in heard:
                await theirs.execute("SELECT pg_notify('cardinal', %s)", [f'["{THEIRS}", "things", [8]]'])
                await asyncio.sleep(0.05)
        await theirs.execute("LISTEN cardinal")
        bell.note("things", 9)
        async for rung in theirs.notifies(timeout=10):
            if orjson.loads(rung.payload)[0] == bell.WORKER:
                break
    assert orjson.loads(rung.payload) == [bell.WORKER, "things", [9]]
    assert "could not be" in caplog.text
