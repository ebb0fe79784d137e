"""Children and the pages of their browsers: they play by what they see, tap twice, reload, come back, and are told."""

import json
import random
import re
from collections import defaultdict
from contextlib import suppress
from functools import partial
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.test import AsyncClient
from django.urls import reverse

from classroom.sessions import lifecycle
from game.clock import now_ms
from tests.bench.load import Player
from tests.simulate.network import Connection
from tests.simulate.shown import Shown

HEARTBEAT, SILENT, MISSED = 5.0, 4.0, 0.3
"""Seconds, as static/js/line/line.js has them."""
GUESSES = {"playing": 0.08, "held": 0.5}
"""How often any card is tapped, whether it fits or not, and under *Eyes up!*, too."""
LABEL = re.compile(r"\bc(\d{3,4})\b")


class Window(Player):
    """A page of a child's: at a table, or waiting for one."""

    def __init__(self, child: "Child", path: str) -> None:
        super().__init__(path, "", child.cookie)
        self.child, self.page, self.shown = child, child.new_page(), Shown()
        self.connection: Connection | None = None
        self.pending, self.highest = "", child.world.way.highest
        self.is_over = self.is_up = False
        self.heard_at = 0.0
        self.answered_at = 0
        self.both: tuple[str, str] | None = None
        """What the page showed, and what one shows that is loaded then; ("", "") as long as that is awaited."""
        self.connect()

    @property
    def code(self) -> str:
        return self.path.split("/")[3]

    def connect(self) -> None:
        if not self.is_over:
            self.is_up = False
            self.connection = self.child.world.connected(self, self.child)

    def goes(self) -> None:
        """The page is closed, or another one is loaded in its place."""
        self.is_over = True
        if self.connection:
            self.connection.hang_up()

    # The line

    def opened(self) -> None:
        self.is_up, self.heard_at = True, self.child.loop.now
        self._beats(self.connection)

    def _beats(self, connection: Connection | None) -> None:
        if connection is not self.connection or not self.is_up or self.is_over:
            return
        if self.child.loop.now - self.heard_at > HEARTBEAT + SILENT and connection:
            connection.broken()
            return
        self.say('{"t":"ping","c":1,"r":40}')
        self.child.loop.call_later(2.0 if "waiting" in self.path else HEARTBEAT, self._beats, connection)

    def closed(self, code: int) -> None:
        self.is_up = False
        self.child.world.note(self.child.name, "closed", str(code))
        if self.is_over:
            return
        if 4400 <= code < 4500:
            self.is_over = True
            if code == 4401:
                self.child.soon(partial(self.child.comes_in, AsyncClient()))
            elif code != 4409:
                self.child.soon(self.child.looks)
        else:
            self.child.loop.call_later(self.child.dice.uniform(0.2, 1.0), self.connect)

    def say(self, text: str) -> None:
        self.child.world.note(self.child.name, "says", text)
        if self.connection and self.is_up:
            self.connection.says(text)

    def hears(self, text: str) -> None:
        if self.is_over:
            return
        self.heard_at = self.child.loop.now
        self.child.world.note(self.child.name, "hears", text)
        said: dict[str, Any] = {"t": "html", "html": text} if text[0] == "<" else json.loads(text)
        match said["t"]:
            case "pong":
                self._missed(said["n"])
                return
            case "goto":
                self.goes()
                self.child.soon(self.child.looks)
                return
        if self.both == ("", "") and said["t"] == "see" and 'id="board"' in said["html"]:
            fresh = Shown()
            fresh.place(said["html"], said["n"])
            self.both, self.answered_at = (self.shown.page(), fresh.page()), now_ms()
        self.shown.place(said.get("html") or "", said.get("n"))
        if "table" in self.path:
            self.child.labels[self.code, self.shown.round] |= {int(label) for label in LABEL.findall(text)}
        if said["t"] in ("ok", "no") and said.get("aid"):
            self.child.answered(said)
            if said["aid"] == self.pending:
                self.pending = ""
        self.heard(text)

    def _missed(self, n: int) -> None:
        shown = self.shown.n
        if n != shown:
            self.child.loop.call_later(MISSED, self._asks_for_more, shown)
        elif self.asked == "thinking" and not self.pending:
            self.asked = ""
            self.go_on()

    def _asks_for_more(self, shown: int) -> None:
        if self.shown.n == shown:
            self.say('{"t":"hello"}')

    def asks_anew(self) -> None:
        """Ask for the board, as a page does that is loaded now, and hold it against what is shown."""
        self.both = "", ""
        self.say('{"t":"hello"}')

    # The finger

    def _settle(self, said: dict[str, str]) -> None:
        if said.get("why") in ("not_saved", "eyes_up", "before_go", "already_ready"):
            self.phase = "waiting" if self.asked == "ready" and said["why"] == "not_saved" else self.phase
        super()._settle(said)

    def answered(self) -> None: ...

    def _move(self) -> None:
        if "table" in self.path and not self.asked:
            self.asked = "thinking"
            self.child.loop.call_later(self.child.dice.uniform(*self.child.world.way.thinks), self._moves)

    def _moves(self) -> None:
        if self.asked == "thinking":
            self.asked = ""
        if not (self.child.is_quiet or self.asked or not self.is_up or self.is_over):
            if self.hand and self.child.dice.random() < GUESSES.get(self.phase, 0):
                self._guesses()
            else:
                super()._move()

    def _guesses(self) -> None:
        """Tap any card, whether it fits or not."""
        card = self.child.dice.choice(sorted(self.hand))
        self.moves += 1
        move = {
            "t": "play",
            "aid": f"{self.page}-{self.moves}",
            "id": card,
            "seq": self.seq,
            "rtop": 400,
            "by": "touch",
        }
        self._ask(f"play {card}", json.dumps(move))

    def _ask(self, what: str, text: str) -> None:
        aid = json.loads(text)["aid"]
        self.child.said[aid] += 1
        self.pending = aid
        super()._ask(what, text)
        if self.child.dice.random() < self.child.world.twice:
            self.child.said[aid] += 1
            self.say(text)
        self.child.loop.call_later(self.child.dice.uniform(2, 4), self._asks_again, aid, what, text)

    def _asks_again(self, aid: str, what: str, text: str) -> None:
        """No answer: it is said again under the same id, or forgotten, as a page does that was loaded anew."""
        if aid != self.pending or self.is_over:
            return
        if self.is_up and self.child.dice.random() < 0.5:
            self.child.said[aid] += 1
            self.say(text)
            self.child.loop.call_later(3.0, self._asks_again, aid, what, text)
        else:
            self.pending = self.asked = ""
            self.go_on()


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
        self.windows: list[Window] = []
        self.said: defaultdict[str, int] = defaultdict(int)
        self.answers: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
        self.labels: defaultdict[tuple[str, int], set[int]] = defaultdict(set)
        self.is_quiet, self._pages, self._looking = False, 0, 0

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
            self.windows.append(Window(self, path))

    def reloads(self) -> None:
        for window in self.live:
            window.goes()
        self.looks()

    def opens_another(self) -> None:
        """The same page a second time: the first is told that it is open elsewhere."""
        if self.live:
            another = Window(self, self.live[-1].path)
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
        if not self.live:
            self.looks()

    def loses_its_line(self) -> None:
        for window in self.live:
            if window.connection and window.connection.is_open:
                window.connection.hang_up()
                self.loop.call_later(self.dice.choice((0, 0, self.dice.uniform(0, 4))), window.closed, 1006)
