"""Debian's PostgreSQL in a folder of its own, for as long as a command runs.

`python -m tests.postgresql [--durable] COMMAND …` starts it, runs the command with CARDINAL_DATABASE set, stops it and
removes the folder. Nothing of the box's own PostgreSQL is touched: it listens at a socket in that folder alone.
"""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

OLDEST = 15
USERS = ("postgres", "nobody")
"""Who runs it where we are root, which PostgreSQL refuses."""
NOT_DURABLE = ("-F", "-c", "full_page_writes=off", "-c", "synchronous_commit=off")
"""Tests begin with an empty database: nothing of it has to outlive the box."""
MEMORY = Path("/dev/shm")
"""Where files are in memory, on Linux."""
START_SECONDS = 60
HANG_UP_ON_OTHERS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


class NotInstalled(Exception):
    """There is no PostgreSQL on this box, or only an old one."""


def programs() -> Path:
    """Return the folder of the newest PostgreSQL's programs. Raises NotInstalled."""
    folders = [Path(found).resolve().parent for found in [shutil.which("initdb")] if found]
    versions = [path for path in Path("/usr/lib/postgresql").glob("*/bin") if path.parent.name.isdecimal()]
    folders += sorted(versions, key=lambda path: -int(path.parent.name))
    for folder in folders:
        if (folder / "postgres").exists() and _version(folder) >= OLDEST:
            return folder
    raise NotInstalled(f"PostgreSQL {OLDEST} or newer is not installed: apt-get install postgresql")


def _version(folder: Path) -> int:
    said = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True, check=True).stdout
    return int(said.split()[2].split(".")[0])


def _runner() -> dict[str, Any]:
    """Return as whom its programs run: as ourselves, unless we are root."""
    if os.geteuid():
        return {}
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    user = next(known[name] for name in USERS if name in known)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


@contextmanager
def running(*, durable: bool = False) -> Iterator["Server"]:
    """Yield a server with an empty database. With `durable` it keeps what it says, as at a school."""
    where = MEMORY if MEMORY.is_dir() and not durable else None
    with tempfile.TemporaryDirectory(prefix="cardinal-pg-", dir=where) as folder:
        server = Server(Path(folder), durable=durable)
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop(signal.SIGINT)


class Server:
    """A PostgreSQL of our own: `address` is what CARDINAL_DATABASE is to be."""

    def __init__(self, folder: Path, *, durable: bool) -> None:
        self.folder, self.durable, self.programs, self.as_user = folder, durable, programs(), _runner()
        self.address = f"postgresql://cardinal@/cardinal?host={folder}"
        self._process: subprocess.Popen[bytes] | None = None

    def make(self) -> None:
        if self.as_user:
            os.chown(self.folder, self.as_user["user"], self.as_user["group"])
        wanted = ["--no-sync", "--auth=trust", "--username=cardinal", "--encoding=UTF8", "--locale=C.UTF-8"]
        self._run("initdb", *wanted, "-D", str(self.folder / "data"))

    def start(self) -> None:
        """Start it and wait until it answers."""
        here = ["-k", str(self.folder), "-c", "listen_addresses=", "-c", "max_connections=400"]
        how = () if self.durable else NOT_DURABLE
        command = [str(self.programs / "postgres"), "-D", str(self.folder / "data"), *here, *how]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd="/", **self.as_user)
        self._wait()
        if "cardinal" not in self.asked("SELECT datname FROM pg_database"):
            self.asked("CREATE DATABASE cardinal")

    def _wait(self) -> None:
        ready = [str(self.programs / "pg_isready"), "-q", "-h", str(self.folder)]
        end = time.monotonic() + START_SECONDS
        while subprocess.run(ready, check=False).returncode:
            if time.monotonic() > end or self.process.poll() is not None:
                raise RuntimeError((self.folder / "log").read_text())
            time.sleep(0.05)

    @property
    def process(self) -> subprocess.Popen[bytes]:
        assert self._process
        return self._process

    def stop(self, how: signal.Signals) -> None:
        """SIGINT stops it now, SIGQUIT as a crash would."""
        self.process.send_signal(how)
        self.process.wait(START_SECONDS)

    def asked(self, sql: str, database: str = "postgres") -> list[str]:
        """Return the rows that a statement gives, as text."""
        asking = ["psql", "-X", "-A", "-t", "-h", str(self.folder), "-U", "cardinal", "-d", database, "-c", sql]
        return self._run(*asking).splitlines()

    def _run(self, program: str, *arguments: str) -> str:
        command = [str(self.programs / program), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", **self.as_user)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return done.stdout


def main(command: Sequence[str]) -> int:
    durable = command[:1] == ["--durable"]
    try:
        with running(durable=durable) as server:
            here = os.environ | {"CARDINAL_DATABASE": server.address}
            return subprocess.run(command[durable:], env=here, check=False).returncode
    except NotInstalled as missing:
        sys.stderr.write(f"{missing}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
