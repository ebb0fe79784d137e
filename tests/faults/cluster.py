"""Workers of Cardinal behind a proxy with its printed file, on a PostgreSQL of their own."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg

from classroom.server.monitoring import guardian
from game import postgresql
from tests.faults.proxies import Proxy
from tests.postgresql import Server

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 180.0


def answers(port: int, path: str = "/readyz") -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), 1) as asked:
            asked.settimeout(5)
            asked.sendall(f"GET {path} HTTP/1.0\r\nHost: localhost:{port}\r\n\r\n".encode())
            return b" 200 " in asked.recv(64)
    except OSError:
        return False


def until(true: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.05)


def guardian_of(worker: int) -> int:
    """Return the process that guards a worker, once it runs its own program: before that it waits for nobody."""
    while True:
        for child in Path(f"/proc/{worker}/task/{worker}/children").read_text().split():
            if guardian.__file__.encode() in Path(f"/proc/{child}/cmdline").read_bytes():
                return int(child)


class Cluster:
    """Some workers and a proxy. `port` is the proxy's."""

    def __init__(self, folder: Path, ports: Sequence[int], port: int, database: Server, proxy: Proxy) -> None:
        self.folder, self.ports, self.port, self.database, self.proxy = folder, list(ports), port, database, proxy
        self.workers: dict[int, subprocess.Popen[bytes]] = {}
        self.before_them: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        for port in self.ports:
            self.start_worker(port)
        for port in self.ports:
            self.wait_for(port)
        self.before_them = self.proxy.start(self.ports)
        until(lambda: answers(self.port, "/healthz"), "the proxy")

    def start_worker(self, port: int, manage: Sequence[str] = ("manage.py",)) -> None:
        """Start a worker; `manage` may be a module of this folder with a fault of its own."""
        command = [sys.executable, *manage, "serve", "--host", "127.0.0.1", "--port", str(port)]
        with (self.folder / f"worker-{port}.log").open("ab") as log:
            self.workers[port] = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)

    def wait_for(self, port: int) -> None:
        try:
            until(lambda: answers(port) or self.workers[port].poll() is not None, f"worker {port}")
            if self.workers[port].poll() is not None:
                raise TimeoutError
        except TimeoutError as error:
            raise TimeoutError((self.folder / f"worker-{port}.log").read_text()[-2000:]) from error

    def kill(self, port: int) -> None:
        self.workers[port].kill()
        self.workers[port].wait()

    def end(self, port: int) -> None:
        """Tell a worker to end, and wait until it has."""
        self.workers[port].terminate()
        self.workers[port].wait(30)

    def freeze(self, port: int) -> None:
        self.workers[port].send_signal(signal.SIGSTOP)

    @contextmanager
    def frozen_with_its_guardian(self, port: int) -> Iterator[None]:
        """Freeze a worker as where its whole box stands still: nobody ends it, and it thaws."""
        worker = self.workers[port].pid
        both = guardian_of(worker), worker
        for pid in both:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in reversed(both):
                os.kill(pid, signal.SIGCONT)

    def cut_the_connection(self) -> int:
        """End the workers' connections to one another; return how many that were."""
        with psycopg.connect(**postgresql.parameters()) as database:
            ended = database.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
                "AND (query LIKE '%LISTEN %' OR query LIKE '%pg_notify%') AND pid <> pg_backend_pid()"
            )
            return ended.rowcount

    def cut_database(self) -> None:
        """End all connections to the database but this one."""
        with psycopg.connect(**postgresql.parameters()) as database:
            database.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    def restart_database(self, how: signal.Signals) -> None:
        """Stop PostgreSQL, with SIGINT or as a crash would (SIGQUIT), and start it again."""
        self.database.stop(how)
        self.database.start()

    def resize(self, number: int) -> None:
        """Add workers, or take some away, as a technician does: those that come are ready before the proxy knows of
        them, and those that go end after it knows of them no more."""
        wanted = list(range(self.ports[0], self.ports[0] + number))
        added, taken = [p for p in wanted if p not in self.ports], [p for p in self.ports if p not in wanted]
        for port in added:
            self.start_worker(port)
        for port in added:
            self.wait_for(port)
        self.ports = wanted
        self.proxy.reload(self.ports)
        for port in taken:
            self.end(port)

    def stop(self) -> None:
        for process in [*self.workers.values(), *([self.before_them] if self.before_them else [])]:
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.terminate()
        for process in [*self.workers.values(), *([self.before_them] if self.before_them else [])]:
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()


def laid(sessions: int, tables: int) -> list[tuple[str, str]]:
    """Lay so many tables in each of so many sessions; return code and cookie of every seat."""
    command = [sys.executable, "-m", "tests.faults.lay", str(sessions), str(tables)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return [(code, cookie) for code, cookie in json.loads(done.stdout)]


def environment(workers: int, data: str, database: str) -> None:
    """Set what every process of the cluster reads, before Django does."""
    os.environ |= {
        "CARDINAL_DATA": data,
        "CARDINAL_DATABASE": database,
        "CARDINAL_WORKERS": str(workers),
        "DJANGO_SETTINGS_MODULE": "classroom.settings",
    }
