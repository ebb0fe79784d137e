"""The bell between workers: "look again", by topic. What it loses is found by looking (`live.elsewhere`, heartbeats).

A topic is what is said (`says` makes it of what was noted, when the bell is rung) and what another worker does about
it (`hears`). With one worker nothing is noted, and nothing costs anything. The line itself is `workers.line`.
"""

import asyncio
import logging
import os
import secrets
import socket
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, NamedTuple

import orjson

log = logging.getLogger(__name__)

LONGEST = 7900
"""Bytes of one ring; PostgreSQL takes 8 000."""
WORKER = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(3)}"


class Topic(NamedTuple):
    says: Callable[[list[Any]], Iterable[Any]]
    hears: Callable[[list[Any]], Awaitable[None]]


_topics: dict[str, Topic] = {}
_noted: deque[tuple[str, Any]] = deque()
_loop: asyncio.AbstractEventLoop | None = None
_something = asyncio.Event()


def topic(
    name: str, *, says: Callable[[list[Any]], Iterable[Any]], hears: Callable[[list[Any]], Awaitable[None]]
) -> None:
    _topics[name] = Topic(says, hears)


def hang() -> None:
    """From now on what is noted is rung, by whoever awaits `next_rings` on this loop."""
    global _loop, _something
    _loop, _something = asyncio.get_running_loop(), asyncio.Event()


def take_down() -> None:
    global _loop
    _loop = None
    _noted.clear()


def note(name: str, item: Any) -> None:
    """Have the others look at this; callable from any thread. Twice is once."""
    if _loop is None:
        return
    _noted.append((name, item))
    if not _something.is_set():
        _loop.call_soon_threadsafe(_something.set)


async def next_rings() -> list[str]:
    """Wait until something was noted; return what is to be rung."""
    await _something.wait()
    _something.clear()
    by_topic: dict[str, dict[Any, None]] = defaultdict(dict)
    while _noted:
        name, item = _noted.popleft()
        by_topic[name][item] = None
    return [ring for name, items in by_topic.items() for ring in _rings(name, list(_topics[name].says(list(items))))]


def _rings(name: str, said: list[Any]) -> list[str]:
    """Return it in as many pieces as the line's length asks for; named tuples are rung as lists."""
    if not said:
        return []
    ring = orjson.dumps([WORKER, name, said], default=list)
    if len(ring) <= LONGEST or len(said) == 1:
        return [ring.decode()] if len(ring) <= LONGEST else []
    half = len(said) // 2
    return _rings(name, said[:half]) + _rings(name, said[half:])


async def hear(ring: str) -> None:
    """Do what another worker asks for; one's own ring is no news."""
    by, name, said = orjson.loads(ring)
    if by == WORKER or name not in _topics:
        return
    try:
        await _topics[name].hears(said)
    except Exception as error:
        log.warning("what another worker said of %s could not be followed: %r", name, error)
