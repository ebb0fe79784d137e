"""Data directories as a first start leaves them, empty and with the demo class: made once in a test run, copied by all.

A first start costs 7 s of processor, the demo class 5 more, a start on a copy 1.4.
"""

import fcntl
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.browser.driving.server import Server


class Account(NamedTuple):
    email: str
    password: str


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A data directory without a teacher."""
    return _once(_of_the_run(tmp_path_factory, worker_id) / "prepared", _first_start)


@pytest.fixture(scope="session")
def prepared_school(tmp_path_factory: pytest.TempPathFactory, worker_id: str, prepared: Path) -> Path:
    """A data directory with the demo class: two weeks of lessons."""
    return _once(_of_the_run(tmp_path_factory, worker_id) / "prepared_school", lambda data: _demo(prepared, data))


def copied(prepared: Path, data: Path) -> Path:
    shutil.copytree(prepared, data, dirs_exist_ok=True, ignore=shutil.ignore_patterns("server.log"))
    return data


def demo_account(prepared_school: Path) -> Account:
    """How the teacher of the demo class signs in."""
    told = prepared_school.with_suffix(".told").read_text()
    email, password = re.search(r"Sign in as\s+(\S+)", told), re.search(r"Password\s+(\S+)", told)
    assert email, told
    assert password, told
    return Account(email[1], password[1])


def _of_the_run(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder that all processes of this test run share."""
    mine = tmp_path_factory.getbasetemp()
    return mine if worker_id == "master" else mine.parent


def _once(data: Path, make: Callable[[Path], object]) -> Path:
    """Of several processes that ask the first one makes it."""
    with data.with_suffix(".lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not data.with_suffix(".made").exists():
            data.mkdir(exist_ok=True)
            make(data)
            data.with_suffix(".made").touch()
    return data


def _first_start(data: Path) -> None:
    server = Server(data)
    server.start()
    server.stop()


def _demo(prepared: Path, data: Path) -> None:
    data.with_suffix(".told").write_text(Server(copied(prepared, data)).manages("demo"))
