"""Nobody else on the box reads the data folder, and a mistyped code is no news for its log."""

import logging
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from classroom.server.database import data_folder


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A data folder as an earlier version left it."""
    usual = os.umask(0o022)
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "static").mkdir()
    (folder / "cardinal.sqlite3").touch()
    yield folder
    os.umask(usual)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_an_old_folder_is_closed_to_others(folder):
    assert mode(folder / "cardinal.sqlite3") == 0o644
    data_folder.keep_private(folder)
    assert (mode(folder), mode(folder / "cardinal.sqlite3")) == (0o700, 0o600)


def test_files_that_come_later_are_closed_as_well(folder):
    data_folder.keep_private(folder)
    (folder / "backup").touch()
    assert mode(folder / "backup") == 0o600


SOMEBODY_ELSES = Path("/proc/self/status")
"""A file whose rights nobody may change, not even root."""


@pytest.mark.skipif(not SOMEBODY_ELSES.exists(), reason="Linux has such a file")
def test_a_file_of_somebody_else_leaves_no_other_open(folder):
    names = [f"{name}" for name in range(20)]
    for name in names[:10]:
        (folder / name).touch()
    (folder / "another's").symlink_to(SOMEBODY_ELSES)
    for name in names[10:]:
        (folder / name).touch()
    data_folder.keep_private(folder)
    assert {mode(folder / name) for name in names} == {0o600}


def test_files_that_vanish_meanwhile_are_passed_over(folder):
    """As SQLite's own beside its database."""
    done = threading.Event()

    def come_and_go() -> None:
        while not done.is_set():
            (folder / "cardinal.sqlite3-wal").touch()
            (folder / "cardinal.sqlite3-wal").unlink()

    other = threading.Thread(target=come_and_go)
    other.start()
    try:
        for _ in range(1000):
            data_folder.keep_private(folder)
    finally:
        done.set()
        other.join()


@pytest.mark.django_db
def test_a_mistyped_code_is_no_line_in_the_log(client, caplog):
    client.post("/join/", {"code": "ABCDEF"})
    client.get("/join/ABCDEF/")
    client.get("/no-such-page/")
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
