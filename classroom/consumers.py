"""The sockets of a class session: lobby, projector, monitor, waiting page. Door, room, present state."""

from channels.db import database_sync_to_async
from django.http import Http404
from django.urls import reverse

from classroom import access, lobby, monitor
from classroom.frames import opening
from classroom.models import Attendance, ClassSession
from game.consumers import RoomConsumer, TableConsumer


class _TeachersConsumer(RoomConsumer):
    """A page of the teacher whose session it is; `kind` names the room."""

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

    async def present(self) -> ClassSession:
        """Return the session as it is now: it may have started or ended since this socket came."""
        return await ClassSession.objects.select_related("classroom").aget(pk=self.session.pk)


class LobbyConsumer(_TeachersConsumer):
    kind = "lobby"

    async def greet(self) -> str:
        return opening(await database_sync_to_async(lobby.lobby_frame)(await self.present()))


class ScreenConsumer(_TeachersConsumer):
    kind = "screen"

    async def entered(self) -> None:
        monitor.watch(self.session.pk)

    async def greet(self) -> str:
        return opening(await database_sync_to_async(lobby.screen_frame)(await self.present()))


class MonitorConsumer(_TeachersConsumer):
    kind = "monitor"

    async def entered(self) -> None:
        monitor.watch(self.session.pk)

    async def greet(self) -> str:
        return opening(await monitor.frame(await self.present()))


class WaitingConsumer(RoomConsumer):
    """A child who waits. Its room is that of the class session it came to last."""

    async def admit(self) -> str | None:
        self.player = self.scope["player"]
        attendance = await self._attendance()
        return f"session:{attendance.session_id}" if attendance else None

    async def greet(self) -> str:
        attendance = await self._attendance()
        if attendance is None or self.room != f"session:{attendance.session_id}":
            return lobby.goto(reverse("waiting"))
        return opening(await database_sync_to_async(lobby.waiting_frame)(attendance))

    async def _attendance(self) -> Attendance | None:
        found = access.attendances_at(self.scope["device"])
        return await found.afirst()


class NowhereConsumer(RoomConsumer):
    """No such socket (pitfalls 1.1 g: without this, a traceback for every scanner that comes by)."""

    async def admit(self) -> str | None:
        return None

    async def greet(self) -> str:
        """Nobody is ever let in to be greeted."""
        return ""


class SeatConsumer(TableConsumer):
    """A seat at a table. A child who comes back to one that is closed meanwhile is sent to where they belong now."""

    async def admit(self) -> str | None:
        room = await super().admit()
        over = room is None or self.table.row.closed_at is not None
        if over and self.scope["device"]:
            await self.tell(lobby.goto(reverse("waiting")))
        return None if over else room
