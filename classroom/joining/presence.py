"""Presence of students at their devices: who is connected and how well, and the way to send their pages somewhere."""

import time
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import starmap
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone

from classroom.joining.sockets.live_line import LiveLine
from classroom.models import Attendance, ClassSession
from game import rooms
from game.wire import written

ALIVE = 8.0
"""Seconds without a frame after which a line counts as dead: pages send a heartbeat every 5 s."""
AWAKE = 4.5
"""The same for a page that waits for Start: it sends one every 2 s. Its child counts as here for so long, too, after a
page of theirs was closed: the next one is on its way."""

COMING = timedelta(seconds=20)
"""For so long after signing in a child counts as here although no page of theirs has opened a line yet."""

GOOD_MS, OK_MS = 150, 400
"""Milliseconds there and back below which a line is good, or ok; as in static/js/line/line.js (screens 3.8)."""


_asked: dict[int, float] = {}
"""When pages of students that cannot hold a socket last asked what is new: player to seconds."""
_invented: dict[int, float] = {}
"""When the demo last said that this child of its own is there: player to seconds."""
_left: dict[int, float] = {}
"""When something was last heard of a page that is closed: player to seconds."""


def asks(player: int) -> None:
    """A page of this student asks what is new, because its sockets are blocked. That is being there, too."""
    _note(_asked, player, time.monotonic())


def plays_here(player: int) -> None:
    """An invented child of the demo is there. It has no line that could be slow."""
    _note(_invented, player, time.monotonic())


def leaves(line: LiveLine) -> None:
    """A page of a student is closed."""
    if line.player is not None:
        _note(_left, line.player, line.heard)


def _note(times: dict[int, float], player: int, at: float) -> None:
    """Write it down, the newest last, and forget what has no meaning any more."""
    times.pop(player, None)
    times[player] = at
    long_ago = time.monotonic() - COMING.total_seconds()
    while times and times[oldest := next(iter(times))] < long_ago:
        del times[oldest]


def is_connected(player: int) -> bool:
    """Is a living page of this student open somewhere? A closed lid counts as gone after ALIVE seconds."""
    return speed_of(player) != "off"


def speed_of(player: int) -> str:
    """Return how well this student is connected: good, ok, slow, asks (no socket: once a second), or off."""
    alive = [line for line in _lines_of(player) if time.monotonic() - line.heard < ALIVE]
    if alive:
        return speed(min((line.lag for line in alive if line.lag is not None), default=None))
    if time.monotonic() - _invented.get(player, -ALIVE) < ALIVE:
        return "good"
    return "asks" if time.monotonic() - _asked.get(player, -ALIVE) < ALIVE else "off"


def _lines_of(player: int) -> list[LiveLine]:
    return [line for line in rooms.listeners(f"player:{player}") if isinstance(line, LiveLine)]


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
        """Whether they gave the device that they share to the next child."""
        return self.device.startswith(Attendance.AT_NO_DEVICE)


def came_to(session: ClassSession) -> list[CameIn]:
    """Return who came to this class session. One query."""
    came = Attendance.objects.filter(session=session).values_list("student", "arrived_at", "device")
    return list(starmap(CameIn, came))


def away_of(came: Iterable[CameIn]) -> set[int]:
    """Return those who are not at a device now: Start does not seat them. No query."""
    return {one.player for one in came if one.gave_it_on or _is_away(one.player, one.at)}


def asleep_of(came: Iterable[CameIn]) -> set[int]:
    """Return those of them whose device is still theirs: its page is not heard, and a touch may wake it. No query."""
    return away_of(one for one in came if not one.gave_it_on)


def _is_away(player: int, arrived_at: datetime) -> bool:
    heard = [(line.heard, AWAKE if line.waits else ALIVE) for line in _lines_of(player)]
    heard += [(times[player], AWAKE) for times in (_asked, _invented, _left) if player in times]
    if not heard:
        return timezone.now() - arrived_at > COMING
    return all(time.monotonic() - at >= patience for at, patience in heard)


ELSEWHERE = "elsewhere"
"""In the address of the waiting page: the name that was in at this browser is in at another one now."""


async def show_out(player: int) -> None:
    """Make the open pages of this student, who has come in at another browser, say so."""
    await send_to(player, f"{reverse('waiting')}?{ELSEWHERE}")


async def send_to(player: int, url: str) -> None:
    """Make every open page of this student go to `url`."""
    await rooms.publish(f"player:{player}", written(t="goto", url=url))
