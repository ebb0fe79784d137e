"""Players who never give up: they play by their screens, come back when a connection breaks, and say an unanswered move
again under the same id. What they said, and what was acknowledged, is kept for the check."""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, NamedTuple

from tests.bench.load import Player

THINKS = (0.1, 0.3)
"""Seconds that a player takes for a move."""
COMES_BACK, COMES_SOON, ASKS, ASKS_AGAIN = (0.1, 0.4), (0.0, 0.25), (0.0, 0.0), (1.0, 2.0)
"""Seconds before a broken connection is opened again, or one that a worker let go. A page whose second socket fails
asks over HTTP at once, and about every second (static/js/connection); a bot opens a connection then, which goes the
same way."""
LET_GO = 1012
PRESSES = 0.1
"""Seconds after which a child whose last word was answered says the next: a move, or what only has to be answered."""
PRESSED, BEATS = 1, 2
"""What comes back with the answer to a press, and to a page's heartbeat."""
WHERE = Callable[[str], int]


class Acknowledged(NamedTuple):
    at: float
    kind: str


class Bot:
    """One child. `where` says at which port a table is found."""

    def __init__(self, code: str, cookie: str, where: WHERE) -> None:
        self.code, self.cookie, self.where = code, cookie, where
        self.said: set[str] = set()
        self.acknowledged: dict[str, Acknowledged] = {}
        self.pending: tuple[str, str, str] | None = None
        """Id, kind and text of the move that is not answered yet."""
        self.asked_at: dict[str, float] = {}
        """When the press and the move were said that are not answered yet, or would have been if there were a
        connection."""
        self.socket: Socket | None = None
        self.sockets = 0
        self.shows = -1
        """Place in the log that the screen showed when it was last asked."""
        self.quiet = False
        """Whether it moves no more, on whatever connection."""
        self.is_elsewhere = False
        """Whether its page was led away, because others play in the place of this table."""
        self.failures = 0
        """Sockets in a row of which none was answered."""
        self.waited: list[tuple[float, float]] = []
        """When each word was said, and when it was answered."""
        self.refused: Counter[str] = Counter()
        """How often it was refused, by the reason; only refusals in words count."""
        self.story: list[tuple[float, str]] = []
        """What befell its connections, and when."""

    def note(self, what: str) -> None:
        self.story.append((time.monotonic(), f"socket {self.sockets}: {what}"))

    def last(self, notes: int = 8) -> list[str]:
        """Return what befell its connections last, with the seconds since then."""
        return [f"{time.monotonic() - at:.1f} s ago {what}" for at, what in self.story[-notes:]]

    async def play(self) -> None:
        pressing = asyncio.create_task(self._press())
        try:
            while not self.is_elsewhere:
                code = 0
                try:
                    code = await self._once()
                except (OSError, TimeoutError) as error:
                    self.note(f"did not open: {error!r}")
                self.failures += 1
                first = COMES_SOON if code == LET_GO else COMES_BACK
                await asyncio.sleep(random.uniform(*{1: first, 2: ASKS}.get(self.failures, ASKS_AGAIN)))
        finally:
            pressing.cancel()

    async def _press(self) -> None:
        """Say something all the time: what is not answered is how long a child would wait, whatever it does then."""
        while not self.is_elsewhere:
            if "press" not in self.asked_at:
                self.asked_at["press"] = time.monotonic()
                self.say(PRESSED)
            await asyncio.sleep(PRESSES)

    def answered(self, what: str) -> None:
        if (asked := self.asked_at.pop(what, None)) is not None:
            self.waited.append((asked, time.monotonic()))

    def say(self, echo: int) -> None:
        """Say a heartbeat, if there is a connection; one that breaks is opened again by `play`."""
        if self.socket and self.socket.open and not self.socket.transport.is_closing():
            self.socket.say(f'{{"t":"ping","c":{echo}}}')

    def ask(self) -> None:
        """Ask anew what the screen shows."""
        self.shows = -1
        self.say(0)

    async def _once(self) -> int:
        """Play over one connection until it ends or its page gives it up; return the code with which it was closed."""
        port = self.where(self.code)
        self.note(f"opens at {port}")
        made = Socket(f"/ws/table/{self.code}/", f"localhost:{port}", self.cookie, bot=self)
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(Socket.silent):
            transport, _ = await loop.create_connection(lambda: made, "127.0.0.1", port)
        self.socket, self.sockets = made, self.sockets + 1
        try:
            await made.over()
        finally:
            transport.abort()
        return made.code


class Socket(Player):
    """One connection of a bot."""

    def __init__(self, path: str, host: str, cookie: str, *, bot: Bot) -> None:
        super().__init__(path, host, cookie)
        self.bot, self.ended, self.code = bot, asyncio.Event(), 0
        self._greeted, self._beat_at = False, time.monotonic()

    async def over(self) -> None:
        """Wait until the connection has ended, has not opened in time, or a heartbeat was not answered in time."""
        while not self.ended.is_set():
            for seconds in (self.silent, self.heartbeat - self.silent):
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.ended.wait(), seconds)
                if self._beat_at and time.monotonic() - self._beat_at >= self.silent:
                    self.bot.note("silent, given up")
                    return
            self._beat()

    def _beat(self) -> None:
        self._beat_at = self._beat_at or time.monotonic()
        self.bot.say(BEATS)

    def connection_lost(self, error: Exception | None) -> None:
        self.bot.note(f"lost: {error!r}")
        self.ended.set()

    def opened(self) -> None:
        self.bot.note("open")
        self._beat_at = 0.0
        self._beat()

    def closed(self, code: int) -> None:
        self.code = code
        self.bot.note(f"closed with {code}")
        super().closed(code)

    def data_received(self, data: bytes) -> None:
        try:
            super().data_received(data)
        except (ConnectionError, ValueError, IndexError) as error:
            self.bot.note(f"refused: {error!r}")
            self.transport.abort()

    def heard(self, text: str) -> None:
        if text[0] == "{":
            said = json.loads(text)
            if said["t"] == "pong":
                self._ponged(said)
                return
            if said["t"] == "goto":
                self._led_away()
                return
            self._settled(said)
        if not self._greeted:
            self._greeted = True
            self.bot.note("greeted")
            self._say_again()
        super().heard(text)

    def _ponged(self, said: dict[str, int]) -> None:
        self.bot.shows, self.bot.failures = said["n"], 0
        if said["c"] == BEATS:
            self._beat_at = 0.0
        elif said["c"] == PRESSED:
            self.bot.answered("press")

    def _led_away(self) -> None:
        self.bot.is_elsewhere = True
        self.bot.note("led away")
        for what in list(self.bot.asked_at):
            self.bot.answered(what)
        self.transport.abort()

    def _settled(self, said: dict[str, str]) -> None:
        pending = self.bot.pending
        if pending and said["t"] in ("ok", "no") and said.get("aid") == pending[0]:
            self.bot.pending = None
            self.bot.answered("move")
            if said["t"] == "ok":
                self.bot.acknowledged[pending[0]] = Acknowledged(time.monotonic(), pending[1])
            elif said.get("say"):
                self.bot.refused[said.get("why", "")] += 1

    def _settle(self, said: dict[str, str]) -> None:
        """Press *Ready* again where that could not be saved: no other news would come to this table."""
        if self.asked == "ready" and said.get("why") == "not_saved":
            self.phase = "waiting"
        super()._settle(said)

    def _say_again(self) -> None:
        if self.bot.pending:
            _aid, self.asked, text = self.bot.pending
            self.say(text)
        self.bot.say(PRESSED)

    def _move(self) -> None:
        asyncio.get_running_loop().call_later(random.uniform(*THINKS), self._move_now)
        self.asked = self.asked or "thinking"

    def _move_now(self) -> None:
        if self.asked == "thinking":
            self.asked = ""
        if not (self.bot.quiet or self.asked or self.transport.is_closing()):
            super()._move()

    def _ask(self, what: str, text: str) -> None:
        aid = json.loads(text)["aid"]
        self.bot.said.add(aid)
        self.bot.pending = (aid, what, text)
        self.bot.asked_at["move"] = time.monotonic()
        super()._ask(what, text)


def gaps(bots: Sequence[Bot], start: float, end: float) -> float:
    """Return the longest time between two acknowledged moves of a round that began in this span, in seconds. Between
    two rounds somebody says *Ready*, and then there is a countdown as long as the teacher likes."""
    longest = 0.0
    for code in {bot.code for bot in bots}:
        moves = sorted(move for bot in bots if bot.code == code for move in bot.acknowledged.values())
        in_a_round = [pair for pair in pairwise(moves) if all(move.kind != "ready" for move in pair)]
        spans = [(before.at, after.at - before.at) for before, after in in_a_round if start - 1 <= before.at <= end]
        longest = max([longest, *(took for _, took in spans)])
    return longest


Wait = tuple[float, float, Bot]
"""From when to when a word of this bot's was not answered."""
Span = tuple[str, float, float]
"""What was done, and from when to when."""


def longest_wait(bots: Sequence[Bot], start: float, end: float) -> Wait | None:
    """Return the longest time that a word had to wait for its answer, most of it in this span."""
    now = time.monotonic()
    waits = [(since, until, bot) for bot in bots for since, until in bot.waited]
    waits += [(since, now, bot) for bot in bots for since in bot.asked_at.values()]
    found = [wait for wait in waits if start <= (wait[0] + wait[1]) / 2 <= end]
    return max(found, key=lambda wait: wait[1] - wait[0], default=None)


def told(wait: Wait) -> list[str]:
    """Return what befell the connections of that bot meanwhile, with the seconds since it said its word."""
    since, until, bot = wait
    befell = [f"{at - since:6.2f} {what}" for at, what in bot.story if since - 1 <= at <= until]
    return [f"table {bot.code}, for {until - since:.2f} s", *befell]


def figures(bots: Sequence[Bot], spans: Sequence[Span], long: float) -> dict[str, Any]:
    """Return the longest pauses and the longest waits for an answer of each span; of more than `long` s what befell."""
    pauses, waits, stories = {}, {}, {}
    for number, (what, start, end) in enumerate(spans):
        name = f"{what} ({number})" if what in pauses else what
        pauses[name] = round(gaps(bots, start, end), 2)
        if worst := longest_wait(bots, start, end):
            waits[name] = round(worst[1] - worst[0], 2)
            if waits[name] > long:
                stories[name] = told(worst)
    return {
        "longest pause within a round, s": pauses,
        "longest without an answer, s": waits,
        f"longer than {long} s": stories,
    }
