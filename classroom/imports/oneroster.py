"""OneRoster 1.1 and 1.2, the CSV bundle in a zip ("bulk" and "delta"): classes with their children, nothing more.

Of users only the number (sourcedId), the names, the role and, for teachers, the e-mail address are looked at; the
address says which classes are the reader's own and is not kept. demographics.csv is never opened, nor any other file
that is not named here. Pure: bytes in, a `Bundle` out.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from classroom import names
from classroom.imports.columns import LONGEST_SOURCE, named
from classroom.imports.files import NotAListError
from classroom.imports.plan import Row
from classroom.imports.zips import Line, SafeZip

VERSIONS = {"1.1", "1.2"}
NEEDED = ("users.csv", "classes.csv", "enrollments.csv")
READ = (*NEEDED, "manifest.csv", "orgs.csv", "roles.csv", "academicsessions.csv")
MOST_CHILDREN = 50_000
"""In one file: a large district, and more than anybody wants to choose from."""


@dataclass(frozen=True, slots=True)
class Room:
    """A class of the file: the school's number for it, its name, school year, school, and how many children it lists.

    `is_mine`: one of its teachers has the reader's e-mail address.
    """

    key: str
    name: str
    year: str = ""
    school: str = ""
    size: int = 0
    is_mine: bool = False


@dataclass(frozen=True, slots=True)
class Bundle:
    """What a file holds. `is_whole`: it lists everybody (bulk), not only what has changed (delta).

    `called` has the names of all children in the file, also of those without a class in it; a row without a name is a
    child whom only an earlier file named.
    """

    rooms: list[Room]
    rows: list[Row]
    is_whole: bool
    called: dict[str, str]
    has_demographics: bool


def read(data: bytes, *, email: str, today: date) -> Bundle:
    """Read the zip. `email` is the reader's, `today` decides who has left already. Raises NotAListError."""
    bundle = SafeZip(data, READ)
    kinds = _manifest(bundle)
    missing = [name for name in NEEDED if not bundle.has(name) and kinds.get(name) != "absent"]
    if missing:
        raise NotAListError(_("This is no OneRoster file: %(files)s is missing.") % {"files": ", ".join(missing)})
    is_whole = all(kinds.get(name, "bulk") != "delta" for name in NEEDED)
    people = _people(bundle)
    rows = _rows(bundle, people, today)
    if len(rows) > MOST_CHILDREN:
        raise NotAListError(_("This file lists %(count)d children. Export fewer classes.") % {"count": len(rows)})
    rooms = _rooms(bundle, rows, _classes_of(bundle, people, email))
    called = {number: person.called for number, person in people.items() if person.is_student}
    return Bundle(rooms, _called(rows, people), is_whole, called, bundle.lists("demographics.csv"))


def _manifest(bundle: SafeZip) -> dict[str, str]:
    """Return "bulk", "delta" or "absent" by file. Without a manifest everything is taken for whole."""
    properties = {line.get("propertyname", ""): line.get("value", "").lower() for line in bundle.lines("manifest.csv")}
    version = properties.get("oneroster.version", "1.1")
    if version not in VERSIONS:
        raise NotAListError(_("This is OneRoster %(version)s. Export version 1.1 or 1.2.") % {"version": version[:20]})
    return {f"{name[5:].lower()}.csv": kind for name, kind in properties.items() if name.startswith("file.")}


@dataclass(slots=True)
class _Person:
    given: str
    family: str
    email: str
    has_left: bool
    is_student: bool = False

    @property
    def called(self) -> str:
        return named([Row(0, self.given)], [self.family])[0].name


def _people(bundle: SafeZip) -> dict[str, _Person]:
    """Return everybody by number. Version 1.1 says the role beside the name, 1.2 in a file of its own."""
    people = {}
    for line in bundle.lines("users.csv"):
        given = names.tidy(line.get("preferredgivenname") or line.get("givenname", ""))
        family = names.tidy(line.get("preferredfamilyname") or line.get("familyname", ""))
        person = _Person(given, family, line.get("email", "").lower(), _is_deleted(line))
        person.is_student = line.get("role", "").lower() == "student"
        people[_number(line, "sourcedid")] = person
    for line in bundle.lines("roles.csv"):
        if line.get("role", "").lower() == "student" and (known := people.get(_number(line, "usersourcedid"))):
            known.is_student = True
    return people


def _rows(bundle: SafeZip, people: Mapping[str, _Person], today: date) -> list[Row]:
    """Return a row for each child in each class; numbers are the lines of enrollments.csv. Once each."""
    rows: dict[tuple[str, str], Row] = {}
    for line in bundle.lines("enrollments.csv"):
        number, room = _number(line, "usersourcedid"), _number(line, "classsourcedid")
        if line.get("role", "").lower() != "student" or not number or not room:
            continue
        person = people.get(number)
        leaves = _is_deleted(line) or _is_past(line.get("enddate", ""), today) or bool(person and person.has_left)
        row = Row(line.number, person.given if person else "", number, room, leaves)
        if (room, number) not in rows or rows[room, number].leaves:
            rows[room, number] = row
    return list(rows.values())


def _called(rows: list[Row], people: Mapping[str, _Person]) -> list[Row]:
    lasts = [people[row.source].family if row.source in people else "" for row in rows]
    return named(rows, lasts)


def _classes_of(bundle: SafeZip, people: Mapping[str, _Person], email: str) -> set[str]:
    """Return the classes that somebody with this e-mail address teaches."""
    mine = {number for number, person in people.items() if email and person.email == email.lower()}
    enrolled = (line for line in bundle.lines("enrollments.csv") if line.get("role", "").lower() == "teacher")
    return {_number(line, "classsourcedid") for line in enrolled if _number(line, "usersourcedid") in mine}


def _rooms(bundle: SafeZip, rows: list[Row], mine: set[str]) -> list[Room]:
    """Return the classes in the file's order, then those that only enrollments speak of (in a delta)."""
    sizes: dict[str, int] = defaultdict(int)
    for row in rows:
        sizes[row.room] += not row.leaves
    schools = {_number(line, "sourcedid"): line.get("name", "") for line in bundle.lines("orgs.csv")}
    years = _years(bundle)
    rooms: dict[str, Room] = {}
    for line in bundle.lines("classes.csv"):
        key = _number(line, "sourcedid")
        if key and not _is_deleted(line):
            year = next((years[term] for term in line.get("termsourcedids", "").split(",") if years.get(term)), "")
            name = names.tidy(line.get("title") or line.get("classcode", ""))
            rooms[key] = Room(
                key, name, year, schools.get(line.get("schoolsourcedid", ""), ""), sizes[key], key in mine
            )
    unnamed = {row.room: Room(row.room, "", size=sizes[row.room]) for row in rows if row.room not in rooms}
    return [*rooms.values(), *unnamed.values()]


def _years(bundle: SafeZip) -> dict[str, str]:
    """Return the school year of each term, as 2026/27: the file names it after the year in which it ends."""
    years = {}
    for line in bundle.lines("academicsessions.csv"):
        ends = line.get("schoolyear", "")[:4]
        years[_number(line, "sourcedid")] = f"{int(ends) - 1}/{ends[2:]}" if ends.isdecimal() and len(ends) == 4 else ""
    return years


def _number(line: Line, column: str) -> str:
    """Return one of the school's numbers; one that no system makes is none."""
    number = line.get(column, "")
    return number if len(number) <= LONGEST_SOURCE and number.isprintable() else ""


def _is_deleted(line: Line) -> bool:
    return line.get("status", "").lower() == "tobedeleted"


def _is_past(day: str, today: date) -> bool:
    try:
        return bool(day) and date.fromisoformat(day[:10]) < today
    except ValueError:
        return False
