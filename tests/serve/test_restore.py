"""`backup` and `restore` as a technician runs them: beside a playing server, on another box, after a child was
forgotten."""

import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from classroom.server import secret_key
from tests.browser.driving.server import Server
from tests.browser.prepared import copied

pytestmark = pytest.mark.long

PLAY = """
from game.log.round import LiveRound
from game.models import Round
for row in Round.objects.select_related("table").order_by("pk"):
    played = LiveRound(row, row.table.game)
    played.catch_up()
    print(row.pk, played.n, played.position)
"""
FORGET = """
from classroom.models import Student
from classroom.rosters import roster
child = Student.objects.get(name={name!r})
roster.remove_student(child)
roster.forget_student(child)
"""
ADD = """
from classroom.models import Classroom
from classroom.rosters import roster
(child,) = roster.add_students(classroom=Classroom.objects.first(), names=["New child"])
print("number", child.pk)
"""
BEGIN = """
from classroom.models import Classroom
from classroom.rosters import roster
roster.add_students(classroom=Classroom.objects.create(name="1A"), names=["Ada", "Bea"])
"""
FORGET_CLASS = """
from classroom.models import Classroom
from classroom.rosters import roster
for classroom in Classroom.objects.all():
    roster.forget_classroom(classroom)
"""

RECORD = """
from classroom.models import Recording, Teacher
sound = bytes(range(256)) + b"voice of the teacher"
Recording.objects.create(teacher=Teacher.objects.first(), language="en", name="n1", sound=sound)
"""
REMOVE_TEACHER = """
from classroom.models import Teacher
teacher = Teacher.objects.create_user("new@school.example", name="New teacher")
Teacher.objects.first().delete()
print("number", teacher.pk)
"""
TEACHERS = """
from classroom.models import Recording, Teacher
print(*Teacher.objects.order_by("pk").values_list("pk", flat=True), Recording.objects.count())
"""


@pytest.fixture
def box(prepared_school: Path, tmp_path: Path) -> Server:
    """A school with four weeks of lessons, to be changed; its server does not run."""
    return Server(copied(prepared_school, tmp_path / "box"))


def does(server: Server, what: str) -> str:
    return server.manages("shell", "-v", "0", "-c", what)


def refusal(server: Server, *command: str) -> str:
    ran = subprocess.run(
        server._manage(*command), env=server._environment(), capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 1
    assert "Traceback" not in ran.stderr
    return ran.stderr


def children(server: Server) -> dict[str, int]:
    with closing(sqlite3.connect(server.data / "cardinal.sqlite3")) as database:
        return dict(database.execute("SELECT name, id FROM classroom_student").fetchall())


def test_what_is_restored_on_another_box_plays_to_the_same_positions(box, tmp_path):
    file = tmp_path / "backup.zip"
    box.manages("backup", str(file))
    other = Server(tmp_path / "other")
    other.manages("restore", str(file))
    played = does(box, PLAY)
    assert len(played.splitlines()) > 20
    assert does(other, PLAY) == played
    for name in ("secret_key",):
        assert (other.data / name).read_text() == (box.data / name).read_text()


def test_a_running_server_is_backed_up_and_not_restored_over(box, tmp_path):
    box.start()
    try:
        box.manages("backup", str(tmp_path / "backup.zip"))
        assert "Cardinal is running on the data folder" in refusal(box, "restore", str(tmp_path / "backup.zip"))
    finally:
        box.stop()


def test_a_child_who_was_forgotten_since_does_not_come_back_and_nobody_gets_its_number(box, tmp_path):
    name, number = max(children(box).items(), key=lambda child: child[1])
    box.manages("backup", str(tmp_path / "backup.zip"))
    does(box, FORGET.format(name=name))
    added = does(box, ADD)
    said = box.manages("restore", str(tmp_path / "backup.zip"))
    assert "Forgotten again, because they were forgotten after the backup: 1" in said
    assert children(box).keys() == children(Server(next(box.data.glob("replaced-*")))).keys() - {"New child"}
    assert name not in children(box)
    assert number not in children(box).values()
    assert int(does(box, ADD).split()[1]) > int(added.split()[1]) > number
    assert name.encode() not in (box.data / "cardinal.sqlite3").read_bytes()


def test_an_empty_school_in_the_folder_of_an_earlier_one_gives_no_child_the_number_of_a_forgotten_one(box, tmp_path):
    first = min(children(box), key=children(box).__getitem__)
    does(box, FORGET.format(name=first))
    shutil.rmtree(box.data / "backups", ignore_errors=True)
    for file in box.data.glob("cardinal.sqlite3*"):
        file.unlink()
    box.start()
    box.stop()
    does(box, BEGIN)
    box.manages("backup", str(tmp_path / "backup.zip"))
    assert "Forgotten again" not in box.manages("restore", str(tmp_path / "backup.zip"))
    assert children(box)


def test_a_class_that_was_forgotten_since_does_not_come_back(box, tmp_path):
    box.manages("backup", str(tmp_path / "backup.zip"))
    does(box, FORGET_CLASS)
    box.manages("restore", str(tmp_path / "backup.zip"))
    assert children(box) == {}


def test_a_teacher_who_was_removed_since_does_not_come_back_and_nobody_gets_the_number(box, tmp_path):
    does(box, RECORD)
    before = does(box, TEACHERS)
    box.manages("backup", str(tmp_path / "backup.zip"))
    added = int(does(box, REMOVE_TEACHER).split()[1])
    assert "they were forgotten after the backup: 1" in box.manages("restore", str(tmp_path / "backup.zip"))
    assert does(box, TEACHERS).split() == [*before.split()[1:-1], "0"]
    assert b"voice of the teacher" not in (box.data / "cardinal.sqlite3").read_bytes()
    assert int(does(box, REMOVE_TEACHER.replace("new@", "newer@")).split()[1]) > added


def test_a_box_that_was_tried_out_before_forgets_nobody_of_the_school(box, tmp_path):
    """Another school's rows have the same numbers; its list of the forgotten is not ours."""
    box.manages("backup", str(tmp_path / "backup.zip"))
    tried = Server(tmp_path / "tried")
    secret_key.read(tried.data)
    numbers = "".join(f"student {number}\n" for number in children(box).values())
    (tried.data / "forgotten").write_text(numbers)
    tried.manages("restore", str(tmp_path / "backup.zip"))
    assert children(tried) == children(box)


def test_what_is_no_backup_or_a_damaged_one_changes_nothing(box, tmp_path):
    before = children(box)
    box.manages("backup", str(tmp_path / "backup.zip"))
    (tmp_path / "cut.zip").write_bytes((tmp_path / "backup.zip").read_bytes()[:-100])
    assert "no backup of Cardinal, or not a whole one" in refusal(box, "restore", str(tmp_path / "cut.zip"))
    assert "no backup of Cardinal" in refusal(box, "restore", str(tmp_path / "nowhere.zip"))
    assert children(box) == before
    assert [path.name for path in box.data.glob("re*")] == []


def test_a_restore_that_was_broken_off_is_finished_at_the_start(box, tmp_path):
    box.manages("backup", str(tmp_path / "backup.zip"))
    wanted = children(box)
    shutil.unpack_archive(tmp_path / "backup.zip", box.data / "restoring")
    (box.data / "cardinal.sqlite3").write_bytes(b"half of something else")
    box.start()
    box.stop()
    assert children(box) == wanted
    assert not (box.data / "restoring").exists()
