"""`make bench-noisy`: a class comes in while somebody at its address shouts wrong codes; prints JSON.

A process of its own shouts (`--shout`), so many codes a second whether they are answered or not, half of them posted.
Meanwhile every child of the class comes with the right code, taps the room's pictures where it is asked for them, and
is in when its waiting page is there. The processor time of a wrong code is that of the server, with its children.
"""

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from string import ascii_letters
from typing import Any

import uvloop

from game.codes import ALPHABET, JOIN_CODE
from tests.bench.arriving.__main__ import lay
from tests.bench.arriving.browser import Browser, expect, unpacked
from tests.bench.server import ROOT, processor_ms, serving

CHILDREN, BEFORE, COMING = 15, 5.0, 10.0
"""Children; seconds of shouting before the first of them comes, and in which they come."""
PATIENCE = 60.0
SHOWN = re.compile(r"<ol>(.*?)</ol>", re.S)
NAME = re.compile(r'<span class="word">(.*?)</span>')
PICTURE = re.compile(r'name="pick" value="([^"]+)".*?<span class="word">(.*?)</span>', re.S)


async def shout(port: int, rate: float) -> None:
    """Offer wrong codes until the standard input ends; print what came of them."""
    heard: Counter[int] = Counter()
    asking: set[asyncio.Task[None]] = set()
    stop = asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    began, offered = time.monotonic(), 0
    while not stop.done():
        while offered < (time.monotonic() - began) * rate:
            offered += 1
            task = asyncio.create_task(_tries(_stranger(port), heard, is_posted=bool(offered % 2)))
            asking.add(task)
            task.add_done_callback(asking.discard)
        await asyncio.sleep(0.002)
    seconds = time.monotonic() - began
    print(
        json.dumps(
            {
                "offered/s": round(offered / seconds, 1),
                "answered/s": round(heard.total() / seconds, 1),
                "answers": heard,
            }
        )
    )
    for task in asking:
        task.cancel()


def _stranger(port: int) -> Browser:
    """A browser that nothing tells from its neighbours but its own token."""
    return Browser(port, 0, {"csrf": "".join(random.choices(ascii_letters, k=32))})


async def _tries(browser: Browser, heard: Counter[int], is_posted: bool) -> None:
    code = "".join(random.choices(ALPHABET, k=JOIN_CODE))
    with suppress(OSError, IndexError):
        path, form = ("/join/", f"code={code}") if is_posted else (f"/join/{code}/", "")
        status, *_ = await asyncio.wait_for(browser.asks(path, form), PATIENCE)
        heard[status] += 1


class Child:
    """A child who comes with the right code, and how long its pages took."""

    def __init__(self, browser: Browser, student: str, code: str, teacher: Browser, session: int) -> None:
        self.browser, self.student, self.code, self.teacher, self.session = browser, student, code, teacher, session
        self.seconds: list[float] = []
        self.asked = 0

    async def comes_in(self) -> None:
        await asyncio.sleep(random.uniform(0, COMING))
        await self._asks("/join/")
        await self._shows_the_code(f"code={self.code}")
        await self._asks(f"/join/{self.code}/")
        await self._asks(f"/join/{self.code}/", f"student={self.student}")
        status, *_ = await self._asks("/waiting/")
        assert status == 200, status

    async def _asks(self, path: str, form: str = "") -> tuple[int, str, str]:
        began = time.monotonic()
        answer = await asyncio.wait_for(self.browser.asks(path, form), PATIENCE)
        self.seconds.append(time.monotonic() - began)
        return answer

    async def _shows_the_code(self, form: str) -> None:
        """Until it is taken: with the pictures that stand on the projector, where it is asked for them."""
        status, where, _body = await self._asks("/join/", form)
        while "/join/pictures/" in where:
            self.asked += 1
            _status, _where, body = await self._asks(where)
            shown = await self._sees(unpacked(body))
            status, where, _body = await self._asks("/join/", f"{form}&go=1&picked={shown}")
        if status != 302:
            raise ConnectionError(f"{status} {where}")

    async def _sees(self, page: str) -> str:
        """Look up to the projector; it shows the pictures soon after the first child was asked for them."""
        ids = {name: number for number, name in PICTURE.findall(page)}
        while True:
            screen = unpacked(await expect(200, self.teacher.asks(f"/sessions/{self.session}/screen/")))
            at = screen.index('id="room-pictures"')
            if names := NAME.findall(screen[at : screen.index("</ol>", at)] if "<ol>" in screen[at:] else ""):
                return ",".join(ids[name] for name in names)
            await asyncio.sleep(0.2)


async def lesson(port: int, laid: dict[str, Any]) -> list[Child]:
    name, value = laid["cookie"].split("=", 1)
    teacher = Browser(port, 0, {name: value})
    of = laid["students"]
    children = [Child(_stranger(port), str(pk), laid["code"], teacher, laid["session"]) for pk in of]
    await asyncio.gather(*(child.comes_in() for child in children))
    return children


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rate", type=float, default=200)
    options.add_argument("--shout", type=int, default=0, help="shout at this port")
    asked = options.parse_args()
    if asked.shout:
        uvloop.run(shout(asked.shout, asked.rate))
        return
    with tempfile.TemporaryDirectory() as data:
        [laid] = lay(1, CHILDREN, data)
        with serving(data) as (port, pid):
            print(json.dumps(under_noise(port, pid, laid, asked.rate), indent=1))


def under_noise(port: int, pid: int, laid: dict[str, Any], rate: float) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.bench.noisy", "--shout", str(port), "--rate", str(rate)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as noise:
        time.sleep(BEFORE)
        used = processor_ms(pid)
        began = time.monotonic()
        children = uvloop.run(lesson(port, laid))
        used, seconds = processor_ms(pid) - used, time.monotonic() - began
        said, _ = noise.communicate("")
    pages = sorted(second for child in children for second in child.seconds)
    shouted = json.loads(said)
    return {
        **shouted,
        "children in": f"{len(children)} of {CHILDREN}",
        "asked for pictures": sum(child.asked for child in children),
        "slowest page s": round(pages[-1], 2),
        "median page s": round(pages[len(pages) // 2], 3),
        "server's processor ms a second": round(used / seconds),
        "processor ms a wrong code": round(used / seconds / shouted["answered/s"], 2),
        "load of the machine": round(os.getloadavg()[0], 1),
    }


if __name__ == "__main__":
    main()
