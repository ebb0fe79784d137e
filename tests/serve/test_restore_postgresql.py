"""`backup` and `restore` where PostgreSQL keeps everything: beside a playing server, into an empty database, after a
child was forgotten."""

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import postgresql
from tests.browser.driving.server import Server
from tests.browser.prepared import copied, with_static_files
from tests.serve.test_restore import ADD, FORGET, PLAY, RECORD, REMOVE_TEACHER, TEACHERS, refusal

BROKEN_OFF = """
from django.core.management import call_command
from classroom.server.recovery import restoring
restoring._database.put = exit
call_command("restore", {file!r})
"""

KILLED_AT_THE_END = """
import os, shutil
from django.core.management import call_command
remove = shutil.rmtree
shutil.rmtree = lambda path, **how: os._exit(9) if path.name == "restoring" else remove(path, **how)
call_command("restore", {file!r})
"""


class OnPostgresql(Server):
    """Cardinal on a database of this PostgreSQL."""

    def __init__(self, data: Path, databases: postgresql.Server, name: str) -> None:
        super().__init__(data)
        self.databases, self.name = databases, name

    def _environment(self) -> dict[str, str]:
        address = f"postgresql://cardinal@/{self.name}?host={self.databases.folder}"
        return super()._environment() | {"CARDINAL_DATABASE": address}

    def does(self, what: str) -> str:
        return self.manages("shell", "-v", "0", "-c", what)

    def rows(self, sql: str) -> list[str]:
        return self.databases.asked(sql, self.name)

    def children(self) -> dict[str, int]:
        pairs = (row.rsplit("|", 1) for row in self.rows("SELECT name, id FROM classroom_student"))
        return {name: int(number) for name, number in pairs}


@dataclass
class School:
    """A school with four weeks of lessons, in a database that can be copied; its server does not run."""

    server: OnPostgresql
    copies: int = 0

    def box(self, folder: Path) -> OnPostgresql:
        """Return a copy of it to be changed."""
        self.copies += 1
        name = f"box{self.copies}"
        self.server.databases.asked(f"CREATE DATABASE {name} TEMPLATE {self.server.name}")
        shutil.copytree(self.server.data, folder / name)
        return OnPostgresql(folder / name, self.server.databases, name)

    def empty(self, folder: Path) -> OnPostgresql:
        self.copies += 1
        name = f"empty{self.copies}"
        self.server.databases.asked(f"CREATE DATABASE {name}")
        return OnPostgresql(folder / name, self.server.databases, name)


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[School]:
    try:
        postgresql.programs()
    except postgresql.NotInstalled:
        pytest.skip("needs PostgreSQL")
    with postgresql.running(durable=True) as databases:
        server = OnPostgresql(with_static_files(tmp_path_factory.mktemp("school")), databases, "cardinal")
        server.manages("demo")
        yield School(server)


def test_what_is_restored_into_an_empty_database_plays_to_the_same_positions(school, tmp_path):
    file = tmp_path / "backup.zip"
    box, other = school.box(tmp_path), school.empty(tmp_path)
    box.manages("backup", str(file))
    assert file.stat().st_mode & 0o777 == 0o600
    other.manages("restore", str(file))
    assert len(box.does(PLAY).splitlines()) > 20
    assert other.does(PLAY) == box.does(PLAY)
    assert (other.data / "secret_key").read_text() == (box.data / "secret_key").read_text()


def test_a_running_server_is_backed_up_and_not_restored_over(school, tmp_path):
    box, beside = school.box(tmp_path), OnPostgresql(tmp_path / "beside", school.server.databases, "box2")
    box.start()
    try:
        box.manages("backup", str(tmp_path / "backup.zip"))
        assert "Cardinal is running on the data folder" in refusal(box, "restore", str(tmp_path / "backup.zip"))
        beside.name = box.name
        assert "Somebody is connected to the database" in refusal(beside, "restore", str(tmp_path / "backup.zip"))
    finally:
        box.stop()


def test_a_child_who_was_forgotten_since_does_not_come_back_and_nobody_gets_its_number(school, tmp_path):
    box = school.box(tmp_path)
    name, number = max(box.children().items(), key=lambda child: child[1])
    box.manages("backup", str(tmp_path / "backup.zip"))
    box.does(FORGET.format(name=name))
    added = int(box.does(ADD).split()[1])
    said = box.manages("restore", str(tmp_path / "backup.zip"))
    assert "Forgotten again, because they were forgotten after the backup: 1" in said
    assert name not in box.children()
    assert "New child" not in box.children()
    assert int(box.does(ADD).split()[1]) > added > number
    assert (next(box.data.glob("replaced-*")) / "cardinal.dump").stat().st_size > 10_000


def test_a_teacher_who_was_removed_since_does_not_come_back_and_nobody_gets_the_number(school, tmp_path):
    box = school.box(tmp_path)
    box.does(RECORD)
    before = box.does(TEACHERS)
    box.manages("backup", str(tmp_path / "backup.zip"))
    added = int(box.does(REMOVE_TEACHER).split()[1])
    assert "they were forgotten after the backup: 1" in box.manages("restore", str(tmp_path / "backup.zip"))
    assert box.does(TEACHERS).split() == [*before.split()[1:-1], "0"]
    assert int(box.does(REMOVE_TEACHER.replace("new@", "newer@")).split()[1]) > added


def test_what_is_no_backup_of_postgresql_or_a_damaged_one_changes_nothing(school, tmp_path):
    box = school.box(tmp_path)
    before = box.rows("SELECT count(*) FROM game_event")
    box.manages("backup", str(tmp_path / "backup.zip"))
    (tmp_path / "cut.zip").write_bytes((tmp_path / "backup.zip").read_bytes()[:-100])
    assert "not a whole one" in refusal(box, "restore", str(tmp_path / "cut.zip"))
    on_a_file = Server(tmp_path / "file")
    on_a_file.manages("migrate", "-v", "0")
    assert "is of PostgreSQL" in refusal(on_a_file, "restore", str(tmp_path / "backup.zip"))
    on_a_file.manages("backup", str(tmp_path / "file.zip"))
    assert "goes into an empty PostgreSQL" in refusal(box, "restore", str(tmp_path / "file.zip"))
    assert box.rows("SELECT count(*) FROM game_event") == before
    assert [path.name for path in box.data.glob("re*")] == []


def test_a_restore_that_was_broken_off_is_finished_at_the_start(school, tmp_path):
    """All is ready and has its name; then the power goes, before anything is in place."""
    box = school.box(tmp_path)
    wanted = box.children()
    box.manages("backup", str(tmp_path / "backup.zip"))
    box.does(ADD)
    broken_off = BROKEN_OFF.format(file=str(tmp_path / "backup.zip"))
    subprocess.run(box._manage("shell", "-v", "0", "-c", broken_off), env=box._environment(), check=False)
    assert (box.data / "restoring").is_dir()
    assert box.children() != wanted
    box.start()
    box.stop()
    assert box.children() == wanted
    assert not (box.data / "restoring").exists()


def test_a_restore_that_was_killed_when_all_was_in_place_brings_no_forgotten_child_back(school, tmp_path):
    """The list of the forgotten is in the data folder then, and no longer beside the rows that were restored."""
    box = school.box(tmp_path)
    name, _number = max(box.children().items(), key=lambda child: child[1])
    box.manages("backup", str(tmp_path / "backup.zip"))
    box.does(FORGET.format(name=name))
    killed = KILLED_AT_THE_END.format(file=str(tmp_path / "backup.zip"))
    subprocess.run(box._manage("shell", "-v", "0", "-c", killed), env=box._environment(), check=False)
    assert (box.data / "restoring").is_dir()
    box.start()
    box.stop()
    assert name not in box.children()
    assert not (box.data / "restoring").exists()


def test_a_school_moves_from_the_file_to_postgresql_with_everything(school, prepared_school, tmp_path):
    """Passwords, children's cards, every round, a teacher's voice, the numbers that were given: it goes on as if
    nothing had been."""
    file, other = Server(copied(prepared_school, tmp_path / "file")), school.empty(tmp_path)
    said = file.manages("shell", "-v", "0", "-c", ADD + "child.delete()" + RECORD)
    file.manages("backup", str(tmp_path / "file.zip"))
    other.manages("restore", str(tmp_path / "file.zip"))
    assert len(rows_of(file).splitlines()) > 30
    assert rows_of(other) == rows_of(file)
    assert other.does(PLAY) == file.manages("shell", "-v", "0", "-c", PLAY)
    assert int(other.does(ADD).split()[1]) > int(said.split()[1])
    other.start()
    other.stop()


ROWS = """
import hashlib, json
from django.apps import apps
def plain(value):
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else repr(value)
for model in apps.get_models(include_auto_created=True):
    if not model._meta.proxy and model._meta.label != "sessions.Session":
        names = sorted(field.attname for field in model._meta.concrete_fields)
        found = model._base_manager.order_by("pk").values_list(*names)
        rows = [json.dumps(row, sort_keys=True, default=plain) for row in found]
        print(model._meta.label, len(rows), hashlib.sha256(repr(rows).encode()).hexdigest())
"""


def rows_of(server: Server) -> str:
    """Return every table's name, how many rows it has, and a hash of them all; PostgreSQL keeps JSON in an
    order of its own."""
    return server.manages("shell", "-v", "0", "-c", ROWS)
