"""Backups: whole while moves are written, kept and dropped by rule, and seen by the school's admin."""

import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zipfile import ZipFile

import pytest
import time_machine
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.urls import reverse
from django.utils import timezone

from classroom import upkeep
from classroom.server.recovery import backups, sqlite_copy
from game.log import journal
from game.log.journal import JournalEntry
from game.models import Event, Round
from tests.conftest import words

pytestmark = pytest.mark.sqlite
in_rows = pytest.mark.django_db(transaction=True)
A_DAY_AGO = time.time() - 86_400
NIGHT = datetime(2026, 11, 22, 3, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def data(settings, tmp_path: Path) -> Path:
    settings.DATA = tmp_path
    (tmp_path / "secret_key").write_text("a key")
    (tmp_path / "server").write_text("process 1")
    return tmp_path


class Writer(threading.Thread):
    """Moves that are written and acknowledged, one after another, until it is told to stop."""

    def __init__(self, row: Round) -> None:
        super().__init__()
        self.row, self.acknowledged, self.enough = row.pk, 0, threading.Event()
        self.news = threading.Condition()

    def run(self) -> None:
        while not self.enough.is_set():
            lines = [JournalEntry(self.row, self.acknowledged + n, "seen", 0, None, None, n) for n in range(1, 20)]
            assert all(journal.insert(lines))
            with self.news:
                self.acknowledged += len(lines)
                self.news.notify_all()
        connection.close()

    def has_more_than(self, before: int) -> int:
        """Wait for it to write on, beside the backups; return how much is acknowledged."""
        with self.news:
            assert self.news.wait_for(lambda: self.acknowledged > max(before, 0), timeout=60)
            return self.acknowledged


@pytest.fixture
def writer(their_table) -> Iterator[Writer]:
    writer = Writer(their_table.rounds.get())
    Event.objects.all().delete()
    writer.start()
    yield writer
    writer.enough.set()
    writer.join()


def places(file: Path, tmp_path: Path) -> list[int]:
    """The places of the log's lines in a backup, whose database has to be whole."""
    with ZipFile(file) as archive:
        archive.extract(backups.DATABASE, tmp_path / "out")
    with closing(sqlite3.connect(tmp_path / "out" / backups.DATABASE)) as copy:
        assert sqlite_copy.checked(copy) == "ok"
        return [n for (n,) in copy.execute("SELECT n FROM game_event ORDER BY n")]


@in_rows
def test_a_backup_has_every_move_that_was_acknowledged_before_it_and_no_hole(writer, tmp_path):
    acknowledged = -1
    for number in range(5):
        acknowledged = writer.has_more_than(acknowledged)
        found = places(backups.write(tmp_path / f"{number}.zip"), tmp_path)
        assert len(found) >= acknowledged
        assert found == list(range(1, len(found) + 1))
    assert writer.has_more_than(acknowledged)


@in_rows
def test_the_small_files_come_along_and_nobody_else_reads_it(tmp_path, ana_teacher):
    file = backups.write(tmp_path / "backup.zip")
    with ZipFile(file) as archive:
        assert set(archive.namelist()) == {"manifest.json", "cardinal.sqlite3", "secret_key"}
        assert archive.read("secret_key") == b"a key"
        assert json.loads(archive.read("manifest.json"))["event"] == 0
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir() if "partial" in path.name] == []
    assert list(backups.folder().iterdir()) == []


@in_rows
def test_what_cannot_be_written_leaves_no_file(tmp_path, monkeypatch):
    def breaks(*args: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(backups.os, "fsync", breaks)
    with pytest.raises(CommandError, match="No space left"):
        call_command("backup", tmp_path / "backup.zip")
    assert list(tmp_path.glob("backup.zip*")) == []


@in_rows
def test_a_nearly_full_disk_is_said_before_anything_is_written(tmp_path, monkeypatch):
    monkeypatch.setattr(backups, "SPARE_BYTES", 2**60)
    with pytest.raises(backups.BackupError, match="nearly full"):
        backups.write(tmp_path / "backup.zip")


@in_rows
def test_a_file_that_is_there_is_not_written_over(tmp_path):
    (tmp_path / "backup.zip").touch()
    with pytest.raises(CommandError, match="is there already"):
        call_command("backup", tmp_path / "backup.zip")
    with pytest.raises(CommandError, match="There is no folder"):
        call_command("backup", tmp_path / "nowhere" / "backup.zip")


def made(kind: str, at: datetime) -> backups.Backup:
    return backups.Backup(Path(f"{kind}-{at:%Y-%m-%dT%H%M%S}.zip"), kind, at)


def test_seven_days_and_four_weeks_are_kept():
    year = [made(backups.NIGHTLY, NIGHT - timedelta(days=days)) for days in range(365)]
    kept = backups.to_keep(year)
    assert [backup.made_at for backup in kept[:7]] == [NIGHT - timedelta(days=days) for days in range(7)]
    weeks = {backup.made_at.isocalendar()[:2] for backup in kept}
    assert len(kept) == 7 + 3
    assert len(weeks) == 4
    assert NIGHT - kept[-1].made_at < timedelta(weeks=4)


def test_of_a_day_the_last_is_kept_and_before_upgrades_the_first():
    day = [
        made(kind, NIGHT + timedelta(hours=hour))
        for hour in (9, 3, 0)
        for kind in (backups.NIGHTLY, backups.BEFORE_UPGRADE)
    ]
    kept = backups.to_keep(day)
    assert [(backup.kind, backup.made_at.hour) for backup in kept] == [("nightly", 12), ("before-upgrade", 3)]


def test_each_that_was_made_by_hand_is_kept_for_a_week_the_last_ten():
    hours = [made(backups.BY_HAND, NIGHT - timedelta(hours=hour)) for hour in range(3)]
    nights = [made(backups.NIGHTLY, NIGHT - timedelta(days=day)) for day in range(1, 9)]
    long_ago = made(backups.BY_HAND, NIGHT - timedelta(days=8, hours=1))
    kept = backups.to_keep([*hours, *nights, long_ago])
    assert set(hours) <= set(kept)
    assert long_ago not in kept
    many = [made(backups.BY_HAND, NIGHT - timedelta(minutes=minute)) for minute in range(30)]
    assert backups.to_keep(many) == many[: backups.BY_HANDS]


@in_rows
def test_what_is_not_kept_is_removed_with_what_was_broken_off(data):
    backups.folder().mkdir()
    for name in ("nightly-2024-01-01T030000.zip", "x.zip.partial", "a stranger.zip"):
        (backups.folder() / name).touch()
    for day in range(1, 15):
        (backups.folder() / f"nightly-2026-11-{day:02}T030000.zip").touch()
    (backups.folder() / ".copy-x").mkdir()
    for name in ("x.zip.partial", ".copy-x"):
        os.utime(backups.folder() / name, (A_DAY_AGO, A_DAY_AGO))
    made = backups.take(backups.NIGHTLY)
    left = {path.name for path in backups.folder().iterdir()}
    assert {made.name, "a stranger.zip"} <= left
    assert left & {"nightly-2024-01-01T030000.zip", "x.zip.partial", ".copy-x"} == set()


@in_rows
def test_what_a_killed_backup_has_left_elsewhere_is_removed_by_the_next_there(tmp_path, monkeypatch):
    with monkeypatch.context() as killed:
        killed.setattr(Path, "unlink", lambda *_path, **_how: None)
        killed.setattr(backups.os, "fsync", exit)
        with pytest.raises(SystemExit):
            backups.write(tmp_path / "monday.zip")
    (left,) = tmp_path.glob("monday.zip*")
    os.utime(left, (A_DAY_AGO, A_DAY_AGO))
    (tmp_path / "film.mkv.partial").hardlink_to(left)
    monkeypatch.setattr(backups, "_refuse_without_space", lambda _where: left.exists() and exit("a full disk"))
    backups.write(tmp_path / "tuesday.zip")
    assert {path.name for path in tmp_path.glob("*.*")} == {"tuesday.zip", "film.mkv.partial"}


@in_rows
def test_one_that_is_being_written_beside_it_is_left_alone(ana_teacher):
    backups.folder().mkdir()
    (beside := backups.folder() / ".copy-x").mkdir()
    (beside / "cardinal.sqlite3").touch()
    (partial := backups.folder() / "by-hand.zip.partial").touch()
    backups.take(backups.NIGHTLY)
    assert partial.exists()
    assert (beside / "cardinal.sqlite3").exists()


@in_rows
def test_what_was_just_made_stays_beside_files_of_tomorrow(ana_teacher):
    backups.folder().mkdir()
    (backups.folder() / f"by-hand-{timezone.localtime():%Y-%m-%d}T235959.zip").touch()
    assert backups.take(backups.BY_HAND).exists()


@in_rows
def test_a_server_that_cannot_be_upgraded_does_not_fill_the_disk(ana_teacher, monkeypatch):
    first = backups.take(backups.BEFORE_UPGRADE)
    monkeypatch.setattr(backups.timezone, "localtime", lambda: timezone.now() + timedelta(minutes=1))
    assert backups.take(backups.BEFORE_UPGRADE) == first
    assert [backup.path for backup in backups.found()] == [first]


@in_rows
def test_one_is_made_before_an_upgrade_and_none_without_one(ana_teacher):
    assert backups.before_upgrade() is None
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, app, name, applied FROM django_migrations WHERE app = 'game' ORDER BY id DESC LIMIT 1"
        )
        row = cursor.fetchone()
        cursor.execute("DELETE FROM django_migrations WHERE id = %s", [row[0]])
        try:
            made = backups.before_upgrade()
        finally:
            cursor.execute("INSERT INTO django_migrations (id, app, name, applied) VALUES (%s, %s, %s, %s)", row)
    assert made
    assert made.name.startswith("before-upgrade-")


@in_rows
def test_the_night_is_made_up_for_by_day_and_once(ana_teacher):
    upkeep.save()
    upkeep.save()
    (only,) = backups.found()
    assert only.kind == backups.NIGHTLY
    assert not backups.is_due(timezone.localtime())
    assert backups.is_due(timezone.localtime() + timedelta(days=1))


@in_rows
@pytest.mark.parametrize(("first", "second"), [("00:30", "01:30"), ("00:50", "01:10")])
def test_in_autumns_repeated_hour_each_has_a_name_and_the_later_is_the_last(first, second):
    with timezone.override("Europe/Madrid"):
        for hour in (first, second):
            with time_machine.travel(f"2026-10-25T{hour}:00+00:00", tick=False):
                backups.take(backups.BY_HAND)
        assert [backup.made_at.astimezone(UTC).strftime("%H:%M") for backup in backups.found()] == [second, first]


@in_rows
def test_a_page_of_the_school_that_waits_for_its_first_look_leaves_the_backup(ana_teacher, monkeypatch, caplog):
    def refuses() -> None:
        raise DatabaseError("no room")

    monkeypatch.setattr(upkeep.school, "prepare", refuses)
    upkeep.save()
    assert [backup.kind for backup in backups.found()] == [backups.NIGHTLY]
    assert "is computed on its first look: no room" in caplog.text


@in_rows
def test_a_database_that_is_away_at_night_is_asked_again_in_an_hour(ana_teacher, monkeypatch):
    """Whatever it raises is a BackupError, which the hourly work writes down and goes on after."""
    monkeypatch.setitem(connection.settings_dict, "NAME", "/nowhere/cardinal.sqlite3")
    with pytest.raises(backups.BackupError, match="No backup was made"):
        backups.nightly()


@pytest.mark.parametrize(
    ("age", "said", "is_warned"),
    [
        (None, "There is no backup yet.", True),
        (timedelta(hours=5), "5\xa0hours old", False),
        (timedelta(days=4), "4\xa0days", True),
    ],
)
def test_the_admin_sees_its_age(age, said, is_warned, ana_teacher, ana_client):
    ana_teacher.is_school_admin = True
    ana_teacher.save()
    backups.folder().mkdir()
    if age:
        (backups.folder() / f"nightly-{timezone.localtime() - age:%Y-%m-%dT%H%M%S}.zip").touch()
    page = ana_client.get(reverse("school"))
    assert said in page.content.decode()
    assert ("Tell whoever runs it at your school." in words(page)) == is_warned
