"""Sets of CSV files in a zip, a table of people, one of classes and one of who is where: Clever, Apple School Manager
and Microsoft School Data Sync (version 1). What differs between them is a `Layout`.

Of students only the number and the names are looked at. Pure: files in, a `Bundle` out.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from classroom.naming import names
from classroom.rosters.imports.plan import ENDED, ListRow, Section
from classroom.rosters.imports.readers import bundle as values
from classroom.rosters.imports.readers.bundle import Bundle, Person, number_of
from classroom.rosters.imports.readers.zip_files import CsvLine, SafeZip


@dataclass(frozen=True, slots=True)
class Layout:
    """The files of a set and their columns, in lower case.

    `names` are the columns for a class's name, the best first; `courses` is a file with course names, which are tried
    before them. `teaching` are the teachers' columns in the file of classes, or else `teacher_rows` is a file with the
    same columns as `enrolled`.
    """

    students: str
    sections: str
    enrolled: str
    schools: str
    teachers: str
    person: str
    section: str
    student_of: str
    section_of: str
    school: str
    school_of: str
    school_name: str
    teacher: str
    given: str
    family: str
    email: tuple[str, ...]
    names: tuple[str, ...]
    term: tuple[str, str] = ("", "")
    teaching: tuple[str, ...] = ()
    teacher_rows: str = ""
    courses: str = ""

    @property
    def files(self) -> set[str]:
        needed = {self.students, self.sections, self.enrolled, self.schools, self.teachers}
        return needed | {self.teacher_rows, self.courses} - {""}


CLEVER = Layout(
    "students.csv", "sections.csv", "enrollments.csv", "schools.csv", "teachers.csv",
    person="student_id", section="section_id", student_of="student_id", section_of="section_id",
    school="school_id", school_of="school_id", school_name="school_name",
    teacher="teacher_id", given="first_name", family="last_name", email=("teacher_email", "email"),
    names=("name", "course_name", "section_number"), term=("term_start", "term_end"),
    teaching=("teacher_id", *(f"teacher_{n}_id" for n in range(2, 11))),
)  # fmt: skip
APPLE = Layout(
    "students.csv", "classes.csv", "rosters.csv", "locations.csv", "staff.csv",
    person="person_id", section="class_id", student_of="student_id", section_of="class_id",
    school="location_id", school_of="location_id", school_name="location_name",
    teacher="person_id", given="first_name", family="last_name", email=("email_address",),
    names=("class_number",), teaching=("instructor_id", *(f"instructor_id_{n}" for n in range(2, 16))),
    courses="courses.csv",
)  # fmt: skip
SCHOOL_DATA_SYNC = Layout(
    "student.csv", "section.csv", "studentenrollment.csv", "school.csv", "teacher.csv",
    person="sis id", section="sis id", student_of="sis id", section_of="section sis id",
    school="sis id", school_of="school sis id", school_name="name",
    teacher="sis id", given="first name", family="last name", email=("secondary email", "username"),
    names=("section name", "course name", "section number"), term=("term startdate", "term enddate"),
    teacher_rows="teacherroster.csv",
)  # fmt: skip
LAYOUTS = (CLEVER, APPLE, SCHOOL_DATA_SYNC)
FILES = frozenset().union(*(layout.files for layout in LAYOUTS))


def layout_of(files: SafeZip) -> Layout | None:
    """Return which set this is; None where it contains one file of people in all roles, as OneRoster does."""
    needed = ((layout, (layout.students, layout.sections, layout.enrolled)) for layout in LAYOUTS)
    found = (layout for layout, wanted in needed if all(map(files.has, wanted)))
    return None if files.has("users.csv") else next(found, None)


def read(files: SafeZip, layout: Layout, *, email: str, today: date) -> Bundle:
    """Read the files. `email` is the reader's, `today` decides which classes are over. Raises NotAListError."""
    lines = files.lines(layout.students)
    people, shared = values.people_of((number_of(line, layout.person), _person(line, layout)) for line in lines)
    sections = {number_of(line, layout.section): line for line in files.lines(layout.sections)}
    enrolled = _rows(files, layout, people, sections, today)
    taught = _taught(files, layout, sections)
    return values.bundle_of(_sections(files, layout, sections), enrolled, people, taught, email, shared=shared)


def _person(line: CsvLine, layout: Layout) -> Person:
    family, given = names.tidy(line.get(layout.family, "")), names.tidy(line.get(layout.given, ""))
    email = next((line[column] for column in layout.email if "@" in line.get(column, "")), "")
    return Person(given, family, email.lower(), is_student=True)


def _rows(
    files: SafeZip, layout: Layout, people: Mapping[str, Person], sections: Mapping[str, CsvLine], today: date
) -> Iterator[ListRow]:
    user, section = values.spelled(people), values.spelled(sections)
    begins, ends = layout.term
    for line in files.lines(layout.enrolled):
        number, key = user(number_of(line, layout.student_of)), section(number_of(line, layout.section_of))
        term = sections.get(key) or CsvLine()
        why = values.why_out(term.get(begins, ""), term.get(ends, ""), today)
        given = people[number].given if number in people else ""
        yield ListRow(line.number, given, number, key, why.startswith(ENDED), why)


def _taught(files: SafeZip, layout: Layout, sections: Mapping[str, CsvLine]) -> dict[str, list[Person]]:
    people = {number_of(line, layout.teacher): _person(line, layout) for line in files.lines(layout.teachers)}
    pairs = [(key, number_of(line, column)) for key, line in sections.items() for column in layout.teaching]
    if layout.teacher_rows:
        lines = files.lines(layout.teacher_rows)
        pairs += [(number_of(line, layout.section_of), number_of(line, layout.student_of)) for line in lines]
    taught: dict[str, list[Person]] = defaultdict(list)
    for key, number in pairs:
        if number in people:
            taught[key].append(people[number])
    return taught


def _sections(files: SafeZip, layout: Layout, lines: Mapping[str, CsvLine]) -> dict[str, Section]:
    schools = _words(files, layout.schools, layout.school, layout.school_name)
    courses = _words(files, layout.courses, "course_id", "course_name")
    sections = {}
    for key, line in lines.items():
        course = courses.get(number_of(line, "course_id"), "") or line.get("course name") or line.get("course_name", "")
        name = next(filter(None, (line.get(column, "") for column in layout.names)), "")
        name = f"{course} {name}".strip() if courses and name not in course.split(" ") else name
        year = values.school_year(*(values.day(line.get(column, "")) for column in layout.term))
        is_homeroom = "homeroom" in f"{name} {course} {line.get('subject', '')}".lower()
        school = schools.get(number_of(line, layout.school_of), "")
        code = line.get(layout.names[-1], "")
        sections[key] = Section(key, names.tidy(name), year, school, is_homeroom=is_homeroom, code=code)
    sections.pop("", None)
    return sections


def _words(files: SafeZip, file: str, number: str, word: str) -> dict[str, str]:
    return {number_of(line, number): line.get(word, "") for line in files.lines(file)}
