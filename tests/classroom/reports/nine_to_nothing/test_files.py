"""The files of sums, and those of estimates."""

import csv
import io
import zipfile

import pytest
from asgiref.sync import async_to_sync
from django.urls import reverse

from classroom.models import Student
from classroom.reports.nine_to_nothing.columns import COLUMNS
from game.models import Claim
from tests.classroom.reports.exports.files_read import whole


def test_the_file_has_a_line_for_every_sum_and_no_formula(ana_client, nine_session, bea):
    Student.objects.filter(pk=bea.pk).update(name="=2+2")
    answer = ana_client.get(reverse("session_csv", args=[nine_session.pk]))
    rows = list(csv.DictReader(io.StringIO(async_to_sync(whole)(answer).decode("utf-8-sig"))))
    assert len(rows) == Claim.objects.count() > 10
    assert list(rows[0]) == [column.name for column in COLUMNS]
    assert {row["student"] for row in rows} == {"Amir", "'=2+2", "Chen", "Dana"}
    right = next(row for row in rows if row["result"] == "right")
    assert right["total"] == right["target"]
    assert "attachment" in answer.headers["Content-Disposition"]


def test_its_files_are_packed_and_there_is_an_xlsx_of_the_class_too(ana_client, nine_session, class_4b):
    answer = ana_client.get(reverse("session_csv", args=[nine_session.pk]), headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    answer = ana_client.get(reverse("class_xlsx", args=[class_4b.pk]), {"game": "nine_to_nothing"})
    with zipfile.ZipFile(io.BytesIO(async_to_sync(whole)(answer))) as parts:
        assert 'name="Students"' in parts.read("xl/workbook.xml").decode()
    students = ana_client.get(
        reverse("class_csv", args=[class_4b.pk]), {"game": "nine_to_nothing", "sheet": "students"}
    )
    rows = list(csv.DictReader(io.StringIO(async_to_sync(whole)(students).decode("utf-8-sig"))))
    assert {row["student"] for row in rows} == {"Amir", "Bea", "Chen", "Dana"}


def test_the_file_of_estimates_has_ranges_numbers_and_days(ana_client, class_4b, bea, give):
    give(8, 4, 5, milliseconds=4000, timed=True)
    give(6, 4, -1, target=3, kind="minus", milliseconds=4000, timed=True)
    give(6, 4, 4, ending="W", milliseconds=4000, timed=True)
    address = reverse("class_csv", args=[class_4b.pk])
    answer = ana_client.get(address, {"game": "nine_to_nothing", "sheet": "estimates"})
    rows = list(csv.DictReader(io.StringIO(async_to_sync(whole)(answer).decode("utf-8-sig"))))
    found = {row["measure"]: row for row in rows if row["student"] == "Bea"}
    assert {"right", "right_plus", "right_minus", "seconds", "right_a_minute"} <= found.keys()
    assert (found["right"]["value"], found["right"]["n"], found["right"]["checking"]) == ("0.7", "20", "classmates")
    assert float(found["right"]["low"]) < 0.7 < float(found["right"]["high"])
    assert float(found["right_a_minute"]["value"]) == pytest.approx(14 / 80 * 60)
    assert (found["right"]["since"], found["right"]["percent"]) == ("1970-01-01", "95")
