"""The way between workers through Channels' layer, whichever it is: PostgreSQL's, or a Redis."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import psycopg
import pytest
from channels.layers import channel_layers
from redis.asyncio import Redis as Client
from redis.exceptions import RedisError

from game import postgresql
from game.workers import layer as lines
from game.workers import others
from game.workers import postgresql as of_postgresql
from tests.game.conftest import until


@pytest.fixture
async def theirs(made) -> AsyncIterator[tuple[Any, str]]:
    """Another worker's end: a layer, and its channel in the group of thing 5."""
    layer = made()
    channel = await layer.new_channel()
    await layer.group_add("group.5", channel)
    yield layer, channel
    await _ended(layer)


@pytest.fixture
async def line(made, heard, monkeypatch) -> AsyncIterator[None]:
    """This worker, on a layer of its own, holding the group of thing 6."""
    monkeypatch.setattr(lines, "AGAIN", 0.05)
    monkeypatch.setattr(of_postgresql, "AGAIN", 0.05)
    mine = made()
    before = channel_layers.set("default", mine)
    laying = asyncio.create_task(lines.run())
    await until(lambda: others._loop)
    others.hold("group.6")
    yield
    laying.cancel()
    channel_layers.set("default", before)
    await _ended(mine)


async def _ended(layer: Any) -> None:
    for task in getattr(layer, "_tasks", ()):
        task.cancel()
    if hasattr(layer, "_layers"):
        await layer.flush()


async def hears_of_6(layer: Any, heard: list[Any]) -> None:
    """Tell this worker of it until it hears: its line may not be laid yet, and a layer may lose what it carries."""
    heard.clear()
    async with asyncio.timeout(20):
        while 6 not in heard:
            with suppress(OSError, RedisError):
                await layer.group_send("group.6", {"type": "things", "by": "another worker", "said": "[6]"})
            await asyncio.sleep(0.02)


async def test_what_is_noted_reaches_the_workers_of_its_group_and_theirs_reaches_this_one(line, theirs, heard):
    layer, channel = theirs
    await hears_of_6(layer, heard)
    others.note("things", 4)
    others.note("things", 5)
    async with asyncio.timeout(20):
        message = await layer.receive(channel)
    assert message == {"type": "things", "by": others.WORKER, "said": "[5]"}
    assert set(heard) == {6}, "one's own word is no news"


async def test_a_worker_hears_no_more_of_a_group_that_it_has_left(line, theirs, heard):
    layer, channel = theirs
    await hears_of_6(layer, heard)
    others.hold("group.7")
    others.release("group.6")
    heard.clear()
    async with asyncio.timeout(20):
        while 7 not in heard:
            for thing in (6, 7):
                word = {"type": "things", "by": "another worker", "said": f"[{thing}]"}
                await layer.group_send(f"group.{thing}", word)
            await asyncio.sleep(0.02)
    assert set(heard[-5:]) <= {6, 7}
    heard.clear()
    await layer.group_send("group.6", {"type": "things", "by": "another worker", "said": "[6]"})
    await layer.group_send("group.7", {"type": "things", "by": "another worker", "said": "[8]"})
    await until(lambda: 8 in heard)
    assert 6 not in heard


async def test_a_message_that_cannot_be_sent_leaves_the_connection_open(line, theirs, heard, caplog):
    layer, channel = theirs
    await hears_of_6(layer, heard)
    others.topic("odd", where=lambda item: "group.5", hears=others._topics["things"].hears)
    others.note("odd", lambda: "nothing that JSON knows")
    await until(lambda: "not carried" in caplog.text)
    del others._topics["odd"]
    await hears_of_6(layer, heard)
    others.note("things", 5)
    async with asyncio.timeout(20):
        assert (await layer.receive(channel))["said"] == "[5]"


@pytest.mark.parametrize("made", ["redis"], indirect=True)
async def test_a_redis_that_is_gone_for_a_while_costs_what_was_said_then(redis, made, line, theirs, heard):
    layer, _channel = theirs
    await hears_of_6(layer, heard)
    redis.kill()
    others.note("things", 5)
    others.hold("group.9")
    with pytest.raises((OSError, RedisError)):
        await layer.group_send("group.6", {"type": "things", "by": "another worker", "said": "[6]"})
    redis.start()
    await hears_of_6(layer, heard)
    async with asyncio.timeout(20):
        while 9 not in heard:
            await layer.group_send("group.9", {"type": "things", "by": "another worker", "said": "[9]"})
            await asyncio.sleep(0.02)


@pytest.fixture
async def client(redis) -> AsyncIterator[Client]:
    """A connection of whoever keeps the Redis; a test may leave it full."""
    client = Client.from_url(redis.address)
    yield client
    await client.config_set("maxmemory", "0")
    await client.aclose()


@pytest.mark.parametrize("made", ["redis"], indirect=True)
async def test_a_redis_without_memory_carries_what_is_said(client, made, line, theirs, heard):
    layer, channel = theirs
    await client.config_set("maxmemory", "1")
    await hears_of_6(layer, heard)
    others.note("things", 5)
    async with asyncio.timeout(20):
        assert (await layer.receive(channel))["said"] == "[5]"


@pytest.mark.parametrize("made", ["redis"], indirect=True)
async def test_a_redis_that_is_emptied_and_cuts_its_listeners_is_listened_to_again(client, made, line, theirs, heard):
    layer, _channel = theirs
    await hears_of_6(layer, heard)
    await client.flushall()
    await client.client_kill_filter(_type="pubsub")
    await hears_of_6(layer, heard)


@pytest.mark.parametrize("made", ["redis"], indirect=True)
async def test_a_redis_that_answers_late_is_waited_for(client, made, line, theirs, heard):
    layer, _channel = theirs
    await hears_of_6(layer, heard)
    await client.execute_command("CLIENT", "PAUSE", 2000, "ALL")
    await hears_of_6(layer, heard)


@pytest.mark.postgresql
@pytest.mark.parametrize("made", ["postgresql"], indirect=True)
async def test_broken_connections_are_made_again(made, line, theirs, heard):
    """With channels-postgres a worker would be deaf for ever afterwards."""
    layer, _channel = theirs
    await hears_of_6(layer, heard)
    async with await psycopg.AsyncConnection.connect(**postgresql.parameters()) as database:
        cut = await database.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
            "AND datname = current_database() AND (query LIKE '%LISTEN%' OR query LIKE '%pg_notify%')"
        )
    assert cut.rowcount >= 2
    await hears_of_6(layer, heard)


@pytest.mark.postgresql
@pytest.mark.parametrize("made", ["postgresql"], indirect=True)
class TestPostgreSQLsLayer:
    """What Channels asks of a layer."""

    async def test_a_channel_gets_what_is_sent_to_it_in_its_order(self, theirs, made):
        layer, channel = theirs
        other = made()
        for number in range(20):
            await other.send(channel, {"type": "word", "n": number})
        async with asyncio.timeout(20):
            assert [(await layer.receive(channel))["n"] for _ in range(20)] == list(range(20))
        await _ended(other)

    async def test_names_that_channels_forbids_are_refused(self, theirs):
        layer, channel = theirs
        for refused in (layer.send("a b", {}), layer.group_send("a b", {}), layer.group_add("a b", channel)):
            with pytest.raises(TypeError):
                await refused

    async def test_what_postgresql_cannot_carry_is_refused(self, theirs):
        layer, _channel = theirs
        with pytest.raises(ValueError, match="8000|7999"):
            await layer.group_send("group.5", {"text": "x" * 8000})

    async def test_who_reads_too_slowly_misses_the_rest_and_nobody_waits_for_it(self, theirs):
        layer, channel = theirs
        layer.capacity = 3
        slow = await layer.new_channel()
        await layer.group_add("group.5", slow)
        for number in range(10):
            await layer.group_send("group.5", {"n": number})
        async with asyncio.timeout(20):
            assert [(await layer.receive(channel))["n"] for _ in range(10)] == list(range(10))
            assert [(await layer.receive(slow))["n"] for _ in range(3)] == [0, 1, 2]
            await layer.group_send("group.5", {"n": 10})
            assert (await layer.receive(slow))["n"] == 10
