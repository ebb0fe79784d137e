"""Players without a browser: a real sign-in, a real socket, a closed loop that remembers what was acknowledged.

Each is a thread. After a cut line it comes back and sends the unanswered move once more, with the same id, as an
impatient client would; only an answer counts as an acknowledgement.
"""

import json
import random
import re
import threading
import time
from functools import partial
from typing import Any, NamedTuple

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.browser.driving.patience import patiently
from tests.browser.over_http.people import ANSWER, HttpChild

TOP = re.compile(r'id="top"[^>]*data-seq="(\d+)"')
CARD = re.compile(r'id="(c\d+)"[^>]*data-n="(\d+)"')
FACE = re.compile(r'class="k k(\d)".*?class="n">(\d+)<', re.DOTALL)
ROUND = re.compile(r'id="board"[^>]*data-round="(\d+)"')
PHASE = re.compile(r'data-phase="(\w+)"')
THINKS = 0.02
"""Seconds between an answer and the next move."""
WRONG = 0.15
"""Of so many plays the card is any card."""
SAVED = ("wrong", "beaten")
"""Why a move may have come to nothing and yet be in the log."""


class Ack(NamedTuple):
    """An acknowledged move: whose (table, seat), its id, and what it came to; n is its place in the log, 0 unknown."""

    table: str
    seat: int
    aid: str
    kind: str
    n: int


class Robot(HttpChild):
    """A student who plays by what its screen shows, as fast as it thinks, until told to stop."""

    def __init__(self, url: str, code: str, name: str) -> None:
        super().__init__(url, code, name)
        self.acks: list[Ack] = []
        self.rng = random.Random(name)
        self.moves, self.cuts = 0, 0
        self.unanswered: dict[str, Any] | None = None
        self.hand: dict[str, int] = {}
        self.seq = self.number = self.step = self.round = 0
        self.phase = "waiting"
        self.stuck = ""
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self._live, daemon=True)

    def sits_down(self) -> None:
        url, page = self.gets("/waiting/")
        self.table = url.rstrip("/").rsplit("/", 1)[1]
        seat = re.search(r'data-seat="(\d)"', page)
        assert seat, page
        self.seat = int(seat[1])
        self.thread.start()

    def stops(self) -> None:
        self.stopping.set()
        self.thread.join(2 * ANSWER)
        assert not self.thread.is_alive(), self.screen()
        assert not self.stuck, self.stuck

    def screen(self) -> str:
        return f"{self.url}, table {self.table}, seat {self.seat}: {self.phase}, hand {list(self.hand.values())}"

    def _live(self) -> None:
        try:
            self._lives()
        except AssertionError as stuck:
            self.stuck = str(stuck)

    def _lives(self) -> None:
        while not self.stopping.is_set():
            try:
                address = f"{self.url.replace('http', 'ws')}/ws/table/{self.table}/"
                with connect(address, origin=Origin(self.url), additional_headers={"Cookie": self.cookie()}) as line:
                    self._play(line)
            except (OSError, WebSocketException):
                self.cuts += 1
                time.sleep(0.05)

    def _play(self, line: ClientConnection) -> None:
        before = self.round
        self._hear(line)
        if self.unanswered and self.round == before:
            self._ask(line, self.unanswered, again=True)
        self.unanswered = None
        while not self.stopping.is_set():
            move = self._next_move()
            if move is None:
                self._hear(line, timeout=0.2)
            else:
                self._ask(line, move)
                time.sleep(THINKS)

    def _hear(self, line: ClientConnection, timeout: float | None = 10) -> dict[str, Any]:
        try:
            text = str(line.recv(timeout))
        except TimeoutError:
            return {}
        said = {"html": text} if text.startswith("<") else json.loads(text)
        self._look(said.get("html") or "")
        return dict(said)

    def _ask(self, line: ClientConnection, move: dict[str, Any], *, again: bool = False) -> None:
        self.unanswered = move
        line.send(json.dumps(move))
        hears = partial(self._hears_about, line, move["aid"])  # which waits for the line
        said = patiently(hears, f"an answer to {move}", self, meanwhile=lambda: None, seconds=ANSWER)
        self.unanswered = None
        if said["t"] == "ok" or said["why"] in SAVED:
            kind = said.get("why") or move["t"]
            self.acks.append(Ack(self.table, self.seat, move["aid"], kind, 0 if again else said["n"]))
        if said["t"] == "ok" and move["t"] == "play":
            self.hand.pop(move["id"], None)
        if said.get("why") == "draw_pile_empty":
            self.may_draw = False

    def _hears_about(self, line: ClientConnection, aid: str) -> dict[str, Any] | None:
        said = self._hear(line)
        return said if said.get("aid") == aid else None

    def _look(self, html: str) -> None:
        if board := ROUND.search(html):
            self.hand, self.may_draw, self.round = {}, True, int(board[1])
        if phase := PHASE.search(html):
            self.phase = phase[1]
        if top := TOP.search(html):
            self.seq = int(top[1])
            if face := FACE.search(html[top.end() : html.index("said", top.end())]):
                self.step, self.number = int(face[1]), int(face[2])
        self.hand.update({card: int(number) for card, number in CARD.findall(html)})

    def _next_move(self) -> dict[str, Any] | None:
        if self.phase in ("waiting", "over"):
            self.phase = "ready"
            return self._move("ready")
        if self.phase != "playing":
            return None
        fits = {(self.number + self.step - 1) % 10 + 1, (self.number - self.step - 1) % 10 + 1}
        is_last = len(self.hand) == 1 and not self.may_draw
        able = [card for card, number in self.hand.items() if number in fits or is_last]
        if self.hand and self.rng.random() < WRONG:
            able = list(self.hand)
        if able:
            return self._move("play", id=self.rng.choice(able), seq=self.seq, rtop=900, by="touch")
        return self._move("draw") if self.may_draw else None

    def _move(self, kind: str, **fields: Any) -> dict[str, Any]:
        self.moves += 1
        return {"t": kind, "aid": f"robot-{self.moves}", **fields}
