"""The faults themselves: what is done to workers, to the proxy, to PostgreSQL and to the children's connections."""

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import permutations

from tests.faults.bots import Bot
from tests.faults.cluster import Cluster
from tests.faults.disk import DiskOfTheLog, DiskOfTheWal
from tests.faults.saving import SavedWhilePlaying

AHEAD = 0.4
"""Seconds."""
RESTARTS, PATIENCE = 2, 60
"""Seconds after which systemd starts anew what has ended, and within which even a busy machine's guardian ends it."""
Fault = Callable[["Nemesis"], Awaitable[None]]


@dataclass
class Nemesis:
    """What faults are done to. While the school is `split`, every socket goes to a worker of its own choice, and to the
    `only` one where there is one."""

    cluster: Cluster
    bots: Sequence[Bot] = ()
    split: bool = False
    only: int | None = None
    kills: int = 4
    killed: int = field(default=0, init=False)
    expected: set[str] = field(default_factory=set, init=False)
    """Words of refusals that somebody has to have heard."""
    saved: SavedWhilePlaying | None = field(default=None, init=False)

    def port_of(self, code: str) -> int:
        ports = self.cluster.ports
        return ports[time.monotonic_ns() // 1000 % len(ports)] if self.split else self.only or self.cluster.port

    def cut_sockets(self, bots: Sequence[Bot]) -> None:
        for bot in bots:
            if bot.socket:
                bot.socket.transport.abort()


async def nothing(nemesis: Nemesis) -> None: ...


async def kill(nemesis: Nemesis) -> None:
    for _ in range(nemesis.kills):
        port = nemesis.cluster.ports[nemesis.killed % len(nemesis.cluster.ports)]
        nemesis.killed += 1
        nemesis.cluster.kill(port)
        await asyncio.sleep(3)
        await _started(nemesis, port)
        await asyncio.sleep(2)


async def replace(nemesis: Nemesis) -> None:
    """As an upgrade does: a worker is told to end, started anew, and the next one's turn comes when it is ready."""
    for port in nemesis.cluster.ports:
        await asyncio.to_thread(nemesis.cluster.end, port)
        await _started(nemesis, port)
        await asyncio.sleep(1)


async def resize(nemesis: Nemesis) -> None:
    """Boxes are taken away and added while children play: 1, 2, 4 workers, and back. Each time half of the sockets
    break, so that a class is for a moment at the worker where it was and at the one where it belongs now."""
    for number in (1, 2, 4, 2):
        await asyncio.to_thread(nemesis.cluster.resize, number)
        nemesis.cut_sockets(nemesis.bots[::2])
        await asyncio.sleep(3)


async def _started(nemesis: Nemesis, port: int, *manage: str) -> None:
    nemesis.cluster.start_worker(port, manage or ("manage.py",))
    await asyncio.to_thread(nemesis.cluster.wait_for, port)


async def freeze(nemesis: Nemesis) -> None:
    """Each worker is frozen once. Its guardian ends it, and it is started anew after as long as systemd takes."""
    for port in nemesis.cluster.ports:
        nemesis.cluster.freeze(port)
        await asyncio.to_thread(nemesis.cluster.workers[port].wait, PATIENCE)
        await asyncio.sleep(RESTARTS)
        await _started(nemesis, port)
        await asyncio.sleep(2)


async def thaw(nemesis: Nemesis) -> None:
    """Each worker is frozen once with its guardian, as where a box stands still. Half of the pages go on at the other
    one; the others say what they say to the frozen one, which judges it when it thaws: by what it knew, or by the log?
    """
    for frozen, other in permutations(nemesis.cluster.ports, 2):
        with nemesis.cluster.frozen_with_its_guardian(frozen):
            nemesis.only = other
            nemesis.cut_sockets(nemesis.bots[::2])
            await asyncio.sleep(5)
        nemesis.only = None
        await asyncio.sleep(3)


async def cut_the_connection(nemesis: Nemesis) -> None:
    for _ in range(5):
        await asyncio.to_thread(nemesis.cluster.cut_the_connection)
        await asyncio.sleep(1)


async def reload_the_proxy(nemesis: Nemesis) -> None:
    for _ in range(3):
        await asyncio.to_thread(nemesis.cluster.proxy.reload, nemesis.cluster.ports)
        await asyncio.sleep(1)


async def without_zone(nemesis: Nemesis) -> None:
    """Each process of nginx knows for itself who is down: with a worker frozen for a moment a class may be split."""
    nemesis.cluster.proxy.reload(nemesis.cluster.ports, zone=False)
    nemesis.cut_sockets(nemesis.bots)
    await asyncio.sleep(1)
    with nemesis.cluster.frozen_with_its_guardian(nemesis.cluster.ports[0]):
        await asyncio.sleep(1)
    nemesis.cut_sockets(nemesis.bots)
    await asyncio.sleep(4)
    nemesis.cluster.proxy.reload(nemesis.cluster.ports)


async def tear(nemesis: Nemesis) -> None:
    nemesis.split = True
    nemesis.cut_sockets(nemesis.bots)
    await asyncio.sleep(8)
    nemesis.split = False
    nemesis.cut_sockets(nemesis.bots)


async def end_database_connections(nemesis: Nemesis) -> None:
    """All connections to PostgreSQL break at once, as where it is restarted: also in the middle of a commit."""
    for _ in range(3):
        await asyncio.to_thread(nemesis.cluster.cut_database)
        await asyncio.sleep(1)


async def read_slowly(nemesis: Nemesis) -> None:
    """A quarter of the children stop reading for a while; the others play on."""
    slow = [bot.socket for bot in nemesis.bots[::4] if bot.socket and not bot.socket.transport.is_closing()]
    for socket in slow:
        socket.transport.pause_reading()
    await asyncio.sleep(5)
    for socket in slow:
        if not socket.transport.is_closing():
            socket.transport.resume_reading()


async def wrong_clock(nemesis: Nemesis) -> None:
    """A worker whose clock is AHEAD, which is let in: 0.5 s is refused at the start. Sockets are cut once it is there,
    so that tables come to it from the other worker, and they go back to it in the end."""
    port = nemesis.cluster.ports[-1]
    await asyncio.to_thread(nemesis.cluster.end, port)
    await _started(nemesis, port, "-m", "tests.faults.ahead", str(AHEAD))
    nemesis.cut_sockets(nemesis.bots)
    await asyncio.sleep(6)
    await asyncio.to_thread(nemesis.cluster.end, port)
    await _started(nemesis, port)
    nemesis.cut_sockets(nemesis.bots)


async def restart_database(nemesis: Nemesis) -> None:
    """PostgreSQL is stopped in the middle of a race and started again, then crashes and recovers."""
    for how in (signal.SIGINT, signal.SIGQUIT):
        await asyncio.to_thread(nemesis.cluster.restart_database, how)
        await asyncio.sleep(3)


async def save(nemesis: Nemesis) -> None:
    nemesis.saved = SavedWhilePlaying(nemesis.cluster)
    await asyncio.to_thread(nemesis.saved.take, nemesis.bots)


async def fill_the_disk(nemesis: Nemesis) -> None:
    """The disk of the log is full for a while: what cannot be kept is refused in words, and then play goes on."""
    disk = DiskOfTheLog(nemesis.cluster.database, "small")
    await asyncio.to_thread(disk.take_the_log)
    try:
        await asyncio.sleep(1)
        disk.fill()
        nemesis.expected.add("not_saved")
        await asyncio.sleep(8)
        disk.make_room()
        await asyncio.sleep(2)
    finally:
        await asyncio.to_thread(disk.give_the_log_back)


async def fill_the_disk_of_the_wal(nemesis: Nemesis) -> None:
    """PostgreSQL cannot write ahead and crashes, perhaps over and over, until there is room and it is started anew."""
    disk = DiskOfTheWal(nemesis.cluster.database, "wal")
    await asyncio.to_thread(disk.take_the_wal)
    try:
        await asyncio.sleep(3)
        await asyncio.to_thread(disk.use_up)
        nemesis.expected.add("not_saved")
        await asyncio.sleep(5)
        await asyncio.to_thread(disk.go_on)
        await asyncio.sleep(3)
    finally:
        await asyncio.to_thread(disk.give_the_wal_back)


FAULTS: dict[str, tuple[str, float, Fault]] = {
    "calm": ("calm", 6, nothing),
    "killed": ("a worker is killed", 8, kill),
    "frozen": ("a worker is frozen", 8, freeze),
    "thawed": ("a worker is frozen with its guardian for 5 s, and thaws", 8, thaw),
    "connection": ("the connection between the workers is cut", 6, cut_the_connection),
    "reloaded": ("the proxy is reloaded", 5, reload_the_proxy),
    "zone": ("nginx without its zone", 8, without_zone),
    "slow": ("a quarter of the children read nothing for 5 s", 8, read_slowly),
    "database": ("all connections to PostgreSQL break", 6, end_database_connections),
    "restarted": ("PostgreSQL is restarted, and crashes", 8, restart_database),
    "saved": ("a backup is taken", 5, save),
    "full": ("the disk of the log is full for 8 s", 10, fill_the_disk),
    "wal": ("PostgreSQL's own log finds no room for 5 s", 8, fill_the_disk_of_the_wal),
    "clock": ("the clock of a worker is 0.4 s ahead", 6, wrong_clock),
    "split": ("every table is split between the workers", 12, tear),
    "resized": ("workers are added and taken away: 1, 2, 4, 2", 12, resize),
    "replaced": ("workers are replaced one after another", 8, replace),
}
"""By a short name: what it is, the seconds that it takes at least, and the fault."""


def known(cluster: Cluster) -> list[str]:
    """Return the faults that this proxy can meet."""
    return [name for name in FAULTS if name != "zone" or cluster.proxy.spreads_alone]
