"""Presence of students at their devices: who is connected and how well, and redirects of their pages."""

import time
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import starmap
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone

from classroom.joining.sockets.websocket import WebSocketConnection
from classroom.models import Attendance, ClassSession
from game import rooms
from game.wire import written

ALIVE = 8.0
"""Seconds without a frame after which a connection counts as dead: pages send a heartbeat every 5 s."""
AWAKE = 4.5
"""Seconds without a frame after which a page that waits for Start counts as dead: it sends a heartbeat every 2 s. Its
child also counts as present for so long after a page of theirs was closed, since the next one may be loading."""

COMING = timedelta(seconds=20)
"""Time after signing in for which a child counts as present although no page of theirs has connected yet."""

GOOD_MS, OK_MS = 150, 400
"""Round trips in ms below which a connection is good, or ok; as in static/js/connection/connection.js (screens 3.8)."""


_asked: dict[int, float] = {}
"""Last poll of each student's page without a socket: player to seconds."""
_invented: dict[int, float] = {}
"""Last sign of life of each invented child of the demo: player to seconds."""
_left: dict[int, float] = {}
"""Last frame of each student's closed page: player to seconds."""


def note_poll(player: int) -> None:
    """Register a poll of this student's page with blocked sockets, which counts as presence."""
    _note(_asked, player, time.monotonic())


def note_demo_child(player: int) -> None:
    """Register an invented child of the demo as present. It has no connection that could be slow."""
    _note(_invented, player, time.monotonic())


def note_closed(socket: WebSocketConnection) -> None:
    """Register that a page of a student was closed."""
    if socket.player is not None:
        _note(_left, socket.player, socket.heard)


def _note(times: dict[int, float], player: int, at: float) -> None:
    """Store the time, the newest last, and delete expired ones."""
    times.pop(player, None)
    times[player] = at
    long_ago = time.monotonic() - COMING.total_seconds()
    while times and times[oldest := next(iter(times))] < long_ago:
        del times[oldest]


def is_connected(player: int) -> bool:
    """Return whether a live page of this student is open. A closed lid counts as gone after ALIVE seconds."""
    return speed_of(player) != "off"


def speed_of(player: int) -> str:
    """Return the quality of this student's connection: good, ok, slow, asks (polling once a second), or off."""
    alive = [socket for socket in _sockets_of(player) if time.monotonic() - socket.heard < ALIVE]
    if alive:
        return speed(min((socket.lag for socket in alive if socket.lag is not None), default=None))
    if time.monotonic() - _invented.get(player, -ALIVE) < ALIVE:
        return "good"
    return "asks" if time.monotonic() - _asked.get(player, -ALIVE) < ALIVE else "off"


def _sockets_of(player: int) -> list[WebSocketConnection]:
    return [socket for socket in rooms.listeners(f"player:{player}") if isinstance(socket, WebSocketConnection)]


def speed(lag: int | None) -> str:
    if lag is None:
        return "ok"
    return "good" if lag < GOOD_MS else "ok" if lag < OK_MS else "slow"


class CameIn(NamedTuple):
    """A player, when they signed in, and the token of their browser."""

    player: int
    at: datetime
    device: str

    @property
    def gave_it_on(self) -> bool:
        """Whether they have given their shared device to the next child."""
        return self.device.startswith(Attendance.AT_NO_DEVICE)


def came_to(session: ClassSession) -> list[CameIn]:
    """Return the players who came to this class session. One query."""
    came = Attendance.objects.filter(session=session).values_list("student", "arrived_at", "device")
    return list(starmap(CameIn, came))


def away_of(came: Iterable[CameIn]) -> set[int]:
    """Return the players who are at no device now, whom Start does not seat. No query."""
    return {one.player for one in came if one.gave_it_on or _is_away(one.player, one.at)}


def asleep_of(came: Iterable[CameIn]) -> set[int]:
    """Return those of them whose device is still theirs: its page is silent, and a touch may wake it. No query."""
    return away_of(one for one in came if not one.gave_it_on)


def _is_away(player: int, arrived_at: datetime) -> bool:
    heard = [(socket.heard, AWAKE if socket.waits else ALIVE) for socket in _sockets_of(player)]
    heard += [(times[player], AWAKE) for times in (_asked, _invented, _left) if player in times]
    if not heard:
        return timezone.now() - arrived_at > COMING
    return all(time.monotonic() - at >= patience for at, patience in heard)


ELSEWHERE = "elsewhere"
"""Query parameter of the waiting page: the name of this browser is in at another one now."""


async def show_out(player: int) -> None:
    """Tell the open pages of this student that they have come in at another browser."""
    await send_to(player, f"{reverse('waiting')}?{ELSEWHERE}")


async def send_to(player: int, url: str) -> None:
    """Redirect every open page of this student to `url`."""
    await rooms.publish(f"player:{player}", written(t="goto", url=url))
