"""Data directories as a first start leaves them, empty and with the demo class: made once in a test run, copied by all.

A first start costs 4 s of processor, the demo class 5 more, a start on a copy 1.4; and 3 s the static files, which this
run has collected already. `tests.serve.test_windows` starts from nothing.
"""

import re
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest
from django.conf import settings

from tests.browser.driving.server import Server
from tests.kept import of_the_run, once


class Account(NamedTuple):
    email: str
    password: str


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A data directory without a teacher."""
    return once(of_the_run(tmp_path_factory, worker_id) / "prepared", _first_start)


@pytest.fixture(scope="session")
def prepared_school(tmp_path_factory: pytest.TempPathFactory, worker_id: str, prepared: Path) -> Path:
    """A data directory with the demo class: four weeks of lessons."""
    return once(of_the_run(tmp_path_factory, worker_id) / "prepared_school", lambda data: _demo(prepared, data))


def copied(prepared: Path, data: Path) -> Path:
    shutil.copytree(prepared, data, dirs_exist_ok=True, ignore=shutil.ignore_patterns("server.log"))
    return data


def with_static_files(data: Path) -> Path:
    """Put what this test run has collected where a first start would collect it."""
    shutil.copytree(settings.STATIC_ROOT, data / "static")
    return data


def demo_account(prepared_school: Path) -> Account:
    """How the teacher of the demo class signs in."""
    told = prepared_school.with_suffix(".told").read_text()
    email, password = re.search(r"Sign in as\s+(\S+)", told), re.search(r"Password\s+(\S+)", told)
    assert email, told
    assert password, told
    return Account(email[1], password[1])


def _first_start(data: Path) -> None:
    server = Server(with_static_files(data))
    server.start()
    server.stop()


def _demo(prepared: Path, data: Path) -> None:
    data.with_suffix(".told").write_text(Server(copied(prepared, data)).manages("demo"))
