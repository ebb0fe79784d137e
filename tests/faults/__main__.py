"""`make faults`: two workers behind nginx, children who play, one fault after another; prints what came of it as JSON.

Ends with an error where a promise was broken, and also where a planted fault is not found: then the check is blind.
Needs PostgreSQL, nginx or (`--proxy caddy`) Caddy, and root's rights to fill a disk; takes about four minutes.
"""

import argparse
import asyncio
import json
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests import postgresql
from tests.faults import cluster as clusters
from tests.faults.proxies import PROXIES

Found = dict[str, Any]
LONG = 1.0
"""Seconds without a live screen from which what befell it is told."""
WORKERS = 2


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8930, help="the first of three ports")
    parser.add_argument("--sessions", type=int, default=4)
    parser.add_argument("--tables", type=int, default=2)
    parser.add_argument("--kills", type=int, default=4)
    parser.add_argument("--proxy", choices=list(PROXIES), default="nginx")
    parser.add_argument("--only", nargs="*", default=[], metavar="FAULT", help="short names (see nemesis.FAULTS)")
    parser.add_argument("--planted", nargs="*", metavar="FAULT", help="short names (see planting.PLANTED); all of them")
    parser.add_argument("--logs", type=Path, help="a folder into which the logs of workers and databases are copied")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cardinal-faults-") as data, postgresql.running(durable=True) as database:
        clusters.environment(WORKERS, data, database.address)
        import django  # noqa: PLC0415 -- reads the environment

        django.setup()
        _refuse_unknown(parser, asked)
        with started(Path(data), asked.port, database, asked.proxy) as cluster:
            try:
                said = asyncio.run(_everything(cluster, asked))
            finally:
                if asked.logs:
                    _copied(cluster, asked.logs)
    print(json.dumps(said, indent=1))
    return 1 if said.get("broken promises") or [] in said.get("planted and found", {}).values() else 0


def _refuse_unknown(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> None:
    """End with the names that there are, where another one is asked for; they are not known before Django is set up."""
    from tests.faults import nemesis, planting  # noqa: PLC0415 -- need Django

    for option, names, known in (
        ("--only", asked.only, nemesis.FAULTS),
        ("--planted", asked.planted or [], planting.PLANTED),
    ):
        if unknown := [name for name in names if name not in known]:
            parser.error(f"argument {option}: {', '.join(unknown)} is not one of {', '.join(known)}")


def _copied(cluster: clusters.Cluster, where: Path) -> None:
    where.mkdir(parents=True, exist_ok=True)
    for path in [*cluster.folder.glob("*.log"), cluster.database.folder / "log"]:
        shutil.copy(path, where / path.name)


@contextmanager
def started(folder: Path, port: int, database: postgresql.Server, proxy: str) -> Iterator[clusters.Cluster]:
    before = PROXIES[proxy](folder, port)
    cluster = clusters.Cluster(folder, range(port + 1, port + 1 + WORKERS), port, database, before)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()


async def _everything(cluster: clusters.Cluster, asked: argparse.Namespace) -> Found:
    """Do the faults that are asked for, then those that are planted: without any names all of them."""
    from tests.faults import nemesis, planting  # noqa: PLC0415 -- need Django

    seats = clusters.laid(asked.sessions, asked.tables)
    said: Found = {}
    if asked.only or asked.planted is None:
        said |= await faults(cluster, seats, asked.kills, asked.only or nemesis.known(cluster))
    names = list(planting.PLANTED) if asked.planted is not None or not asked.only else []
    if planted := [name for name in names if not asked.planted or name in asked.planted]:
        said["planted and found"] = {name: await planting.PLANTED[name](cluster, seats) for name in planted}
    return said


async def faults(cluster: clusters.Cluster, seats: list[tuple[str, str]], kills: int, names: Sequence[str]) -> Found:
    """Let children play through these faults; return figures and what was broken."""
    from tests.faults import bots, history, nemesis  # noqa: PLC0415 -- need Django

    foe = nemesis.Nemesis(cluster, kills=kills)
    players = foe.bots = [bots.Bot(code, cookie, foe.port_of) for code, cookie in seats]
    playing = [asyncio.create_task(player.play()) for player in players]
    await asyncio.sleep(5)
    spans = [await _done(foe, name) for name in names]
    found = await history.behind(players)
    found += await asyncio.to_thread(history.faults, players)
    for task in playing:
        task.cancel()
    if foe.saved:
        found += await asyncio.to_thread(foe.saved.faults)
    refused = sum((player.refused for player in players), start=Counter())
    found += [f"nobody was told: {reason}" for reason in foe.expected - refused.keys()]
    return {
        "tables": len({code for code, _ in seats}),
        "acknowledged moves": sum(len(player.acknowledged) for player in players),
        "refused in words": refused,
        "sockets opened": sum(player.sockets for player in players),
        "led to another table": sum(player.is_elsewhere for player in players),
        **bots.figures(players, spans, LONG),
        "broken promises": found,
    }


async def _done(foe: Any, name: str) -> tuple[str, float, float]:
    """Do one fault; return what it is and from when to when it was."""
    from tests.faults import nemesis  # noqa: PLC0415 -- needs Django

    what, seconds, fault = nemesis.FAULTS[name]
    start = time.monotonic()
    await fault(foe)
    await asyncio.sleep(max(3.0, start + seconds - time.monotonic()))
    return what, start, time.monotonic()


if __name__ == "__main__":
    sys.exit(main())
