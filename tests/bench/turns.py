"""`python -m tests.bench.turns`: a turn through htmx against the same turn over the socket, at one table, in one run.

Four seats at a table by turns, every one with its socket open, as in a class. Who has the turn draws until a card fits
and plays it; every second card is posted as htmx posts it. Timed is a card from its tap to the last of the other three
screens. Prints medians in ms and their ratio as JSON. All in one round: at most 30 cards each way.
"""

import argparse
import asyncio
import json
import re
import statistics
import tempfile
import time
from urllib.parse import urlencode

import uvloop

from tests.bench.__main__ import Watcher
from tests.bench.load import at_seats, connect
from tests.bench.server import lay, serving

TURN = re.compile(r'data-turn="(\d?)"')
TOKEN = "t" * 32
"""Django's token against forged forms: any 32 letters, the same in the cookie and in the header."""


class Seat(Watcher):
    """A seat that knows whose turn it is."""

    turn = ""

    def _look(self, html: str) -> None:
        super()._look(html)
        if said := TURN.search(html):
            self.turn = said[1]

    async def hears(self) -> None:
        await asyncio.wait_for(self.changed.wait(), 5)
        self.changed.clear()

    async def asks(self, kind: str) -> None:
        """Send a move over the socket and wait for its answer."""
        self.moves += 1
        self._ask(kind, json.dumps({"t": kind, "aid": f"{self.page}-{self.moves}"}))
        while self.asked:
            await self.hears()

    async def is_in_play(self) -> None:
        """Wait for GO."""
        while self.phase != "playing" or not self.turn:
            await self.hears()

    def fitting(self) -> str | None:
        fits = {(self.number + self.step - 1) % 10 + 1, (self.number - self.step - 1) % 10 + 1}
        return next((card for card, number in self.hand.items() if number in fits), None)

    def card(self, label: str) -> dict[str, object]:
        self.moves += 1
        measured = {"rtop": 900, "by": "touch"}
        return {"t": "play", "aid": f"{self.page}-{self.moves}", "id": label, "seq": self.seq, **measured}


class Form:
    """A seat's way to post a card: one connection kept open, as a browser keeps it."""

    def __init__(self, seat: Seat, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.seat, self.reader, self.writer = seat, reader, writer

    async def posts(self, frame: dict[str, object]) -> str:
        """Post a card with the fields that posts.js sends; return the answer."""
        sent = {key: frame[key] for key in ("t", "aid", "id", "seq")}
        body = urlencode(sent | {"measured": json.dumps({"rtop": 900, "by": "touch"})})
        code = self.seat.path.strip("/").rsplit("/", 1)[1]
        head = [
            f"POST /table/{code}/move/ HTTP/1.1",
            f"Host: {self.seat.host}",
            f"Origin: http://{self.seat.host}",
            f"Cookie: {self.seat.cookie}; csrf={TOKEN}",
            f"X-CSRFToken: {TOKEN}",
            "HX-Request: true",
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
        ]
        self.writer.write("\r\n".join([*head, "", body]).encode())
        answer = await self.reader.readuntil(b"\r\n\r\n")
        if not answer.startswith(b"HTTP/1.1 200"):
            raise ConnectionError(answer.decode())
        length = re.search(rb"content-length: (\d+)", answer, re.IGNORECASE)
        return (await self.reader.readexactly(int(length[1]) if length else 0)).decode()


async def over_the_socket(seat: Seat, label: str) -> None:
    frame = seat.card(label)
    seat._ask(f"play {label}", json.dumps(frame))
    while seat.asked:
        await seat.hears()


async def through_htmx(seat: Seat, form: Form, label: str) -> None:
    seat.asked = f"play {label}"
    said = json.loads(await form.posts(seat.card(label)))
    seat._look(said["html"])
    seat._settle(said)


async def play(port: int, seats: list[tuple[str, str]], plays: int) -> dict[str, float]:
    four: list[Seat] = await connect(port, at_seats(Seat, seats))
    forms = [Form(seat, *await asyncio.open_connection("127.0.0.1", port)) for seat in four]
    for seat in four:
        await seat.hears()
        await seat.asks("ready")
    times: dict[bool, list[float]] = {False: [], True: []}
    by_form = False
    while min(map(len, times.values())) < plays:
        for seat in four:
            await seat.is_in_play()
        place = int(four[0].turn)
        mover, others = four[place], [seat for seat in four if seat is not four[place]]
        while not (label := mover.fitting()) and mover.draws:
            await mover.asks("draw")
        if label is None:
            await mover.asks("pass")
            continue
        before, since = mover.seq, time.perf_counter()
        await (through_htmx(mover, forms[place], label) if by_form else over_the_socket(mover, label))
        for seat in others:
            while seat.seq == before and seat.phase != "over":
                await seat.hears()
        times[by_form].append(time.perf_counter() - since)
        by_form = not by_form
    socket, htmx = (1000 * statistics.median(times[way]) for way in (False, True))
    return {"socket_ms": round(socket, 2), "htmx_ms": round(htmx, 2), "htmx_to_socket": round(htmx / socket, 2)}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--plays", type=int, default=24, choices=range(1, 31), metavar="N")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as data:
        seats = lay(1, data, "turns")
        with serving(data) as (port, _):
            print(json.dumps(uvloop.run(play(port, seats, asked.plays)), indent=2))


if __name__ == "__main__":
    main()
