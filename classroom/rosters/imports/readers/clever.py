"""Clever's CSV set in a zip (schools, sections, students, teachers, enrollments): classes with their children.

Of students only the number and the names are looked at. Pure: files in, a `Bundle` out.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from datetime import date

from django.utils.translation import gettext as _

from classroom.naming import names
from classroom.rosters.imports.plan import ENDED, ListRow
from classroom.rosters.imports.readers import bundle as values
from classroom.rosters.imports.readers.bundle import Bundle, Person, Room, number_of
from classroom.rosters.imports.readers.oneroster import MOST_CHILDREN
from classroom.rosters.imports.readers.text_files import NotAListError
from classroom.rosters.imports.readers.zip_files import CsvLine, SafeZip

NEEDED = ("students.csv", "sections.csv", "enrollments.csv")
FILES = (*NEEDED, "schools.csv", "teachers.csv")
MOST_TEACHERS = 10
"""In one section: Teacher_id, Teacher_2_id and so on."""


def is_here(files: SafeZip) -> bool:
    return all(files.has(name) for name in NEEDED)


def read(files: SafeZip, *, email: str, today: date) -> Bundle:
    """Read the files. `email` is the reader's, `today` decides which sections are over. Raises NotAListError."""
    everybody = values.People.of((number_of(line, "student_id"), _person(line)) for line in files.lines("students.csv"))
    people = everybody.by_number
    sections = {number_of(line, "section_id"): line for line in files.lines("sections.csv")}
    enrolled = values.Enrolled.of(_lines(files, people, sections, today))
    rows = enrolled.rows
    if len(rows) > MOST_CHILDREN:
        raise NotAListError(_("This file lists %(count)d children. Export fewer classes.") % {"count": len(rows)})
    taught = _taught(files, sections)
    rooms = values.with_teachers(_rooms(files, rows, sections), taught, email)
    return Bundle(
        values.in_order(rooms),
        values.called(rows, people),
        addresses=values.addresses_of(taught),
        unplaced=enrolled.unplaced,
        repeated=enrolled.repeated,
        shared=everybody.shared,
    )


def _person(line: CsvLine) -> Person:
    family, given = names.tidy(line.get("last_name", "")), names.tidy(line.get("first_name", ""))
    email = line.get("teacher_email") or line.get("email", "")
    return Person(given, family, email.lower(), is_student=True)


def _lines(
    files: SafeZip, people: Mapping[str, Person], sections: Mapping[str, CsvLine], today: date
) -> Iterator[ListRow]:
    user, room = values.spelled(people), values.spelled(sections)
    for line in files.lines("enrollments.csv"):
        number, key = user(number_of(line, "student_id")), room(number_of(line, "section_id"))
        term = sections.get(key) or CsvLine()
        why = values.why_out(term.get("term_start", ""), term.get("term_end", ""), today)
        given = people[number].given if number in people else ""
        yield ListRow(line.number, given, number, key, why.startswith(ENDED), why)


def _taught(files: SafeZip, sections: Mapping[str, CsvLine]) -> dict[str, list[Person]]:
    people = {number_of(line, "teacher_id"): _person(line) for line in files.lines("teachers.csv")}
    columns = ["teacher_id", *(f"teacher_{n}_id" for n in range(2, MOST_TEACHERS + 1))]
    taught: dict[str, list[Person]] = defaultdict(list)
    for key, line in sections.items():
        taught[key] += [people[number_of(line, column)] for column in columns if number_of(line, column) in people]
    return taught


def _rooms(files: SafeZip, rows: list[ListRow], sections: Mapping[str, CsvLine]) -> list[Room]:
    sizes = Counter(row.room for row in rows if not row.why)
    schools = {number_of(line, "school_id"): line.get("school_name", "") for line in files.lines("schools.csv")}
    rooms = {key: _room(key, line, schools, sizes[key]) for key, line in sections.items() if key}
    unnamed = {row.room: Room(row.room, "", size=sizes[row.room]) for row in rows if row.room not in rooms}
    return [*rooms.values(), *unnamed.values()]


def _room(key: str, line: CsvLine, schools: Mapping[str, str], size: int) -> Room:
    name = names.tidy(line.get("name") or line.get("course_name") or line.get("section_number", ""))
    year = values.school_year(values.day(line.get("term_start", "")), values.day(line.get("term_end", "")))
    is_homeroom = "homeroom" in f"{name} {line.get('course_name', '')} {line.get('subject', '')}".lower()
    return Room(key, name, year, schools.get(number_of(line, "school_id"), ""), size, is_homeroom=is_homeroom)
