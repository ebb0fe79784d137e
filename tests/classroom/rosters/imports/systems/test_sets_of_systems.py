"""Sets of CSV files of named systems: the same two classes, with their teacher and school, whatever the system."""

from datetime import date

import pytest

from classroom.rosters.imports.readers import school_rows
from tests.classroom.rosters.imports.bundles import packed, sheet
from tests.classroom.rosters.imports.clever_set import clever

CLEVER = clever(
    [{"Student_id": "1", "First_name": "Anna", "Last_name": "Smith"},
     {"Student_id": "2", "First_name": "Ben", "Last_name": "Okoro"}],
    [{"School_id": "s1", "Section_id": "a", "Teacher_id": "9", "Name": "4B"},
     {"School_id": "s1", "Section_id": "b", "Teacher_id": "8", "Teacher_2_id": "9", "Name": "Maths 4C"}],
    [{"Section_id": "a", "Student_id": "1"}, {"Section_id": "b", "Student_id": "2"}],
    [{"Teacher_id": "9", "Teacher_email": "Ana@School.example", "First_name": "Ana", "Last_name": "Gil"}],
)  # fmt: skip
PERSON = "person_id,person_number,first_name,middle_name,last_name,email_address,sis_username,location_id"
APPLE = packed({
    "locations.csv": sheet("location_id,location_name", [{"location_id": "s1", "location_name": "Hill School"}]),
    "students.csv": sheet(PERSON + ",grade_level,password_policy", [
        {"person_id": "1", "first_name": "Anna", "last_name": "Smith", "email_address": "anna@school.example"},
        {"person_id": "2", "first_name": "Ben", "middle_name": "Eli", "last_name": "Okoro"},
    ]),
    "staff.csv": sheet(PERSON, [
        {"person_id": "9", "first_name": "Ana", "last_name": "Gil", "email_address": "ana@school.example"},
    ]),
    "courses.csv": sheet("course_id,course_number,course_name,location_id", [
        {"course_id": "c1", "course_name": ""}, {"course_id": "c2", "course_name": "Maths"},
    ]),
    "classes.csv": sheet("class_id,class_number,course_id,instructor_id,instructor_id_2,location_id", [
        {"class_id": "a", "class_number": "4B", "course_id": "c1", "instructor_id": "9", "location_id": "s1"},
        {"class_id": "b", "class_number": "4C", "course_id": "c2", "instructor_id_2": "9", "location_id": "s1"},
    ]),
    "rosters.csv": sheet("roster_id,class_id,student_id", [
        {"roster_id": "r1", "class_id": "a", "student_id": "1"},
        {"roster_id": "r2", "class_id": "b", "student_id": "2"},
    ]),
})  # fmt: skip
SCHOOL_DATA_SYNC = packed({
    "School.csv": sheet("SIS ID,Name,School Number,Grade Low,Grade High,Principal Name",
                        [{"SIS ID": "s1", "Name": "Hill School"}]),
    "Section.csv": sheet("SIS ID,School SIS ID,Section Name,Section Number,Term StartDate,Term EndDate", [
        {"SIS ID": "a", "School SIS ID": "s1", "Section Name": "4B", "Term EndDate": "8/1/2027"},
        {"SIS ID": "b", "School SIS ID": "s1", "Section Name": "Maths 4C"},
    ]),
    "Student.csv": sheet("SIS ID,School SIS ID,Username,First Name,Last Name,Middle Name,Grade,Birthdate", [
        {"SIS ID": "1", "Username": "anna", "First Name": "Anna", "Last Name": "Smith", "Birthdate": "1/2/2017"},
        {"SIS ID": "2", "Username": "ben", "First Name": "Ben", "Last Name": "Okoro"},
    ]),
    "Teacher.csv": sheet("SIS ID,School SIS ID,Username,First Name,Last Name,Secondary Email", [
        {"SIS ID": "9", "Username": "ana@school.example", "First Name": "Ana", "Last Name": "Gil"},
    ]),
    "StudentEnrollment.csv": sheet("Section SIS ID,SIS ID", [
        {"Section SIS ID": "a", "SIS ID": "1"}, {"Section SIS ID": "b", "SIS ID": "2"},
    ]),
    "TeacherRoster.csv": sheet("Section SIS ID,SIS ID", [
        {"Section SIS ID": "a", "SIS ID": "9"}, {"Section SIS ID": "b", "SIS ID": "9"},
    ]),
})  # fmt: skip


@pytest.mark.parametrize("data", [CLEVER, APPLE, SCHOOL_DATA_SYNC], ids=["Clever", "Apple", "SDS"])
def test_each_set_is_read(data):
    found = school_rows.read_zip(data, email="ana@school.example", today=date(2026, 11, 23))
    assert [(each.key, each.name, each.school, each.size, each.is_mine) for each in found.sections] == [
        ("a", "4B", "Hill School", 1, True),
        ("b", "Maths 4C", "Hill School", 1, True),
    ]
    assert [(row.section, row.source, row.name) for row in found.rows] == [("a", "1", "Anna S."), ("b", "2", "Ben O.")]
    assert (found.unplaced, found.repeated, found.is_whole) == (0, 0, True)
