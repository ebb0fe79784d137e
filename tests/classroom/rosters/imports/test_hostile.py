"""Whatever bytes come, every reader reads them or refuses them in words; nothing else is ever raised."""

import io
import zipfile
from contextlib import suppress
from datetime import date
from time import process_time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from classroom.rosters.imports import sending
from classroom.rosters.imports.readers import columns, lists, school_rows, text_files, workbooks
from classroom.rosters.imports.readers.text_files import NotAListError
from tests.classroom.rosters.imports.bundles import SCHOOL, packed
from tests.classroom.rosters.imports.bundles import files as bundle
from tests.classroom.rosters.imports.sheets import excel, libre

TODAY = date(2026, 11, 21)
WORDS = [
    "Name",
    "Vorname",
    "Klasse",
    "Smith, Anna",
    "4B",
    "",
    '"',
    "\u202e",
    "=1+1",
    "ﬁ",
    "\x00",
    "🐙",
    "a" * 300,
    "\r",
]
GRID = st.lists(st.lists(st.sampled_from(WORDS), max_size=5), max_size=8)
CELLS = st.one_of(
    st.sampled_from(
        ["", "u1", "id-4B", "student", "teacher", "tobedeleted", "2026-02-30", "2027-2026", "y1", ",", '"']
    ),
    st.text(max_size=12),
)
KEYS = (  # noqa: SIM905 -- one a line would be longer than the tests
    "sourcedId status role givenName familyName userSourcedId classSourcedId endDate title termSourcedIds"
    " parentSourcedId schoolYear startDate Student_id Section_id Term_end"
).split(" ")
NAMES = ["users.csv", "classes.csv", "enrollments.csv", "academicSessions.csv", "manifest.csv", "roles.csv",
         "students.csv", "sections.csv", "teachers.csv"]  # fmt: skip


def reads_or_refuses(data: bytes) -> None:
    """Go the way of an upload, as the page does."""
    with suppress(NotAListError):
        if text_files.is_zip(data) and not workbooks.is_workbook(data):
            school_rows.read_zip(data, email="ana@school.example", today=TODAY)
        else:
            sent = sending.of_file(data)
            sheet = lists.read(sent.text, sent.separator, needs_class=True)
            columns.listing_of(sheet.table, sheet.columns)
            sending.asked(sent, sheet)


@settings(max_examples=150)
@given(GRID, st.sampled_from(",;\t|"), st.sampled_from(["utf-8", "utf-16", "cp1252", "mac_iceland"]))
def test_a_list_of_any_cells_in_any_encoding_is_read_or_refused(grid, separator, encoding):
    reads_or_refuses("\n".join(separator.join(cells) for cells in grid).encode(encoding, errors="replace"))


@settings(max_examples=150)
@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(data):
    reads_or_refuses(data)


@settings(max_examples=60)
@given(
    st.dictionaries(st.sampled_from(NAMES), st.lists(st.lists(CELLS, max_size=16), max_size=4)), st.sampled_from(",;")
)
def test_school_files_of_any_cells_are_read_or_refused(made, separator):
    text = {
        name: "\n".join(separator.join(cells) for cells in [KEYS, *lines]).encode(errors="replace")
        for name, lines in (dict.fromkeys(NAMES[:3], [["u1", "", "student"]]) | made).items()
    }
    reads_or_refuses(packed(text))


def changed(data: bytes, changes: list[tuple[float, int]]) -> bytes:
    bent = bytearray(data)
    for place, value in changes:
        bent[int(place * len(bent))] = value
    return bytes(bent)


BENT = st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), min_size=1, max_size=4)


@settings(max_examples=100)
@given(BENT)
def test_a_zip_with_changed_bytes_is_read_or_refused(changes):
    reads_or_refuses(changed(packed(bundle(SCHOOL)), changes))


@pytest.mark.parametrize("data", [excel([["Name", "Class"], ["Anna", 4]]), libre([["Name"], ["Anna"]])])
def test_a_workbook_with_changed_bytes_is_read_or_refused(data):
    @settings(max_examples=12, suppress_health_check=list(HealthCheck))
    @given(BENT)
    def bent(changes):
        reads_or_refuses(changed(data, changes))

    bent()


@settings(max_examples=12)
@given(BENT)
def test_a_workbook_whose_parts_have_changed_bytes_is_read_or_refused(changes):
    with zipfile.ZipFile(io.BytesIO(excel([["Name", "Class"], ["Anna", 4]]))) as book:
        parts: dict[str, str | bytes] = {name: changed(book.read(name), changes) for name in book.namelist()}
    reads_or_refuses(packed(parts))


@pytest.mark.parametrize(
    "data",
    [
        "(" * 500_000,
        "total de alumn" + "1" * 500_000 + "!",
        "a;a\n" * 1_000_000,
        "name,class\n" + "Anna,\u0301\u0327" + "\u0301\u0327" * 500_000,
        f"name\n{'van ' * 200_000}x",
    ],
    ids=["brackets", "digits", "lines", "accents", "particles"],
)
def test_no_list_takes_minutes(data):
    """Read in quadratic time, each of these would take from a minute to days, and keep every other page waiting."""
    began = process_time()
    reads_or_refuses(data.encode())
    assert process_time() - began < 20


FIELDS = ["given", "family", "room", "begins", "source", "separator", "encoding", "data"]
SAID = ["", "0", "1", "999", "-1", "²", "x", "comma", "utf-16-le", "QW5uYQ==", "%"]


@settings(max_examples=100)
@given(st.dictionaries(st.sampled_from(FIELDS), st.sampled_from(SAID)))
def test_any_answer_about_the_columns_is_read_or_refused(form):
    with suppress(NotAListError):
        sent = sending.of_form({"text": "Name;Class\nAnna;4B"} | form)
        sheet = lists.read(sent.text, sent.separator)
        columns.listing_of(sheet.table, columns.chosen(sending.columns_of(form), sheet.columns))
        sending.asked(sent, sheet)
