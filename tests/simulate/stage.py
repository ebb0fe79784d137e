"""What all lessons share: a class and its browsers in a database that is set back before each of them, the clocks of
the process, and its chance."""

import gc
import random
import secrets
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.cookies import SimpleCookie
from random import Random, SystemRandom
from typing import Any

import time_machine
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import AsyncClient, Client

from classroom.joining.device import DEVICE
from classroom.models import Classroom, Student, Teacher
from classroom.server.database import failures
from game import clock
from game.log import journal
from game.models import Event
from tests.classroom.joining.secret_signs import sign_in_by
from tests.conftest import browser_with, make_class, signed_in

NAMES = ("Amir", "Bea", "Chen", "Dana", "Eli", "Fay")
BEGINS = datetime(2026, 11, 24, 8, 15, tzinfo=UTC)
_DRAWN = ("getrandbits", "random", "randbytes")


def cookie_of(client: Client) -> str:
    name = settings.SESSION_COOKIE_NAME
    return f"{name}={client.cookies[name].value}"


class Stage:
    """The cast, and the database as it is before a lesson."""

    def __init__(self) -> None:
        self._empty = sqlite3.connect(":memory:")
        self._raw().backup(self._empty)
        with at_their_time(0):
            teacher = Teacher.objects.create_user("ana@school.example", None, name="Ms Ana")
            classroom = make_class(teacher, "4B", NAMES)
            self.classroom, self.students = classroom.pk, self._cast(classroom.pk)
            self.cookies = [cookie_of(browser_with({DEVICE: self.device(child)})) for child in self.students]
            signed = signed_in(teacher)
            guarded = sign_in_by(make_class(teacher, "5A", ["Gus"]), Classroom.SignIn.WORDS)
            self.guarded = guarded.code, Student.objects.get(classroom=guarded.classroom).pk
        self.teacher, self._cookies = AsyncClient(), signed.cookies.output()
        self.cookie = cookie_of(signed)
        self.known = frozenset(Event.objects.filter(move_id__isnull=False).values_list("move_id", flat=True))
        self.before = sqlite3.connect(":memory:")
        self._raw().backup(self.before)

    def _cast(self, classroom: int) -> list[Student]:
        return list(Student.objects.filter(classroom=classroom).order_by("pk"))

    def device(self, child: Student) -> str:
        return f"device-of-{child.name}-in-a-lesson"[:32].ljust(32, "-")

    def the_class(self) -> Classroom:
        return Classroom.objects.get(pk=self.classroom)

    def _raw(self) -> Any:
        connection.ensure_connection()
        return connection.connection

    def set_back(self) -> None:
        """Bring the database back to where it was, and nobody knows anything of the lesson before."""
        self._raw().rollback()
        self.before.backup(self._raw())
        self.students = self._cast(self.classroom)
        failures.forget()
        self.teacher.cookies = SimpleCookie(self._cookies.removeprefix("Set-Cookie: "))
        cache.clear()

    def empty(self) -> None:
        """Leave the database as it was before the cast came."""
        self._empty.backup(self._raw())

    @contextmanager
    def nobody_waits(self) -> Iterator[None]:
        """Let a write be refused at once that another program keeps from the file."""
        options = connection.settings_dict["OPTIONS"]
        patience = options.get("timeout", 5)
        for timeout in (0, patience):
            options["timeout"] = timeout
            journal._database.close()
            if timeout == 0:
                yield

    def let_nobody_write(self) -> sqlite3.Connection:
        """Hold the file, as another program might, until this is closed."""
        rival = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None, timeout=0)
        rival.execute("BEGIN IMMEDIATE")
        return rival


class Clocks:
    """Every clock of the process: the lesson's time, and nothing else moves it."""

    def __init__(self, traveller: Any) -> None:
        self._traveller, self._began, self.ns = traveller, traveller.time_ns(), 0

    def passes(self, seconds: float) -> None:
        self.ns = int(seconds * 1e9)
        self._traveller._destination_timestamp_ns = self._began + self.ns


class Seeded(Random):
    """A generator without a seed of its own begins with the lesson's."""

    def __init__(self, seed: Any = None) -> None:
        super().__init__(secrets.randbits(64) if seed is None else seed)


@contextmanager
def at_their_time(seed: int) -> Iterator[Clocks]:
    """Let clocks and chance of this process be the lesson's."""
    drawn = Random(f"lesson {seed}")
    kept = {name: vars(SystemRandom).get(name) for name in _DRAWN}
    before = (secrets.randbits, random.Random, random.getstate(), time.monotonic, clock.steady_ns, clock._AHEAD)
    for name in _DRAWN:
        setattr(SystemRandom, name, getattr(drawn, name))
    secrets.randbits, random.Random = drawn.getrandbits, Seeded  # type: ignore[assignment,misc]
    random.seed(f"lesson {seed}")
    travel = time_machine.travel(BEGINS, tick=False)
    clocks = Clocks(travel.start())
    time.monotonic = lambda: 1e6 + clocks.ns / 1e9
    clock.steady_ns, clock._AHEAD = lambda: clocks.ns, time.time_ns()
    try:
        yield clocks
    finally:
        travel.stop()
        secrets.randbits, random.Random, state, time.monotonic, clock.steady_ns, clock._AHEAD = before  # type: ignore[misc]
        random.setstate(state)
        for name, own in kept.items():
            setattr(SystemRandom, name, own) if own else delattr(SystemRandom, name)


@contextmanager
def rubbish_waits() -> Iterator[None]:
    """Let what nobody holds any more be collected once, at the end: while a lesson plays, that takes a tenth of it."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
