"""Messages between workers, "look again", by topic. Lost ones do no harm: workers look by themselves (`live.elsewhere`,
and pages ask with their heartbeats).

A topic defines what is sent (`says` makes it of the noted items at the time of sending), to which group (`where`), and
what the receiver does (`hears`). A worker is in the groups of the rooms open here and of the places of its tables, so
that it gets no messages about other classes. With one worker nothing is noted, and nothing costs anything. Messages
travel on Channels' layer (`workers.layer`).
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
"""Most bytes of one message, written as text in JSON, where a quotation mark takes two; PostgreSQL carries 8 000, frame
included."""
WORKER = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(3)}"
EVERYBODY = "everybody"
"""The group of all workers."""
_STRANGE, MOST = re.compile(r"[^a-zA-Z0-9_.-]"), 90
"""Characters that a group's name may not have, and its greatest length."""


class Topic(NamedTuple):
    says: Callable[[list[Any]], Iterable[Any]]
    where: Callable[[Any], str]
    hears: Callable[[list[Any]], Awaitable[None]]


class Message(NamedTuple):
    """A message to the workers of a group: a list, written as JSON."""

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
    """Begin to collect notes, for the task on this loop that awaits `something`."""
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
    """Return a name in the form required by layers. If two names become the same, their groups share messages."""
    return _STRANGE.sub(".", name)[:MOST]


def note(name: str, item: Any) -> None:
    """Have the other workers look at this; callable from any thread. Idempotent until it is sent."""
    if _loop is None:
        return
    _noted.append((name, item))
    if not _something.is_set():
        _loop.call_soon_threadsafe(_something.set)


def hold(name: str) -> bool:
    """Receive this group's messages until it is released as often as held; return whether it was not held before."""
    if _loop is None:
        return False
    group = group_of(name)
    _held[group] += 1
    return _held[group] == 1 and _changes(group)


def release(name: str) -> bool:
    """Release a group once; return whether it is no longer held."""
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


# Interface of the layer


async def something() -> None:
    """Wait until groups have changed or something was noted."""
    await _something.wait()
    _something.clear()


def changed(*, anew: bool = False) -> dict[str, bool]:
    """Return the groups that changed, and whether they are held now; `anew`: all held groups, for a layer that has
    joined none yet."""
    groups = {group: group in _held for group in [*(_held if anew else ()), *_changed]}
    _changed.clear()
    return groups


def messages() -> list[Message]:
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
    """Return the list as JSON, split so that no message is too long; named tuples become lists."""
    written = orjson.dumps(said, default=list).decode()
    if len(orjson.dumps(written)) <= LONGEST:
        return [written]
    half = len(said) // 2
    return _pieces(said[:half]) + _pieces(said[half:]) if half else []


async def handle(name: str, said: str) -> None:
    """Handle a message of another worker."""
    if name not in _topics:
        return
    try:
        await _topics[name].hears(orjson.loads(said))
    except Exception as error:
        log.warning("what another worker said of %s could not be followed: %r", name, error)
