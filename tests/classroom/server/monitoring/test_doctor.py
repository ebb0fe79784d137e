"""`manage.py doctor`: every check made wrong once, found, and given a cure."""

import os
import socket
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from classroom.server import secret_key
from classroom.server.database import storage
from classroom.server.monitoring import doctor, door_test
from classroom.server.recovery import backups, postgresql_copy
from game import postgresql
from game.models import Event

in_rows = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def data(settings, tmp_path: Path) -> Path:
    settings.DATA, settings.TIME_ZONE_IS_FIXED = tmp_path, True
    tmp_path.chmod(0o700)
    secret_key.read(tmp_path)
    return tmp_path


@pytest.mark.sqlite
@pytest.mark.django_db
def test_doctor_prints_a_line_for_every_check_and_a_cure_for_each_fault(capsys, data):
    data.chmod(0o755)
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", "--port", "0")
    said = capsys.readouterr().out
    assert ended.value.code == 1
    assert "✓ disk: " in said
    assert f"✗ folder: others on this box may read {data}\n    chmod go= {data}\n" in said
    assert "✗ backup: none yet\n    manage.py backup\n" in said
    assert said.endswith("To be mended: 2\n")


@pytest.mark.sqlite
def test_a_box_where_nothing_was_played_yet_lacks_no_backup(monkeypatch):
    monkeypatch.setattr(doctor, "_is_new", lambda: True)
    looked_at = {finding.what for finding in doctor.findings(0, "")}
    assert "disk" in looked_at
    assert not {"backup", "database", "migrations"} & looked_at


@in_rows
@pytest.mark.sqlite
def test_doctor_says_that_all_is_well(capsys, ana_teacher):
    backups.take(backups.BY_HAND)
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", "--port", "0")
    said = capsys.readouterr().out
    assert (ended.value.code, "✗" in said, said.endswith("All is well.\n")) == (0, False, True), said


def test_a_folder_that_cannot_be_written_is_found_with_a_cure(monkeypatch, data):
    monkeypatch.setattr(os, "access", lambda *args: False)
    assert doctor.folder().cure == f"chown -R cardinal: {data}"


def test_a_key_that_others_may_read_is_found_with_a_cure(data):
    (data / "secret_key").chmod(0o644)
    assert doctor.folder().cure == f"chmod go= {data / 'secret_key'}"


def test_a_key_that_is_lost_is_found_with_a_cure(data):
    assert not doctor.key().cure
    (data / "cardinal.sqlite3").touch()
    (data / "secret_key").write_text("")
    assert "is empty, and the data beside it need it" in doctor.key().found
    assert "new_secret --from FILE" in doctor.key().cure


@pytest.mark.sqlite
def test_two_workers_on_a_file_are_found_with_a_cure(settings):
    assert not doctor.configuration().cure
    settings.WORKERS = 2
    assert "CARDINAL_WORKERS=1" in doctor.configuration().cure


def test_a_table_of_standards_that_cannot_be_read_is_found_with_a_cure(settings, tmp_path):
    settings.CURRICULUM = str(tmp_path / "standards.json")
    assert "Mend the file that CARDINAL_CURRICULUM names" in doctor.configuration().cure


@pytest.mark.parametrize(("kind", "is_wrong"), [("nfs4", True), ("ext4", False)])
def test_a_network_drive_is_told_from_a_local_disk(kind, is_wrong, tmp_path):
    mounts = tmp_path / "mounts"
    mounts.write_text(
        f"/dev/sda1 / ext4 rw 0 0\nbox:/school /srv/the\\040school {kind} rw 0 0\n/dev/sdb /srv/other xfs rw 0 0\n"
    )
    found = doctor.file_system_of(Path("/srv/the school/data"), mounts)
    assert found == kind
    assert (found in doctor.NETWORK) == is_wrong


def test_a_nearly_full_disk_is_found_with_a_cure(monkeypatch):
    monkeypatch.setattr(storage, "free_mb", lambda: 100)
    assert doctor.disk().cure.startswith("Make room: at least 500 MB.")


@pytest.mark.django_db
def test_a_clock_that_is_behind_what_was_played_is_found_with_a_cure(their_table):
    assert not doctor.clock().cure
    tomorrow = (timezone.now() + timedelta(days=1)).timestamp() * 1000
    Event.objects.create(round=their_table.rounds.get(), n=1, kind="seen", at=int(tomorrow))
    assert "timedatectl set-ntp true" in doctor.clock().cure


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "cure"),
    [
        (
            "DELETE FROM django_migrations WHERE id = (SELECT max(id) FROM django_migrations)",
            "Start Cardinal: it saves",
        ),
        (
            "INSERT INTO django_migrations (app, name, applied) VALUES ('game', '9999_x', '2026-11-22')",
            "Start the newer version",
        ),
    ],
)
def test_a_database_of_another_version_is_found_with_a_cure(change, cure):
    assert not doctor.migrations().cure
    with connection.cursor() as cursor:
        cursor.execute(change)
    assert doctor.migrations().cure.startswith(cure)


@in_rows
@pytest.mark.sqlite
def test_a_database_that_breaks_its_promises_is_found_with_a_cure():
    assert not doctor.database().cure
    connection.cursor().execute("PRAGMA synchronous=OFF")
    found = doctor.database()
    connection.cursor().execute("PRAGMA synchronous=FULL")
    assert "synchronous=0" in found.found
    assert "local disk" in found.cure


@in_rows
@pytest.mark.sqlite
def test_a_database_that_is_damaged_is_a_finding_and_no_traceback(data, monkeypatch):
    (data / "damaged.sqlite3").write_bytes(b"this is no database" * 500)
    connection.close()
    with monkeypatch.context() as patched:
        patched.setitem(connection.settings_dict, "NAME", str(data / "damaged.sqlite3"))
        found = {finding.what: finding for finding in doctor.findings(0, "")}
        connection.close()
    assert found["database"].cure == doctor.RESTORE
    assert "file is not a database" in found["database"].found


def test_a_time_zone_that_nobody_chose_is_found_with_a_cure(settings):
    settings.TIME_ZONE, settings.TIME_ZONE_IS_FIXED = "UTC", False
    assert "CARDINAL_TIME_ZONE" in doctor.zone().cure
    settings.TIME_ZONE = "Europe/Madrid"
    assert not doctor.zone().cure


def test_a_port_that_another_program_has_is_found_with_a_cure(monkeypatch):
    monkeypatch.setattr(door_test, "PATIENCE", 0.2)
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]
        taken.close()
    assert doctor.port(port) == doctor.Finding("port", f"{port} is free")
    with socket.create_server(("0.0.0.0", 0)) as other:
        number = other.getsockname()[1]
        other.settimeout(0)
        found = doctor.port(number)
    assert found.cure == f"Stop what has port {number}, or: make run PORT={number + 1}"


def test_an_address_that_does_not_answer_is_found_with_a_cure():
    found = doctor.proxy("http://127.0.0.1:9")
    assert "does not answer" in found.found
    assert found.cure.startswith("Start the proxy;")


def test_a_mail_server_that_does_not_answer_is_found_with_a_cure(settings):
    settings.MAIL_SERVER, settings.EMAIL_HOST, settings.EMAIL_PORT = "smtp://127.0.0.1:9", "127.0.0.1", 9
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    assert "CARDINAL_EMAIL_URL" in doctor.mail().cure


@pytest.mark.sqlite
def test_a_backup_that_is_old_is_found_with_a_cure():
    backups.folder().mkdir()
    (backups.folder() / f"nightly-{timezone.localtime() - timedelta(days=4):%Y-%m-%dT%H%M%S}.zip").touch()
    assert doctor.backup().cure == "manage.py backup"


def programs(folder: Path, version: str) -> None:
    """PostgreSQL's programs as far as their version is asked for."""
    folder.mkdir(parents=True)
    for name in postgresql_copy.PROGRAMS:
        (folder / name).write_text(f"#!/bin/sh\necho '{name} (PostgreSQL) {version} (Debian)'\n")
        (folder / name).chmod(0o755)


@pytest.mark.postgresql
@pytest.mark.django_db
def test_missing_and_old_programs_of_a_backup_are_found_with_a_cure(monkeypatch, tmp_path):
    assert backups.lacking() == ("", "")
    monkeypatch.setattr(postgresql_copy, "INSTALLED", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    missing = doctor.Finding("backup", "pg_dump is not installed on this box", "apt-get install postgresql-client")
    assert doctor.backup() == missing
    programs(tmp_path / "9" / "bin", "9.6.24")
    served = connection.pg_version // 10000
    old = f"pg_dump 9 does not read PostgreSQL {served}"
    assert doctor.backup() == doctor.Finding("backup", old, f"apt-get install postgresql-client-{served}")
    programs(tmp_path / "99" / "bin", "99beta1")
    assert doctor.backup().found == "none yet"


@pytest.mark.postgresql
@pytest.mark.django_db
def test_a_database_that_is_away_is_said_once_and_no_backup_is_to_be_restored(monkeypatch):
    right = postgresql.parameters()
    monkeypatch.setattr(postgresql, "parameters", lambda: right | {"host": "/nowhere"})
    found = [finding for finding in doctor.findings(0, "") if finding.what in ("database", "clock", "backup")]
    assert [finding.cure for finding in found] == ["Start PostgreSQL, or correct CARDINAL_DATABASE."]
    assert "/nowhere" in found[0].found
