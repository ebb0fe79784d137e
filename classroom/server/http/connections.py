"""Limits on all connections: how many there may be, and how long a request may take to arrive.

uvicorn's own limits (size of a request's head, lifetime of an idle connection) are set in `server`. Its
`limit_concurrency` is not used: it counts idle connections and would answer 503 to a child while a stranger's lie open.
Here nobody is refused while something idle can be closed: where an address, or the whole server, has too many
connections, the oldest idle one is closed. So a school behind one address gets in beside somebody who holds a thousand
connections open from that address.

A WebSocket counts only towards the limit of the whole server: its consumer has authenticated it, and a thousand
children behind one address have as many. Behind a proxy (CARDINAL_HOST) every connection comes from the proxy: limiting
addresses is then the proxy's task, and only the limit of the whole server holds. A newcomer that is closed because all
are busy is reported in the log and on the page that tests the connection (`shortage`).
"""

import ipaddress
import logging
import time
from asyncio import TimerHandle, Transport
from collections import defaultdict
from collections.abc import Collection
from typing import Any, Protocol

import h11
from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

from classroom.server.http.hosts import network_of

PER_ADDRESS, IN_ALL = 2000, 5000
OTHER_FILES = 256
"""Files that the database, the log and static files need beside the connections."""
HEAD_SECONDS, BODY_SECONDS = 10.0, 30.0
"""Seconds for a request's head, from its first byte (or the start of the connection) to its end, and for its body."""
BODY_RATE = 16 * 1024
"""Bytes of a body that earn another second: a school's list of 20 MB may come over a slow connection."""
REMEMBERED, SAID_EVERY = 60.0, 600.0
"""Seconds for which a shortage is reported, and between two lines about it in the log."""

log = logging.getLogger(__name__)


class Connection(Protocol):
    transport: Transport
    client: tuple[str, int] | None

    def is_idle(self) -> bool: ...


_open: defaultdict[str, dict[Connection, None]] = defaultdict(dict)
_everybody: dict[Connection, None] = {}
_most = IN_ALL


class _Shortage:
    """The last shortage of connections: when a newcomer was closed, when the log last said so, and the limit that was
    reached."""

    cut_at = said_at = float("-inf")
    reached = 0


def shortage() -> int:
    """Return the limit of connections if a newcomer was closed because of it in the last REMEMBERED seconds, else 0."""
    return _Shortage.reached if time.monotonic() - _Shortage.cut_at < REMEMBERED else 0


def allow(*, files: int) -> None:
    """Set the limit of the whole server from the number of files that it may hold open."""
    global _most
    _most = min(IN_ALL, max(files - OTHER_FILES, files // 2))


def enter(connection: Connection) -> None:
    """Count a new connection. Over a limit, the oldest idle connection is closed, or the new one itself where all are
    busy."""
    _everybody[connection] = None
    if isinstance(connection, HttpConnection):
        neighbours = _open[_address(connection)]
        neighbours[connection] = None
        if len(neighbours) > PER_ADDRESS and not _is_proxy(connection):
            _cut_oldest(neighbours, connection)
            return
    if len(_everybody) > _most:
        _cut_oldest(_everybody, connection)


def _cut_oldest(among: Collection[Connection], newcomer: Connection) -> None:
    going = next((connection for connection in among if connection.is_idle()), None)
    if going is newcomer:
        _note_shortage(len(among) - 1, _address(newcomer) if among is not _everybody else "")
    if going:
        leave(going)
        going.transport.abort()


def _note_shortage(reached: int, address: str) -> None:
    """Remember that a newcomer is closed, and log it at most once in SAID_EVERY."""
    _Shortage.cut_at, _Shortage.reached = time.monotonic(), reached
    if _Shortage.cut_at - _Shortage.said_at < SAID_EVERY:
        return
    _Shortage.said_at = _Shortage.cut_at
    log.warning(
        "All %s connections that %s may have are busy, and newcomers are cut.%s",
        reached,
        address or "this server",
        "" if _most == IN_ALL else f" This process may hold few files: set LimitNOFILE={4 * IN_ALL} (ulimit -n).",
    )


def leave(connection: Connection) -> None:
    _everybody.pop(connection, None)
    if (neighbours := _open.get(address := _address(connection))) is not None:
        neighbours.pop(connection, None)
        if not neighbours:
            del _open[address]


def _address(connection: Connection) -> str:
    """Return where a connection comes from: of IPv6 the network."""
    return network_of(connection.client[0]) if connection.client else ""


def _is_proxy(connection: Connection) -> bool:
    address, _port = connection.client or ("::", 0)
    return bool(settings.PUBLIC_HOST) and ipaddress.ip_address(address).is_loopback


class HttpConnection(H11Protocol):
    """uvicorn's connection, counted, and with a time limit for heads and bodies."""

    _timer: TimerHandle | None = None
    _awaited: float | None = None
    """The seconds allowed for what is being received: HEAD_SECONDS, BODY_SECONDS, or None."""
    _since = 0.0
    _bytes = 0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._await(HEAD_SECONDS)
        enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._await(None)
        leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self not in _everybody:
            return
        if self.conn.their_state is h11.SEND_BODY:
            self._await(BODY_SECONDS)
            self._bytes += len(data)
        else:
            self._await(HEAD_SECONDS if self.conn.their_state is h11.IDLE else None)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._await(None)
        leave(self)
        super().handle_websocket_upgrade(event)

    def is_idle(self) -> bool:
        """Return whether no answer is being made: no request has arrived completely, or all are answered."""
        return self._awaited is not None or self.cycle is None or self.cycle.response_complete

    def _await(self, seconds: float | None) -> None:
        if seconds == self._awaited:
            return
        if self._timer:
            self._timer.cancel()
        self._awaited, self._since, self._bytes = seconds, time.monotonic(), 0
        self._timer = self.loop.call_later(seconds, self._look) if seconds else None

    def _look(self) -> None:
        """Close the connection when its time is over, unless a body arrived fast enough to earn more time."""
        assert self._awaited is not None
        left = self._since + self._awaited + self._bytes / BODY_RATE - time.monotonic()
        if left > 0:
            self._timer = self.loop.call_later(left, self._look)
        else:
            self.transport.abort()
