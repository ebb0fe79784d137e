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

MOST_SOCKETS = 20
"""Most sockets of one browser; one more closes the oldest. A page has one or two, and nobody needs ten tabs."""


class PlayerSocketMiddleware:
    """Sets scope["user"], scope["device"] and scope["player"] from the session cookie, and scope["socket"]."""

    def __init__(self, inner: Callable[..., Awaitable[None]]) -> None:
        self.inner = inner

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        owner = await _owner_now(scope)
        scope = {**scope, "user": owner.user, "device": owner.device, "player": owner.player, "here": owner.here}
        socket = scope["socket"] = WebSocketConnection(scope, owner, receive, send)
        if socket.is_direct:
            scope["connection"] = socket
        name, table = f"player:{owner.player}", (session_of(scope), table_of(scope))
        if owner.player is not None:
            rooms.join(name, socket)
            if all(table):
                _at_tables[table] = socket
        try:
            with socket.held():
                await _close_oldest(socket)
                await self.inner(scope, socket.receive, socket.send)
        finally:
            rooms.leave(name, socket)
            presence.note_closed(socket)
            rooms.leave(_browser(socket), socket)
            if _at_tables.get(table) is socket:
                del _at_tables[table]


async def _close_oldest(socket: WebSocketConnection) -> None:
    """Close the oldest socket of a browser with more than MOST_SOCKETS."""
    if socket.session():
        rooms.join(_browser(socket), socket)
        for oldest in rooms.listeners(_browser(socket))[:-MOST_SOCKETS]:
            await rooms.dismiss(_browser(socket), oldest, disconnects.AGAIN)


def _browser(socket: WebSocketConnection) -> str:
    return f"browser:{socket.session()}"


async def _owner_now(scope: Message) -> SocketOwner:
    """Read the owner, again if any socket was hung up on meanwhile, as a new one is not registered yet."""
    while True:
        before = disconnects.count()
        owner = await owner_of(scope)
        if before == disconnects.count():
            return owner


_at_tables: dict[tuple[str, str], WebSocketConnection] = {}
"""The sockets of tables that are open in this process, by session key and table code."""


async def player_at_socket(session: str, code: str) -> int | None:
    """Return the player at this table's open socket with this session's key, read again as often as for the socket."""
    socket = _at_tables.get((session, code))
    return socket.player if socket and socket.player is not None and await socket.may_speak() else None
