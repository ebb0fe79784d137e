"""The sheets of students and estimates of a class."""

import csv
import io
import re
import zipfile

import pytest
from asgiref.sync import sync_to_async
from django.db.models import F

from classroom.models import Student
from classroom.reports.kit.exports.formats import SEMICOLON, csv_of
from classroom.reports.kit.exports.workbook import xlsx_of
from classroom.reports.pages.catalogue import report_of
from game.around_the_corner import answer_sheets
from game.models import Attempt, Round
from tests.classroom.reports.attempts_given import LOST, attempt
from tests.classroom.reports.exports.files_read import CORNER, rows_of, sheet_of


def test_the_first_sheet_has_a_row_for_every_child(lively, class_4b):
    with zipfile.ZipFile(io.BytesIO(b"".join(xlsx_of(CORNER.class_files(class_4b))))) as parts:
        book = parts.read("xl/workbook.xml").decode()
        sheet = parts.read("xl/worksheets/sheet1.xml").decode()
    assert re.findall(r'<sheet name="([^"]+)"', book) == ["Students", "Cards", "Estimates", "Columns", "Constants"]
    assert sheet.count("<row ") == 1 + class_4b.students.count()
    assert "<autoFilter" in sheet
    assert "<f>" not in sheet


def test_a_sheet_is_printed_with_all_its_columns_on_one_page(lively, class_4b):
    with zipfile.ZipFile(io.BytesIO(b"".join(xlsx_of(CORNER.class_files(class_4b))))) as parts:
        sheets = [parts.read(name).decode() for name in parts.namelist() if "worksheets/sheet" in name]
        book = parts.read("xl/workbook.xml").decode()
    assert len(sheets) == 5
    assert all("<pageSetUpPr fitToPage" in sheet and 'orientation="landscape"' in sheet for sheet in sheets)
    assert book.count("_xlnm.Print_Titles") == 3


def test_a_sheet_that_explains_has_room_for_every_line_of_its_texts(lively, class_4b):
    with zipfile.ZipFile(io.BytesIO(b"".join(xlsx_of(CORNER.class_files(class_4b))))) as parts:
        constants = parts.read("xl/worksheets/sheet5.xml").decode()
    (row,) = re.findall(r"<row [^>]*>(?:(?!</row>).)*CCSS 1\.OA\.C\.6", constants)
    assert float(re.search(r' ht="([\d.]+)"', row)[1]) >= 30


@pytest.mark.django_db(transaction=True)
async def test_the_students_are_a_csv_too_with_the_numbers_of_the_page(ana_teacher, lively, class_4b):
    rows = rows_of(await sheet_of(ana_teacher, class_4b.pk, "students"))
    first = next(row for row in rows if row["student"].startswith("Child 0"))
    assert (first["mode"], first["cards"], first["cards_right"]) == ("race", "14", "12")
    assert 0 < int(first["right_low"]) < int(first["right"]) < int(first["right_high"]) <= 100
    dana = next(row for row in rows if row["student"] == "Dana")
    assert (dana["cards"], dana["right"], dana["came"], dana["sessions"]) == ("0", "", "0", "1")


@pytest.mark.django_db(transaction=True)
async def test_estimates_have_ranges_counts_a_period_and_a_version(ana_teacher, lively, class_4b):
    rows = rows_of(await sheet_of(ana_teacher, class_4b.pk, "estimates"))
    assert {row["measure"] for row in rows} >= {"right", "seconds"}
    for row in rows:
        assert float(row["low"]) <= float(row["value"]) <= float(row["high"])
        assert int(row["n"]) > 0
        assert row["mode"] == "race"
        assert row["version"]
        assert row["since"] <= row["until"]


@pytest.mark.django_db(transaction=True)
async def test_the_days_of_a_row_are_those_of_the_child_s_own_answers(ana_teacher, lively, class_4b):
    child = await class_4b.students.aget(name="Child 1 of 6")
    played = await Round.objects.aget(table__seats__player=child.pk)
    a_week = 7 * 24 * 3600 * 1000
    await Attempt.objects.filter(player=child.pk).aupdate(started_at=F("started_at") - a_week)
    await sync_to_async(answer_sheets.write)(played.table_id)
    rows = rows_of(await sheet_of(ana_teacher, class_4b.pk, "students"))
    first = {row["student"]: row["since"] for row in rows if row["since"]}
    others = {since for name, since in first.items() if name != child.name}
    assert len(others) == 1
    assert first[child.name] < min(others)


@pytest.fixture
def often_beaten(lively, class_4b) -> Student:
    """A child with 12 right cards on the clock, and 20 top cards that others took meanwhile."""
    child = class_4b.students.get(name="Child 0 of 6")
    played = Round.objects.get(table__seats__player=child.pk)
    Attempt.objects.bulk_create(attempt(played, child, **LOST) for _ in range(20))
    answer_sheets.write(played.table_id)
    return child


@pytest.mark.django_db(transaction=True)
async def test_right_a_minute_counts_the_races_that_others_won(ana_teacher, often_beaten, class_4b):
    """Its minutes hold the time of those, too: its n is not that of the seconds."""
    rows = rows_of(await sheet_of(ana_teacher, class_4b.pk, "estimates"))
    n = {row["measure"]: row["n"] for row in rows if row["student"] == often_beaten.name}
    assert (n["seconds"], n["right_a_minute"]) == ("12", "32")


def test_every_constant_of_a_game_is_a_figure(class_4b):
    for name in ("around_the_corner", "nine_to_nothing"):
        figures = [row for row in report_of(name).class_files(class_4b).constants if row[0].islower()]
        assert figures
        assert [(key, value) for key, value, _means in figures if not isinstance(value, int | float)] == []


def test_a_semicolon_goes_with_a_decimal_comma(lively, class_4b):
    found = CORNER.class_files(class_4b)
    text = b"".join(csv_of(found.sheet("estimates"), SEMICOLON)).decode("utf-8-sig")
    row = next(csv.DictReader(io.StringIO(text, newline=""), delimiter=";"))
    assert "," in row["value"]
