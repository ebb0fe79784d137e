"""A disk that takes nothing more is refused in a sentence, before and while Cardinal gets ready."""

import errno
from pathlib import Path

import pytest
from django.core.management import CommandError
from django.db import OperationalError

from classroom import command
from classroom.management.commands.serve import Command
from classroom.server.database import data_folder, failures


def full(*args: object, **options: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device", "/data/locale/is.mo")


def test_whatever_finds_no_room_first_is_told_in_words(monkeypatch):
    monkeypatch.setattr(command, "execute_from_command_line", full)
    with pytest.raises(SystemExit, match=r"No space left on device: '/data/locale/is\.mo'\. Make room on that disk"):
        command.main()


def test_another_fault_of_the_system_is_not_hidden(monkeypatch):
    monkeypatch.setattr(command, "execute_from_command_line", lambda argv: Path("/nowhere/at/all").read_text())
    with pytest.raises(FileNotFoundError):
        command.main()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_folder_that_cannot_even_hold_its_lock_is_refused():
    with Path("/dev/full").open("r+") as holder, pytest.raises(CommandError, match="Cardinal cannot write to its data"):
        data_folder._sign(holder, Path("/data"), "process 1")


@pytest.mark.django_db
def test_a_database_that_takes_no_writes_is_told_with_the_room_that_is_left(monkeypatch):
    monkeypatch.setattr("classroom.management.commands.serve.call_command", lambda *args, **options: _refuse())
    with pytest.raises(CommandError, match=r"Cardinal cannot get ready: database is locked\. \d+ MB of the disk"):
        Command()._prepare_or_refuse()


def _refuse() -> None:
    raise OperationalError("database is locked") from failures.busy()
