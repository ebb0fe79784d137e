"""OneRoster 1.1 and 1.2, the CSV bundle in a zip ("bulk" and "delta"): classes with their children, nothing more.

Of users only the number (sourcedId), the names, the role and, for teachers, the e-mail address are looked at; the
address says whose classes they are and is not kept. demographics.csv is never opened, nor any other file
that is not named here. Pure: files in, a `Bundle` out.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from django.utils.translation import gettext as _

from classroom.naming import names
from classroom.rosters.imports.plan import BEGINS, DELETED, DISABLED, INACTIVE, ListRow, Section
from classroom.rosters.imports.readers import bundle as values
from classroom.rosters.imports.readers.bundle import Bundle, Person, number_of
from classroom.rosters.imports.readers.text_files import NotAListError
from classroom.rosters.imports.readers.zip_files import CsvLine, SafeZip

KNOWN_VERSION = re.compile(r"v?1[.p][12]([.p].*)?|", re.IGNORECASE)
"""Spellings that systems use: 1.1, v1.1, 1.1.1, v1p2, or none."""
NEEDED = ("users.csv", "classes.csv", "enrollments.csv")
FILES = (*NEEDED, "manifest.csv", "orgs.csv", "roles.csv", "academicsessions.csv")


def read(files: SafeZip, *, email: str, today: date) -> Bundle:
    """Read the files. `email` is the reader's, `today` decides who is in a class. Raises NotAListError."""
    version, kinds = _manifest(files)
    missing = [name for name in NEEDED if not files.has(name) and kinds.get(name) != "absent"]
    if missing:
        raise NotAListError(_("This is no OneRoster file: %(files)s is missing.") % {"files": ", ".join(missing)})
    people, shared = _people(files)
    children = {number: person for number, person in people.items() if person.is_student}
    return values.bundle_of(
        _sections(files, today),
        _lines(files, people, today),
        people,
        _taught(files, people),
        email,
        is_whole=all(kinds.get(name, "bulk") != "delta" for name in NEEDED),
        called={number: person.called for number, person in children.items() if not person.left},
        left={number: person.left for number, person in children.items() if person.left},
        ended={number_of(line, "sourcedid") for line in files.lines("classes.csv") if _is_deleted(line)},
        has_demographics=files.lists("demographics.csv"),
        odd_version="" if KNOWN_VERSION.fullmatch(version) else version[:20],
        shared=shared,
    )


def _manifest(files: SafeZip) -> tuple[str, dict[str, str]]:
    """Return the version, and "bulk", "delta" or "absent" by file. Without a manifest everything is taken for whole."""
    properties = {line.get("propertyname", ""): line.get("value", "").lower() for line in files.lines("manifest.csv")}
    kinds = {f"{name[5:].lower()}.csv": kind for name, kind in properties.items() if name.startswith("file.")}
    return properties.get("oneroster.version", ""), kinds


def _people(files: SafeZip) -> tuple[dict[str, Person], dict[str, str]]:
    """Return everybody. Version 1.1 says the role beside the name, 1.2 in a file of its own."""
    users = files.lines("users.csv")
    people, shared = values.people_of((number_of(line, "sourcedid"), _person(line)) for line in users)
    spelled = values.spelled(people)
    for line in files.lines("roles.csv"):
        known = people.get(spelled(number_of(line, "usersourcedid")))
        if known and line.get("role", "").lower() == "student":
            known.is_student = True
    return people, shared


def _person(line: CsvLine) -> Person:
    given = line.get("preferredgivenname") or line.get("prefferedgivenname") or line.get("givenname", "")
    family = line.get("preferredfamilyname") or line.get("familyname", "")
    email, is_student = line.get("email", "").lower(), line.get("role", "").lower() == "student"
    return Person(names.tidy(given), names.tidy(family), email, _why_left(line), is_student)


def _why_left(line: CsvLine) -> str:
    is_disabled = line.get("enableduser", "").lower() in ("false", "0", "no")
    return _why_off(line) or (DISABLED if is_disabled else "")


def _lines(files: SafeZip, people: Mapping[str, Person], today: date) -> Iterator[ListRow]:
    """Yield a row for each line of a student; its number is that of the line in enrollments.csv."""
    user = values.spelled(people)
    section = values.spelled(number_of(line, "sourcedid") for line in files.lines("classes.csv"))
    for line in files.lines("enrollments.csv"):
        if line.get("role", "").lower() == "student":
            number, key = user(number_of(line, "usersourcedid")), section(number_of(line, "classsourcedid"))
            person = people.get(number)
            why = (person.left if person else "") or _why_off(line)
            why = why or values.why_out(line.get("begindate", ""), line.get("enddate", ""), today)
            leaves = bool(why) and not why.startswith(BEGINS)  # one who is still to come does not
            yield ListRow(line.number, person.given if person else "", number, key, leaves, why)


def _taught(files: SafeZip, people: Mapping[str, Person]) -> dict[str, list[Person]]:
    taught: dict[str, list[Person]] = defaultdict(list)
    spelled = values.spelled(people)
    for line in files.lines("enrollments.csv"):
        teacher = people.get(spelled(number_of(line, "usersourcedid")))
        if teacher and not teacher.left and line.get("role", "").lower() == "teacher" and not _is_deleted(line):
            taught[number_of(line, "classsourcedid")].append(teacher)
    return taught


def _sections(files: SafeZip, today: date) -> dict[str, Section]:
    schools = {number_of(line, "sourcedid"): line.get("name", "") for line in files.lines("orgs.csv")}
    sessions = {number_of(line, "sourcedid"): line for line in files.lines("academicsessions.csv")}
    years = {number: _year(sessions, number) for number in sessions}
    sections: dict[str, Section] = {}
    for line in files.lines("classes.csv"):
        key = number_of(line, "sourcedid")
        if key and not _is_deleted(line):
            terms = number_of(line, "termsourcedids").split(",")
            year = next((years[term] for term in terms if years.get(term)), "")
            sections[key] = Section(
                key,
                names.tidy(line.get("title") or line.get("classcode", "")),
                year,
                schools.get(line.get("schoolsourcedid", ""), ""),
                is_homeroom=line.get("classtype", "").lower() == "homeroom",
                code=names.tidy(line.get("classcode", "")),
                school_number=number_of(line, "schoolsourcedid"),
                session_number=_session(sessions, terms, today),
            )
    return sections


def _session(sessions: Mapping[str, CsvLine], terms: Sequence[str], today: date) -> str:
    """Return the number of the period to which today's results belong: of the current grading period of one of these
    terms, else of the current term itself, else of the first term."""
    periods = [number for number, line in sessions.items() if number_of(line, "parentsourcedid") in terms]
    periods = [number for number in periods if sessions[number].get("type", "").lower() == "gradingperiod"]
    return next((number for number in (*periods, *terms) if _is_on(sessions.get(number), today)), terms[0])


def _is_on(session: CsvLine | None, today: date) -> bool:
    if session is None:
        return False
    begins, ends = values.day(session.get("startdate", "")), values.day(session.get("enddate", ""))
    return begins is not None and ends is not None and begins <= today <= ends


def _year(terms: Mapping[str, CsvLine], number: str) -> str:
    """Return the school year of a term, as 2026/27: by the dates of the year that it is part of, else by its name."""
    line, seen = terms[number], {number}
    while (parent := number_of(line, "parentsourcedid")) in terms and parent not in seen:
        seen.add(parent)
        line = terms[parent]
    begins, ends = values.day(line.get("startdate", "")), values.day(line.get("enddate", ""))
    by_days = values.school_year(begins, ends)
    by_name = _named_year(line.get("schoolyear", "")) or _named_year(terms[number].get("schoolyear", ""))
    is_year = begins is not None and ends is not None and (ends - begins).days > 200
    return by_days if by_days and (is_year or not by_name) else by_name


def _named_year(said: str) -> str:
    """Return 2026/27 for "2027" (a year is named after its end), "2026-2027", "2026/27" and "SY 2026-27"."""
    both = re.search(r"(\d{4})\s*[-/–]\s*(\d{4}|\d{2})(?!\d)", said)
    if both:
        return f"{both[1]}/{both[2][-2:]}"
    year = re.search(r"(?<!\d)(\d{4})(?!\d)", said)
    return f"{int(year[1]) - 1}/{year[1][2:]}" if year else ""


def _why_off(line: CsvLine) -> str:
    """Return the reason why the system does not count the line any more; "" if it does."""
    return {"tobedeleted": DELETED, "inactive": INACTIVE}.get(line.get("status", "").lower(), "")


def _is_deleted(line: CsvLine) -> bool:
    return _why_off(line) == DELETED
