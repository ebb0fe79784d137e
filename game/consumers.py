"""Consumers of sockets: they admit a browser, check its frames, call the live table and send its answer."""

import asyncio
import time
from abc import abstractmethod
from collections.abc import Coroutine
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from game import rooms
from game.clock import now_ms
from game.live import registry
from game.live.table import LiveTable
from game.models import Table
from game.screens import languages
from game.sockets import Receive, Scope, Send, Socket, cannot_write, framed
from game.wire import BadFrame, Frame, MoveAnswer, news, read_frame, written

RESTART = 1012
"""Close code after which a page reconnects: its round was dealt by the rules of a newer worker, which replaces this
one."""
BAD_FRAMES = 3
UNKNOWN = 0.2
"""Seconds between pings while a connection has not been measured yet."""
FRAMES_A_SECOND, BURST = 250, 500
"""Limit beyond which a socket is read more slowly, so that it delays only itself."""
HELLO = 25
"""Frames that a hello counts as: a waiting page's takes 1 ms of the processor, a tap 0.1. Pages say one after a gap."""


async def _nothing() -> None: ...


class RoomConsumer(Socket):
    """A listener of a room: heartbeats, bad frames, and the present state on connect and on hello."""

    room = ""
    player: int | None = None
    seat: Any = None
    page = language = ""
    has_left = False

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        super().__init__(scope, receive, send)
        self._bad, self._tokens, self._read_at = 0, float(BURST), time.monotonic()
        self._held: list[str] | None = None

    # Methods of a room's consumer that subclasses implement

    @abstractmethod
    async def admit(self) -> str | None:
        """Return the name of the room that this socket may listen in, None for a stranger. Sets player and seat."""

    @abstractmethod
    async def greet(self) -> str:
        """Return the present state as one frame."""

    def reads_in(self) -> str:
        """Return the language of this page once it is admitted; "" is the server's default."""
        return ""

    async def said(self, frame: Frame) -> None:
        """Handle a frame that is neither ping nor hello."""
        raise BadFrame

    async def pinged(self, frame: Frame) -> None:
        """Handle a heartbeat, which reports the round trip of the page's connection."""

    def seen(self) -> int:
        """Return the version of the state that this socket should be showing."""
        return 0

    async def entered(self) -> None:
        """Called when the socket has entered its room."""

    async def left(self) -> None:
        """Called when the socket has gone."""

    # The connection

    async def opened(self) -> None:
        await self.accept()
        try:
            room = await self.admit()
        except registry.OfNewerWorkerError:
            await self.close(RESTART)
            return
        if room is None:
            await self.close(4404 if self.scope.get("player") or self.scope["user"].is_authenticated else 4401)
            return
        self.room = room
        self.language = self.reads_in()
        rooms.join(room, self)
        with languages.spoken(self.language):
            await self.entered()
            await self._show()

    async def heard(self, text: str | None) -> None:
        await self.read(text, self.ahead())

    async def read(self, text: str | None, ahead: float) -> None:
        """Answer a frame after `ahead` seconds; ignore those of a stranger, whose socket is being closed.

        The page's language is set for each frame, since a frame that came past ASGI is handled in the server's context,
        not in that of the socket's opening.
        """
        if not self.room:
            return
        if ahead > 0:
            await asyncio.sleep(ahead)
        with languages.spoken(self.language):
            await self._reply(text)

    async def _reply(self, text: str | None) -> None:
        try:
            frame = read_frame(text)
            match frame.kind:
                case "ping":
                    await self.say(written(t="pong", c=frame.echo, s=now_ms(), n=self.seen()))
                    await self.pinged(frame)
                case "hello":
                    self._tokens -= HELLO - 1
                    await self._show()
                case _:
                    await self.said(frame)
        except BadFrame:
            await self._refuse_frame()

    async def _show(self) -> None:
        """Send the present state. Messages published while it is drawn may be newer and are sent after it."""
        held = self._held = []
        direct, self.writes = self.writes, cannot_write
        try:
            held.insert(0, await self.greet())
            while held:
                await self.say(held.pop(0))
        finally:
            self._held, self.writes = None, direct

    def tell(self, text: str) -> Coroutine[Any, Any, None]:
        if self._held is None:
            return super().tell(text)
        self._held.append(text)
        return _nothing()

    async def _refuse_frame(self) -> None:
        self._bad += 1
        await self.say(written(t="no", why="malformed", say=_("That did not arrive in one piece. Try again."), ms=0))
        if self._bad >= BAD_FRAMES:
            await self.close(4400)

    def ahead(self) -> float:
        """Return by how many seconds this socket exceeds its limit of frames."""
        now = time.monotonic()
        self._tokens = min(BURST, self._tokens + (now - self._read_at) * FRAMES_A_SECOND) - 1
        self._read_at = now
        return -self._tokens / FRAMES_A_SECOND

    async def gone(self) -> None:
        if self.room:
            room, self.room = self.room, ""
            rooms.leave(room, self)
            await self.left()


def _move_in(text: str) -> Frame | None:
    """Return the move in this text; None if it is not a move."""
    try:
        frame = read_frame(text)
    except BadFrame:
        return None
    return frame if frame.aid else None


class TableConsumer(RoomConsumer):
    """The socket of a seat at a table."""

    table: LiveTable
    seat: int

    async def admit(self) -> str | None:
        try:
            self.table = await registry.at(self.scope["url_route"]["kwargs"]["code"])
        except Table.DoesNotExist:
            return None
        self.player = self.scope.get("player")
        seat = self.table.seat_of(self.player)
        if seat is None:
            return None
        self.seat, self.page = seat, self.scope["query_string"].decode(errors="replace")
        return self.table.room

    def reads_in(self) -> str:
        return self.table.language_of(self.seat)

    async def entered(self) -> None:
        for other in rooms.listeners(self.room):
            if other is not self and getattr(other, "seat", None) == self.seat:
                await rooms.dismiss(self.room, other, 4409)
        await self.table.presence.arrive(self.seat)
        self.table.connections[self.seat].is_new()
        self._measure()

    def _measure(self) -> None:
        if self._connection and self.room:
            self._connection.measure(self._has_measured)

    def _has_measured(self, taken: float) -> None:
        """Ping again until the connection is known; from then on once for each heartbeat of the page."""
        connection = self.table.connections[self.seat]
        connection.pinged(taken)
        if connection.net is None:
            asyncio.get_running_loop().call_later(UNKNOWN, self._measure)

    async def pinged(self, frame: Frame) -> None:
        self._measure()

    async def greet(self) -> str:
        view = self.table.view(self.seat)
        return news(self.seen(), self.table.presentation.board(view) + self.table.presentation.note(view))

    def seen(self) -> int:
        return self.table.round.last_seen_by(self.seat)

    def heard_at_once(self, text: str) -> None:
        """Pass a move to the table without a task; handle other frames, which are rarer, in one."""
        ahead = self.ahead() if self.room else 0.0
        frame = _move_in(text) if ahead <= 0 and self.room else None
        if frame:
            self.table.ask(self.seat, frame, partial(self._answer, frame), self)
        else:
            self.handle(self.read(text, ahead))

    def _answer(self, frame: Frame, answer: MoveAnswer) -> None:
        text = written(**answer.fields(frame.aid))
        if self.writes(framed(text)):
            self.answered()
        else:
            self.handle(self.say(text))

    async def said(self, frame: Frame) -> None:
        if frame.kind == "seen":
            await self.table.log_seen(self.seat, frame)
        else:
            answer = await self.table.submit(self.seat, frame, self)
            await self.say(written(**answer.fields(frame.aid)))

    async def left(self) -> None:
        self.table.presence.depart(self.seat)
        registry.forget(self.table.code)
