"""A guard of what it costs that a class comes in and sits down: Python functions called for each page and socket.

Each child does what a browser does (tests.bench.arriving), through every door; the third and fourth are counted, for
whom templates, settings and translations are in memory, and of the two who met no new thread. Who makes a step cheaper
lowers its ceiling.
"""

from collections import Counter
from collections.abc import Awaitable
from urllib.parse import urlencode

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from django.conf import settings

from classroom.asgi import application
from classroom.models import Classroom, ClassSession, Student, Teacher
from classroom.sessions import lifecycle
from game.models import Seat as SeatRow
from tests.bench.lay import AT_ONCE
from tests.classroom.conftest import a_fresh_process
from tests.cost.calls import Calls, counted
from tests.cost.seat import Seat, moment
from tests.cost.test_calls_of_a_move import SECRET

__all__ = ["a_fresh_process"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]

CEILINGS = {
    "page for the code": 1470,
    "code": 1630,
    "names": 2480,
    "name": 3440,
    "waiting page": 2110,
    "picture and warm-up": 5440,
    "waiting socket": 1960,
    "table page": 5630,
    "table socket": 1240,
}
"""Calls at most; as they were on 2026-11-24, and a seventh more, since a busy machine takes turns more often."""


class Listening(Seat):
    """A socket that only listens."""

    async def opens(self) -> None:
        await self.shakes_hands()
        while not self.came:
            await moment()
            self.takes_in()

    came = False

    def heard(self, text: str) -> None:
        self.came = True


class Child:
    """A browser of one child with its cookies."""

    def __init__(self, calls: Calls) -> None:
        self.calls, self.cookies = calls, {settings.CSRF_COOKIE_NAME: SECRET}
        self.found: dict[str, Counter[str]] = {}
        self.sockets: list[Listening] = []

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def counts(self, what: str, act: Awaitable[None]) -> None:
        self.calls.taken()
        self.calls.is_counting = True
        await act
        self.calls.is_counting = False
        self.found[what] = self.calls.taken()

    async def asks(self, what: str, path: str, part: bool = False, **form: object) -> None:
        """Load a page, or send a form; a browser's headers, and the cookies that it has by now."""
        body = urlencode(form).encode()
        headers = {
            "host": "testserver", "cookie": self.cookie, "accept-encoding": "gzip", "accept-language": "en",
            "x-csrftoken": SECRET, "content-type": "application/x-www-form-urlencoded",
            "content-length": f"{len(body)}",
        } | ({"hx-request": "true"} if part else {})  # fmt: skip
        asked = ApplicationCommunicator(application, {
            "type": "http", "method": "POST" if form else "GET", "path": path, "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()], "http_version": "1.1",
            "scheme": "http", "client": ("127.0.0.1", 5000), "server": ("testserver", 80), "root_path": "",
        })  # fmt: skip
        await asked.send_input({"type": "http.request", "body": body})

        async def answered() -> None:
            start = await asked.receive_output(30)
            assert start["status"] == (302 if form else 200)
            for name, value in start["headers"]:
                if name.lower() == b"set-cookie":
                    key, _, kept = value.decode().partition(";")[0].partition("=")
                    self.cookies[key] = kept
            await asked.wait(30)

        await self.counts(what, answered())

    async def listens(self, what: str, path: str) -> None:
        socket = Listening(application, path, self.cookie)
        self.sockets.append(socket)
        await self.counts(what, socket.opens())

    async def comes_in(self, session: ClassSession, student: int) -> None:
        await self.asks("page for the code", "/join/")
        await self.asks("code", "/join/", code=session.code)
        await self.asks("names", f"/join/{session.code}/")
        await self.asks("name", f"/join/{session.code}/", student=student)
        await self.asks("waiting page", "/waiting/")
        await self.asks("picture and warm-up", "/waiting/meanwhile/", part=True)
        await self.listens("waiting socket", "/ws/waiting/")

    async def sits_down(self, student: int) -> None:
        code = (await SeatRow.objects.select_related("table").aget(player=student)).table.code
        await self.asks("table page", f"/table/{code}/")
        await self.listens("table socket", f"/ws/table/{code}/")


def laid(children: int = 24) -> tuple[ClassSession, list[int]]:
    classroom = Classroom.objects.create(name="Class")
    classroom.teachers.add(Teacher.objects.create_user("teacher@school.example", None, name="Ana"))
    for child in range(children):
        Student.objects.create(classroom=classroom, name=f"Student {child}")
    options = AT_ONCE | {"mode": "race"}
    session = lifecycle.open_session(classroom=classroom, game="around_the_corner", options=options, table_size=4)
    return session, list(classroom.students.values_list("pk", flat=True))


async def test_coming_in_calls_no_more_functions_than_it_did(monkeypatch):
    with counted(monkeypatch) as calls:
        session, students = await database_sync_to_async(laid)()
        children = {student: Child(calls) for student in students[:4]}
        for student, child in children.items():
            await child.comes_in(session, student)
        assert await database_sync_to_async(lifecycle.start)(session=session)
        for student, child in children.items():
            await child.sits_down(student)
    for child in children.values():
        for socket in child.sockets:
            socket.leaves()
    cheapest = {
        what: min((children[student].found[what] for student in students[2:4]), key=Counter.total) for what in CEILINGS
    }
    dearer = {what: calls for what, calls in cheapest.items() if calls.total() > CEILINGS[what]}
    assert not dearer, {what: calls.most_common(40) for what, calls in dearer.items()}
