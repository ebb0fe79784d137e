"""The page of a child's browser: what it shows, what it says and is told, and how it plays by what it sees."""

import json
import re
from functools import partial
from typing import Any

from django.test import AsyncClient

from game.clock import now_ms
from tests.bench.load import Player
from tests.simulate.network import Connection
from tests.simulate.shown import Shown

HEARTBEAT, SILENT, MISSED, ASK = Player.heartbeat, Player.silent, 0.3, 1.0
"""Seconds, as static/js/connection/connection.js has them."""
ANEW = 2
"""What marks the heartbeat that follows the question for a whole board; all others say 1."""
GUESSES = {"playing": 0.08, "held": 0.5}
"""How often any card is tapped, whether it fits or not, and under *Eyes up!*, too."""
LABEL = re.compile(r"\bc(\d{3,4})\b")


class Window(Player):
    """A page of a child's: at a table, or waiting for one."""

    by_turns = False

    def __init__(self, child: Any, path: str) -> None:
        super().__init__(path, "", child.cookie)
        self.child, self.page, self.shown = child, child.new_page(), Shown(by_turns=self.by_turns)
        self.connection: Connection | None = None
        self.pending, self.highest = "", child.world.way.highest
        self.is_over = self.is_up = False
        self.heard_at = 0.0
        self.answered_at = 0
        self.awaits_board = False
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

    # The socket

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
        if self.awaits_board:
            self.awaits_board, self.both = False, None
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
        self.child.named.update(name for name in self.child.world.way.groups if name in text)
        said: dict[str, Any] = {"t": "html", "html": text} if text[0] == "<" else json.loads(text)
        match said["t"]:
            case "pong":
                self.awaits_board = self.awaits_board and said["c"] != ANEW
                self._missed(said["n"])
                return
            case "goto":
                self.goes()
                self.child.soon(self.child.looks)
                return
        if self.awaits_board and said["t"] == "see" and 'id="board"' in said["html"]:
            fresh = Shown(by_turns=self.by_turns)
            fresh.place(said["html"], said["n"])
            self.both, self.answered_at = (self.shown.page(), fresh.page()), now_ms()
        html = said.get("html") or ""
        self.shown.place(html, said.get("n") if html or not said.get("aid") else None)
        if self.shown.was_overtaken:
            self.shown.was_overtaken = False
            self.child.loop.call_later(ASK, self.say, '{"t":"hello"}')
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
        """Ask for the board, as a page does that is loaded now, and hold it against what is shown. Boards that were on
        their way come before it; it is the last one before the answer to the heartbeat that follows the question."""
        if self.is_up and "table" in self.path:
            self.awaits_board, self.both = True, ("", "")
            self.say('{"t":"hello"}')
            self.say(f'{{"t":"ping","c":{ANEW},"r":40}}')

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
            self.plays()

    def plays(self) -> None:
        """Do what a child does now that has had its time to think."""
        if self.hand and self.child.dice.random() < GUESSES.get(self.phase, 0):
            self._guesses()
        else:
            super()._move()

    def _guesses(self) -> None:
        """Tap any card, whether it fits or not."""
        card = self.child.dice.choice(sorted(self.hand))
        self.asks_for("play", f"play {card}", id=card, seq=self.seq, rtop=400, by="touch")

    def asks_for(self, kind: str, what: str = "", **carries: Any) -> None:
        """Ask for a move of this kind, with what it carries."""
        self.moves += 1
        self._ask(what or kind, json.dumps({"t": kind, "aid": f"{self.page}-{self.moves}", **carries}))

    def sends(self, text: str) -> None:
        self.say(text)

    def _ask(self, what: str, text: str) -> None:
        aid = json.loads(text)["aid"]
        self.child.said[aid] += 1
        self.pending = aid
        self.asked = what
        self.sends(text)
        if self.child.dice.random() < self.child.world.twice:
            self.child.said[aid] += 1
            self.sends(text)
        self.child.loop.call_later(self.child.dice.uniform(2, 4), self._asks_again, aid, what, text)

    def _asks_again(self, aid: str, what: str, text: str) -> None:
        """No answer: it is said again under the same id, or forgotten, as a page does that was loaded anew."""
        if aid != self.pending or self.is_over:
            return
        if self.is_up and self.child.dice.random() < 0.5:
            self.child.said[aid] += 1
            self.sends(text)
            self.child.loop.call_later(3.0, self._asks_again, aid, what, text)
        else:
            self.pending = self.asked = ""
            self.go_on()
