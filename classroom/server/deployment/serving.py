"""The server of `serve`: a port in use is refused in a sentence, and the address is announced only once the port is
ours."""

import asyncio
import ctypes
import errno
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management.base import CommandError

from classroom.server import mail_server
from classroom.server.deployment import draining, systemd, typed
from classroom.server.deployment.frames import in_one_piece
from classroom.server.http import connections
from classroom.server.http.connections import HttpConnection
from classroom.server.http.socket_frames import SocketConnection

try:
    import resource
except ImportError:  # Windows, which sets no such limit
    resource = None  # type: ignore[assignment]

HIGHEST_PORT = 2**16 - 1
MOST_FILES = 2**16
OWN_ADDRESS = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
"""On Windows SO_REUSEADDR would let a second program use the same port."""
LARGE, HELD = 4 * 1024 * 1024, 8 * 1024 * 1024
ARENAS = 2
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""The numbers of these settings in malloc.h."""
BYTES_OF_A_HEAD = 16 * 1024
GRACEFUL_SECONDS = 10
"""For requests in progress when the server is told to stop."""
MAIL_SECONDS, STEP = 3, 0.1
"""For mails on their way after that, looked after once a step."""


def bound(host: str, port: int) -> socket.socket:
    """Return a socket bound to this address; called before anything else is done. Raises CommandError."""
    if not 0 <= port <= HIGHEST_PORT:  # the system takes the remainder, and nobody finds Cardinal there
        raise CommandError(f"A port is a number up to {HIGHEST_PORT}, not {port}. Choose another: {typed.serve(8000)}")
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        ours = socket.socket(family, kind, protocol)
        ours.setsockopt(socket.SOL_SOCKET, OWN_ADDRESS, 1)
        ours.bind(address)
    except OSError as error:
        raise CommandError(_cannot_listen(host, port, error)) from None
    return ours


def _cannot_listen(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is taken. Perhaps Cardinal is running already; else choose another: {typed.serve(port + 1)}"
        )
    return f"Cardinal cannot listen at {host}, port {port}: {error.strerror}. Choose another: {typed.serve(8000)}"


def raise_file_limit() -> int:
    """Raise this process's limit of open files as far as the system allows, and return it. Every connection is one
    file."""
    if not resource:
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft


def give_memory_back() -> None:
    """Make the GNU C library return LARGE freed blocks to the system. By default it soon keeps them, for each thread
    separately, and hashing a password takes 19 MiB.

    The same setting would return all free memory beyond 128 KiB, and a report, which needs the same few MiB again and
    again, would take three times as long to compute: so HELD bytes are kept. They are kept in each arena, of which
    there may be eight for a processor, though threads of one interpreter never need them at once: with ARENAS a school
    of 100 tables takes 248 MiB after a quarter of an hour instead of 340 (`make soak`).
    """
    with suppress(OSError, AttributeError, TypeError):  # another C library, which has no such setting
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(M_MMAP_THRESHOLD, LARGE)
        mallopt(M_TRIM_THRESHOLD, HELD)
        mallopt(M_ARENA_MAX, ARENAS)


def return_what_is_free() -> None:
    """Return free memory between used blocks to the system, which the GNU C library never does by itself: for a school
    of 100 tables another 13 MiB an hour (`make soak`). Allocations wait for some milliseconds."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, say: Callable[[], None]) -> None:
        super().__init__(config)
        self._say = say

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Announce the address once the port answers, and free what only the start needed."""
        await super().startup(sockets)
        return_what_is_free()
        self._say()
        systemd.notify("READY=1")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no connection, close the sockets one table after another, then stop. A second Ctrl+C stops at once."""
        systemd.notify("STOPPING=1")
        draining.begin()
        for server in self.servers:
            server.close()
        here = list(self.server_state.connections)
        for connection in here:
            if not isinstance(connection, SocketConnection):
                connection.shutdown()
        open_sockets = [(one.scope["path"], one.shutdown) for one in here if isinstance(one, SocketConnection)]
        await draining.let_go(open_sockets, self._rest)
        await super().shutdown(sockets)
        await self._let_mails_arrive()

    async def _let_mails_arrive(self) -> None:
        for _step in range(round(MAIL_SECONDS / STEP)):
            if not mail_server.are_on_their_way():
                return
            await self._rest(STEP)

    async def _rest(self, seconds: float) -> None:
        if not self.force_exit:
            await asyncio.sleep(seconds)


def run(application: Any, at: socket.socket, say_where: Callable[[], None]) -> None:
    """Serve until the process is stopped; `say_where` is called once the port answers."""
    connections.allow(files=raise_file_limit())
    config = uvicorn.Config(
        application,
        loop="auto",  # uvloop, which the requirements name for every system but Windows
        http=HttpConnection,
        h11_max_incomplete_event_size=BYTES_OF_A_HEAD,
        ws=SocketConnection,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_max_size=16384,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=GRACEFUL_SECONDS,
        server_header=False,
        proxy_headers=bool(settings.PUBLIC_HOST),
        access_log=False,
        log_config=None,  # its lines pass our log's own handler, with its limit: any stranger can provoke them
        log_level="warning",
        lifespan="on",
    )
    with suppress(KeyboardInterrupt):
        in_one_piece(_Server(config, say_where).run)(sockets=[at])
