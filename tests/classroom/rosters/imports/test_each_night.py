"""A night's news of each kind, of a school whose children are in a homeroom and in a maths set, from each system."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from classroom import upkeep
from classroom.models import AuditEntry, Classroom, RosterImport, Student, Teacher
from classroom.rosters.imports import apply, drafts, nightly
from classroom.rosters.imports.readers import school_rows
from tests.classroom.rosters.conftest import names_in, read_new
from tests.classroom.rosters.imports.bundles import CLASSES, ENROLLMENTS, USERS_1_1, files, packed, sheet
from tests.classroom.rosters.imports.clever_set import clever
from tests.classroom.rosters.imports.test_nightly import classroom, folder, known, lay, read_by_the_admin

__all__ = ["classroom", "folder", "known"]

pytestmark = pytest.mark.django_db(transaction=True)

Child = tuple[str, str, str]
School = Mapping[str, Sequence[Child]]
ANNA, BEN, CLEO = ("s1", "Anna", "Smith"), ("s2", "Ben", "Jones"), ("s3", "Cleo", "King")
DORA, EMIL = ("s4", "Dora", "Lane"), ("s5", "Emil", "Moss")
BEFORE: School = {"Home": [ANNA, BEN, CLEO], "Maths": [ANNA, BEN, CLEO], "Other": [EMIL]}


def of_oneroster(school: School, teacher: str = "ana@school.example") -> bytes:
    return packed(files(school, teacher=teacher))


def of_clever(school: School, teacher: str = "ana@school.example") -> bytes:
    children = {child[0]: child for listed in school.values() for child in listed}.values()
    return clever(
        [{"Student_id": number, "First_name": first, "Last_name": last} for number, first, last in children],
        [{"School_id": "s1", "Section_id": f"id-{name}", "Name": name, "Teacher_id": "t1"} for name in school],
        [{"Section_id": f"id-{name}", "Student_id": child[0]} for name, listed in school.items() for child in listed],
        [{"Teacher_id": "t1", "Teacher_email": teacher}],
    )


Written = Callable[..., bytes]


@pytest.fixture(params=[of_oneroster, of_clever], ids=["oneroster", "clever"])
def written(request: pytest.FixtureRequest, folder: Path, ana_teacher: Teacher) -> Written:  # noqa: F811
    """How this system writes its whole list. Ana has made all three classes from it, and the folder's first is read."""
    draft = drafts.from_zip(request.param(BEFORE), teacher=ana_teacher, classroom=None)
    drafts.choose(draft, {f"{place}": "new" for place in range(3)}, shown=None, is_done=True)
    assert apply.apply(draft, {}) == []
    lay(folder, request.param(BEFORE), name="first.zip", age=900)
    read_new()
    made: Written = request.param
    return made


def read(folder: Path, data: bytes) -> nightly.RosterFileReport:  # noqa: F811
    lay(folder, data, name="news.zip")
    (report,) = read_new()
    assert report.trouble == ""
    return report


def lists() -> dict[str, list[str]]:
    return {each.name: names_in(each) for each in Classroom.objects.order_by("pk")}


@pytest.fixture
def people() -> set[str]:
    """Each child by its person, before the night: afterwards nobody is two children."""
    return set(Student.everybody.values_list("person", flat=True))


SAME = {"Home": ["Anna S.", "Ben J.", "Cleo K."], "Maths": ["Anna S.", "Ben J.", "Cleo K."], "Other": ["Emil M."]}
BENNO = ("s2", "Benno", "Stone")
WHOLE: dict[str, tuple[School, dict[str, list[str]], dict[str, int]]] = {
    "a child was added": (
        {"Home": [ANNA, BEN, CLEO, DORA], "Maths": [ANNA, BEN, CLEO, DORA]},
        {"Home": ["Anna S.", "Ben J.", "Cleo K.", "Dora L."], "Maths": ["Anna S.", "Ben J.", "Cleo K.", "Dora L."]},
        {"added": 1},
    ),
    "a child was renamed": ({"Home": [ANNA, BENNO, CLEO], "Maths": [ANNA, BENNO, CLEO]}, {}, {"waiting": 2}),
    "a child came to another homeroom": (
        {"Home": [ANNA, BEN], "Other": [EMIL, CLEO]},
        {"Home": ["Anna S.", "Ben J."], "Other": ["Cleo K.", "Emil M."]},
        {"moved": 1},
    ),
    "a child left": ({"Home": [ANNA, BEN], "Maths": [ANNA, BEN]}, {}, {"waiting": 2}),
    "a class was added": ({"New": [ANNA, BEN]}, {}, {}),
    "a class was removed": ({"Maths": []}, {}, {"waiting": 3}),
    "nothing": ({}, {}, {}),
}
"""What is on the list otherwise, what the classes are then, and what the report counts besides noughts."""


@pytest.mark.parametrize("news", WHOLE)
def test_each_news_of_a_whole_list(written, folder, people, news):  # noqa: F811
    changed, became, counted = WHOLE[news]
    report = read(folder, written(BEFORE | changed))
    assert lists() == SAME | became
    assert counts(report) == counted
    now = Student.everybody.order_by("person").values("person").distinct().count()
    assert now == len(people) + counted.get("added", 0)


def counts(report: nightly.RosterFileReport) -> dict[str, int]:
    names = ("added", "moved", "removed", "waiting", "unknown")
    return {name: count for name in names if (count := getattr(report, name))}


def test_a_class_that_is_on_the_list_no_more_stays_as_it_is(written, folder):  # noqa: F811
    report = read(folder, written({name: BEFORE[name] for name in ("Home", "Other")}))
    assert (report.classes, counts(report), lists()) == (2, {}, SAME)


def test_another_teacher_on_the_list_takes_no_class_from_its_own(written, folder, ana_teacher, ben_teacher):  # noqa: F811
    """Who teaches what is said by its owner: a list of the school opens no child's page to anybody."""
    report = read(folder, written(BEFORE | {"Home": [*BEFORE["Home"], DORA]}, ben_teacher.email))
    assert counts(report) == {"added": 1}
    assert all(list(each.teachers.all()) == [ana_teacher] for each in Classroom.objects.all())


@pytest.mark.parametrize("written", [of_oneroster], ids=["oneroster"], indirect=True)
def test_the_admin_reads_which_class_has_ended(written, folder, ana_client):  # noqa: F811
    assert read(folder, DELTAS["a class was removed"][0]).ended == ("Maths",)
    assert "Ended in the school’s system: Maths." in read_by_the_admin(ana_client)


def delta(*, users: Sequence[dict[str, str]] = (), classes: Sequence[dict[str, str]] = (),
          enrolled: Sequence[dict[str, str]] = ()) -> bytes:  # fmt: skip
    made = files({}, kind="delta")
    made["users.csv"] = sheet(USERS_1_1, [{"role": "student"} | user for user in users])
    made["classes.csv"] = sheet(CLASSES, classes)
    made["enrollments.csv"] = sheet(ENROLLMENTS, [{"role": "student"} | line for line in enrolled])
    return packed(made)


def in_class(number: str, name: str, status: str = "active") -> dict[str, str]:
    return {"sourcedId": f"{name}-{number}", "userSourcedId": number, "classSourcedId": f"id-{name}", "status": status}


TEACHES = {"role": "teacher"}
NEW_DORA = {"sourcedId": "s4", "givenName": "Dora", "familyName": "Lane"}
DELTAS: dict[str, tuple[bytes, dict[str, list[str]], dict[str, int]]] = {
    "a child was added": (
        delta(users=[NEW_DORA], enrolled=[in_class("s4", "Home"), in_class("s4", "Maths")]),
        WHOLE["a child was added"][1],
        {"added": 1},
    ),
    "a child was renamed": (
        delta(users=[{"sourcedId": "s2", "givenName": "Benno", "familyName": "Stone"}]), {}, {"waiting": 2},
    ),
    "a child came to another homeroom": (
        delta(enrolled=[in_class("s3", "Home", "tobedeleted"), in_class("s3", "Other")]),
        WHOLE["a child came to another homeroom"][1],
        {"moved": 1},
    ),
    "a child left": (
        delta(users=[{"sourcedId": "s3", "status": "tobedeleted"}]),
        {"Home": ["Anna S.", "Ben J."], "Maths": ["Anna S.", "Ben J."]},
        {"removed": 1},
    ),
    "a class was added": (
        delta(classes=[{"sourcedId": "id-New", "title": "New"}], enrolled=[in_class("s1", "New")]), {}, {},
    ),
    "a class was removed": (delta(classes=[{"sourcedId": "id-Maths", "status": "tobedeleted"}]), {}, {}),
    "a teacher was changed": (
        delta(users=[{"sourcedId": "t9", "role": "teacher", "email": "ben@school.example"}],
              enrolled=[in_class("t9", "Home") | TEACHES, in_class("t1", "Home", "tobedeleted") | TEACHES]),
        {}, {},
    ),
}  # fmt: skip


@pytest.mark.parametrize("news", DELTAS)
@pytest.mark.parametrize("written", [of_oneroster], ids=["oneroster"], indirect=True)
def test_each_news_of_a_list_of_changes(written, folder, people, ana_teacher, news):  # noqa: F811
    data, became, counted = DELTAS[news]
    report = read(folder, data)
    assert (lists(), counts(report)) == (SAME | became, counted)
    now = Student.everybody.values("person").distinct().count()
    assert now == len(people) + counted.get("added", 0)
    assert all(list(each.teachers.all()) == [ana_teacher] for each in Classroom.objects.all())


def test_a_file_that_ends_the_reading_leaves_those_before_it_read(folder, known, monkeypatch):  # noqa: F811
    """As a power cut does: what the file of changes before it asks, it asks once."""
    renamed = {"role": "student", "sourcedId": "s2", "givenName": "Xaver", "familyName": "Quill"}
    delta = files({}, kind="delta") | {"users.csv": sheet(USERS_1_1, [renamed])}
    lay(folder, packed(delta), name="changes.zip", age=200)
    lay(folder, b"the second", name="second.zip", age=150)
    read = school_rows.read_zip

    def ends(data: bytes, **more: Any) -> Any:
        if data == b"the second":
            raise KeyboardInterrupt
        return read(data, **more)

    monkeypatch.setattr(school_rows, "read_zip", ends)
    for _start in range(2):
        with pytest.raises(KeyboardInterrupt):
            upkeep.read_lists()
    assert RosterImport.waiting().count() == 1
    assert AuditEntry.objects.filter(page="nightly").count() == 1
