"""Presence of students at their devices: who is connected and how well, and the way to send their pages somewhere."""

import time
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from classroom.joining.sockets.live_line import LiveLine
from classroom.models import Attendance, ClassSession
from game import rooms
from game.wire import written

ALIVE = 8.0
"""Seconds without a frame after which a line counts as dead: pages send a heartbeat every 5 s."""

GOOD_MS, OK_MS = 150, 400
"""Milliseconds there and back below which a line is good, or ok; the same as in static/js/line/line.js (ui.md 3.8)."""


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
