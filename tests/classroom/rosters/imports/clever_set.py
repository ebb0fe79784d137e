"""Clever's CSV set, made from a few words."""

from tests.classroom.rosters.imports.bundles import Lines, packed, sheet

SCHOOLS = "School_id,School_name,School_number,Low_grade,High_grade,Principal"
SECTIONS = (
    "School_id,Section_id,Teacher_id,Teacher_2_id,Name,Section_number,Grade,Course_name,Course_number,Period,Subject,"
    "Term_name,Term_start,Term_end"
)
STUDENTS = (
    "School_id,Student_id,Student_number,State_id,Last_name,Middle_name,First_name,Grade,Gender,DOB,Student_email"
)
TEACHERS = "School_id,Teacher_id,Teacher_number,Teacher_email,First_name,Last_name,Title"


def clever(students: Lines, sections: Lines, enrolled: Lines, teachers: Lines = ()) -> bytes:
    return packed(
        {
            "schools.csv": sheet(SCHOOLS, [{"School_id": "s1", "School_name": "Hill School"}]),
            "students.csv": sheet(STUDENTS, students),
            "sections.csv": sheet(SECTIONS, sections),
            "teachers.csv": sheet(TEACHERS, teachers),
            "enrollments.csv": sheet("School_id,Section_id,Student_id", enrolled),
        }
    )
