"""Who is at an open socket, and the line to each of them.

Every socket passes here before its consumer. A student's lines stand in the room "player:<number>": that is how
the class session sends a child's page somewhere, knows that a name is in use, and closes the sockets of a browser
that lost its name. Who somebody is, is asked again while the socket is open (sockets outlive a sign-out).
"""

import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, NamedTuple

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest, parse_cookie
from django.urls import reverse

from classroom.access import DEVICE, attendances_at, player_of
from game import rooms
from game.forms import written

RECHECK = 60.0
"""Seconds after which the next frame makes us ask again who this is. Changes made in this process close at once."""

ALIVE = 8.0
"""Seconds without a frame after which a line counts as dead: pages send a heartbeat every 5 s."""

NOT_SIGNED_IN = 4401

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class Person(NamedTuple):
    """Who is at a socket: a teacher, a student's token (see access.DEVICE) and their number as a player."""

    user: Any
    device: str
    player: int | None


class PlayerSocketMiddleware:
    """Sets scope["user"], scope["device"] and scope["player"] from the session cookie."""

    def __init__(self, inner: Callable[..., Awaitable[None]]) -> None:
        self.inner = inner

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        person = await _who(scope)
        scope = {**scope, "user": person.user, "device": person.device, "player": person.player}
        line = Line(scope, person, receive, send)
        name = f"player:{person.player}"
        if person.player is not None:
            rooms.join(name, line)
        try:
            await self.inner(scope, line.receive, line.send)
        finally:
            rooms.leave(name, line)


class Line:
    """One open socket: hears and speaks for its consumer, and can be cut from outside."""

    seat: int | None = None

    def __init__(self, scope: Message, person: Person, receive: Receive, send: Send) -> None:
        self.scope, self.person, self.player = scope, person, person.player
        self._receive, self._send = receive, send
        self._open = False
        self._cut = False
        self._asked = self.heard = time.monotonic()

    async def receive(self) -> Message:
        """Pass on the next message; frames of somebody who may no longer speak are lost."""
        message = await self._receive()
        while message["type"] == "websocket.receive" and not await self._may_speak():
            message = await self._receive()
        return message

    async def send(self, message: Message) -> None:
        if self._cut:
            return
        self._open = self._open or message["type"] == "websocket.accept"
        self._cut = message["type"] == "websocket.close"
        await self._send(message)

    async def tell(self, text: str) -> None:
        if self._open:
            await self.send({"type": "websocket.send", "text": text})

    def drop(self) -> None:
        """Nothing to do: the consumer's own listener is dropped and closes the socket."""

    async def close(self, code: int) -> None:
        """Cut the line: the page is told why by the code, and what it says from now on is lost."""
        await self.send({"type": "websocket.close", "code": code})

    async def _may_speak(self) -> bool:
        self.heard = time.monotonic()
        if not self._cut and self.heard - self._asked > RECHECK:
            self._asked = self.heard
            now = await _who(self.scope)
            if now.user != self.person.user or now.player != self.person.player:
                await self._show_out()
        return not self._cut

    async def _show_out(self) -> None:
        """A child's page goes where the child belongs now; a teacher's says that they are signed out."""
        if self.player is not None:
            await self.tell(written(t="goto", url=reverse("waiting")))
        await self.close(NOT_SIGNED_IN)


@database_sync_to_async
def _who(scope: Message) -> Person:
    """Read the session as a request would, key rotation included; `channels.auth` forgets old keys (pitfalls 1.13)."""
    cookie = dict(scope["headers"]).get(b"cookie", b"").decode("latin1")
    request = HttpRequest()
    request.session = SessionStore(parse_cookie(cookie).get(settings.SESSION_COOKIE_NAME))
    device = request.session.get(DEVICE, "")
    attendance = attendances_at(device).first() if device else None
    return Person(get_user(request), device if attendance else "", player_of(attendance))


def is_connected(player: int) -> bool:
    """Is a living page of this student open somewhere? A closed lid counts as gone after ALIVE seconds."""
    lines = [line for line in rooms.listeners(f"player:{player}") if isinstance(line, Line)]
    return any(time.monotonic() - line.heard < ALIVE for line in lines)


async def send_to(player: int, url: str) -> None:
    """Make every open page of this student go to `url`."""
    await rooms.publish(f"player:{player}", written(t="goto", url=url))
