"""The research file: the published tables, every decision, and nothing that leads back to a child."""

import csv
import io
import json
import zipfile

import pytest
from asgiref.sync import async_to_sync
from django.urls import reverse

from classroom.models import AuditEntry, Student
from classroom.reports.kit.exports import research
from classroom.reports.pages import catalogue
from game.models import Claim
from tests.classroom.reports.attempts_given import WRONG, text
from tests.classroom.reports.exports.files_read import whole
from tests.classroom.reports.nine_to_nothing.conftest import nine_session

__all__ = ["nine_session"]

GAMES = [report.research for report in catalogue.REPORTS.values() if report.research]


def tables(file: bytes) -> dict[str, list[dict[str, str]]]:
    with zipfile.ZipFile(io.BytesIO(file)) as parts:
        names = [name for name in parts.namelist() if name.endswith(".csv")]
        return {name: list(csv.DictReader(io.StringIO(parts.read(name).decode("utf-8-sig")))) for name in names}


def file_of(students) -> bytes:
    return b"".join(research.zip_of(GAMES, students))


def test_the_tables_have_the_published_columns(bea, give):
    give(3)
    found = tables(file_of([bea]))
    assert list(found["answers.csv"][0]) == [
        "id", "time", "item", "student", "response_time", "correct", "answer", "answer_expected", "log", "random",
        "class", "table", "round", "modality", "hidden_ms", "line_ms",
    ]  # fmt: skip
    assert list(found["items.csv"][0]) == ["id", "question", "answer", "visualization", "skill"]
    assert list(found["skills.csv"][0]) == ["id", "identifier", "name", "parent"]


def test_each_decision_is_a_line_with_its_item(bea, give):
    give(1, top_number=9, top_step=3, corner=True, milliseconds=2500)
    give(1, **WRONG)
    give(1, ending="D", played=None, sign="")
    give(1, ending="O", played=None, sign="")
    give(1, ending="X", played=None, sign="")
    found = tables(file_of([bea]))
    items = {item["id"]: item for item in found["items.csv"]}
    right, wrong, drew, cut, void = found["answers.csv"]
    assert (items[right["item"]]["question"], items[right["item"]]["answer"]) == ("9±3 round the corner", "2|6")
    assert (right["response_time"], right["correct"], wrong["correct"], drew["correct"]) == ("2500", "1", "0", "0")
    assert (cut["correct"], json.loads(cut["log"])["ended"]) == ("", "lost")
    assert (void["correct"], json.loads(void["log"])["ended"]) == ("", "void")


def test_nothing_in_it_leads_back_to_a_child(class_4b, nine_session):
    file = file_of(class_4b.students.all())
    with zipfile.ZipFile(io.BytesIO(file)) as parts:
        everything = "".join(parts.read(name).decode() for name in parts.namelist())
    names = [student.name for student in class_4b.students.all()]
    assert not any(name in everything for name in [*names, class_4b.name, class_4b.teachers.get().email])
    answers = tables(file)["answers.csv"]
    players = {f"{student.pk}" for student in class_4b.students.all()}
    rounds = {f"{pk}" for pk in Claim.objects.values_list("round", flat=True)}
    assert not {row["student"] for row in answers} & players
    assert not {row["round"] for row in answers} & rounds
    assert len({row["student"] for row in answers}) == len(players)


def test_a_card_tapped_while_nothing_fitted_is_neither_right_nor_wrong(bea, give):
    give(1, **WRONG | {"directions": ""})
    (row,) = tables(file_of([bea]))["answers.csv"]
    assert (row["correct"], bool(row["answer"])) == ("", True)


def test_two_downloads_are_the_same_to_the_byte_and_another_school_has_other_numbers(bea, give, settings):
    give(2)
    first = file_of([bea])
    assert first == file_of([bea])
    assert all(part.date_time == research.EPOCH for part in zipfile.ZipFile(io.BytesIO(first)).infolist())
    here = tables(first)["answers.csv"][0]
    settings.SECRET_KEY = "another school"
    there = tables(file_of([bea]))["answers.csv"][0]
    assert all(here[name] != there[name] for name in ("student", "class", "table", "round"))


def test_a_child_keeps_its_number_in_the_file_of_its_class_and_in_that_of_its_school(class_4b, bea, give):
    give(2)
    alone, together = (tables(file_of(who))["answers.csv"][0] for who in ([bea], Student.objects.all()))
    assert alone["student"] == together["student"]


def test_every_column_is_described_for_programs_and_in_the_codebook(class_4b, nine_session):
    with zipfile.ZipFile(io.BytesIO(file_of(class_4b.students.all()))) as parts:
        described = json.loads(parts.read("datapackage.json"))
        said = parts.read("codebook.txt").decode()
        assert described["licenses"]
        assert set(described["methods"]) == {game.name for game in GAMES}
        assert {part["path"] for part in described["resources"]} >= {"answers.csv", "items.csv", "skills.csv"}
        for part in described["resources"]:
            head = parts.read(part["path"]).decode("utf-8-sig").splitlines()[0]
            fields = part["schema"]["fields"]
            assert head.split(part["dialect"]["delimiter"]) == [field["name"] for field in fields]
            assert all(f"  {field['name']}: {field['description']}" in said for field in fields)


def test_datashop_gets_each_decision_with_its_kind(bea, give):
    give(1, top_number=9, top_step=3, corner=True, milliseconds=2500)
    give(1, **WRONG)
    give(1, ending="O", played=None, sign="")
    with zipfile.ZipFile(io.BytesIO(file_of([bea]))) as parts:
        rows = list(csv.DictReader(io.StringIO(parts.read("datashop.txt").decode()), delimiter="\t"))
    assert [row["Outcome"] for row in rows] == ["CORRECT", "INCORRECT"]
    assert (rows[0]["Step Name"], rows[0]["KC (Kind)"]) == ("9±3 round the corner", "step_3")


def test_a_time_under_settings_of_ones_own_is_left_out(bea, give):
    give(1, own="delay", milliseconds=2500)
    (row,) = tables(file_of([bea]))["answers.csv"]
    assert row["response_time"] == ""
    assert "delay" not in row["log"]


def test_sums_stand_there_too_and_the_codebook_names_every_column(class_4b, nine_session):
    file = file_of(class_4b.students.all())
    assert any("cards" in json.loads(row["log"]) for row in tables(file)["answers.csv"])
    with zipfile.ZipFile(io.BytesIO(file)) as parts:
        said = parts.read("codebook.txt").decode()
    for name in ("answers.csv", "items.csv", "skills.csv", "response_time:", "answer_expected:", "random:"):
        assert name in said
    assert "Pseudonymous, not anonymous" in said


def test_only_an_owner_takes_a_class_and_it_stands_in_the_log(ana_client, ben_client, ben_teacher, class_4b, give):
    give(2)
    answer = ana_client.get(reverse("class_research", args=[class_4b.pk]))
    assert tables(async_to_sync(whole)(answer))["answers.csv"]
    assert AuditEntry.objects.filter(page="class_research", kind=AuditEntry.Kind.EXPORT).count() == 1
    class_4b.teachings.create(teacher=ben_teacher, is_owner=False)
    assert ben_client.get(reverse("class_research", args=[class_4b.pk])).status_code == 404
    offered = [reverse("class_research", args=[class_4b.pk]) in text(who, "class_files", class_4b.pk)
               for who in (ana_client, ben_client)]  # fmt: skip
    assert offered == [True, False]


@pytest.mark.parametrize(("is_admin", "status"), [(True, 200), (False, 404)])
def test_only_an_admin_takes_the_school(ana_client, ana_teacher, bea, give, is_admin, status):
    give(2)
    ana_teacher.is_school_admin = is_admin
    ana_teacher.save()
    answer = ana_client.get(reverse("school_research"))
    assert answer.status_code == status
    if is_admin:
        assert len(tables(async_to_sync(whole)(answer))["answers.csv"]) == 2
        assert Student.objects.filter(pk=bea.pk).exists()
