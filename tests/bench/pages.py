"""`python -m tests.bench.pages`: processor time of pages, against Django's own ASGI handler in the same run.

One server after the other on the same data, in turns, the same requests over one connection kept open: a child's page
of its table and the board alone (its view is asynchronous, on the live table), the page of the code, a teacher's page
of a class. Times are the servers' own processor milliseconds a page (from /proc), medians of turns, and their ratios,
as JSON. `--beside FOLDER` asks the Cardinal of another folder as well.
"""

import argparse
import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from tests.bench.server import ROOT, environment, lay, processor_ms, serving

WARM_UP = 30
TEACHER = """
import django
django.setup()
from django.core.management import call_command
from django.test import Client
from classroom.models import Classroom
call_command("demo", verbosity=0)
classroom = Classroom.objects.get(teachers__email="demo@cardinal.example")
client = Client()
client.force_login(classroom.teachers.first())
print()
print(classroom.pk, client.cookies.output(header="", sep=";").split(";")[0])
"""
"""Makes the demo's class; prints its number, and the cookie of its teacher."""

Pages = dict[str, tuple[str, str]]
"""Path and cookie of what is asked for, by name."""


def laid(data: str) -> Pages:
    code, cookie = lay(1, data, "race")[0]
    command = [sys.executable, "-c", TEACHER]
    told = subprocess.run(command, cwd=ROOT, env=environment(data), check=True, capture_output=True, text=True)
    classroom, teacher = told.stdout.splitlines()[-1].split(" ", 1)
    return {
        "table": (f"/table/{code}/", cookie),
        "board": (f"/table/{code}/board/", cookie),
        "join": ("/join/", ""),
        "class_report": (f"/classes/{classroom}/report/", teacher.strip()),
    }


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


def page_ms(data: str, pages: Pages, times: int, program: str, folder: Path) -> dict[str, float]:
    """Return the processor ms of each page, as this program of this folder serves it."""
    found = {}
    with serving(data, program, folder) as (port, pid):
        for name, page in pages.items():
            asyncio.run(ask(port, *page, WARM_UP))
            before = processor_ms(pid)
            asyncio.run(ask(port, *page, times))
            found[name] = (processor_ms(pid) - before) / times
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--pages", type=int, default=300, metavar="N")
    options.add_argument("--turns", type=int, default=3, metavar="N")
    options.add_argument("--beside", type=Path, metavar="FOLDER")
    asked = options.parse_args()
    served = {"ours": ("manage", ROOT), "plain": ("tests.bench.plain", ROOT)}
    if asked.beside:
        served["beside"] = ("manage", asked.beside)
    times: dict[str, dict[str, list[float]]] = {name: defaultdict(list) for name in served}
    with tempfile.TemporaryDirectory() as data:
        os.environ.pop("CARDINAL_DATABASE", None)
        pages = laid(data)
        for _turn in range(asked.turns):
            for name, (program, folder) in served.items():
                for page, ms in page_ms(data, pages, asked.pages, program, folder).items():
                    times[name][page].append(ms)
    medians = {name: {page: statistics.median(each) for page, each in found.items()} for name, found in times.items()}
    ratios = {
        f"ours_to_{other}": {page: round(mine / medians[other][page], 2) for page, mine in medians["ours"].items()}
        for other in list(medians)[1:]
    }
    rounded = {name: {page: round(each, 2) for page, each in found.items()} for name, found in medians.items()}
    print(json.dumps({"page_ms": rounded, **ratios}, indent=2))


if __name__ == "__main__":
    main()
