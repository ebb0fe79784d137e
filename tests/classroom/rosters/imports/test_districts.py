"""Files as districts write them: other versions and years, subjects and homerooms, who has left and who will come."""

from datetime import date

import pytest

from classroom.rosters.imports.plan import INACTIVE
from classroom.rosters.imports.readers import bundle, school_rows
from tests.classroom.rosters.imports.bundles import (
    CLASSES,
    ENROLLMENTS,
    SCHOOL,
    TERMS,
    USERS_1_1,
    files,
    manifest,
    packed,
    sheet,
)
from tests.classroom.rosters.imports.clever_set import clever

TODAY = date(2026, 11, 21)


def read(made, email: str = "") -> bundle.Bundle:
    return school_rows.read_zip(made if isinstance(made, bytes) else packed(made), email=email, today=TODAY)


def reasons(made) -> dict[str, str]:
    return {row.source: row.why for row in read(made).rows}


@pytest.mark.parametrize("version", ["1.1", "v1.1", "1.1.0", "1.1.1", "1.2.1", "v1p2", ""])
def test_a_version_is_known_however_it_is_written(version):
    assert read(files(SCHOOL) | {"manifest.csv": manifest(version, "bulk", ["users.csv"])}).odd_version == ""


@pytest.mark.parametrize("version", ["1.0", "2.0", "latest"])
def test_another_version_is_read_with_a_warning(version):
    found = read(files(SCHOOL) | {"manifest.csv": manifest(version, "bulk", ["users.csv"])})
    assert (found.odd_version, len(found.rows)) == (version, 6)


def test_semicolons_cut_what_a_european_excel_saved_again():
    made = {name: str(text).replace(",", ";") for name, text in files(SCHOOL).items()}
    assert [row.name for row in read(made).rows][:2] == ["Amir O.", "Sam Ol."]


@pytest.mark.parametrize(
    ("terms", "year"),
    [
        ([{"schoolYear": "2027"}], "2026/27"),
        ([{"schoolYear": "2026-2027"}], "2026/27"),
        ([{"schoolYear": "2026/27"}], "2026/27"),
        ([{"schoolYear": "2024", "startDate": "2024-04-01", "endDate": "2025-03-31"}], "2024/25"),
        ([{"schoolYear": "2027", "startDate": "2027-01-28", "endDate": "2027-12-15"}], "2027"),
        ([{"schoolYear": "2027", "startDate": "2027-01-07", "endDate": "2027-06-15"}], "2026/27"),
        ([{"schoolYear": "", "parentSourcedId": "p"}, {"sourcedId": "p", "schoolYear": "2027"}], "2026/27"),
        ([{"schoolYear": "2027", "parentSourcedId": "y1"}], "2026/27"),
        ([{"schoolYear": "x", "startDate": "2026-02-31", "endDate": "soon"}], ""),
    ],
)
def test_the_school_year_is_read_from_its_days_or_its_name(terms, year):
    lines = [{"sourcedId": "y1", "type": "term"} | line for line in terms]
    assert read(files(SCHOOL) | {"academicSessions.csv": sheet(TERMS, lines)}).sections[0].year == year


def enrolled(**fields: str) -> dict:
    line = {"classSourcedId": "id-4B", "userSourcedId": "u1", "role": "student"} | fields
    return files(SCHOOL) | {"enrollments.csv": sheet(ENROLLMENTS, [line])}


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, ""),
        ({"endDate": "2022-06-30"}, "ended:2022-06-30"),
        ({"beginDate": "2027-01-08"}, "begins:2027-01-08"),
        ({"status": "inactive"}, "inactive"),
        ({"status": "tobedeleted"}, "deleted"),
        ({"userSourcedId": "U1", "classSourcedId": "ID-4b"}, ""),
    ],
)
def test_who_is_not_in_the_class_today_and_why(fields, why):
    [row] = read(enrolled(**fields)).rows
    assert (row.source, row.section, row.name, row.why) == ("u1", "id-4B", "Amir O.", why)


def test_who_is_switched_off_or_deleted_has_left():
    users = [
        {"sourcedId": "u1", "role": "student", "givenName": "Amir", "enabledUser": "false"},
        {"sourcedId": "u2", "role": "student", "givenName": "Sam", "status": "tobedeleted"},
        {"sourcedId": "u3", "role": "student", "givenName": "Sam", "enabledUser": "true"},
    ]
    made = files(SCHOOL) | {"users.csv": sheet(USERS_1_1, users)}
    assert {number: why for number, why in reasons(made).items() if why} == {"u1": "disabled", "u2": "deleted"}
    assert read(made).left == {"u1": "disabled", "u2": "deleted"}


def test_homerooms_come_first_and_the_other_teachers_are_named():
    sections = [
        {"sourcedId": "id-4B", "title": "Maths 4B", "classType": "scheduled"},
        {"sourcedId": "id-5C", "title": "Home 4B", "classType": "homeroom"},
    ]
    users = [
        {"sourcedId": "t1", "role": "teacher", "givenName": "Ana", "familyName": "Ek", "email": "ana@school.example"},
        {"sourcedId": "t2", "role": "teacher", "givenName": "Ben", "familyName": "Ito", "email": "ben@school.example"},
    ]
    taught = [{"classSourcedId": "id-5C", "userSourcedId": number, "role": "teacher"} for number in ("t1", "t2")]
    changed = {"classes.csv": sheet(CLASSES, sections), "users.csv": sheet(USERS_1_1, users)}
    made = files(SCHOOL, enrolled=taught) | changed
    found = read(made, "Ana@school.example").sections
    assert [(section.name, section.is_homeroom, section.is_mine, section.teachers) for section in found] == [
        ("Home 4B", True, True, ("Ben Ito",)),
        ("Maths 4B", False, True, ()),
    ]


def test_deleted_classes_are_named():
    sections = [{"sourcedId": "id-4B", "title": "4B", "status": "tobedeleted"}, {"sourcedId": "id-5C", "title": "5C"}]
    assert read(files(SCHOOL) | {"classes.csv": sheet(CLASSES, sections)}).ended == {"id-4B"}


def test_a_line_without_a_child_or_a_class_is_counted_and_one_that_comes_again_is_too():
    lines = [
        {"classSourcedId": section, "userSourcedId": child, "role": "student"}
        for section, child in [("id-4B", ""), ("", "u1"), ("id-4B", "x" * 300), ("id-4B", "u1"), ("id-4B", "u1")]
    ]
    found = read(files(SCHOOL, enrolled=lines))
    assert (found.unplaced, found.repeated, len(found.rows)) == (3, 2, 6)


def test_of_two_children_with_one_number_the_first_is_read_and_both_are_named():
    users = [
        {"sourcedId": "u1", "role": "student", "givenName": first, "familyName": last, "status": status}
        for first, last, status in [("Old", "Name", "tobedeleted"), ("Amir", "Okoro", ""), ("Otto", "Berg", "")]
    ]
    found = read(files({"4B": SCHOOL["4B"][:1]}) | {"users.csv": sheet(USERS_1_1, users)})
    assert [row.name for row in found.rows] == ["Amir O."]
    assert found.shared == {"u1": "Amir O. / Otto B."}


def test_somebody_who_is_not_active_in_the_school_is_in_no_class():
    users = [{"sourcedId": "u1", "role": "student", "givenName": "Amir", "status": "Inactive"}]
    made = files({"4B": SCHOOL["4B"][:1]}) | {"users.csv": sheet(USERS_1_1, users)}
    assert reasons(made) == {"u1": INACTIVE}


class TestClever:
    STUDENTS = [
        {"Student_id": "c1", "First_name": "Amir", "Last_name": "Okoro", "DOB": "2016-01-01"},
        {"Student_id": "c2", "First_name": "Bea", "Last_name": "de Vries"},
    ]
    SECTIONS = [
        {"Section_id": "m1", "School_id": "s1", "Name": "Maths 4", "Teacher_id": "t1", "Term_end": "6/15/2027",
         "Term_start": "8/24/2026"},
        {"Section_id": "h1", "School_id": "s1", "Name": "Homeroom 4B", "Teacher_id": "t1", "Teacher_2_id": "t2"},
        {"Section_id": "o1", "School_id": "s1", "Name": "Old", "Term_start": "2021-08-24", "Term_end": "2022-06-15"},
    ]  # fmt: skip
    TEACHERS = [
        {"Teacher_id": "t1", "Teacher_email": "ana@school.example", "First_name": "Ana", "Last_name": "Ek"},
        {"Teacher_id": "t2", "Teacher_email": "ben@school.example", "First_name": "Ben", "Last_name": "Ito"},
    ]
    ENROLLED = [
        {"Section_id": section, "Student_id": student}
        for section, student in [("h1", "c1"), ("h1", "c2"), ("m1", "c1"), ("o1", "c2"), ("m1", "c9")]
    ]

    def test_sections_are_classes(self):
        found = read(clever(self.STUDENTS, self.SECTIONS, self.ENROLLED, self.TEACHERS), "ana@school.example")
        assert [(each.name, each.school, each.year, each.size, each.teachers) for each in found.sections] == [
            ("Homeroom 4B", "Hill School", "", 2, ("Ben Ito",)),
            ("Maths 4", "Hill School", "2026/27", 2, ()),
            ("Old", "Hill School", "2021/22", 0, ()),
        ]
        assert [(row.section, row.name, row.why) for row in found.rows] == [
            ("h1", "Amir O.", ""),
            ("h1", "Bea V.", ""),
            ("m1", "Amir O.", ""),
            ("o1", "Bea V.", "ended:2022-06-15"),
            ("m1", "", ""),
        ]

    def test_every_line_of_the_list_is_counted(self):
        lines = [*self.ENROLLED, self.ENROLLED[0], {"Section_id": "h1"}, {"Student_id": "c1"}]
        found = read(clever(self.STUDENTS, self.SECTIONS, lines))
        assert len(found.rows) + found.unplaced + found.repeated == len(lines)
