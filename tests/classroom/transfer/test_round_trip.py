"""A class goes out as a file and comes in again: the pages say the same."""

import io
import zipfile
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.urls import reverse

from classroom.models import AuditEntry, Classroom, ClassSession, Student, Teacher, Teaching
from classroom.rosters import rollover, roster
from classroom.rosters.merging import persons
from classroom.transfer import checking, schema, storing, writing
from classroom.transfer.archive import Archive, BrokenFileError
from game.models import Event, Evidence, Round, Table
from tests.classroom.server.full_disk import full_disk
from tests.classroom.transfer.files import file_of, out_of, read_in, rows
from tests.classroom.transfer.left_out import LEFT_OUT
from tests.conftest import make_class, signed_in, words

pytestmark = pytest.mark.django_db(transaction=True)


def pages_of(classroom: Classroom, browser: Any) -> list[str]:
    """What a teacher reads of the class: the class, its sessions, every child, the first replay of each session."""
    addresses = [
        reverse(page, args=[classroom.pk]) for page in ("class", "class_sessions", "class_report", "class_homework")
    ]
    addresses += [reverse("student_report", args=[child.pk]) for child in classroom.students.order_by("name")]
    for session in classroom.sessions.order_by("opened_at"):
        addresses.append(reverse("session_report", args=[session.pk]))
        first = Round.objects.filter(table__seats__sitting__session=session).order_by("table__number", "number").first()
        assert first
        addresses.append(reverse("round_replay", args=[session.pk, first.pk]) + "?n=40")
    return [words(browser.get(address)) for address in addresses]


def test_every_page_says_the_same_on_an_empty_box(played, ana_teacher, ana_client):
    before = pages_of(played, ana_client)
    evidence = {kind: kind._default_manager.count() for kind in Evidence.kinds()}
    file = out_of(played)
    roster.forget_classroom(played)
    assert not Table.objects.exists()
    assert not Event.objects.exists()
    (classroom,) = read_in(file, ana_teacher)
    assert pages_of(classroom, ana_client) == before
    assert {kind: kind._default_manager.count() for kind in Evidence.kinds()} == evidence
    child = classroom.students.get(name="Bence K.")
    assert (child.needs, child.family_words) == ({"hints": True}, "Bence counts on.")
    assert list(classroom.homework.exclude(students=None).get().students.all()) == [child]


def test_the_file_holds_no_key_and_everybody_gets_a_new_card(played, ana_teacher):
    cards = set(Student.objects.values_list("card", flat=True))
    file = out_of(played)
    with zipfile.ZipFile(file) as parts:
        everything = b"".join(parts.read(name) for name in parts.namelist())
    keys = [*cards, *ClassSession.objects.values_list("code", flat=True), *Table.objects.values_list("code", flat=True)]
    assert not [key for key in keys if key.encode() in everything]
    assert ana_teacher.password.encode() not in everything
    assert ana_teacher.email.encode() not in everything
    (classroom,) = read_in(file, ana_teacher)
    assert not cards & set(classroom.students.values_list("card", flat=True))


def test_a_class_of_that_name_is_asked_about_and_nothing_is_overwritten(played, ana_teacher, ana_client):
    data = out_of(played).getvalue()

    def send(name: str) -> Any:
        file = SimpleUploadedFile("class.zip", data)
        return ana_client.post(reverse("class_read_in"), {"file": file, "name": name}, follow=True)

    answer = send("")
    assert answer.status_code == 422
    assert "Type another name" in words(answer)
    assert Classroom.everything.count() == 1
    answer = send("Demo of Ana")
    assert "is here, with everything that was played" in words(answer)
    assert {classroom.name for classroom in ana_teacher.classrooms.all()} == {"Demo class", "Demo of Ana"}
    entry = AuditEntry.objects.get(page="class_read_in")
    assert entry.about == {"classes": 1, "children": 6}


def test_an_earlier_year_comes_along_and_a_child_is_linked_to_itself(ana_teacher):
    last = make_class(ana_teacher, "3B", ["Amir", "Bea"])
    (now,) = rollover.go_up([rollover.Ascent(last, "4B")], school_year="2026/27")
    before, after = read_in(out_of(now), ana_teacher, name="4B new")
    assert (before.name, after.name, after.previous_id) == ("3B", "4B new", before.pk)
    assert before.archived_at
    bea = after.students.get(name="Bea")
    assert bea.previous == before.students.get(name="Bea")
    assert (bea.person, bea.card) == (bea.previous.person, bea.previous.card)


def test_a_child_in_two_classes_is_one_child_again_whoever_reads_the_files_of_both(ana_teacher, ben_teacher):
    home, maths = (make_class(ana_teacher, name, ["Bea", "Amir"]) for name in ("4B", "Maths"))
    persons.join(home.students.get(name="Bea"), maths.students.get(name="Bea"))
    files = [out_of(home), out_of(maths)]
    for classroom in (home, maths):
        roster.forget_classroom(classroom)
    (home,), (maths,) = (read_in(file, ana_teacher) for file in files)
    bea, there = home.students.get(name="Bea"), maths.students.get(name="Bea")
    assert (bea.person, bea.card, bea.character) == (there.person, there.card, there.character)
    assert home.students.get(name="Amir").person != maths.students.get(name="Amir").person
    (strangers,) = read_in(files[1], ben_teacher)
    assert strangers.students.get(name="Bea").person != bea.person
    (again,) = read_in(files[0], ana_teacher, name="4B again")
    assert again.students.get(name="Bea").person not in (bea.person, strangers.students.get(name="Bea").person)


def test_another_owners_year_stays_where_it_is(ana_teacher, ben_teacher):
    last = make_class(ben_teacher, "3B", ["Amir"])
    now = make_class(ana_teacher, "4B", ["Amir"])
    Classroom.objects.filter(pk=now.pk).update(previous=last)
    now.refresh_from_db()
    owned = Classroom.objects.filter(teachers=ana_teacher)
    assert writing.of_class(now, owned).classrooms == [now.pk]


def test_a_child_of_another_class_at_the_same_table_is_nobody_in_the_file(played, ben_teacher, ana_teacher):
    """Elif moves to another class; in the file of the old one she is not named, in that of the new one the others."""
    elif_ = played.students.get(name="Elif Y.")
    other = make_class(ben_teacher, "5C", ["Eli"])
    roster.move_student(elif_, to=other)
    with zipfile.ZipFile(out_of(played)) as parts:
        assert "Elif" not in parts.read("seat.jsonl").decode() + parts.read("student.jsonl").decode()
    file = out_of(other)
    with zipfile.ZipFile(file) as parts:
        assert "Bence" not in parts.read("seat.jsonl").decode()
    (classroom,) = read_in(file, ana_teacher)
    her = classroom.students.get(name="Elif Y.")
    for kind in Evidence.kinds():
        of_her = kind._default_manager.filter(player=her.pk).count()
        assert of_her == kind._default_manager.filter(player=elif_.pk).count()


def test_a_school_comes_with_its_teachers_and_gives_nobody_rights(played, ana_teacher, ben_teacher, class_5c):
    Teacher.objects.filter(pk=ben_teacher.pk).update(is_school_admin=True, is_staff=True)
    file = file_of(writing.of_school())
    for classroom in Classroom.objects.all():
        roster.forget_classroom(classroom)
    ben_teacher.delete()
    archive = Archive(file)
    classrooms, renamed = storing.store(archive, checking.check(archive), by=ana_teacher)
    assert sorted(classroom.name for classroom in classrooms) == ["5C", "Demo class"]
    assert renamed == []
    ben = Teacher.objects.get(email="ben@school.example")
    assert not ben.has_usable_password()
    assert not ben.is_school_admin
    assert not ben.is_staff
    assert [classroom.name for classroom in ben.classrooms.all()] == ["5C"]
    assert [classroom.name for classroom in ana_teacher.classrooms.all()] == ["Demo class"]


def test_a_closed_account_does_not_come_along(class_4b, ana_teacher, ben_teacher):
    """It would be open at the other school, for whoever reads its mail."""
    Teaching.objects.create(classroom=class_4b, teacher=ben_teacher, is_owner=False)
    Teacher.objects.filter(pk=ben_teacher.pk).update(is_active=False)
    archive = Archive(file_of(writing.of_school()))
    roster.forget_classroom(class_4b)
    ben_teacher.delete()
    storing.store(archive, checking.check(archive), by=ana_teacher)
    assert [teacher.name for teacher in Classroom.objects.get().teachers.all()] == ["Ms Ana"]
    assert Teacher.objects.count() == 1


def test_a_school_that_is_read_in_twice_has_two_names(class_4b, ana_teacher):
    file = file_of(writing.of_school())
    archive = Archive(file)
    _classrooms, renamed = storing.store(archive, checking.check(archive), by=ana_teacher)
    assert [(changed.before, changed.now) for changed in renamed] == [("4B", "4B 2")]


def test_a_teacher_reads_no_whole_school_in(class_4b, ana_client):
    file = SimpleUploadedFile("school.zip", file_of(writing.of_school()).getvalue())
    answer = ana_client.post(reverse("class_read_in"), {"file": file, "name": ""})
    assert answer.status_code == 422
    assert "holds a whole school" in words(answer)


def test_what_fails_half_way_leaves_nothing(played, ana_teacher, monkeypatch):
    file = out_of(played)
    counts = rows()

    def breaks(_round: int) -> int:
        raise OSError("the disk is full")

    monkeypatch.setattr("classroom.transfer.storing.project.project", breaks)
    with pytest.raises(OSError, match="disk"):
        read_in(file, ana_teacher, name="Copy")
    assert rows() == counts


def test_a_class_read_in_twice_at_once_is_there_once(small, ana_teacher, ana_client):
    """The second press has found the name free before the first one's class is there."""
    before = rows()

    def read_in_meanwhile(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith('INSERT INTO "classroom_student"') and first:
            read_in(io.BytesIO(first.pop()), ana_teacher)
        return execute(sql, *rest)

    first = [small.getvalue()]
    with connection.execute_wrapper(read_in_meanwhile):
        posted = {"file": SimpleUploadedFile("4B.zip", small.getvalue()), "name": ""}
        page = ana_client.post(reverse("class_read_in"), posted)
    assert (page.status_code, "You have a class called 4B already." in words(page)) == (422, True)
    assert not first
    assert [classroom.name for classroom in Classroom.everything.all()] == ["4B"]
    assert rows()["Student"] == before["Student"] + 4


def test_the_commands_move_a_school_of_any_size(class_4b, ana_teacher, tmp_path, capsys):
    file = tmp_path / "school.zip"
    call_command("write_out", str(file))
    assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(CommandError, match="could not be written"):
        call_command("write_out", str(file))
    call_command("read_in", str(file), owner="ana@school.example")
    assert "the new one is called 4B 2" in capsys.readouterr().out
    acts = list(AuditEntry.objects.order_by("pk").values_list("page", "kind", "about"))
    assert acts == [("write_out", "export", {"classes": 1}), ("read_in", "import", {"classes": 1})]
    (tmp_path / "none.zip").write_bytes(b"PK")
    with pytest.raises(CommandError, match="damaged"):
        call_command("read_in", str(tmp_path / "none.zip"), owner="ana@school.example")


def test_a_file_for_which_there_is_no_room_is_not_left_half_written(class_4b, tmp_path):
    file = tmp_path / "school.zip"
    with full_disk(), pytest.raises(CommandError, match="could not be written"):
        call_command("write_out", str(file))
    assert not file.exists()
    call_command("write_out", str(file))
    with pytest.raises(CommandError, match="could not be written"):
        call_command("write_out", str(file))
    assert zipfile.is_zipfile(file)


def test_every_column_is_in_the_file_or_left_out_on_purpose():
    for name, table in schema.TABLES.items():
        columns = {field.name for field in table.model._meta.concrete_fields} - {"id"}
        in_file = {*table.columns, *table.needs, *table.may}
        assert columns - in_file == LEFT_OUT.get(name, frozenset()), name


def test_the_file_begins_before_a_row_is_read(played, django_assert_num_queries):
    """Its first piece needs no row; what is forgotten while it goes out is not in it, and the rest is whole."""
    pieces = writing.pieces(writing.of_class(played, Classroom.objects.all()))
    with django_assert_num_queries(0):
        first = next(pieces)
    child = played.students.get(name="Bence K.")
    roster.forget_student(child)
    file = io.BytesIO(first + b"".join(pieces))
    assert "Bence" not in zipfile.ZipFile(file).read("student.jsonl").decode()
    assert checking.check(Archive(file)).count("student") == 5


def test_a_file_that_ends_half_way_is_damaged(played):
    data = out_of(played).getvalue()
    with pytest.raises(BrokenFileError, match="damaged"):
        Archive(io.BytesIO(data[: len(data) // 2]))


def test_only_an_owner_takes_the_class_out(class_4b, ben_teacher, ana_client):
    class_4b.teachers.add(ben_teacher, through_defaults={"is_owner": False})
    ben = signed_in(ben_teacher)
    assert ben.get(reverse("class_archive", args=[class_4b.pk])).status_code == 404
    assert "as one file" not in words(ben.get(reverse("class_files", args=[class_4b.pk])))
    assert ana_client.get(reverse("class_archive", args=[class_4b.pk])).status_code == 200
    assert AuditEntry.objects.filter(page="class_archive", kind="export").count() == 1
