"""Children: they open pages, tap twice, reload, come back, go to another device, and are told what they did."""

import random
from collections import defaultdict
from contextlib import suppress
from functools import partial
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.test import AsyncClient
from django.urls import reverse

from classroom.sessions import lifecycle
from tests.simulate.ways.pages import Window


def latecomers(lesson: Any) -> None:
    """Two children more come in, and wait; a moment later the teacher opens the monitor."""
    number = len(lesson.children)
    for student, cookie in list(zip(lesson.stage.students, lesson.stage.cookies, strict=True))[number : number + 2]:
        with suppress(lifecycle.Closed, DatabaseError):
            lesson.at_once(
                lifecycle.arrive, session=lesson.session, student=student, device=lesson.stage.device(student)
            )
            dice = random.Random(f"{student.name} in {lesson.seed}")
            lesson.children.append(child := Child(lesson, student.pk, student.name, cookie, dice))
            child.soon(child.looks)
    lesson.loop.call_later(lesson.dice.uniform(0.6, 2.5), lesson.opens_the_monitor)


class Child:
    """One child: its browser's cookie, the pages it has open, what it said and what it was answered."""

    def __init__(self, world: Any, number: int, name: str, cookie: str, dice: random.Random) -> None:
        self.world, self.loop, self.number, self.name, self.cookie, self.dice = (
            *(world, world.loop, number, name, cookie),
            dice,
        )
        self.lag = dice.choice((0.004, 0.02, 0.06, 0.15))
        self.page = world.way.page_of(f"{name}'s network in {world.seed}")
        self.windows: list[Window] = []
        self.said: defaultdict[str, int] = defaultdict(int)
        self.answers: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
        self.labels: defaultdict[tuple[str, int], set[int]] = defaultdict(set)
        self.named = set[str]()
        """Standing groups whose names a page of its said."""
        self.is_quiet = self.is_turned_away = False
        self._pages = self._looking = 0

    @property
    def acknowledged(self) -> dict[str, float]:
        return {aid: 0.0 for aid, answers in self.answers.items() if any(each["t"] == "ok" for each in answers)}

    def answered(self, said: dict[str, Any]) -> None:
        self.answers[said["aid"]].append({key: said[key] for key in ("t", "why", "n") if key in said})

    def new_page(self) -> str:
        self._pages += 1
        return f"{self.number}x{self._pages}"

    def soon(self, act: Any) -> None:
        self.loop.call_later(self.dice.uniform(0.05, 0.4), act)

    @property
    def live(self) -> list[Window]:
        self.windows = [window for window in self.windows if not window.is_over]
        return self.windows

    @property
    def is_there(self) -> bool:
        return any(window.is_up for window in self.live)

    def looks(self) -> None:
        """Load the page at which this child belongs now."""
        self._looking += 1
        self.world.place_of(self, self._looking)
        self.loop.call_later(3.0, self._looks_again, self._looking)

    def _looks_again(self, number: int) -> None:
        if number == self._looking and not self.live:
            self.looks()

    def belongs(self, path: str, number: int) -> None:
        if number == self._looking and path not in [window.path for window in self.live]:
            for window in self.live:
                window.goes()
            self.windows.append(self.page(self, path))

    def reloads(self) -> None:
        for window in self.live:
            window.goes()
        self.looks()

    def opens_another(self) -> None:
        """The same page a second time: the first is told that it is open elsewhere."""
        if self.live:
            another = self.page(self, self.live[-1].path)
            self.windows.append(another)

    def changes_its_device(self) -> None:
        """Close its pages, and a moment later tap its name at another device; where that is refused, come back."""
        for window in self.live:
            window.goes()
        self._looking += 1
        self.loop.call_later(5.0, self.comes_in, AsyncClient())

    def comes_in(self, browser: AsyncClient) -> None:
        """Tap its name, as it does where its cookie is not known any more, too: the answer with a new one was lost."""
        address = reverse("join_names", args=[self.world.session.code])
        came = partial(self._came_in, browser)
        self.world.asks(lambda: browser.post(address, {"student": self.number}), came)
        self.loop.call_later(3.0, self._looks_again, self._looking)

    def _came_in(self, browser: AsyncClient, answer: Any) -> None:
        self.world.note(self.name, "came in", str(answer.status_code))
        if answer.status_code == 302 and settings.SESSION_COOKIE_NAME in browser.cookies:
            self.cookie = f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"
        self.is_turned_away = answer.status_code == 404
        if not (self.live or self.is_turned_away):
            self.looks()

    def loses_its_socket(self) -> None:
        for window in self.live:
            if window.connection and window.connection.is_open:
                window.connection.hang_up()
                self.loop.call_later(self.dice.choice((0, 0, self.dice.uniform(0, 4))), window.closed, 1006)
