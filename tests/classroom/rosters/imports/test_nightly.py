"""The folder of nightly lists: what is sure is done, what is doubtful waits, what is broken is said in words."""

import os
import time
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from classroom import upkeep
from classroom.models import AuditEntry, Classroom, RosterImport, Student, Teacher
from classroom.rosters.imports import apply, drafts, nightly
from classroom.server.monitoring import doctor
from tests.classroom.rosters.conftest import names_in, read_new
from tests.classroom.rosters.imports.bundles import USERS_1_1, files, packed, sheet
from tests.conftest import words

pytestmark = pytest.mark.django_db(transaction=True)

FIRST = {"4B": [("s1", "Anna", "Smith"), ("s2", "Ben", "Jones"), ("s3", "Cleo", "King")]}
DORA = ("s4", "Dora", "Lane")
WITH_DORA = {"4B": [*FIRST["4B"], DORA]}


@pytest.fixture
def folder(settings, tmp_path) -> Path:
    settings.DATA, settings.ROSTERS = tmp_path / "data", str(tmp_path / "lists")
    for made in (tmp_path / "data", tmp_path / "lists"):
        made.mkdir()
    return tmp_path / "lists"


def reads_in(teacher: Teacher, school: dict[str, list[tuple[str, str, str]]], *chosen: str) -> None:
    """Let the teacher read a file of the school's in, with `chosen` for its classes in their order."""
    draft = drafts.from_zip(packed(files(school)), teacher=teacher, classroom=None)
    drafts.choose(draft, {f"{place}": said for place, said in enumerate(chosen)}, shown=None, is_done=True)
    assert apply.apply(draft, {}) == []


@pytest.fixture
def classroom(ana_teacher: Teacher) -> Classroom:
    """4B as it was made from the school's first file."""
    reads_in(ana_teacher, FIRST, "new")
    return Classroom.objects.get(teachers=ana_teacher)


def lay(folder: Path, data: bytes, name: str = "oneroster.zip", age: float = 300) -> None:
    path = folder / name
    path.write_bytes(data)
    os.utime(path, (time.time() - age, time.time() - age))


def read_by_the_admin(client: Client) -> str:
    Teacher.objects.update(is_school_admin=True)
    return words(client.get(reverse("school_lists")))


def test_who_is_new_is_added_and_the_admin_reads_how_many(folder, classroom, ana_teacher, ana_client):
    before = names_in(classroom)
    lay(folder, packed(files(WITH_DORA)))
    upkeep.tidy()
    assert len(names_in(classroom)) == len(before) + 1
    (report,) = nightly.reports()
    assert (report.classes, report.added, report.waiting, report.trouble) == (1, 1, 0, "")
    assert AuditEntry.objects.get(page="nightly").about["added"] == 1
    said = read_by_the_admin(ana_client)
    assert "oneroster.zip" in said
    assert "Dora" not in said


def test_a_file_is_read_once_and_again_when_it_is_new(folder, classroom):
    lay(folder, packed(files(FIRST)))
    assert len(read_new()) == 1
    assert read_new() == []
    lay(folder, packed(files(WITH_DORA)), age=200)
    assert [report.added for report in read_new()] == [1]


def test_an_old_list_in_the_folder_is_not_read_again_after_many_nights(folder, classroom):
    lay(folder, packed(files({"4B": FIRST["4B"][:2]})), name="before.zip", age=90_000)
    read_new()
    for night in range(2 * nightly.MOST_FILES + 1):
        lay(folder, b"hello", name="tonight.zip", age=80_000 - night * 100)
        assert [report.name for report in read_new()] == ["tonight.zip"]
    assert read_new() == []


def test_an_older_list_is_no_news_when_the_newer_ones_are_deleted(folder, classroom):
    lay(folder, packed(files({"4B": FIRST["4B"][:2]})), name="before.zip", age=90_000)
    for number in range(nightly.MOST_FILES):
        lay(folder, b"hello", name=f"{number}.zip", age=80_000 - number)
    assert len(read_new()) == nightly.MOST_FILES
    (folder / "0.zip").unlink()
    assert read_new() == []


def test_a_file_with_a_long_name_is_read_once(folder, classroom):
    lay(folder, packed(files(FIRST)), name=f"{'l' * 120}.zip")
    assert len(read_new()) == 1
    assert read_new() == []


def test_a_file_that_is_still_being_written_waits(folder, classroom):
    lay(folder, packed(files(FIRST)), age=5)
    assert read_new() == []


def test_what_is_doubtful_waits_for_the_teacher_and_the_rest_is_done(folder, classroom, ana_client, ana_teacher):
    """Ben is called otherwise on the new list: his teacher says whether that is he."""
    renamed = [("s1", "Anna", "Smith"), ("s2", "Xaver", "Quill"), ("s3", "Cleo", "King"), DORA]
    lay(folder, packed(files({"4B": renamed})))
    (report,) = read_new()
    assert (report.added, report.waiting) == (1, 1)
    assert not any("Xaver" in name for name in names_in(classroom))
    assert len(names_in(classroom)) == 4
    assert "The school’s list has news that you decide." in words(ana_client.get(reverse("classes")))
    draft = RosterImport.waiting().get(teacher=ana_teacher)
    assert "Xaver" in words(ana_client.get(reverse("import", args=[draft.pk])))


@pytest.mark.parametrize("data", [b"PK\x03\x04 nothing", b"", b"hello", packed({"users.csv": "a,b\n"})])
def test_a_broken_file_is_said_in_words_and_loses_nothing(folder, classroom, ana_client, data):
    before = list(Student.everybody.order_by("pk").values())
    lay(folder, data)
    (report,) = read_new()
    assert report.trouble
    assert report.trouble in read_by_the_admin(ana_client)
    assert list(Student.everybody.order_by("pk").values()) == before


@pytest.fixture
def made_up(ben_teacher: Teacher) -> Classroom:
    """Ben's class under the number of 4B, made with a file of his own before there was a 4B."""
    reads_in(ben_teacher, {"4B": [("x1", "Zed", "Zebra")]}, "new")
    return Classroom.objects.get(teachers=ben_teacher)


def test_a_class_that_was_made_up_under_a_number_before_is_told_no_names(folder, made_up, classroom):
    assert made_up.source_id == classroom.source_id
    lay(folder, packed(files(WITH_DORA)))
    read_new()
    assert names_in(made_up) == ["Zed Z."]
    assert len(names_in(classroom)) == 4


@pytest.mark.parametrize("kind", ["bulk", "delta"])
def test_a_class_that_nothing_shows_to_be_the_files_is_left_alone(folder, made_up, ana_client, kind):
    lay(folder, packed(files(FIRST, kind=kind)))
    (report,) = read_new()
    assert (report.classes, report.added, report.waiting, report.unknown) == (0, 0, 0, 1)
    assert names_in(made_up) == ["Zed Z."]
    assert not RosterImport.objects.filter(applied_at=None).exists()
    page = read_by_the_admin(ana_client)
    assert "1 class has a number of this file" in page
    assert ("Let the system lay a whole file" in page) == (kind == "delta")


def test_the_address_of_its_teacher_shows_a_class_to_be_the_files(folder, made_up, ben_teacher):
    lay(folder, packed(files(FIRST, teacher=ben_teacher.email.upper())))
    (report,) = read_new()
    assert (report.classes, report.unknown, len(names_in(made_up))) == (1, 0, 4)


@pytest.fixture
def known(folder, classroom) -> Classroom:
    """4B is known as the file's since a former night."""
    lay(folder, packed(files(FIRST)))
    read_new()
    return classroom


def test_a_class_that_was_known_once_takes_what_has_changed(folder, known):
    """A whole list shows that it is the class; a later one holds only who is new, and names no teacher."""
    lay(folder, packed(files({"4B": [DORA]}, kind="delta")), age=200)
    assert [(report.added, report.unknown) for report in read_new()] == [(1, 0)]


@pytest.fixture
def without_two(folder, known) -> RosterImport:
    """A whole file came that lacks two of the three children."""
    before = names_in(known)
    lay(folder, packed(files({"4B": FIRST["4B"][:1]})), age=200)
    assert [(report.classes, report.removed, report.waiting) for report in read_new()] == [(1, 0, 2)]
    assert names_in(known) == before
    return RosterImport.waiting().get()


def test_whoever_a_whole_file_lacks_waits_for_the_teacher(without_two, classroom, ana_client):
    assert "The school’s list has news that you decide." in words(ana_client.get(reverse("classes")))
    page = reverse("import", args=[without_two.pk])
    assert "named this child, this one does not" in words(ana_client.get(page))
    said = words(ana_client.post(page))
    assert "Decide about Ben J." in said
    assert len(names_in(classroom)) == 3
    Teacher.objects.update(is_school_admin=True)
    assert "1 teacher has to decide about news" in words(ana_client.get(reverse("school")))
    ana_client.post(page, {"alike-left": "leave"})
    assert names_in(classroom) == ["Anna S."]
    assert "has to decide" not in words(ana_client.get(reverse("school")))


def test_whoever_stays_is_not_asked_about_every_night(folder, without_two, classroom, ana_client):
    page = reverse("import", args=[without_two.pk])
    assert "2 students stay." in words(ana_client.post(page, {"alike-left": "keep"}, follow=True))
    assert len(names_in(classroom)) == 3
    lay(folder, packed(files({"4B": FIRST["4B"][:1]})), age=150)
    assert [report.waiting for report in read_new()] == [0]
    assert not RosterImport.waiting().exists()
    lay(folder, packed(files(FIRST)), age=120)
    assert [(report.added, report.waiting) for report in read_new()] == [(0, 0)]
    assert Student.objects.get(source_id="s2").source_name == "Ben J."


def test_whoever_a_teacher_added_by_hand_is_never_asked_about(folder, classroom):
    Student.objects.create(classroom=classroom, name="Zoe")
    lay(folder, packed(files(FIRST)))
    assert [report.waiting for report in read_new()] == [0]


def changes(folder: Path, *people: dict[str, str], age: float) -> nightly.RosterFileReport:
    """Lay a file of changes that speaks of people only, and no class."""
    delta = files({}, kind="delta") | {"users.csv": sheet(USERS_1_1, [{"role": "student"} | line for line in people])}
    lay(folder, packed(delta), age=age)
    (report,) = read_new()
    return report


def test_a_child_that_the_system_deletes_leaves_though_no_class_is_named(folder, known):
    report = changes(folder, {"sourcedId": "S2", "status": "tobedeleted"}, age=200)
    assert (report.classes, report.removed) == (1, 1)
    assert names_in(known) == ["Anna S.", "Cleo K."]


def test_a_class_that_plays_is_left_until_its_teacher_looks(folder, known, ana_teacher):
    known.sessions.create(game="around_the_corner", code="AAAAAA", state="lobby")
    report = changes(folder, {"sourcedId": "s2", "status": "tobedeleted"}, age=200)
    assert (report.removed, report.waiting, len(names_in(known))) == (0, 1, 3)
    assert RosterImport.waiting().filter(teacher=ana_teacher).exists()


def test_questions_of_one_night_outlive_the_changes_of_the_next(folder, known, ana_client):
    renamed = {"sourcedId": "s2", "givenName": "Xaver", "familyName": "Quill"}
    assert changes(folder, renamed, age=200).waiting == 1
    assert changes(folder, {"sourcedId": "s3", "givenName": "Cléa", "familyName": "King"}, age=150).waiting == 1
    for draft in RosterImport.waiting():
        ana_client.post(reverse("import", args=[draft.pk]), {"alike-renamed": "rename"})
    assert names_in(known) == ["Anna S.", "Cléa K.", "Xaver Q."]


def test_classes_that_nobody_made_are_not_made_at_night(folder, classroom):
    lay(folder, packed(files({"4B": FIRST["4B"], "9Z": [("s9", "Zoe", "Zeta")]})))
    read_new()
    assert Classroom.objects.count() == 1


def test_the_school_s_file_says_that_a_child_in_classes_of_two_teachers_is_one(folder, classroom, ben_teacher):
    """Ben made his set from a list of his own: only the school's file knows that its Anna is Ana's."""
    both = FIRST | {"Set": [*FIRST["4B"][:2], ("s9", "Zoe", "Hill")]}
    reads_in(ben_teacher, both, "", "new")
    rows = Student.objects.filter(source_id="s1").order_by("pk")
    assert len({row.person for row in rows}) == 2
    lay(folder, packed(files(both)))
    upkeep.tidy()
    for number in ("s1", "s2", "s9"):
        assert len({row.person for row in Student.objects.filter(source_id=number)}) == 1
    assert len({row.card for row in rows.all()}) == 1
    assert Student.objects.values("person").distinct().count() == 4


def test_a_delta_that_puts_a_child_into_a_second_class_needs_nobody(folder, classroom, ana_teacher):
    both = FIRST | {"Set": [("s9", "Zoe", "Hill"), ("s1", "Anna", "Smith"), ("s3", "Cleo", "King")]}
    reads_in(ana_teacher, both, f"{classroom.pk}", "new")
    lay(folder, packed(files(both)), age=600)
    upkeep.tidy()
    lay(folder, packed(files({"Set": [FIRST["4B"][1]]}, kind="delta")), name="delta.zip")
    upkeep.tidy()
    ben = Student.objects.filter(source_id="s2")
    assert {row.classroom.name for row in ben} == {"4B", "Set"}
    assert len({row.person for row in ben}) == 1
    assert not RosterImport.waiting().exists()


def test_a_folder_that_is_gone_stops_nothing(settings, tmp_path, classroom):
    settings.DATA, settings.ROSTERS = tmp_path, str(tmp_path / "nowhere")
    assert read_new() == []
    assert "cannot be read" in doctor.rosters().found
    settings.ROSTERS = str(tmp_path)
    assert doctor.rosters().cure == ""
    settings.ROSTERS = ""
    assert doctor.rosters().cure == ""


def test_nonsense_among_the_reports_is_no_report(folder, ana_client, settings):
    (settings.DATA / nightly.FILE).write_text('[{"name": 1}]')
    assert nightly.reports() == []
    assert "The school’s lists" in read_by_the_admin(ana_client)
