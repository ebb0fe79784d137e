"""A guard of the dearest path there is: how many Python functions are called for a move at one table of four.

From the bytes that the server hears to the bytes on all four screens, through uvicorn, every door, the journal and the
database: the calls of all threads. They hardly depend on the machine (`tests.cost.calls`), so a change that makes
a move dearer is seen in the change itself. Who makes one cheaper lowers its ceiling.
"""

import json
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from queue import SimpleQueue
from statistics import median_high
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from django.conf import settings

from classroom.asgi import application
from classroom.models import Teacher
from game import tables
from game.live import registry
from game.live.table import LiveTable
from game.log import journal
from game.models import Round, Table
from game.projection import queue
from game.rules import around_the_corner
from game.rules.around_the_corner.position import ARRIVAL, REACTION
from game.rules.first import KNOWN
from tests.bench import lay
from tests.classroom.conftest import a_fresh_process
from tests.cost.calls import Calls, counted
from tests.cost.seat import Seat, moment
from tests.game.conftest import until

__all__ = ["a_fresh_process"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]

CEILINGS = {
    "played": 149,
    "drew": 118,
    "played by reaction": 150,
    "held": 273,
    "drew by reaction": 119,
    "beaten": 101,
    "wrong": 190,
    "refused": 52,
    "posted": 1050,
    "the end of a round": 1180,
    "the next round": 2320,
}
"""Calls at most; as they were on 2026-11-24. By reaction it is the cheapest of a few cards: some are drawn for the
first time there."""
SEED = 5
SECRET = "0123456789abcdefghijklmnopqrstuv"


class Played:
    """One table of four with the sockets of its children, played by whoever knows all hands."""

    def __init__(self, table: LiveTable, seats: list[Seat], cookies: list[str], calls: Calls) -> None:
        self.table, self.seats, self.cookies, self.calls = table, seats, cookies, calls
        self.moves, self.found = 0, dict[str, list[Counter[str]]]()

    @property
    def position(self) -> around_the_corner.Position:
        return self.table.round.position

    def frame(self, kind: str, **fields: Any) -> str:
        """Return a move as a browser sends it, with what it has measured."""
        self.moves += 1
        measured = {"rtop": 900, "rhand": 900, "hold": 80, "by": "touch", "vis": "v", "p": 7, "rtt": 20}
        return json.dumps({"t": kind, "aid": f"k3x-{self.moves}", **fields, **measured})

    async def counts(
        self, what: str, act: Callable[[], Awaitable[object]], is_over: Callable[[], bool] | None = None
    ) -> None:
        """Do this, wait until all has come of it, and note what was called meanwhile."""
        self.calls.taken()
        self.calls.is_counting = True
        await act()
        while is_over and not is_over():
            await moment()
        while is_over and self.table.timers._tasks:
            await moment()
        await _journal_rests()
        self.calls.is_counting = False
        self.found.setdefault(what, []).append(self.calls.taken())
        for seat in self.seats:
            seat.takes_in()

    async def says(
        self, what: str, seat: int, kind: str, is_over: Callable[[], bool] | None = None, **fields: Any
    ) -> None:
        text = self.frame(kind, **fields)
        await self.counts(what, lambda: self.seats[seat].asks(text), is_over)

    async def taps(self, what: str, seat: int, card: int, top: int | None = None, **more: Any) -> None:
        label = f"c{self.table.round.labels[card]}"
        await self.says(what, seat, "play", id=label, seq=top or self.position.top, **more)

    async def draws(self, seat: int, what: str = "drew") -> None:
        await self.says(what, seat, "draw")

    async def posts(self, seat: int) -> None:
        """Draw a card over HTTP, as a page does that may not open a socket."""
        body = f"frame={self.frame('draw')}".encode()
        cookies = f"{self.cookies[seat]}; {settings.CSRF_COOKIE_NAME}={SECRET}"
        headers = {
            "host": "testserver", "cookie": cookies, "x-csrftoken": SECRET, "hx-request": "true",
            "content-type": "application/x-www-form-urlencoded", "content-length": f"{len(body)}",
        }  # fmt: skip
        scope = {
            "type": "http", "method": "POST", "path": f"/table/{self.table.code}/move/", "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()], "http_version": "1.1",
            "scheme": "http", "client": ("127.0.0.1", 5000), "server": ("testserver", 80), "root_path": "",
        }  # fmt: skip
        posted = ApplicationCommunicator(application, scope)
        await posted.send_input({"type": "http.request", "body": body})

        async def answered() -> None:
            assert (await posted.receive_output(30))["status"] == 200
            await posted.wait(30)

        await self.counts("posted", answered)

    def fitting(self, seat: int) -> list[int]:
        there = self.position.options.fitting[self.position.pile[-1]]
        return [held for held in self.held(seat) if around_the_corner.card(held).number in there]

    def held(self, seat: int) -> list[int]:
        return [held for held in self.position.hands[seat] if held]


async def _journal_rests() -> None:
    """Return when all is written, the writer waits for its next entry, and the loop has taken its answers in.

    A card that is late or wrong is answered before it is written: else its entry would count where it does not belong.
    """
    await moment()
    while not _writer_waits():
        await moment()
    await moment()


def _writer_waits() -> bool:
    """Whether the thread of the journal, if there is one yet, has nothing in hand."""
    writer = journal._writer
    if writer is None or writer.ident is None:
        return journal._queue.empty()
    frame = sys._current_frames()[writer.ident]
    while frame.f_back and frame.f_code is not journal.write_next.__code__:
        frame = frame.f_back
    is_between = frame.f_code is not journal.write_next.__code__
    return not is_between and "batch" not in frame.f_locals and journal._queue.empty()


async def play(played: Played) -> None:
    """Play a round with every kind of move to its end, and begin the next one."""
    for seat in (0, 1, 2, 3, 0, 1, 2, 3):
        await played.draws(seat)
    while len(played.found.get("played", ())) < 12:
        mover = next((seat for seat in range(4) if played.fitting(seat)), None)
        if mover is None:
            await played.draws(played.moves % 4)
        else:
            await played.taps("played", mover, played.fitting(mover)[0])
    await played.posts(1)
    for seat in (2, 3, 2, 3):
        await played.taps("beaten", seat, played.held(seat)[0], top=played.position.top - 1)
    for seat in (0, 1):
        misfit = next(held for held in played.held(seat) if held not in played.fitting(seat))
        await played.taps("wrong", seat, misfit)
        await played.says("refused", seat, "draw")
    while played.position.phase == "playing":
        await _towards_the_end(played)
    for seat in range(3):
        await played.says("ready", seat, "ready")
    number = played.table.round.number
    await played.says(
        "the next round", 3, "ready", lambda: played.table.round.number > number and played.position.phase == "playing"
    )


async def _towards_the_end(played: Played) -> None:
    """Let the seat play on that has fewest cards left; a last card ends the round."""
    seats = sorted(range(4), key=lambda seat: (seat < 2, played.position.left(seat)))  # the first two wait: wrong
    for seat in seats[:2]:
        if played.position.left(seat) == 1 and played.held(seat):
            await played.taps("the end of a round", seat, played.held(seat)[0], is_over=lambda: played.table.settled)
            return
    for seat in seats:
        if fitting := played.fitting(seat):
            await played.taps("towards the end", seat, fitting[0])
            break
        if played.position.draw_piles[seat]:
            await played.draws(seat, "towards the end")
            break
    await until(lambda: played.table.round.phase != "standstill")


async def play_by_reaction(played: Played) -> None:
    """Play cards of which nobody could have been quicker, and cards that wait for a slower connection."""
    for seat in (0, 1, 2, 3) * 2:
        await played.draws(seat, "drew by reaction")
    for what, pings in (("played by reaction", 0), ("held", KNOWN)):
        for connection in played.table.connections:
            for _ in range(pings):
                connection.pinged(300)
        while len(played.found.get(what, ())) < 5:
            able = [seat for seat in range(4) if played.fitting(seat)]
            if len(able) < 2:
                await played.draws(played.moves % 4, "drew by reaction")
            else:
                await played.taps(what, able[0], played.fitting(able[0])[0])


def laid(first: str) -> list[tuple[str, str]]:
    teacher, _ = Teacher.objects.get_or_create(email="bench@school.example", defaults={"name": "Bench"})
    seats = lay.seated(lay.session_of(0, teacher), 1, "race")
    row = Table.objects.get(code=seats[0][0])
    Table.objects.filter(pk=row.pk).update(seed=SEED, options=row.options | {"first": first})
    dealt = row.rounds.get()
    Round.objects.filter(pk=dealt.pk).update(
        seed=tables.seed_of_round(SEED, 1), options=dealt.options | {"first": first}
    )
    return seats


async def at_a_table(calls: Calls, first: str = ARRIVAL) -> Played:
    cookies = await database_sync_to_async(laid)(first)
    seats = [Seat(application, f"/ws/table/{code}/?k3x", cookie) for code, cookie in cookies]
    for seat in seats:
        await seat.opens()
    table = await registry.at(cookies[0][0])
    played = Played(table, seats, [cookie for _code, cookie in cookies], calls)
    for number in range(4):
        await played.says("first ready", number, "ready")
    await until(lambda: played.position.phase == "playing")
    return played


async def test_a_move_calls_no_more_functions_than_it_did(monkeypatch):
    monkeypatch.setattr(journal, "_writer", None)
    monkeypatch.setattr(journal, "_queue", SimpleQueue())  # else an earlier test's writer takes entries, uncounted
    monkeypatch.setattr(queue, "SHARE", 1e-6)  # after the first round's, no report is made beside what is counted
    with counted(monkeypatch) as calls:
        warm = [await at_a_table(calls, first) for first in (ARRIVAL, REACTION)]  # whatever is drawn once is drawn now
        await play(warm[0])
        await play_by_reaction(warm[1])
        played = await at_a_table(calls)
        await play(played)
        raced = await at_a_table(calls, REACTION)
        await play_by_reaction(raced)
    found = {what: median_high(sum(each.values()) for each in times) for what, times in played.found.items()}
    found |= {what: min(sum(each.values()) for each in times) for what, times in raced.found.items()}
    played.found |= raced.found
    for each in (*warm, played, raced):
        for seat in each.seats:
            seat.leaves()
        each.table.timers.stop()
    dearer = {what: calls for what, calls in found.items() if calls > CEILINGS.get(what, calls)}
    assert not dearer, {what: played.found[what][-1].most_common(40) for what in dearer}
