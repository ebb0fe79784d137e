"""`python -m tests.bench.pages`: processor time of a page with our middlewares and threads against Django's own.

One server after the other, the same requests: a child's table page, over one connection kept open. Times are the
servers' own processor milliseconds a page (from /proc), medians of turns, and their ratio, as JSON. `--only NAME` asks
what one of the middlewares saves, by its class.
"""

import argparse
import asyncio
import json
import os
import re
import statistics
import tempfile

from tests.bench.server import lay, processor_ms, serving


async def ask(port: int, path: str, cookie: str, times: int) -> None:
    """Ask for a page so many times, one after the other."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for _time in range(times):
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise ConnectionError(head.decode())
        length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
        await reader.readexactly(int(length[1]) if length else 0)
    writer.close()


def page_ms(plain: str, data: str, seat: tuple[str, str], pages: int) -> float:
    """Return the processor ms of one page, with those `plain` middlewares (1: all) that are Django's own."""
    os.environ["CARDINAL_PLAIN_MIDDLEWARE"] = plain
    code, cookie = seat
    with serving(data) as (port, pid):
        asyncio.run(ask(port, f"/table/{code}/", cookie, 30))
        before = processor_ms(pid)
        asyncio.run(ask(port, f"/table/{code}/", cookie, pages))
        return (processor_ms(pid) - before) / pages


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--pages", type=int, default=300, metavar="N")
    options.add_argument("--turns", type=int, default=3, metavar="N")
    options.add_argument("--only", default="1", metavar="NAME")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as data:
        seat = lay(1, data, "race")[0]
        turns = [
            (page_ms("", data, seat, asked.pages), page_ms(asked.only, data, seat, asked.pages))
            for _ in range(asked.turns)
        ]
    ours, plain = (statistics.median(times) for times in zip(*turns, strict=True))
    print(json.dumps({"page_ms": round(ours, 2), "plain_ms": round(plain, 2), "ours_to_plain": round(ours / plain, 2)}))


if __name__ == "__main__":
    main()
