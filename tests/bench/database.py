"""`python -m tests.bench.database`: what connections to the database save that are kept for their next use.

One server at a time on the same table, with kept connections and without. Each is asked for a child's page of the table
and for a move that is refused, over one connection, at last with the child's socket open: who posts is then known
without a query (sockets.player_on_line). Prints processor time per request in ms and ratios, as JSON: medians
of rounds in turns.
"""

import argparse
import asyncio
import json
import os
import statistics
import tempfile
from collections import defaultdict
from urllib.parse import urlencode

import uvloop

from tests.bench.load import Socket
from tests.bench.server import lay, processor_ms, serving

KEPT = "CARDINAL_KEPT_CONNECTIONS"
VARIANTS = ("8", "0")
TOKEN = "t" * 32
WARM_UP = 50


class Browser:
    """One kept connection of a child who sits at a table."""

    def __init__(self, port: int, code: str, cookie: str) -> None:
        self.port, self.code = port, code
        self.host = f"127.0.0.1:{port}"
        self.cookie = f"Cookie: {cookie}; csrf={TOKEN}"

    async def opens(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def holds_a_socket(self) -> None:
        loop = asyncio.get_running_loop()
        line = Socket(f"/ws/table/{self.code}/", self.host, self.cookie.removeprefix("Cookie: "))
        await loop.create_connection(lambda: line, "127.0.0.1", self.port)
        await line.ready.wait()

    async def _answer(self, *head: str, body: str = "") -> None:
        self.writer.write("\r\n".join([*head, f"Host: {self.host}", self.cookie, "", body]).encode())
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
        if not answer.startswith("http/1.1 200"):
            raise ConnectionError(answer)
        await self.reader.readexactly(int(answer.partition("content-length: ")[2].split("\r\n")[0]))

    async def sees_the_table(self) -> None:
        await self._answer(f"GET /table/{self.code}/ HTTP/1.1")

    async def posts_a_move(self) -> None:
        """Draw before GO: judged, refused and answered, and nothing is written."""
        body = urlencode({"t": "draw", "aid": "a-1"})
        form = ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}", "HX-Request: true"]
        start = f"POST /table/{self.code}/move/ HTTP/1.1"
        await self._answer(start, *form, f"X-CSRFToken: {TOKEN}", f"Origin: http://{self.host}", body=body)


async def cost(port: int, pid: int, seat: tuple[str, str], requests: int) -> dict[str, float]:
    """Return processor time per request, by what is asked."""
    browser, found = Browser(port, *seat), {}
    await browser.opens()
    asked = {"table": browser.sees_the_table, "move": browser.posts_a_move, "move_beside_socket": browser.posts_a_move}
    for name, ask in asked.items():
        if name == "move_beside_socket":
            await browser.holds_a_socket()
        for _ in range(WARM_UP):
            await ask()
        before = processor_ms(pid)
        for _ in range(requests):
            await ask()
        found[name] = (processor_ms(pid) - before) / requests
    return found


def measured(rounds: int, requests: int) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, list[float]]] = {variant: defaultdict(list) for variant in VARIANTS}
    with tempfile.TemporaryDirectory() as data:
        seat = lay(1, data, "turns")[0]
        for _ in range(rounds):
            for variant in VARIANTS:
                os.environ[KEPT] = variant
                with serving(data) as (port, pid):
                    for name, ms in uvloop.run(cost(port, pid, seat, requests)).items():
                        found[variant][name].append(ms)
    return {variant: {name: statistics.median(ms) for name, ms in named.items()} for variant, named in found.items()}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--requests", type=int, default=300)
    asked = options.parse_args()
    ms = measured(asked.rounds, asked.requests)
    ratios = {name: round(ms["0"][name] / kept, 2) for name, kept in ms["8"].items()}
    rounded = {variant: {name: round(value, 2) for name, value in named.items()} for variant, named in ms.items()}
    line = round(ms["8"]["move"] / ms["8"]["move_beside_socket"], 2)
    print(
        json.dumps({"processor_ms_by_kept": rounded, "none_kept_to_kept": ratios, "asked_to_on_line": line}, indent=2)
    )


if __name__ == "__main__":
    main()
