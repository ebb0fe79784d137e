"""Class list, attendance, cards and words as files; sums that are known for the school's gradebook."""

import csv
import io
import re
import zipfile
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from classroom.models import AuditEntry, Classroom, Student
from classroom.reports.kit.contract import how_many_known
from classroom.reports.kit.exports import class_list
from classroom.reports.kit.exports.workbook import xlsx_of
from classroom.rosters import roster
from classroom.rosters.merging import merge_students, persons
from tests.classroom.reports.exports.files_read import download, rows_of
from tests.conftest import make_class, words

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_class_list_has_one_row_a_child(ana_teacher, class_4b, lesson):
    file, name = await download(ana_teacher, "class_list_csv", class_4b.pk)
    rows = rows_of(file)
    assert [row["student"] for row in rows] == ["Amir", "Bea", "Chen", "Dana"]
    assert "4b-students" in name
    assert await AuditEntry.objects.filter(page="class_list_csv", kind="export").acount() == 1


def test_attendance_says_of_every_session_who_came(class_4b, lesson):
    class_4b.sessions.update(state="ended")
    (sheet,) = [sheet for sheet in class_list.list_files(class_4b).sheets if sheet.key == "attendance"]
    rows = [{column.name: column.value(row) for column in sheet.columns} for some in sheet.batches() for row in some]
    assert [(row["student"], row["came"]) for row in rows] == [("Amir", 1), ("Bea", 1), ("Chen", 0), ("Dana", 0)]


def test_a_column_of_times_is_as_wide_as_a_day_and_a_time(class_4b, lesson):
    with zipfile.ZipFile(io.BytesIO(b"".join(xlsx_of(class_list.list_files(class_4b))))) as parts:
        attendance = parts.read("xl/worksheets/sheet2.xml").decode()
    widths = [float(width) for width in re.findall(r'<col [^>]*width="([\d.]+)"', attendance)]
    assert widths[-1] > len("2026-11-20 09:15:00")


def test_attendance_is_empty_before_a_child_was_on_the_list(class_4b, lesson):
    class_4b.sessions.update(state="ended")
    Student.objects.create(classroom=class_4b, name="Ella")
    sheet = class_list.list_files(class_4b).sheet("attendance")
    came = next(column for column in sheet.columns if column.name == "came")
    assert [came.value(row) for some in sheet.batches() for row in some] == [1, 1, 0, 0, None]


@pytest.mark.parametrize("sign_in", ["name", "pictures", "words"])
def test_cards_and_words_are_those_that_are_printed(class_4b, sign_in):
    Classroom.objects.update(sign_in=sign_in)
    sheet = class_list.card_files(class_4b).sheet("cards")
    rows = [{column.name: column.value(row) for column in sheet.columns} for some in sheet.batches() for row in some]
    assert {row["card"] for row in rows} == set(Student.objects.values_list("card", flat=True))
    assert {len(row["secret"].split()) for row in rows} == {{"name": 0, "pictures": 4, "words": 3}[sign_in]}


def test_the_lists_ask_the_database_as_often_for_many_children(class_4b, django_assert_num_queries):
    Student.objects.bulk_create(Student(classroom=class_4b, name=f"Child {n}") for n in range(100))
    for sheet, queries in (("students", 1), ("attendance", 3)):
        with django_assert_num_queries(queries):
            list(class_list.list_files(class_4b).sheet(sheet).batches())


@pytest.fixture(params=["1.1", "1.2"])
def version(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def gradebook_of(class_4b, version) -> dict[str, list[dict[str, str]]]:
    """Amir knows 20 sums, Bea has played and knows two, Chen has not played, Dana has no number of the school."""
    numbers = {child.name: child.pk for child in class_4b.students.all()}
    for name in ("Amir", "Bea", "Chen"):
        Student.objects.filter(name=name).update(source_id=f"id-{name}")
    Classroom.objects.update(source_id="class-4B", source_school="school-1", source_session="autumn")
    class_4b.refresh_from_db()
    levels = {"Amir": (17, 3, 1, 0, 39), "Bea": (0, 2, 0, 0, 58), "Dana": (9, 0, 0, 0, 51)}
    known = {numbers[name]: how_many_known(sums) for name, sums in levels.items()}
    return unpacked(class_4b, known, version)


def unpacked(classroom: Classroom, known: dict[int, int], version: str = "1.2") -> dict[str, list[dict[str, str]]]:
    with zipfile.ZipFile(io.BytesIO(b"".join(class_list.results_zip(classroom, known, version)))) as parts:
        return {name: list(csv.DictReader(io.StringIO(parts.read(name).decode()))) for name in parts.namelist()}


def test_a_child_of_two_classes_has_a_result_in_each_and_who_is_no_more_has_none(ana_teacher, class_4b):
    """Bea is in a set, too; Chen's second record is merged into his first, Dana is forgotten, Amir comes from a
    platform, whose number is none of the school's."""
    maths = make_class(ana_teacher, "Maths set", ["Bea"])
    (twice,) = roster.add_students(classroom=class_4b, names=["Chen S."])
    for child in Student.objects.all():
        Student.objects.filter(pk=child.pk).update(source_id=f"{'lti:' * (child.name == 'Amir')}id-{child.name}")
    by_name = {child.name: child for child in class_4b.students.all()}
    persons.join(by_name["Bea"], maths.students.get())
    known = dict.fromkeys(Student.objects.values_list("pk", flat=True), 9)
    first = unpacked(class_4b, known)["results.csv"]
    merge_students(by_name["Chen"], twice)
    roster.remove_student(by_name["Dana"])
    roster.forget_student(by_name["Dana"])
    both = [unpacked(classroom, known)["results.csv"] for classroom in (class_4b, maths)]
    assert [[row["studentSourcedId"] for row in rows] for rows in both] == [["id-Bea", "id-Chen"], ["id-Bea"]]
    assert {row["sourcedId"] for row in both[0]} < {row["sourcedId"] for row in first}, "known again by their numbers"
    assert len({row["sourcedId"] for rows in both for row in rows}) == 3
    assert by_name["Amir"].school_number == ""


def test_a_score_counts_sums_and_names_the_school_s_numbers(gradebook_of):
    found = [(row["studentSourcedId"], row["score"], row["scoreStatus"]) for row in gradebook_of["results.csv"]]
    assert found == [("id-Amir", "20", "fully graded"), ("id-Bea", "2", "fully graded")]


HEADERS = {
    "1.1": {
        "lineItems.csv": "sourcedId status dateLastModified title description assignDate dueDate classSourcedId "
        "categorySourcedId gradingPeriodSourcedId resultValueMin resultValueMax",
        "results.csv": "sourcedId status dateLastModified lineItemSourcedId studentSourcedId scoreStatus score "
        "scoreDate comment",
        "categories.csv": "sourcedId status dateLastModified title",
    },
    "1.2": {
        "lineItems.csv": "sourcedId status dateLastModified title description assignDate dueDate classSourcedId "
        "categorySourcedId academicSessionSourcedId resultValueMin resultValueMax schoolSourcedId",
        "results.csv": "sourcedId status dateLastModified lineItemSourcedId studentSourcedId scoreStatus score "
        "scoreDate comment textScore classSourcedId inProgress incomplete late missing",
        "categories.csv": "sourcedId status dateLastModified title weight",
    },
}
"""In the order of the CSV binding, as public programs that share no code write and check them."""


@pytest.mark.parametrize("name", HEADERS["1.2"])
def test_its_columns_are_those_of_the_version(gradebook_of, version, name):
    assert list(gradebook_of[name][0]) == HEADERS[version][name].split()


def test_the_files_fit_together(gradebook_of, version):
    (item,) = gradebook_of["lineItems.csv"]
    (category,) = gradebook_of["categories.csv"]
    assert (item["classSourcedId"], item["resultValueMin"], item["resultValueMax"]) == ("class-4B", "0", "60")
    assert item["categorySourcedId"] == category["sourcedId"]
    assert item["gradingPeriodSourcedId" if version == "1.1" else "academicSessionSourcedId"] == "autumn"
    assert item.get("schoolSourcedId", "school-1") == "school-1"
    assert {row["lineItemSourcedId"] for row in gradebook_of["results.csv"]} == {item["sourcedId"]}
    said = {row["propertyName"]: row["value"] for row in gradebook_of["manifest.csv"]}
    assert said["oneroster.version"] == version
    assert {name for name, value in said.items() if value == "bulk"} == {
        "file.categories", "file.lineItems", "file.results",
    }  # fmt: skip


def test_the_page_of_files_says_what_the_gradebook_needs(ana_client: Client, class_4b: Classroom):
    page: Any = ana_client.get(reverse("class_files", args=[class_4b.pk]))
    assert "It needs the school’s numbers" in words(page)
    Classroom.objects.update(source_id="c1")
    page = ana_client.get(reverse("class_files", args=[class_4b.pk]))
    assert "OneRoster file (zip)" in words(page)
    assert "in which part of the year" in words(page)
    Classroom.objects.update(source_school="school-1", source_session="autumn")
    assert "in which part of the year" not in words(ana_client.get(reverse("class_files", args=[class_4b.pk])))
