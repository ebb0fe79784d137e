"""Pages of other ways to play: turns are posted as htmx posts them, solo has a clock that stops, in Nine to Nothing
cards are picked; and a page whose network lets no socket through asks and posts."""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from django.test import AsyncClient
from django.urls import reverse

from tests.simulate.ways.pages import Window

ASKS, UNANSWERED = 1.0, 5.0
"""Seconds: as static/js/connection/connection.js asks, and after which a page that was not answered does so again."""
PAUSES = 0.05
FIELDS = frozenset({"t", "aid", "id", "seq", "cards"})
"""What a posted form says by itself; the rest of a frame is measured (game.wire)."""


class Posted(Window):
    """A page whose moves are posted; what others do comes over its socket."""

    def sends(self, text: str) -> None:
        if "table" in self.path:
            self.child.world.note(self.child.name, "posts", text)
            self._on_its_way(partial(self._posts, text))
        else:
            self.say(text)

    def _posts(self, text: str) -> None:
        address = reverse("table_move", args=[self.code])
        said, htmx = self.form(text), {"HX-Request": "true"}
        self._requests(lambda browser: browser.post(address, said, headers=htmx), self.comes)

    def form(self, text: str) -> dict[str, Any]:
        frame = json.loads(text)
        measured = {name: value for name, value in frame.items() if name not in FIELDS}
        return {name: frame[name] for name in frame.keys() & FIELDS} | {"measured": json.dumps(measured)}

    def _requests(self, request: Any, comes: Any) -> None:
        browser = AsyncClient()
        browser.cookies.load(self.child.cookie)
        self.child.world.asks(lambda: request(browser), lambda answer: self._on_its_way(partial(comes, answer)))

    def _on_its_way(self, what: Any) -> None:
        self.child.loop.call_later(self.child.lag * self.child.dice.uniform(0.7, 1.3), what)

    def comes(self, answer: Any) -> None:
        """An answer: what it says is shown as if it came over the socket; a page that is not theirs is loaded anew."""
        if self.is_over:
            return
        if answer.status_code in (302, 403, 404):
            self.goes()
            self.child.soon(self.child.looks)
        elif answer.status_code == 200:
            self.hears(answer.content.decode())


class Asking(Posted):
    """A page without a socket: it asks every second what is new, and posts its frames as they are."""

    def connect(self) -> None:
        self._asked = 0
        self._asks_on(0)

    _asked: int

    def _asks_on(self, number: int) -> None:
        """Ask once more, after the answer, or where none came."""
        if not self.is_over and number == self._asked:
            self._asked += 1
            self._asks(self.shown.n if self.shown.parts else -1)
            self.child.loop.call_later(UNANSWERED, self._asks_on, self._asked)

    def _asks(self, seen: int) -> None:
        at_table, number = "table" in self.path, self._asked
        address = reverse("table_board", args=[self.code]) if at_table else reverse("waiting_ask")
        self._requests(lambda browser: browser.get(address, {"seen": seen}), partial(self._told, number))

    def _told(self, number: int, answer: Any) -> None:
        self.child.loop.call_later(ASKS, self._asks_on, number)
        self.comes(answer)

    def say(self, text: str) -> None:
        """There is no socket to say it on but one: what is there now?"""
        if '"hello"' in text:
            self._asks(-1)

    def form(self, text: str) -> dict[str, Any]:
        return {"frame": text}

    def hears(self, text: str) -> None:
        """What is answered holds the own move alone: what others did before that is still to be asked for."""
        shown = self.shown.n
        super().hears(text)
        if "aid" in json.loads(text):
            self.shown.n = shown
        elif self.both != ("", ""):
            self.awaits_board = False

    def comes(self, answer: Any) -> None:
        self.is_up = self.is_up or answer.status_code in (200, 204)
        self.heard_at = self.child.loop.now
        super().comes(answer)
        if answer.status_code == 204 and not self.asked:
            self.go_on()


class Turns(Posted):
    """A page by turns: who has no card to draw and none that fits passes."""

    def plays(self) -> None:
        super().plays()
        if not self.asked and self.phase == "playing":
            self.asks_for("pass")


class Solo(Window):
    """A page alone: now and then its child stops the clock, and goes on."""

    def plays(self) -> None:
        if self.phase == "paused":
            self.asks_for("resume")
        elif self.phase == "playing" and self.child.dice.random() < PAUSES:
            self.asks_for("pause")
        else:
            super().plays()


class Nine(Posted):
    """A page of Nine to Nothing: its child draws, throws away, lays cards that may make a number, and checks."""

    by_turns = True
    ACTS: Mapping[str, float] = {
        "draw": 6, "take": 2, "discard": 5, "lay": 4, "done": 1, "sort": 0.5, "check": 1, "mistake": 0.5, "ok": 0.5,
        "ask": 1,
    }  # fmt: skip
    """How often it does what."""

    def plays(self) -> None:
        if self.phase in ("waiting", "over"):
            super().plays()
            return
        dice, hand = self.child.dice, sorted(self.hand)
        (act,) = dice.choices(list(self.ACTS), list(self.ACTS.values()))
        match act:
            case "discard" if hand:
                self.asks_for(act, cards=dice.choice(hand))
            case "lay" if len(hand) > 1:
                self.asks_for(act, cards=" ".join(dice.sample(hand, min(len(hand), dice.choice((2, 2, 3))))))
            case "check" | "mistake":
                self.asks_for(act, seq=dice.randrange(1, 6))
            case "discard" | "lay":
                self.asks_for("draw")
            case _:
                self.asks_for(act)


class OneHand(Nine):
    """A page of the hand that all have: its child lays sums, and says that it is done."""

    ACTS: Mapping[str, float] = {"lay": 8, "done": 0.5, "ask": 0.5, "sort": 0.5, "draw": 0.2}
