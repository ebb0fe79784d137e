"""Consumers of the sockets of a class session's pages, from the lobby to onlookers: admission, room, present state."""

import asyncio

from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from django.http import Http404
from django.urls import reverse

from classroom import access
from classroom.joining import join_requests
from classroom.joining.waiting_page import waiting_frame
from classroom.languages import choice
from classroom.live import looking_on
from classroom.live.lobby import unseated
from classroom.live.monitor import watch
from classroom.models import Attendance, Knock
from classroom.server.http.polling import goto, opening
from classroom.sessions import lifecycle
from game import rooms
from game.consumers import RoomConsumer, TableConsumer
from game.wire import Frame

LONGEST_TEST = 90.0
"""Seconds after which a self-test's socket is closed, as nobody needs it longer, and anybody may open one."""


MOST_TESTS, TEST_ENDED = 20, 4408
"""Most self-tests at once, and the close code of the oldest when another one comes; a test takes a second or two."""


class _TeachersConsumer(RoomConsumer):
    """A page of the session's teacher; `kind` names the room."""

    kind: str

    async def admit(self) -> str | None:
        return await database_sync_to_async(self._door)()

    def _door(self) -> str | None:
        teacher = self.scope["user"]
        if not teacher.is_authenticated:
            return None
        try:
            self.session = access.session_for(teacher, self.scope["url_route"]["kwargs"]["session"])
        except Http404:
            return None
        return f"{self.kind}:{self.session.pk}"

    async def entered(self) -> None:
        self.scope["socket"].may_stay = self._may_stay

    async def _may_stay(self) -> bool:
        """Return whether the class is still the teacher's: another process may have ended that, untold."""
        return await self.admit() is not None

    def reads_in(self) -> str:
        return self.scope["user"].language or choice.of_browser(self.scope)

    async def greet(self) -> str:
        """Read the session again, since it may have started or ended after this socket was opened."""
        watch.newcomer(self.session.pk, self.kind)
        return opening(await watch.frame(await sync_to_async(lifecycle.as_it_is)(self.session.pk), self.kind))


class LobbyConsumer(_TeachersConsumer):
    kind = "lobby"


class ScreenConsumer(_TeachersConsumer):
    kind = "screen"

    def reads_in(self) -> str:
        return self.session.classroom.language


class MonitorConsumer(_TeachersConsumer):
    kind = "monitor"


class WaitingConsumer(RoomConsumer):
    """A waiting child: in the room of the class session it came to last, or not admitted yet."""

    session: int | None = None
    _chosen = ""

    def reads_in(self) -> str:
        return self._chosen or choice.of_browser(self.scope)

    async def admit(self) -> str | None:
        self.player = self.scope["player"]
        return self._place_of(self.scope["here"])

    async def greet(self) -> str:
        """Read the present state again, as messages published before this page joined the room are only in it."""
        room, frame = await database_sync_to_async(self._present)()
        return goto(reverse("waiting")) if room != self.room else opening(frame)

    async def entered(self) -> None:
        self.scope["socket"].waits = True
        self._heard()

    async def pinged(self, frame: Frame) -> None:
        self.scope["socket"].lag = frame.lag
        self._heard()

    def _heard(self) -> None:
        if self.session and self.player:
            unseated.heard(self.session, self.player)

    def _place_of(self, here: Attendance | Knock | None) -> str | None:
        if isinstance(here, Attendance):
            self.session = here.session_id
            self._chosen = here.student.language or here.session.classroom.language
            return f"session:{here.session_id}"
        return join_requests.room(here.device) if here else None

    def _present(self) -> tuple[str | None, str]:
        here = join_requests.who_is_at(self.scope["device"])
        return self._place_of(here), waiting_frame(here)


class OnlookerConsumer(RoomConsumer):
    """A child who watches while the others play: gets only the projector's little tables."""

    def reads_in(self) -> str:
        return self.here.student.language or self.here.session.classroom.language

    async def admit(self) -> str | None:
        here = self.scope["here"]
        if not isinstance(here, Attendance) or not looking_on.may_look(here):
            return None
        self.here, self.player = here, here.student_id
        return f"onlookers:{here.session_id}"

    async def greet(self) -> str:
        watch.newcomer(self.here.session_id, "onlookers")
        return opening(watch.little_tables(self.here.session_id))


class ConnectionConsumer(RoomConsumer):
    """The self-test of a school's network: a public page, which only gets its own heartbeat back."""

    async def admit(self) -> str | None:
        return "connection"

    async def greet(self) -> str:
        return opening("")

    async def entered(self) -> None:
        asyncio.get_running_loop().call_later(LONGEST_TEST, self.drop)
        for oldest in rooms.listeners(self.room)[:-MOST_TESTS]:
            await rooms.dismiss(self.room, oldest, TEST_ENDED)


class NowhereConsumer(RoomConsumer):
    """Refuses sockets of unknown addresses, as every scanner would otherwise cause a traceback."""

    async def admit(self) -> str | None:
        return None

    async def greet(self) -> str:
        """Required by the base class; never called, as `admit` refuses everybody."""
        return ""


class SeatConsumer(TableConsumer):
    """A seat at a table. A child who reconnects to a closed table is redirected to its present page."""

    async def admit(self) -> str | None:
        room = await super().admit()
        over = room is None or self.table.row.closed_at is not None
        if over and self.scope["device"]:
            await self.say(goto(reverse("waiting")))
        return None if over else room

    async def pinged(self, frame: Frame) -> None:
        await super().pinged(frame)
        self.scope["socket"].lag = frame.lag
