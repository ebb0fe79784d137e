"""Content of an export of a school's system, the same for all systems: classes and their children. Pure.

`oneroster` and `sets` read such exports into a `Bundle`.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from classroom.naming import names
from classroom.rosters.imports.plan import BEGINS, ENDED, ListRow, Section
from classroom.rosters.imports.readers.columns import LONGEST_SOURCE, named
from classroom.rosters.imports.readers.zip_files import CsvLine


@dataclass(frozen=True, slots=True)
class Bundle:
    """Content of an export. `is_whole`: it lists everybody (bulk), not only what has changed (delta).

    `called` has the names of all children in it who are at the school, also of those without a class; `left` has the
    reasons why the others are not; `ended` are classes that the system has deleted. A row without a name is a child
    whom only an earlier export named. `odd_version`: the version that it states, where we do not know that version.
    `addresses` are the e-mail addresses of each class's teachers; they are not stored. `unplaced` counts the lines that
    name no child or no class, `repeated` the duplicate lines; `shared` has the names of two children by the number that
    the export gives to both.
    """

    sections: list[Section]
    rows: list[ListRow]
    is_whole: bool = True
    called: dict[str, str] = field(default_factory=dict)
    left: dict[str, str] = field(default_factory=dict)
    ended: set[str] = field(default_factory=set)
    has_demographics: bool = False
    odd_version: str = ""
    addresses: dict[str, set[str]] = field(default_factory=dict)
    unplaced: int = 0
    repeated: int = 0
    shared: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Person:
    """A person of the export. `left` says why they are not at the school; "" if they are."""

    given: str
    family: str
    email: str = ""
    left: str = ""
    is_student: bool = False

    @property
    def called(self) -> str:
        return named([ListRow(0, self.given)], [self.family])[0].name

    @property
    def full(self) -> str:
        return names.tidy(f"{self.given} {self.family}")


def number_of(line: CsvLine, column: str) -> str:
    """Return the school's number in this column, "" where it is too long or not printable."""
    number = line.get(column, "")
    return number if len(number) <= LONGEST_SOURCE and number.isprintable() else ""


def spelled(known: Iterable[str]) -> Callable[[str], str]:
    """Return a function that finds a number among these regardless of case: systems write `S1` in one place and `s1` in
    another."""
    exact = set(known)
    loose: dict[str, str] = {}
    for number in exact:
        folded = number.casefold()
        loose[folded] = "" if folded in loose else number
    return lambda number: number if number in exact else loose.get(number.casefold()) or number


def day(text: str) -> date | None:
    """Return the date at the start of a text, in the forms that systems use: 2026-08-24, 20260824 or 8/24/2026."""
    american = re.match(r"(\d{1,2})/(\d{1,2})/(\d{4})\b", text)
    compact = re.match(r"(\d{4})-?(\d{2})-?(\d{2})", text)
    try:
        if american:
            return date(int(american[3]), int(american[1]), int(american[2]))
        return date(*map(int, compact.groups())) if compact else None
    except ValueError:
        return None


def school_year(begins: date | None, ends: date | None) -> str:
    """Return 2026/27, or 2027 where both days are in one calendar year; "" without both days."""
    if not begins or not ends or not 0 <= ends.year - begins.year <= 1:
        return ""
    return f"{begins.year}" if begins.year == ends.year else f"{begins.year}/{ends.year % 100:02}"


def why_out(begins: str, ends: str, today: date) -> str:
    """Return why a child enrolled between these days is not in the class today; "" if they are."""
    first, last = day(begins), day(ends)
    if last and last < today:
        return f"{ENDED}:{last}"
    return f"{BEGINS}:{first}" if first and first > today else ""


def people_of(found: Iterable[tuple[str, Person]]) -> tuple[dict[str, Person], dict[str, str]]:
    """Return all people by number (one who is at the school has precedence over one who has left, else the first), and
    by number the names of two children who share it."""
    people: dict[str, Person] = {}
    shared: dict[str, str] = {}
    for number, person in found:
        known = people.setdefault(number, person)
        if known.left and not person.left:
            people[number] = person
        elif not person.left and known.full != person.full:
            shared[number] = f"{known.called} / {person.called}"
        people[number].is_student |= known.is_student or person.is_student
    return people, shared


def bundle_of(
    sections: Mapping[str, Section],
    enrolled: Iterable[ListRow],
    people: Mapping[str, Person],
    taught: Mapping[str, list[Person]],
    email: str,
    **more: Any,
) -> Bundle:
    """Put an export together: children in classes, each once in each class, under the shortened names of that class.
    Homerooms come first, since a child is in one of them and in many subjects; classes that only enrollments mention
    come last.

    `taught` says who teaches each class, `email` is the reader's address.
    """
    lines = list(enrolled)
    placed = [row for row in lines if row.source and row.section]
    rows = once_each(placed)
    sizes = Counter(row.section for row in rows if not row.why)
    listed = [*sections.values(), *undescribed(rows, sections)]
    sized = [replace(_with_teachers(each, taught.get(each.key, []), email), size=sizes[each.key]) for each in listed]
    return Bundle(
        sorted(sized, key=lambda section: not section.is_homeroom),
        named(rows, [people[row.source].family if row.source in people else "" for row in rows]),
        addresses={key: {person.email for person in there if person.email} for key, there in taught.items()},
        unplaced=len(lines) - len(placed),
        repeated=len(placed) - len(rows),
        **more,
    )


def undescribed(rows: Iterable[ListRow], described: Collection[str]) -> list[Section]:
    """Return the classes that rows refer to and the file does not describe."""
    return [Section(key, "") for key in dict.fromkeys(row.section for row in rows) if key not in described]


def once_each(rows: Iterable[ListRow]) -> list[ListRow]:
    """Return one row for each child and class; a row that says that the child is in the class has precedence."""
    kept: dict[tuple[str, str], ListRow] = {}
    for row in rows:
        known = kept.get((row.section, row.source))
        if known is None or (known.why and not row.why):
            kept[row.section, row.source] = row
    return list(kept.values())


def _with_teachers(section: Section, people: Sequence[Person], email: str) -> Section:
    mine = email.lower()
    others = (person.full for person in people if person.full and not (mine and person.email == mine))
    is_mine = any(mine and person.email == mine for person in people)
    return replace(section, is_mine=is_mine, teachers=tuple(dict.fromkeys(others))[:10])
