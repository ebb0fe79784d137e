"""What workers tell each other: "look again", by topic. What is lost is found by looking (`live.elsewhere`, and pages
ask with their heartbeats).

A topic is what is told (`says` makes it of what was noted, when it is sent), to which group (`where`), and what
another worker does about it (`hears`). A worker is in the groups that it holds: the rooms that are open here and the
places of its tables, so that it hears of no other class. With one worker nothing is noted, and nothing costs anything.
The way to the others is Channels' layer (`workers.layer`).
"""

import asyncio
import logging
import os
import re
import secrets
import socket
from collections import Counter, defaultdict, deque
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any, NamedTuple

import orjson

log = logging.getLogger(__name__)

LONGEST = 7000
"""Bytes of one message; PostgreSQL carries 8 000, its frame included."""
WORKER = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(3)}"
EVERYBODY = "everybody"
"""The group of all workers."""
_STRANGE, MOST = re.compile(r"[^a-zA-Z0-9_.-]"), 90
"""What stands in no name of a group, and how long one is at most."""


class Topic(NamedTuple):
    says: Callable[[list[Any]], Iterable[Any]]
    where: Callable[[Any], str]
    hears: Callable[[list[Any]], Awaitable[None]]


class Message(NamedTuple):
    """What is told to the workers of a group: a list, written as JSON."""

    group: str
    topic: str
    said: str


_topics: dict[str, Topic] = {}
_noted: deque[tuple[str, Any]] = deque()
_held: Counter[str] = Counter()
_changed: dict[str, None] = {}
_loop: asyncio.AbstractEventLoop | None = None
_something = asyncio.Event()


def topic(
    name: str,
    *,
    says: Callable[[list[Any]], Iterable[Any]] = list,
    where: Callable[[Any], str],
    hears: Callable[[list[Any]], Awaitable[None]],
) -> None:
    _topics[name] = Topic(says, where, hears)


def begin() -> None:
    """From now on what is noted is told, by whoever awaits `something` on this loop."""
    global _loop, _something
    _loop, _something = asyncio.get_running_loop(), asyncio.Event()
    hold(EVERYBODY)
    hold(WORKER)


def end() -> None:
    global _loop
    _loop = None
    _noted.clear()
    _held.clear()
    _changed.clear()


def group_of(name: str) -> str:
    """Return a name as layers take it; where two become the same, each hears of the other."""
    return _STRANGE.sub(".", name)[:MOST]


def note(name: str, item: Any) -> None:
    """Have the others look at this; callable from any thread. Idempotent until it is told."""
    if _loop is None:
        return
    _noted.append((name, item))
    if not _something.is_set():
        _loop.call_soon_threadsafe(_something.set)


def hold(name: str) -> bool:
    """Hear what is told to this group, until it is released as often as it was held; say whether it was not yet."""
    if _loop is None:
        return False
    group = group_of(name)
    _held[group] += 1
    return _held[group] == 1 and _changes(group)


def release(name: str) -> bool:
    """Return whether it is held no more."""
    if _loop is None or (group := group_of(name)) not in _held:
        return False
    _held[group] -= 1
    return not _held[group] and _changes(group)


def holds(name: str) -> bool:
    return group_of(name) in _held


def _changes(group: str) -> bool:
    if not _held[group]:
        del _held[group]
    _changed[group] = None
    _something.set()
    return True


# What carries it


async def something() -> None:
    """Wait until groups have changed or something was noted."""
    await _something.wait()
    _something.clear()


def changed(*, anew: bool = False) -> dict[str, bool]:
    """Return the groups that changed, and whether they are held now; `anew`: to one who has joined none of them yet."""
    groups = {group: group in _held for group in [*(_held if anew else ()), *_changed]}
    _changed.clear()
    return groups


def messages() -> list[Message]:
    """Return what is to be told."""
    by_topic: dict[str, dict[Any, None]] = defaultdict(dict)
    while _noted:
        name, item = _noted.popleft()
        by_topic[name][item] = None
    return [message for name, items in by_topic.items() for message in _told(name, _topics[name], list(items))]


def _told(name: str, topic: Topic, noted: list[Any]) -> Iterator[Message]:
    by_group: dict[str, list[Any]] = defaultdict(list)
    for item in topic.says(noted):
        by_group[group_of(topic.where(item))].append(item)
    for group, said in by_group.items():
        yield from (Message(group, name, piece) for piece in _pieces(said))


def _pieces(said: list[Any]) -> list[str]:
    """Return it in as many pieces as the longest message asks for; named tuples are told as lists."""
    written = orjson.dumps(said, default=list)
    if len(written) <= LONGEST or len(said) == 1:
        return [written.decode()] if len(written) <= LONGEST else []
    half = len(said) // 2
    return _pieces(said[:half]) + _pieces(said[half:])


async def hear(name: str, said: str) -> None:
    """Do what another worker asks for."""
    if name not in _topics:
        return
    try:
        await _topics[name].hears(orjson.loads(said))
    except Exception as error:
        log.warning("what another worker said of %s could not be followed: %r", name, error)
