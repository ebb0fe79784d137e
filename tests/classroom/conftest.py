"""Sockets and async browsers for the tests of a class session, and attempts for those of the reports."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
import time_machine
from django.core.cache import caches
from django.test import AsyncClient, Client
from django.urls import reverse
from django.utils import timezone

from classroom.asgi import application
from classroom.joining import presence
from classroom.joining.sign_in import board_pictures
from classroom.joining.sockets import middleware
from classroom.live.lobby import unseated
from classroom.live.monitor import watch
from classroom.models import Classroom, ClassSession, Student, Teacher
from classroom.reports.around_the_corner.class_context import PARTS
from classroom.server.http import disconnects
from classroom.sessions import lifecycle
from game import rooms
from game.around_the_corner import answer_sheets
from game.live import registry
from game.log import counts
from game.models import Attempt, Table
from tests.classroom.reports.attempts_given import Give, attempt, text
from tests.sockets import Socket


@pytest.fixture(autouse=True)
def a_fresh_process() -> Iterator[None]:
    """What a process remembers (failed guesses, live tables, rooms, watches) is that of one test: other folders' tests
    leave some of it, too."""
    _forget()
    yield
    _forget()


def _forget() -> None:
    for kept in caches.all():
        kept.clear()
    registry._opening = asyncio.Lock()
    counts.forget()
    others = (middleware._at_tables, disconnects.open_sockets, unseated._missed, rooms._looks, board_pictures._asked_at)
    for memory in (registry._tables, rooms._rooms, watch._watches, presence._asked, presence._left, *others):
        memory.clear()


@pytest.fixture
def still() -> Iterator[None]:
    """The time of day stands still: no wait of some seconds is over because the machine is busy."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


@pytest.fixture
async def socket_of() -> AsyncIterator[Callable[..., Socket]]:
    """Open sockets from the page of a browser, through every door of the server; they are hung up at the end."""
    sockets: list[Socket] = []

    def socket_of(browser: AsyncClient, path: str, origin: str = "http://testserver") -> Socket:
        headers = [(b"host", b"testserver"), (b"origin", origin.encode())]
        if browser.cookies:
            kept = "; ".join(f"{name}={cookie.value}" for name, cookie in browser.cookies.items())
            headers.append((b"cookie", kept.encode()))
        sockets.append(Socket(application, path, headers=headers))
        return sockets[-1]

    yield socket_of
    for socket in sockets:
        socket.stop(exceptions=False)
    watches = list(watch._watches.values())
    for task in watches:
        task.cancel()  # by itself it ends at its next look, a second later
    await asyncio.gather(*watches, return_exceptions=True)


@pytest.fixture
def lobby_4b(class_4b: Classroom) -> ClassSession:
    """The lobby of 4B: tables of two, nobody is in yet."""
    return open_lobby(class_4b)


def open_lobby(classroom: Classroom, table_size: int = 2) -> ClassSession:
    options = {"mode": "race", "corner": True, "steps": [1, 2, 3], "wrong_pause": 1500, "away": "wait"}
    return lifecycle.open_session(classroom=classroom, game="around_the_corner", options=options, table_size=table_size)


@pytest.fixture
def admin(ana_teacher: Teacher, ana_client: Client) -> Client:
    """The browser of Ana, who is an admin of the school."""
    ana_teacher.is_school_admin = True
    ana_teacher.save()
    return ana_client


async def teacher_at(teacher: Teacher) -> AsyncClient:
    browser = AsyncClient()
    await browser.aforce_login(teacher)
    return browser


def guess(client: Client, code: str) -> Any:
    """Type a code on the page for children."""
    return client.post(reverse("join"), {"code": code})


async def join(session: ClassSession, name: str, browser: AsyncClient | None = None) -> AsyncClient:
    """Return a browser (a new one unless given) in which the student with this name has come in."""
    browser = browser or AsyncClient()
    student = await Student.objects.aget(classroom=session.classroom_id, name=name)
    answer = await browser.post(f"/join/{session.code}/", {"student": student.pk})
    assert answer.status_code == 302, answer.content.decode()
    return browser


@pytest.fixture
def give(lesson: ClassSession, their_table: Table, bea: Student) -> Give:
    """Write so many attempts of Bea's at her table in the lesson."""

    def write(count: int = 1, student: Student = bea, **columns: Any) -> None:
        played = their_table.rounds.get()
        Attempt.objects.bulk_create(attempt(played, student, **columns) for _ in range(count))
        answer_sheets.write(their_table.pk)

    return write


@pytest.fixture
def six(class_4b) -> list[Student]:
    """Two more students, so that the class may be summed up."""
    Student.objects.bulk_create(Student(classroom=class_4b, name=name) for name in ("Elsa", "Finn"))
    return list(class_4b.students.all())


@pytest.fixture
def class_page(ana_client, class_4b):
    def class_page(query: str = "", name: str = "class_report", part: str = "") -> str:
        """Read a page: the first one of the class's report, or a part of it that is one press away."""
        return text(ana_client, name, class_4b.pk, query=f"{query}&part={part}")

    return class_page


@pytest.fixture
def whole_report(class_page):
    def whole_report(query: str = "") -> str:
        """Read the class's report with all its parts, where something must stand nowhere."""
        return "".join(class_page(query, part=part) for part in ("", *PARTS))

    return whole_report
