"""A channel layer of LISTEN and NOTIFY, for workers that share a database and need no other server.

As with channels_redis' pub/sub a message comes at most once, to those in the group at that moment; none is stored.
channels-postgres 1.1.4 was tried before: it stayed deaf for ever once its listening connection was cut, kept a row for
each message, and took 650 µs of processor time for one.

A NOTIFY inside the log's transaction would lock the whole database at its commit. So messages go on a separate
connection, all waiting ones in one statement.
"""

import asyncio
import hashlib
import logging
import uuid
from collections.abc import Awaitable, Callable
from typing import Any

import orjson
import psycopg
from channels.layers import BaseChannelLayer

from game import postgresql

log = logging.getLogger(__name__)

AGAIN = 1.0
"""Seconds before a broken connection is opened again."""
LONGEST = 7999
"""Bytes that NOTIFY carries."""
TELL = "SELECT pg_notify(name, said) FROM unnest(%s::text[], %s::text[]) AS told (name, said)"
Connection = psycopg.AsyncConnection[tuple[Any, ...]]


class PostgreSQLChannelLayer(BaseChannelLayer):
    """A layer belongs to the event loop on which it is first used."""

    extensions = ["groups"]

    def __init__(self, prefix: str = "cardinal", capacity: int = 1000) -> None:
        super().__init__(capacity=capacity)
        self.prefix, self._client = prefix, uuid.uuid4().hex[:12]
        self._queues: dict[str, asyncio.Queue[dict[str, Any]]] = {}
        self._groups: dict[str, set[str]] = {}
        self._outbox: list[tuple[str, str]] = []
        self._is_due = asyncio.Event()
        self._wanted: dict[str, asyncio.Future[None]] = {}
        """Names that are listened to, or will be, each with a future that is done once the listening has begun."""
        self._changed: dict[str, None] = {}
        self._tasks: list[asyncio.Task[None]] = []

    # Interface required by Channels

    async def new_channel(self, prefix: str = "specific") -> str:
        channel = f"{prefix}.{self._client}!{uuid.uuid4().hex}"
        await self._hear(channel)
        return channel

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        self.require_valid_channel_name(channel)
        self._tell(self.non_local_name(channel), {"channel": channel, "message": message})

    async def receive(self, channel: str) -> dict[str, Any]:
        self.require_valid_channel_name(channel)
        return await (await self._hear(channel)).get()

    async def group_add(self, group: str, channel: str) -> None:
        """Add the channel to the group; return once its messages are received."""
        self.require_valid_group_name(group)
        self._groups.setdefault(group, set()).add(channel)
        await self._listen_to(f"group {group}")

    async def group_discard(self, group: str, channel: str) -> None:
        members = self._groups.get(group, set())
        members.discard(channel)
        if not members and self._groups.pop(group, None) is not None:
            name = self._name(f"group {group}")
            del self._wanted[name]
            self._changes(name)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self.require_valid_group_name(group)
        self._tell(f"group {group}", {"group": group, "message": message})

    # Sending and receiving

    def _name(self, of: str) -> str:
        """Return PostgreSQL's channel for a group or a process: a valid identifier for any name."""
        return f"{self.prefix}_{hashlib.blake2b(of.encode(), digest_size=16).hexdigest()}"

    async def _hear(self, channel: str) -> asyncio.Queue[dict[str, Any]]:
        queue = self._queues.setdefault(channel, asyncio.Queue(self.capacity))
        await self._listen_to(self.non_local_name(channel))
        return queue

    async def _listen_to(self, what: str) -> None:
        """Wait until this name is listened to."""
        self._begin()
        name = self._name(what)
        if name not in self._wanted:
            self._wanted[name] = asyncio.get_running_loop().create_future()
            self._changes(name)
        await asyncio.shield(self._wanted[name])

    def _changes(self, name: str) -> None:
        """Start or stop listening to this name; a message to itself wakes the listening connection."""
        self._changed[name] = None
        self._post(self._name(self._client), "")

    def _tell(self, to: str, told: dict[str, Any]) -> None:
        payload = orjson.dumps(told)
        if len(payload) > LONGEST:
            raise ValueError(f"a message of {len(payload)} bytes; PostgreSQL carries {LONGEST}")
        self._begin()
        self._post(self._name(to), payload.decode())

    def _post(self, name: str, payload: str) -> None:
        self._outbox.append((name, payload))
        self._is_due.set()

    def _begin(self) -> None:
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._for_ever(part)) for part in (self._listen, self._send)]

    async def _for_ever(self, part: Callable[[Connection], Awaitable[None]]) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(**postgresql.parameters()) as connection:
                    await part(connection)
            except psycopg.Error as error:
                log.warning("The connection between the workers is lost and is made again: %s", error)
            except Exception:
                log.exception("The connection between the workers is made again")
            await asyncio.sleep(AGAIN)

    async def _send(self, connection: Connection) -> None:
        while True:
            await self._is_due.wait()
            self._is_due.clear()
            told, self._outbox = self._outbox, []
            await connection.execute(TELL, [[name for name, _ in told], [payload for _, payload in told]])

    async def _listen(self, connection: Connection) -> None:
        self._changed |= dict.fromkeys(self._wanted)
        await connection.execute(f"LISTEN {self._name(self._client)}")
        while True:
            await self._subscribe(connection)
            async for told in connection.notifies(stop_after=1):
                self._deliver(told.payload)

    async def _subscribe(self, connection: Connection) -> None:
        changed, self._changed = self._changed, {}
        wanted = [name for name in changed if name in self._wanted]
        words = [f"{'LISTEN' if name in self._wanted else 'UNLISTEN'} {name}" for name in changed]
        if words:
            await connection.execute("; ".join(words), prepare=False)
        for name in wanted:
            if name in self._wanted and not self._wanted[name].done():
                self._wanted[name].set_result(None)

    def _deliver(self, payload: str) -> None:
        told = orjson.loads(payload or "{}")
        channels = self._groups.get(told["group"], ()) if "group" in told else [told.get("channel")]
        for channel in channels:
            queue = self._queues.get(channel)
            if queue and not queue.full():  # a slow reader misses some messages, as with every layer
                queue.put_nowait(told["message"])
