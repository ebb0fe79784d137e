"""Small files of the data folder: put in place whole, and nothing that stands in one keeps Cardinal from starting."""

import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings as ours

from classroom.server import keep_years, kept_file, school_hours, school_word, secret_key, time_zone
from classroom.server.recovery import forgotten
from tests.classroom.server.full_disk import full_disk

READERS = {
    time_zone.FILE: lambda: time_zone.read(kept_in()),
    school_hours.FILE: school_hours.now,
    school_word.FILE: school_word.now,
    keep_years.FILE: keep_years.now,
    forgotten.FILE: lambda: forgotten.read(kept_in()),
}
"""Every small file that is read while Cardinal starts or answers, but the key, which is refused in words."""
KILLED = """
import os, signal
from pathlib import Path
from classroom.server import kept_file
os.fsync = lambda file: os.kill(os.getpid(), signal.SIGKILL)
kept_file.write(Path({path!r}), "new")
"""


def kept_in() -> Path:
    return Path(ours.DATA)


@pytest.mark.django_db
@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("left", [b"", b"\0" * 20, b"\xff\xfe\x00", b"x" * 5000])
def test_a_file_that_was_half_written_or_overwritten_is_as_if_it_were_missing(name, left, settings, tmp_path):
    settings.DATA = tmp_path
    (tmp_path / name).write_bytes(left)
    found = READERS[name]()
    (tmp_path / name).unlink()
    missing = READERS[name]()
    if name == school_word.FILE:
        found, missing = len(found), len(missing)  # each time a new word
    assert found == missing


def test_a_process_that_is_killed_while_it_writes_leaves_the_old_text(tmp_path):
    path = tmp_path / "kept"
    kept_file.write(path, "old")
    ran = subprocess.run([sys.executable, "-c", KILLED.format(path=str(path))], check=False)
    assert (ran.returncode, path.read_text()) == (-signal.SIGKILL, "old")


def test_nobody_else_reads_it_and_it_is_on_the_disk_before_it_has_its_name(tmp_path, monkeypatch):
    synced = []
    real = os.fsync
    monkeypatch.setattr(
        os, "fsync", lambda file: (synced.append(sorted(path.name for path in tmp_path.iterdir())), real(file))
    )
    kept_file.write(tmp_path / "kept", "text")
    assert (tmp_path / "kept").stat().st_mode & 0o077 == 0
    (written,), after = synced
    assert (written.startswith("kept."), written.endswith(".new"), after) == (True, True, ["kept"])


def test_two_that_write_at_once_have_a_file_each(tmp_path):
    path = tmp_path / "kept"
    first, second = kept_file.aside(path, "first"), kept_file.aside(path, "the second")
    kept_file.put(first, path)
    assert path.read_text() == "first"
    kept_file.put(second, path)
    assert (path.read_text(), list(tmp_path.iterdir())) == ("the second", [path])


def test_what_finds_no_room_leaves_the_old_text_and_nothing_beside_it(tmp_path):
    path = tmp_path / "kept"
    kept_file.write(path, "old")
    with full_disk(), pytest.raises(OSError, match="File too large"):
        kept_file.write(path, "x" * 200)
    assert (path.read_text(), list(tmp_path.iterdir())) == ("old", [path])


def test_workers_that_start_together_have_one_key(tmp_path):
    start = threading.Barrier(8)

    def reads(_worker: int) -> str:
        start.wait()
        return secret_key.read(tmp_path)

    with ThreadPoolExecutor(8) as workers:
        assert set(workers.map(reads, range(8))) == {(tmp_path / "secret_key").read_text()}


def test_a_first_start_that_was_broken_off_makes_the_key_and_one_beside_data_does_not(tmp_path):
    (tmp_path / "secret_key").touch()
    kept = secret_key.read(tmp_path)
    assert secret_key.read(tmp_path) == kept
    (tmp_path / "secret_key").write_text("")
    (tmp_path / "forgotten").touch()
    with pytest.raises(secret_key.LostKeyError, match="is empty"):
        secret_key.read(tmp_path)
    assert secret_key.read(tmp_path, command="doctor") != kept
    assert (tmp_path / "secret_key").read_text() == ""
