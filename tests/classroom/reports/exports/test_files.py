"""The files of cards: read back as a spreadsheet would, column by column."""

import csv
import io
import zipfile
import zlib
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient
from django.urls import reverse
from django.utils import timezone, translation

from classroom.models import ClassSession, Student
from classroom.reports.around_the_corner.sources.columns import COLUMNS
from classroom.reports.kit.exports.formats import COMMA, SEMICOLON, for_spreadsheet, separator
from classroom.reports.kit.exports.names import file_name
from classroom.reports.kit.exports.workbook import xlsx_of
from classroom.reports.nine_to_nothing.columns import COLUMNS as NINE_COLUMNS
from game.models import Event, Round
from tests.classroom.reports.attempts_given import attempt
from tests.classroom.reports.exports.files_read import CORNER, cells_of, download, rows_of


@pytest.mark.django_db(transaction=True)
async def test_there_is_a_row_for_every_attempt(ana_teacher, played, bea):
    file, _ = await download(ana_teacher, "session_csv", played.pk)
    one, other = rows_of(file)
    assert (one["student"], one["student_number"], one["result"]) == ("Bea", str(bea.pk), "right")
    assert (one["top_number"], one["top_step"], one["played_number"]) == ("5", "1", "6")
    assert (one["milliseconds"], one["timed"], one["own_top"]) == ("2000", "1", "0")
    assert one["started_at"] == "2025-11-20T12:00:00.000+00:00"
    assert (other["result"], other["played_number"], other["sum"]) == ("lost", "", "")


@pytest.mark.django_db(transaction=True)
async def test_a_sum_down_is_a_plain_negative_number(ana_teacher, played):
    file, _ = await download(ana_teacher, "session_csv", played.pk)
    assert int(rows_of(file)[0]["sum"]) == -1
    assert "−" not in file.decode()


@pytest.mark.django_db(transaction=True)
async def test_spreadsheets_are_told_the_alphabet(ana_teacher, played):
    file, _ = await download(ana_teacher, "session_csv", played.pk)
    assert file.startswith(b"\xef\xbb\xbf" + COLUMNS[0].name.encode())


@pytest.mark.django_db(transaction=True)
async def test_a_name_is_never_a_formula_in_a_csv(ana_teacher, played, bea):
    bea.name = '=HYPERLINK("http://x.example")'
    await bea.asave()
    file, _ = await download(ana_teacher, "session_csv", played.pk)
    assert rows_of(file)[0]["student"] == "'" + bea.name


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "12", "http://x.example"])
def test_a_name_is_text_in_an_xlsx_and_a_sum_is_a_number(played, bea, name):
    Student.objects.filter(pk=bea.pk).update(name=name)
    cells = cells_of(b"".join(xlsx_of(CORNER.session_files(played))), sheet=2)
    assert cells["student"] == ("inlineStr", name)
    assert cells["sum"] == ("n", "-1")
    assert cells["milliseconds"] == ("n", "2000")


def test_an_xlsx_explains_its_columns_on_a_sheet_of_their_own(played):
    file = b"".join(xlsx_of(CORNER.session_files(played)))
    with zipfile.ZipFile(io.BytesIO(file)) as parts:
        words = parts.read("xl/worksheets/sheet4.xml").decode()
    assert all(column.name in words for column in COLUMNS)


@pytest.mark.django_db(transaction=True)
async def test_a_packed_file_is_one_stream_of_gzip(ana_teacher, played):
    """Chromium saves only the first of several."""
    browser = AsyncClient()
    await browser.aforce_login(ana_teacher)
    answer: Any = await browser.get(reverse("session_csv", args=[played.pk]), headers={"Accept-Encoding": "gzip"})
    reader = zlib.decompressobj(wbits=31)
    file = reader.decompress(await sync_to_async(b"".join)(answer.streaming_content))
    assert (answer["Content-Encoding"], len(rows_of(file))) == ("gzip", 2)
    assert reader.eof
    assert reader.unused_data == b""


@pytest.mark.django_db(transaction=True)
async def test_a_file_is_named_after_class_session_and_day(ana_teacher, played):
    for kind in ("csv", "xlsx"):
        _, name = await download(ana_teacher, f"session_{kind}", played.pk)
        assert name == f'attachment; filename="4b-session-{played.pk}-{played.opened_at:%Y-%m-%d}.{kind}"'


@pytest.mark.parametrize(
    ("parts", "name"),
    [(("4B", "Bea"), "4b-bea"), (("../../4/B", "a\r\nb"), "4b-a-b"), (("Анна", "Chloé D."), "x-chloe-d")],
)
def test_a_file_has_a_name_that_every_system_takes(parts, name):
    assert file_name(*parts) == name


@pytest.mark.django_db(transaction=True)
async def test_an_attempt_of_another_session_is_not_in_the_file(ben_teacher, class_5c, played):
    empty = await ClassSession.objects.acreate(classroom=class_5c, game="around_the_corner")
    file, _ = await download(ben_teacher, "session_csv", empty.pk)
    assert rows_of(file) == []


@pytest.mark.django_db(transaction=True)
async def test_a_students_file_holds_their_cards_and_nobody_elses(ana_teacher, played, bea, class_4b):
    amir = await class_4b.students.aget(name="Amir")
    round_of_both = await Round.objects.aget()
    await attempt(round_of_both, amir).asave()
    assert {row["student"] for row in rows_of((await download(ana_teacher, "student_csv", bea.pk))[0])} == {"Bea"}
    everybody, name = await download(ana_teacher, "class_csv", class_4b.pk)
    assert {row["student"] for row in rows_of(everybody)} == {"Amir", "Bea"}
    assert "4b-all-cards-" in name


@pytest.mark.django_db(transaction=True)
async def test_every_column_of_the_file_is_described_on_the_page_and_no_other(ana_teacher, played):
    file, _ = await download(ana_teacher, "session_csv", played.pk)
    header = next(csv.reader(io.StringIO(file.decode("utf-8-sig"))))
    browser = AsyncClient()
    await browser.aforce_login(ana_teacher)
    page = (await browser.get(reverse("session_report", args=[played.pk]))).content.decode()
    described = [part.split("</code>")[0] for part in page.split("<dt><code>")[1:]]
    assert header == described == [column.name for column in COLUMNS]


@pytest.mark.parametrize("columns", [COLUMNS, NINE_COLUMNS], ids=["cards", "sums"])
def test_no_two_columns_have_the_same_heading(columns):
    headings = [column.name for column in columns]
    assert len(headings) == len(set(headings))


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠", "  ="])
def test_whatever_a_spreadsheet_takes_for_a_formula_is_guarded(start):
    assert for_spreadsheet(f"{start}1+1") == f"'{start}1+1"


def test_other_names_stay_as_they_are():
    assert for_spreadsheet("Anne-Marie D.") == "Anne-Marie D."


@pytest.mark.django_db(transaction=True)
async def test_round_seat_settings_and_line_are_in_the_file(ana_teacher, played, bea):
    dealt = await Round.objects.aget()
    dealt.options = {"mode": "race", "hints": True, "own": {"0": {"delay": 1000}}}
    await dealt.asave()
    await Event.objects.acreate(round=dealt, n=0, kind="played", seat=0, card=1, at=1, client='{"rtt":23}')
    row = rows_of((await download(ana_teacher, "session_csv", played.pk))[0])[0]
    assert (row["round_number"], row["seat"], row["line"], row["line_ms"]) == (f"{dealt.pk}", "0", "0", "23")
    assert row["settings"] == 'hints=true; mode="race"'
    assert row["own_settings"] == "delay=1000"


@pytest.mark.parametrize(
    ("language", "asked", "between"),
    [("en", "", COMMA), ("de", "", SEMICOLON), ("en", "semicolon", SEMICOLON), ("de", "comma", COMMA)],
)
def test_the_separator_is_that_of_the_language_or_the_one_asked_for(language, asked, between):
    with translation.override(language):
        assert separator(asked) == between


def test_a_time_in_an_xlsx_is_the_schools_own(played):
    cells = cells_of(b"".join(xlsx_of(CORNER.session_files(played))), sheet=2)
    when = datetime(1899, 12, 30) + timedelta(days=float(cells["started_at"][1]))
    assert abs(when - timezone.localtime(datetime(2025, 11, 20, 12, tzinfo=UTC)).replace(tzinfo=None)) < timedelta(
        seconds=1
    )
