"""OneRoster files of versions 1.1 and 1.2, whole ones and changes, and zips that mean no good."""

import io
import zipfile
from datetime import date

import pytest

from classroom.rosters.imports.readers import bundle, school_rows, zip_files
from classroom.rosters.imports.readers.text_files import NotAListError
from tests.classroom.rosters.imports.bundles import SCHOOL, TERMS, files, packed, sheet

TODAY = date(2026, 11, 21)


def read(data: bytes, email: str = "") -> bundle.Bundle:
    return school_rows.read_zip(data, email=email, today=TODAY)


def listed(bundle: bundle.Bundle) -> list[tuple[str, str, str]]:
    return [(row.section, row.source, row.name) for row in bundle.rows]


@pytest.mark.parametrize("version", ["1.1", "1.2"])
@pytest.mark.parametrize("folder", ["", "export 2026/"])
def test_classes_and_children_come_out_of_both_versions(version, folder):
    bundle = read(packed(files(SCHOOL, version=version), folder))
    assert listed(bundle) == [
        ("id-4B", "u1", "Amir O."),
        ("id-4B", "u2", "Sam Ol."),
        ("id-4B", "u3", "Sam Ok."),
        ("id-4B", "u4", "Þóra Ö."),
        ("id-5C", "u5", "Eli S."),
        ("id-5C", "u6", "Ñico"),
    ]
    assert [(section.name, section.year, section.school, section.size) for section in bundle.sections] == [
        ("4B", "2026/27", "Hill School", 4),
        ("5C", "2026/27", "Hill School", 2),
    ]
    assert bundle.is_whole


YEAR = {"sourcedId": "y1", "type": "schoolYear", "startDate": "2026-08-20", "endDate": "2027-06-05"}
AUTUMN = {"sourcedId": "a1", "type": "gradingPeriod", "startDate": "2026-08-20", "endDate": "2026-12-18"}
SPRING = {"sourcedId": "s1", "type": "gradingPeriod", "startDate": "2027-01-04", "endDate": "2027-06-05"}


@pytest.mark.parametrize(("terms", "session"), [
    ([YEAR | {"startDate": ""}], "y1"),
    ([YEAR], "y1"),
    ([YEAR, SPRING | {"parentSourcedId": "y1"}, AUTUMN | {"parentSourcedId": "y1"}], "a1"),
    ([YEAR, AUTUMN | {"parentSourcedId": "another"}], "y1"),
    ([], "y1"),
])  # fmt: skip
def test_results_belong_to_the_grading_period_of_today_or_else_to_the_term(terms, session):
    made = files(SCHOOL) | {"academicSessions.csv": sheet(TERMS, terms)}
    found = read(packed(made)).sections
    assert {(section.school_number, section.session_number) for section in found} == {("s1", session)}


def test_the_classes_of_who_reads_it_are_known_by_their_address():
    sections = read(packed(files(SCHOOL, teacher="Ana@School.example")), email="ana@school.example").sections
    assert [section.is_mine for section in sections] == [True, False]


def test_preferred_names_come_first():
    made = files({"4B": [("u1", "Amirkhan", "Okoro")]}, version="1.2")
    made["users.csv"] = sheet(
        "sourcedId,givenName,familyName,preferredGivenName,email",
        [{"sourcedId": "u1", "givenName": "Amirkhan", "familyName": "Okoro", "preferredGivenName": "Amir"}],
    )
    assert listed(read(packed(made))) == [("id-4B", "u1", "Amir O.")]


def test_nul_which_postgresql_does_not_store_is_left_out():
    assert listed(read(packed(files({"4B": [("u\x001", "Am\0ir", "Okoro")]})))) == [("id-4B", "u1", "Amir O.")]


def test_demographics_are_never_opened_and_may_be_anything():
    made = files(SCHOOL)
    made["demographics.csv"] = b"\x00" * (zip_files.LARGEST_FILE + 1)
    assert read(packed(made)).has_demographics


def test_a_mark_at_the_beginning_windows_letters_stray_commas_and_capital_headers_do_not_matter():
    made = files(SCHOOL)
    made["users.csv"] = str(made["users.csv"]).replace("Þóra", "Zoé").replace("Ö", "O").encode("cp1252")
    made["classes.csv"] = ("\ufeff" + str(made["classes.csv"]).replace("sourcedId,status", "SOURCEDID,Status")).encode()
    made["enrollments.csv"] = str(made["enrollments.csv"]).replace("\r\n", ",,\r\n")
    assert ("id-4B", "u4", "Zoé O.") in listed(read(packed(made)))


def test_who_left_who_is_deleted_and_who_is_twice():
    enrolled = [
        {"classSourcedId": "id-4B", "userSourcedId": "u5", "role": "student", "endDate": "2026-09-01"},
        {"classSourcedId": "id-4B", "userSourcedId": "u6", "role": "student", "status": "tobedeleted"},
        {"classSourcedId": "id-4B", "userSourcedId": "u1", "role": "student"},
    ]
    rows = read(packed(files(SCHOOL, enrolled=enrolled))).rows
    assert {(row.section, row.source) for row in rows if row.leaves} == {("id-4B", "u5"), ("id-4B", "u6")}
    assert len(rows) == 8


def test_a_delta_names_whom_and_what_it_does_not_hold_by_number_only():
    made = files({}, kind="delta", enrolled=[{"classSourcedId": "id-4B", "userSourcedId": "u9", "role": "student"}])
    bundle = read(packed(made))
    assert (bundle.is_whole, listed(bundle)) == (False, [("id-4B", "u9", "")])
    assert [(section.key, section.name) for section in bundle.sections] == [("id-4B", "")]


def bomb(name: str) -> bytes:
    return packed(files(SCHOOL) | {name: b"0" * (zip_files.LARGEST_FILE // 2)})


def lying_bomb() -> bytes:
    """A zip that says of a file that it is small: the length in the directory is changed."""
    size = 3 * 1024 * 1024
    data = packed(files(SCHOOL) | {"users.csv": b"0" * size})
    return data.replace(size.to_bytes(4, "little"), (1000).to_bytes(4, "little"))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"PK\x03\x04nonsense", "damaged"),
        (packed(files(SCHOOL))[:-400], "damaged"),
        (packed({"users.csv": "a", "notes.txt": "b"}), "classes.csv, enrollments.csv is missing"),
        (packed({f"{n}.csv": "" for n in range(101)}), "101 files"),
        (bomb("users.csv"), "unpacks to far too much"),
        (lying_bomb(), "damaged|far too much"),
        (packed(files(SCHOOL) | {"a/users.csv": "x"}), "twice"),
        (b"PK\x03\x04" + b"0" * zip_files.LARGEST_ZIP, "too large"),
    ],
)
def test_a_zip_that_means_no_good_is_refused_in_words(data, words):
    with pytest.raises(NotAListError, match=words):
        read(data)


def test_a_locked_zip_is_refused_in_words():
    data = bytearray(packed(files(SCHOOL)))
    with zipfile.ZipFile(io.BytesIO(data)) as bundle:
        assert bundle.infolist()
    start = data.find(b"PK\x01\x02")
    while start >= 0:
        data[start + 8] |= 1
        start = data.find(b"PK\x01\x02", start + 1)
    with pytest.raises(NotAListError, match="password"):
        read(bytes(data))


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_whose_method_unpacks_more_than_it_states_is_refused_before_it_is_read(method):
    """Of a few hundred bytes Python would unpack gigabytes, though the zip states a thousand bytes."""
    size = 3 * 1024 * 1024
    data = packed(files(SCHOOL) | {"users.csv": b"0" * size}, method=method)
    with pytest.raises(NotAListError, match="packed in an unusual way"):
        read(data.replace(size.to_bytes(4, "little"), (1000).to_bytes(4, "little")))


def test_a_bomb_beside_the_files_that_are_read_stays_closed():
    assert listed(read(bomb("lineItems.csv")))
