"""Open sockets of this process by player, and the authentication of every socket.

Every socket passes here before its consumer. A student's lines stand in the room "player:<number>": that is how
the class session sends a child's page somewhere, knows that a name is in use, and closes the sockets of a browser
that lost its name. A socket outlives a sign-out: whoever takes something away hangs up (hang_ups), a line that is
silent for SILENT is closed, and who somebody is, is asked again while frames come (another process may change it).
"""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, MutableMapping
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any, NamedTuple

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest, parse_cookie
from django.urls import reverse
from django.utils import timezone

from classroom.joining import join_requests
from classroom.joining.device import CARD, DEVICE, at_home, player_at, player_of
from classroom.models import Attendance, ClassSession, Knock
from classroom.server.http import disconnects
from classroom.server.http.session_store import SessionStore
from game import rooms
from game.wire import written

RECHECK = 60.0
"""Seconds after which the next frame makes us ask again who this is. Changes made in this process close at once."""

ALIVE = 8.0
"""Seconds without a frame after which a line counts as dead: pages send a heartbeat every 5 s."""

SILENT = 20.0
"""Seconds without a frame after which a line is closed; a page that was only asleep opens another one."""

LINES = 20
"""Sockets of one browser; the oldest makes room for one more. A page has one or two, and nobody needs ten tabs."""

GOOD_MS, OK_MS = 150, 400
"""Milliseconds there and back below which a line is good, or ok; the same as in static/js/line/line.js (ui.md 3.8)."""

NOT_SIGNED_IN = 4401
TABLE = re.compile(r"/ws/table/([^/]+)/")

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Coroutine[Any, Any, None]]


class SocketOwner(NamedTuple):
    """Who is at a socket: a teacher, the token of a student or of a join request (device.DEVICE), a number as a player.

    `here` is the attendance or the join request behind the token; at a table nobody asks for it."""

    user: Any
    device: str
    player: int | None
    here: Attendance | Knock | None = None


class PlayerSocketMiddleware:
    """Sets scope["user"], scope["device"] and scope["player"] from the session cookie, and scope["line"]."""

    def __init__(self, inner: Callable[..., Awaitable[None]]) -> None:
        self.inner = inner

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        person = await _who_now(scope)
        scope = {**scope, "user": person.user, "device": person.device, "player": person.player, "here": person.here}
        line = scope["line"] = LiveLine(scope, person, receive, send)
        name, table = f"player:{person.player}", (_session_of(scope), _table_of(scope))
        if person.player is not None:
            rooms.join(name, line)
            if table[1]:
                _at_tables[table] = line
        try:
            with line.held():
                await _make_room(line)
                await self.inner(scope, line.receive, line.send)
        finally:
            rooms.leave(name, line)
            rooms.leave(_browser(line), line)
            if _at_tables.get(table) is line:
                del _at_tables[table]


async def _make_room(line: "LiveLine") -> None:
    """Close the oldest line of a browser that has more than LINES."""
    if line.session():
        rooms.join(_browser(line), line)
        for oldest in rooms.listeners(_browser(line))[:-LINES]:
            await rooms.dismiss(_browser(line), oldest, disconnects.AGAIN)


def _browser(line: "LiveLine") -> str:
    return f"browser:{line.session()}"


async def _nothing() -> None: ...


class LiveLine:
    """One open socket: hears and speaks for its consumer, and can be cut from outside."""

    seat: int | None = None
    language = ""
    lag: int | None = None
    """Milliseconds there and back, as the page's heartbeat says; None before the second one."""

    def __init__(self, scope: Message, person: SocketOwner, receive: Receive, send: Send) -> None:
        self.scope, self.person, self.player = scope, person, person.player
        self._receive, self._send = receive, send
        self._open = False
        self._cut = False
        self._asked = self.heard = time.monotonic()
        self._loop = asyncio.get_running_loop()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Stand among the open lines, for as long as frames come."""
        disconnects.open_lines.add(self)
        self._timer = self._loop.call_later(SILENT, self._look)
        try:
            yield
        finally:
            self._timer.cancel()
            disconnects.open_lines.discard(self)

    def _look(self) -> None:
        """Hang up where nothing was heard for SILENT."""
        left = self.heard + SILENT - time.monotonic()
        if left <= 0:
            self._close_again()
        else:
            self._timer = self._loop.call_later(left, self._look)

    def teacher(self) -> int | None:
        return self.person.user.pk

    def session(self) -> str:
        return _session_of(self.scope)

    def hang_up(self) -> None:
        self._loop.call_soon_threadsafe(self._close_again)

    def _close_again(self) -> None:
        if not self._cut:
            self._closing = self._loop.create_task(rooms.dismiss(f"player:{self.player}", self, disconnects.AGAIN))

    async def receive(self) -> Message:
        """Pass on the next message; frames of somebody who may no longer speak are lost."""
        message = await self._receive()
        while message["type"] == "websocket.receive" and not await self.may_speak():
            message = await self._receive()
        return message

    def send(self, message: Message) -> Coroutine[Any, Any, None]:
        if self._cut:
            return _nothing()
        self._open = self._open or message["type"] == "websocket.accept"
        self._cut = message["type"] == "websocket.close"
        return self._send(message)

    def tell(self, text: str) -> Coroutine[Any, Any, None]:
        return self.send({"type": "websocket.send", "text": text}) if self._open else _nothing()

    def drop(self) -> None:
        """Nothing to do: the consumer's own listener is dropped and closes the socket."""

    async def close(self, code: int) -> None:
        """Cut the line: the page is told why by the code, and what it says from now on is lost."""
        await self.send({"type": "websocket.close", "code": code})

    async def may_speak(self) -> bool:
        """Say whether this is still who it was, after asking again from time to time."""
        self.heard = time.monotonic()
        if not self._cut and self.heard - self._asked > RECHECK:
            self._asked = self.heard
            now = await _who(self.scope)
            if now.user != self.person.user or now.player != self.person.player:
                await self._show_out()
        return not self._cut

    async def _show_out(self) -> None:
        """A child's page goes where the child belongs now; a teacher's says that they are signed out."""
        with suppress(RuntimeError, OSError):
            if self.player is not None:
                await self.tell(written(t="goto", url=reverse("waiting")))
            await self.close(NOT_SIGNED_IN)


async def _who_now(scope: Message) -> SocketOwner:
    """Ask who this is, again if somebody was hung up on meanwhile: a new line is not among the open ones yet."""
    while True:
        before = disconnects.count()
        person = await _who(scope)
        if before == disconnects.count():
            return person


@database_sync_to_async
def _who(scope: Message) -> SocketOwner:
    """Read the session as a request would, key rotation included; `channels.auth` forgets old keys (pitfalls 1.13)."""
    request = HttpRequest()
    request.session = SessionStore(_session_of(scope) or None)
    device, table = request.session.get(DEVICE, ""), _table_of(scope)
    if table and device and (player := player_at(device)):
        return SocketOwner(get_user(request), device, player)
    known = join_requests.who_is_at(device) if device else None
    attendance = known if isinstance(known, Attendance) else None
    home = at_home(request.session.get(CARD), table) if table else None
    return SocketOwner(get_user(request), device if known else "", player_of(attendance) or home, known)


def _session_of(scope: Message) -> str:
    """Return the key of the session, "" for a browser without one."""
    cookie = dict(scope["headers"]).get(b"cookie", b"").decode("latin1")
    return str(parse_cookie(cookie).get(settings.SESSION_COOKIE_NAME, ""))


def _table_of(scope: Message) -> str:
    """Return the code of the table whose socket this is, "" for any other."""
    table = TABLE.fullmatch(scope["path"])
    return table[1] if table else ""


_at_tables: dict[tuple[str, str], LiveLine] = {}
"""The sockets of tables that are open in this process, by session key and table code."""


async def player_on_line(session: str, code: str) -> int | None:
    """Return who sits at this table's open socket with this session's key, asked again as often as the socket is."""
    line = _at_tables.get((session, code))
    return line.player if line and line.player is not None and await line.may_speak() else None


_asked: dict[int, float] = {}
"""When pages of students that cannot hold a socket last asked what is new: player to seconds."""


def asks(player: int) -> None:
    """A page of this student asks what is new, because its sockets are blocked. That is being there, too."""
    now = time.monotonic()
    for gone in [asker for asker, at in _asked.items() if now - at >= ALIVE]:
        del _asked[gone]
    _asked[player] = now


def is_connected(player: int) -> bool:
    """Is a living page of this student open somewhere? A closed lid counts as gone after ALIVE seconds."""
    return speed_of(player) != "off"


def speed_of(player: int) -> str:
    """Return how well this student is connected: good, ok, slow, asks (no socket: once a second), or off."""
    lines = [line for line in rooms.listeners(f"player:{player}") if isinstance(line, LiveLine)]
    alive = [line for line in lines if time.monotonic() - line.heard < ALIVE]
    if alive:
        return speed(min((line.lag for line in alive if line.lag is not None), default=None))
    return "asks" if time.monotonic() - _asked.get(player, -ALIVE) < ALIVE else "off"


def speed(lag: int | None) -> str:
    if lag is None:
        return "ok"
    return "good" if lag < GOOD_MS else "ok" if lag < OK_MS else "slow"


COMING = timedelta(seconds=20)
"""For so long after signing in a child counts as here although no page of theirs has opened a line yet."""


def away_from(session: ClassSession) -> set[int]:
    """Return the players who came to this class session and are not at a device now. One query."""
    came = Attendance.objects.filter(session=session).values_list("student", "arrived_at")
    return {player for player, at in came if timezone.now() - at > COMING and not is_connected(player)}


ELSEWHERE = "elsewhere"
"""In the address of the waiting page: the name that was in at this browser is in at another one now."""


async def show_out(player: int) -> None:
    """Make the open pages of this student, who has come in at another browser, say so."""
    await send_to(player, f"{reverse('waiting')}?{ELSEWHERE}")


async def send_to(player: int, url: str) -> None:
    """Make every open page of this student go to `url`."""
    await rooms.publish(f"player:{player}", written(t="goto", url=url))
