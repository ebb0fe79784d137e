"""Players who never give up: they play by their screens, come back when a line breaks, and say an unanswered move again
under the same id. What they said, and what was acknowledged, is kept for the check."""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from tests.bench.load import Player

THINKS = (0.1, 0.3)
"""Seconds that a player takes for a move."""
COMES_BACK = (0.2, 0.8)
"""Seconds before a broken line is opened again, as pages do (static/js/line)."""
GIVES_UP = 3.0
"""Seconds without an answer after which a page opens another line."""
WHERE = Callable[[str], int]


class Bot:
    """One child. `where` says at which port a table is found."""

    def __init__(self, code: str, cookie: str, where: WHERE) -> None:
        self.code, self.cookie, self.where = code, cookie, where
        self.said: set[str] = set()
        self.acknowledged: dict[str, float] = {}
        self.pending: tuple[str, str, str] | None = None
        """Id, kind and text of the move that is not answered yet."""
        self.line: Line | None = None
        self.lines = 0
        self.shows = -1
        """Place in the log that the screen showed when it was last asked."""
        self.quiet = False
        """Whether it moves no more, on whatever line."""
        self.dark: list[tuple[float, float]] = []
        """When the bot's screen was without a line, and when it showed the present again."""
        self.refused: Counter[str] = Counter()
        """How often it was refused, by the reason; only refusals in words count."""
        self.story: list[tuple[float, str]] = []
        """What befell its lines, and when."""

    def note(self, what: str) -> None:
        self.story.append((time.monotonic(), f"line {self.lines}: {what}"))

    def last(self, notes: int = 8) -> list[str]:
        """Return what befell its lines last, with the seconds since then."""
        return [f"{time.monotonic() - at:.1f} s ago {what}" for at, what in self.story[-notes:]]

    async def play(self) -> None:
        while True:
            try:
                await self._once()
            except (OSError, TimeoutError) as error:
                self.note(f"did not open: {error!r}")
            await asyncio.sleep(random.uniform(*COMES_BACK))

    def ask(self) -> None:
        """Ask anew what the screen shows; a line that breaks meanwhile is opened again by `play`."""
        self.shows = -1
        if self.line and self.line.open and not self.line.transport.is_closing():
            self.line.say('{"t":"ping","c":1}')

    async def _once(self) -> None:
        port = self.where(self.code)
        self.note(f"opens at {port}")
        made = Line(f"/ws/table/{self.code}/", f"localhost:{port}", self.cookie, bot=self)
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(GIVES_UP):
            transport, _ = await loop.create_connection(lambda: made, "127.0.0.1", port)
        before, self.line, self.lines = self.line, made, self.lines + 1
        made.dark_since = before.lost_at if before else None
        try:
            while not made.ended.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(made.ended.wait(), 0.5)
                if self.pending and time.monotonic() - made.heard_at > GIVES_UP:
                    self.note("silent, given up")
                    return
        finally:
            transport.abort()


class Line(Player):
    """One connection of a bot."""

    def __init__(self, path: str, host: str, cookie: str, *, bot: Bot) -> None:
        super().__init__(path, host, cookie)
        self.bot, self.ended, self.heard_at = bot, asyncio.Event(), time.monotonic()
        self._greeted = False
        self.dark_since: float | None = None
        self.lost_at: float | None = None

    def connection_lost(self, error: Exception | None) -> None:
        self.lost_at = self.dark_since if not self._greeted and self.dark_since else time.monotonic()
        self.bot.note(f"lost: {error!r}")
        self.ended.set()

    def opened(self) -> None:
        self.bot.note("open")

    def closed(self, code: int) -> None:
        self.bot.note(f"closed with {code}")
        super().closed(code)

    def data_received(self, data: bytes) -> None:
        try:
            super().data_received(data)
        except (ConnectionError, ValueError, IndexError) as error:
            self.bot.note(f"refused: {error!r}")
            self.transport.abort()

    def heard(self, text: str) -> None:
        self.heard_at = time.monotonic()
        if text[0] == "{":
            said = json.loads(text)
            if said["t"] == "pong":
                self.bot.shows = said["n"]
                return
            self._settled(said)
        if not self._greeted:
            self._greeted = True
            self.bot.note("greeted")
            if self.dark_since:
                self.bot.dark.append((self.dark_since, self.heard_at))
            self._say_again()
        super().heard(text)

    def _settled(self, said: dict[str, str]) -> None:
        pending = self.bot.pending
        if pending and said["t"] in ("ok", "no") and said.get("aid") == pending[0]:
            self.bot.pending = None
            if said["t"] == "ok":
                self.bot.acknowledged[pending[0]] = time.monotonic()
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
        super()._ask(what, text)


def gaps(bots: Sequence[Bot], start: float, end: float) -> float:
    """Return the longest time between two acknowledged moves of a table that began in this span, in seconds."""
    longest = 0.0
    for code in {bot.code for bot in bots}:
        moments = sorted(at for bot in bots if bot.code == code for at in bot.acknowledged.values())
        pairs = zip(moments, moments[1:], strict=False)
        longest = max([longest, *(after - before for before, after in pairs if start - 1 <= before <= end)])
    return longest


Dark = tuple[float, float, Bot]
"""From when to when this bot's screen was without a line."""
Span = tuple[str, float, float]
"""What was done, and from when to when."""


def darkest(bots: Sequence[Bot], start: float, end: float) -> Dark | None:
    """Return the longest time that a screen was without a line which began in this span."""
    found = [(since, until, bot) for bot in bots for since, until in bot.dark if start <= since <= end]
    return max(found, key=lambda dark: dark[1] - dark[0], default=None)


def told(dark: Dark) -> list[str]:
    """Return what befell the lines of that screen meanwhile, with the seconds since it was dark."""
    since, until, bot = dark
    lines = [f"{at - since:6.2f} {what}" for at, what in bot.story if since - 1 <= at <= until]
    return [f"table {bot.code}, for {until - since:.2f} s", *lines]


def figures(bots: Sequence[Bot], spans: Sequence[Span], long: float) -> dict[str, Any]:
    """Return the longest pauses and the longest times in the dark of each span; of more than `long` s what befell."""
    pauses, dark, stories = {}, {}, {}
    for number, (what, start, end) in enumerate(spans):
        name = f"{what} ({number})" if what in pauses else what
        pauses[name] = round(gaps(bots, start, end), 2)
        if worst := darkest(bots, start, end):
            dark[name] = round(worst[1] - worst[0], 2)
            if dark[name] > long:
                stories[name] = told(worst)
    return {
        "longest pause at a table, s": pauses,
        "longest without a live screen, s": dark,
        f"longer than {long} s": stories,
    }
