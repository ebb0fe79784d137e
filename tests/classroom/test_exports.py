"""The file for spreadsheets: read back as a spreadsheet would, column by column."""

import csv
import io
from typing import Any

import pytest
from django.test import AsyncClient
from django.urls import reverse

from classroom.models import ClassSession, Student, Teacher
from classroom.reports.exports import COLUMNS, for_spreadsheet
from game.models import Table
from tests.classroom.test_reports import attempt


async def download(teacher: Teacher, session: ClassSession) -> tuple[bytes, str]:
    browser = AsyncClient()
    await browser.aforce_login(teacher)
    answer: Any = await browser.get(reverse("session_csv", args=[session.pk]))
    return b"".join([chunk async for chunk in answer.streaming_content]), answer["Content-Disposition"]


def rows_of(file: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(file.decode("utf-8-sig"), newline="")))


@pytest.fixture
def played(lesson: ClassSession, their_table: Table, bea: Student) -> ClassSession:
    attempt(their_table.rounds.get(), bea, sign="-", directions="both").save()
    attempt(their_table.rounds.get(), bea, ending="O", played=None, sign="", top=3, started_at=1_763_640_009_000).save()
    return lesson


@pytest.mark.django_db(transaction=True)
async def test_there_is_a_row_for_every_attempt(ana_teacher, played, bea):
    file, _ = await download(ana_teacher, played)
    one, other = rows_of(file)
    assert (one["student"], one["student_number"], one["result"]) == ("Bea", str(bea.pk), "right")
    assert (one["top_number"], one["top_step"], one["played_number"]) == ("5", "1", "6")
    assert (one["milliseconds"], one["timed"], one["own_top"]) == ("2000", "1", "0")
    assert one["started_at"] == "2025-11-20T12:00:00.000+00:00"
    assert (other["result"], other["played_number"], other["sum"]) == ("lost", "", "")


@pytest.mark.django_db(transaction=True)
async def test_a_sum_down_is_a_plain_negative_number(ana_teacher, played):
    file, _ = await download(ana_teacher, played)
    assert int(rows_of(file)[0]["sum"]) == -1
    assert "−" not in file.decode()


@pytest.mark.django_db(transaction=True)
async def test_spreadsheets_are_told_the_alphabet(ana_teacher, played):
    file, _ = await download(ana_teacher, played)
    assert file.startswith(b"\xef\xbb\xbf" + COLUMNS[0].name.encode())


@pytest.mark.django_db(transaction=True)
async def test_a_name_is_never_a_formula(ana_teacher, played, bea):
    bea.name = '=HYPERLINK("http://x.example")'
    await bea.asave()
    file, _ = await download(ana_teacher, played)
    assert rows_of(file)[0]["student"] == "'" + bea.name


@pytest.mark.django_db(transaction=True)
async def test_the_file_is_named_after_class_session_and_day(ana_teacher, played):
    _, name = await download(ana_teacher, played)
    assert name == f'attachment; filename="4b-session-{played.pk}-{played.opened_at:%Y-%m-%d}.csv"'


@pytest.mark.django_db(transaction=True)
async def test_an_attempt_of_another_session_is_not_in_the_file(ana_teacher, ben_teacher, class_5c, played):
    empty = await ClassSession.objects.acreate(classroom=class_5c, game="around_the_corner")
    file, _ = await download(ben_teacher, empty)
    assert rows_of(file) == []


@pytest.mark.django_db(transaction=True)
async def test_every_column_of_the_file_is_described_on_the_page_and_no_other(ana_teacher, ana_client, played):
    file, _ = await download(ana_teacher, played)
    header = next(csv.reader(io.StringIO(file.decode("utf-8-sig"))))
    browser = AsyncClient()
    await browser.aforce_login(ana_teacher)
    page = (await browser.get(reverse("session_report", args=[played.pk]))).content.decode()
    described = [part.split("</code>")[0] for part in page.split("<dt><code>")[1:]]
    assert header == described == [column.name for column in COLUMNS]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠", "  ="])
def test_whatever_a_spreadsheet_takes_for_a_formula_is_guarded(start):
    assert for_spreadsheet(f"{start}1+1") == f"'{start}1+1"


def test_other_names_stay_as_they_are():
    assert for_spreadsheet("Anne-Marie D.") == "Anne-Marie D."
