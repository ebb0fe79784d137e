"""Nobody else on the box reads the data folder, and a mistyped code is no news for its log."""

import logging
import os
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


@pytest.mark.django_db
def test_a_mistyped_code_is_no_line_in_the_log(client, caplog):
    client.post("/join/", {"code": "ABCDEF"})
    client.get("/join/ABCDEF/")
    client.get("/no-such-page/")
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
