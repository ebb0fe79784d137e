"""Authentication of every socket, before its consumer.

A student's sockets are in the room "player:<number>", by which the class session redirects a child's pages, knows that
a name is in use, and closes the sockets of a browser that lost its name.
"""

from collections.abc import Awaitable, Callable

from classroom.joining import presence
from classroom.joining.sockets.owner import SocketOwner, owner_of, session_of, table_of
from classroom.joining.sockets.websocket import Message, Receive, Send, WebSocketConnection
from classroom.server.http import disconnects
from game import rooms

LINES = 20
"""Most sockets of one browser; one more closes the oldest. A page has one or two, and nobody needs ten tabs."""


class PlayerSocketMiddleware:
    """Sets scope["user"], scope["device"] and scope["player"] from the session cookie, and scope["line"]."""

    def __init__(self, inner: Callable[..., Awaitable[None]]) -> None:
        self.inner = inner

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        owner = await _owner_now(scope)
        scope = {**scope, "user": owner.user, "device": owner.device, "player": owner.player, "here": owner.here}
        line = scope["line"] = WebSocketConnection(scope, owner, receive, send)
        if line.is_direct:
            scope["connection"] = line
        name, table = f"player:{owner.player}", (session_of(scope), table_of(scope))
        if owner.player is not None:
            rooms.join(name, line)
            if all(table):
                _at_tables[table] = line
        try:
            with line.held():
                await _close_oldest(line)
                await self.inner(scope, line.receive, line.send)
        finally:
            rooms.leave(name, line)
            presence.note_closed(line)
            rooms.leave(_browser(line), line)
            if _at_tables.get(table) is line:
                del _at_tables[table]


async def _close_oldest(line: WebSocketConnection) -> None:
    """Close the oldest socket of a browser with more than LINES."""
    if line.session():
        rooms.join(_browser(line), line)
        for oldest in rooms.listeners(_browser(line))[:-LINES]:
            await rooms.dismiss(_browser(line), oldest, disconnects.AGAIN)


def _browser(line: WebSocketConnection) -> str:
    return f"browser:{line.session()}"


async def _owner_now(scope: Message) -> SocketOwner:
    """Read the owner, again if any socket was hung up on meanwhile, as a new one is not registered yet."""
    while True:
        before = disconnects.count()
        owner = await owner_of(scope)
        if before == disconnects.count():
            return owner


_at_tables: dict[tuple[str, str], WebSocketConnection] = {}
"""The sockets of tables that are open in this process, by session key and table code."""


async def player_on_line(session: str, code: str) -> int | None:
    """Return the player at this table's open socket with this session's key, read again as often as for the socket."""
    line = _at_tables.get((session, code))
    return line.player if line and line.player is not None and await line.may_speak() else None
