"""The files: read back as a spreadsheet would, column by column; and made piece by piece."""

import csv
import io
import json
import re
import tracemalloc
import zipfile
import zlib
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.test import AsyncClient
from django.urls import reverse
from django.utils import timezone, translation

from classroom.models import Attendance, ClassSession, Sitting, Student, Teacher
from classroom.reports.around_the_corner.sources.columns import COLUMNS
from classroom.reports.catalogue import report_of
from classroom.reports.exports import extracts, student_data
from classroom.reports.exports.columns import Files, Sheet
from classroom.reports.exports.formats import COMMA, SEMICOLON, csv_of, for_spreadsheet, separator, xlsx_of
from classroom.reports.exports.names import file_name
from classroom.reports.nine_to_nothing.columns import COLUMNS as NINE_COLUMNS
from game.around_the_corner import answer_sheets
from game.models import AnswerSheet, Attempt, Event, Evidence, Round, Seat, Table
from tests.classroom.reports.attempts_given import LOST, attempt, fill

CORNER = report_of("around_the_corner")


def main(found: Files) -> Sheet:
    return found.sheet(found.main)


async def download(teacher: Teacher, page: str, *args: int) -> tuple[bytes, str]:
    browser = AsyncClient()
    await browser.aforce_login(teacher)
    answer: Any = await browser.get(reverse(page, args=args))
    return b"".join([chunk async for chunk in answer.streaming_content]), answer["Content-Disposition"]


def rows_of(file: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(file.decode("utf-8-sig"), newline="")))


def cells_of(file: bytes, sheet: int = 1) -> dict[str, tuple[str, str]]:
    """Return the first row under the header of an XLSX sheet: by column, the type of its cell and what stands in it."""
    with zipfile.ZipFile(io.BytesIO(file)) as parts:
        xml = parts.read(f"xl/worksheets/sheet{sheet}.xml").decode()
    assert "<f>" not in xml, "a formula"
    found = re.findall(r'<c r="([A-Z]+)2"([^>]*?)(?:/>|>(.*?)</c>)', xml)
    names = [column.name for column in COLUMNS]
    kinds = {letters: re.search(r't="(\w+)"', marks) for letters, marks, _ in found}
    return {
        names[_place(letters)]: (kind[1] if (kind := kinds[letters]) else "n", re.sub("<[^>]+>", "", inner))
        for letters, _, inner in found
    }


def _place(letters: str) -> int:
    total = 0
    for letter in letters:
        total = 26 * total + ord(letter) - ord("A") + 1
    return total - 1


@pytest.fixture
def played(lesson: ClassSession, their_table: Table, bea: Student) -> ClassSession:
    first, then = 1_763_640_000_000, 1_763_640_009_000
    attempt(their_table.rounds.get(), bea, sign="-", directions="both", started_at=first).save()
    attempt(their_table.rounds.get(), bea, ending="O", played=None, sign="", top=3, started_at=then).save()
    return lesson


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
    file = reader.decompress(b"".join([chunk async for chunk in answer.streaming_content]))
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


@pytest.fixture
def lively(lesson: ClassSession, class_4b) -> ClassSession:
    """A lesson in which six children played, and Dana never came."""
    fill(class_4b, lesson, 6)
    return lesson


def test_the_first_sheet_has_a_row_for_every_child(lively, class_4b):
    with zipfile.ZipFile(io.BytesIO(b"".join(xlsx_of(CORNER.class_files(class_4b))))) as parts:
        book = parts.read("xl/workbook.xml").decode()
        sheet = parts.read("xl/worksheets/sheet1.xml").decode()
    assert re.findall(r'<sheet name="([^"]+)"', book) == ["Students", "Cards", "Estimates", "Columns", "Constants"]
    assert sheet.count("<row ") == 1 + class_4b.students.count()
    assert "<autoFilter" in sheet
    assert "<f>" not in sheet


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
        assert [(key, value) for key, value, _means in figures if not isinstance(value, int | float)] == []


async def sheet_of(teacher: Teacher, classroom: int, sheet: str) -> bytes:
    browser = AsyncClient()
    await browser.aforce_login(teacher)
    answer: Any = await browser.get(reverse("class_csv", args=[classroom]), {"sheet": sheet})
    return b"".join([chunk async for chunk in answer.streaming_content])


@pytest.mark.parametrize(
    ("language", "asked", "between"),
    [("en", "", COMMA), ("de", "", SEMICOLON), ("en", "semicolon", SEMICOLON), ("de", "comma", COMMA)],
)
def test_the_separator_is_that_of_the_language_or_the_one_asked_for(language, asked, between):
    with translation.override(language):
        assert separator(asked) == between


def test_a_semicolon_goes_with_a_decimal_comma(lively, class_4b):
    found = CORNER.class_files(class_4b)
    text = b"".join(csv_of(found.sheet("estimates"), SEMICOLON)).decode("utf-8-sig")
    row = next(csv.DictReader(io.StringIO(text, newline=""), delimiter=";"))
    assert "," in row["value"]


def test_a_time_in_an_xlsx_is_the_schools_own(played):
    cells = cells_of(b"".join(xlsx_of(CORNER.session_files(played))), sheet=2)
    when = datetime(1899, 12, 30) + timedelta(days=float(cells["started_at"][1]))
    assert abs(when - timezone.localtime(datetime(2025, 11, 20, 12, tzinfo=UTC)).replace(tzinfo=None)) < timedelta(
        seconds=1
    )


# Everything about one student


def years_of(student: Student) -> student_data.Years:
    return student_data.Years([student.pk], [student.classroom_id], 0)


@pytest.mark.django_db(transaction=True)
async def test_a_students_data_are_all_there_and_nobody_elses(ana_teacher, played, bea):
    file, name = await download(ana_teacher, "student_json", bea.pk)
    kept = json.loads(file)
    assert (kept["student"][0]["name"], len(kept["attempts"]), len(kept["seats"])) == ("Bea", 2, 1)
    assert [row["session"] for row in kept["attendances"]] == [played.pk]
    assert "Amir" not in file.decode()
    assert name.startswith('attachment; filename="4b-bea-')


@pytest.mark.django_db(transaction=True)
async def test_a_students_data_hold_no_key_to_anything(ana_teacher, played, bea):
    device = (await Attendance.objects.aget(student=bea)).device
    file, _ = await download(ana_teacher, "student_json", bea.pk)
    assert device not in file.decode()
    assert bea.card not in file.decode()


def test_every_table_about_students_is_in_their_data(bea):
    """A new table that points to a student needs a section in student_data."""
    covered = {rows(years_of(bea)).model for rows in student_data.SECTIONS.values()}
    assert {relation.related_model for relation in Student._meta.related_objects} <= covered
    of_players = {model for model in apps.get_app_config("game").get_models() if hasattr(model, "player")}
    assert of_players - {AnswerSheet} <= covered, "an answer sheet is a copy of attempts"


@pytest.mark.django_db(transaction=True)
async def test_a_students_data_go_back_over_the_years(ana_teacher, ben_teacher, class_5c, played, bea, class_4b):
    """A year in another teacher's class is counted, not opened."""
    before = await Student.objects.acreate(classroom=class_5c, name="Bea of 5C")
    bea.previous = before
    await bea.asave()
    now = await Student.objects.acreate(classroom=class_4b, name="Bea now", previous=bea)
    kept = json.loads((await download(ana_teacher, "student_json", now.pk))[0])
    assert [row["name"] for row in kept["student"]] == ["Bea now", "Bea"]
    assert (len(kept["attempts"]), kept["school_years"], kept["school_years_left_out"]) == (2, 2, 1)
    kept = json.loads((await download(ben_teacher, "student_json", before.pk))[0])
    assert (kept["school_years"], kept["school_years_left_out"]) == (1, 0)


@pytest.mark.parametrize("kind", Evidence.kinds(), ids=lambda kind: kind.__name__)
def test_evidence_of_every_game_is_exported(kind, bea):
    assert kind in {rows(years_of(bea)).model for rows in student_data.SECTIONS.values()}


# A year does not fit into memory


def many(session: ClassSession, student: Student, rounds: int, each: int) -> None:
    for number in range(rounds):
        table = Table.objects.create(game="around_the_corner", number=number)
        seat = Seat.objects.create(table=table, number=0, player=student.pk, name=student.name)
        later = ClassSession.objects.create(classroom=session.classroom, game="around_the_corner", state="ended")
        Sitting.objects.create(session=later, student=student, seat=seat)
        played = Round.objects.create(table=table, seed=1, seats=1)
        Attempt.objects.bulk_create(attempt(played, student, top=top) for top in range(each))


def peak_of(pieces: Any) -> int:
    """Return the most memory that was in use while these pieces were made, one thrown away after the other."""
    tracemalloc.start()
    try:
        for _ in pieces:
            pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("write", [lambda found: csv_of(main(found)), xlsx_of], ids=["csv", "xlsx"])
def test_a_file_is_made_in_pieces_that_do_not_grow_with_it(lesson, bea, write, monkeypatch):
    monkeypatch.setattr(extracts, "ROUNDS_AT_ONCE", 1)
    many(lesson, bea, 3, 60)
    small = peak_of(write(CORNER.student_files(bea)))
    many(lesson, bea, 12, 60)
    assert peak_of(write(CORNER.student_files(bea))) < 1.5 * small


def test_a_students_data_are_made_in_pieces_that_do_not_grow_with_them(lesson, bea):
    many(lesson, bea, 10, 60)
    small = peak_of(student_data.pieces(years_of(bea)))
    many(lesson, bea, 20, 60)
    assert peak_of(student_data.pieces(years_of(bea))) < 1.5 * small


def test_the_first_rows_are_on_their_way_before_the_last_are_read(lesson, bea, django_assert_max_num_queries):
    many(lesson, bea, 20, 10)
    pieces = csv_of(main(CORNER.student_files(bea)))
    with django_assert_max_num_queries(7):
        header, rows = next(pieces), next(pieces)
    assert 0 < len(rows_of(header + rows)) < 100
    pieces.close()
