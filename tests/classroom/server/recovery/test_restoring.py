"""Files that a technician takes for a backup, and restores that were broken off: refused in words, and the school stays
whole."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.core.management.base import CommandError
from django.db import DatabaseError

from classroom import upkeep
from classroom.management.commands import new_secret
from classroom.server.recovery import backups, restoring, sqlite_into_postgresql
from classroom.server.recovery.copies import BackupError, RestoreError, sha256
from tests.classroom.server.full_disk import full_disk

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def data(settings, tmp_path: Path) -> Path:
    settings.DATA = tmp_path / "data"
    settings.DATA.mkdir()
    (settings.DATA / "secret_key").write_text("the key of this school, long enough")
    return settings.DATA


@pytest.fixture
def backup(data: Path, tmp_path: Path) -> Path:
    return backups.write(tmp_path / "backup.zip")


def flipped(file: Path) -> None:
    """Change bytes in the middle of the packed database, as a bad disk does."""
    whole = bytearray(file.read_bytes())
    middle = len(whole) // 2
    whole[middle : middle + 2000] = b"\xff" * 2000
    file.write_bytes(whole)


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def encrypted(file: Path) -> None:
    """Set the bit by which a zip file says that its entries need a password."""
    whole = file.read_bytes()
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = whole.index(mark) + place
        whole = whole[:at] + b"\x01" + whole[at + 1 :]
    file.write_bytes(whole)


def packed(file: Path, manifest: object, database: bytes = b"") -> None:
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", json.dumps(manifest))
        archive.writestr("cardinal.sqlite3", database)


def without_manifest(file: Path) -> None:
    packed(file, ["a list"])


def of_another_program(file: Path) -> None:
    """Write a whole archive whose database is none of SQLite's."""
    database = file.with_name("database")
    database.write_bytes(b"text " * 1000)
    packed(file, {"format": backups.FORMAT, "sha256": sha256(database)}, database.read_bytes())


@pytest.mark.parametrize("spoil", [flipped, cut, encrypted, without_manifest, of_another_program])
def test_what_is_no_whole_backup_is_refused_in_words_and_leaves_nothing(
    spoil: Callable[[Path], None], backup: Path, data: Path
) -> None:
    before = sorted(data.iterdir())
    spoil(backup)
    with pytest.raises(RestoreError, match=r"no backup of Cardinal|is damaged"):
        restoring.restore(backup, upkeep.bring_up)
    assert sorted(data.iterdir()) == before


def test_a_file_with_the_name_of_a_folder_of_ours_is_left_in_the_backup(backup: Path, data: Path) -> None:
    """Put in place, it would end every later start with an error."""
    with ZipFile(backup, "a") as archive:
        for name in ("static", "locale", "backups", "restoring", "../outside"):
            archive.writestr(name, "not a folder")
    folder = restoring.unpacked(backup)
    assert {path.name for path in folder.iterdir()} == {"cardinal.sqlite3", "secret_key"}
    assert not (data.parent / "outside").exists()


def test_a_disk_that_is_full_when_the_old_data_are_kept_is_told_and_nothing_changes(data: Path) -> None:
    (data / "school_word").write_text("x" * 200)
    with full_disk(), pytest.raises(OSError, match="File too large"):
        restoring.keep_aside()
    assert list(data.glob("replaced-*")) == []


def test_a_database_that_refuses_while_it_is_brought_up_is_told_in_words(backup: Path, data: Path) -> None:
    def full(_rows: object) -> int:
        raise DatabaseError("database or disk is full")

    with pytest.raises(RestoreError, match="Nothing was changed: database or disk is full"):
        restoring.restore(backup, full)
    assert list(data.glob("re*")) == []


def test_what_a_killed_restore_has_unpacked_is_removed_at_the_start(backup: Path, data: Path) -> None:
    """It holds a whole school, with children who were forgotten since."""
    restoring.unpacked(backup)
    assert restoring.finish(upkeep.bring_up) is None
    assert list(data.glob("restoring*")) == []


def test_old_data_of_which_a_killed_restore_has_copied_a_part_are_removed_at_the_start(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under their final name they would count as the whole of what was there before."""

    def killed(*_paths: Path) -> None:
        raise SystemExit

    with monkeypatch.context() as at_its_end:
        at_its_end.setattr(shutil, "copy2", killed)
        at_its_end.setattr(shutil, "rmtree", lambda _path: None)
        with pytest.raises(SystemExit):
            restoring.keep_aside()
    assert restoring.finish(upkeep.bring_up) is None
    assert list(data.glob("replaced-*")) == []


def test_no_backup_is_made_of_data_that_are_restored_in_part(data: Path) -> None:
    """The database may be in place already, and the key still be the one of before."""
    (data / "restoring").mkdir()
    with pytest.raises(BackupError, match="a restore was broken off"):
        backups.take(backups.BY_HAND)


def test_a_damaged_backup_of_the_last_upgrade_does_not_keep_the_server_from_the_next(data: Path) -> None:
    first = backups.take(backups.BEFORE_UPGRADE)
    earlier = first.with_name("before-upgrade-2026-01-01T030000.zip")
    first.rename(earlier)
    cut(earlier)
    assert backups.take(backups.BEFORE_UPGRADE).exists()


@pytest.mark.parametrize("spoil", [cut, encrypted])
def test_a_lost_key_is_not_taken_from_a_damaged_backup(spoil: Callable[[Path], None], backup: Path, data: Path) -> None:
    (data / "secret_key").unlink()
    (data / "forgotten").touch()
    with ZipFile(backup, "w") as archive:
        archive.writestr("secret_key", "the key of this school, long enough")
    spoil(backup)
    with pytest.raises(CommandError, match="no backup with a key"):
        new_secret.bring_back(backup)


def test_a_file_with_the_keys_of_platforms_goes_into_postgresql_only_where_they_are_read(backup, tmp_path):
    with ZipFile(backup) as archive:
        file = Path(archive.extract("cardinal.sqlite3", tmp_path))
    assert sqlite_into_postgresql.fault_of(file) == ""
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('lti_tool', '0001_initial', '')")
    assert "CARDINAL_LTI=1" in sqlite_into_postgresql.fault_of(file)
