"""Contents of the files of a school's system, the same for all systems: classes and their children. Pure.

`oneroster` and `sets` read such files into a `Bundle`.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from classroom.naming import names
from classroom.rosters.imports.plan import BEGINS, ENDED, ListRow
from classroom.rosters.imports.readers.columns import LONGEST_SOURCE, named
from classroom.rosters.imports.readers.zip_files import CsvLine


@dataclass(frozen=True, slots=True)
class Room:
    """A class of the file: the school's number for it, its name, school year, school, how many children it lists, and
    the code by which the school tells it from others of its name.

    `is_mine`: one of its teachers has the reader's e-mail address; `teachers` are the names of the others.
    """

    key: str
    name: str
    year: str = ""
    school: str = ""
    size: int = 0
    is_mine: bool = False
    is_homeroom: bool = False
    teachers: tuple[str, ...] = ()
    code: str = ""


@dataclass(frozen=True, slots=True)
class Bundle:
    """Content of a file. `is_whole`: it lists everybody (bulk), not only what has changed (delta).

    `called` has the names of all children in the file who are at the school, also of those without a class in it,
    `left` why the others are not; `ended` are classes that the system has deleted. A row without a name is a child whom
    only an earlier file named. `odd_version`: what the file says of its version, where we do not know that.
    `addresses` are the e-mail addresses of each class's teachers; they are not kept. `unplaced` counts the lines that
    name no child or no class, `repeated` those that say again what another line says; `shared` has the names of two
    children by the number that the file gives to both.
    """

    rooms: list[Room]
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
    """Somebody of the file. `left` says why they are not at the school; empty: they are."""

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
    """Return the school's number in this column, "" where it is too long or cannot be printed."""
    number = line.get(column, "")
    return number if len(number) <= LONGEST_SOURCE and number.isprintable() else ""


def spelled(known: Iterable[str]) -> Callable[[str], str]:
    """Return what finds a number among these however it is written: systems write `S1` here and `s1` there."""
    exact = set(known)
    loose: dict[str, str] = {}
    for number in exact:
        folded = number.casefold()
        loose[folded] = "" if folded in loose else number
    return lambda number: number if number in exact else loose.get(number.casefold()) or number


def day(text: str) -> date | None:
    """Return the day that a text begins with, as systems write it: 2026-08-24, 20260824 or 8/24/2026."""
    american = re.match(r"(\d{1,2})/(\d{1,2})/(\d{4})\b", text)
    compact = re.match(r"(\d{4})-?(\d{2})-?(\d{2})", text)
    try:
        if american:
            return date(int(american[3]), int(american[1]), int(american[2]))
        return date(*map(int, compact.groups())) if compact else None
    except ValueError:
        return None


def school_year(begins: date | None, ends: date | None) -> str:
    """Return 2026/27, or 2027 where the year is the calendar's; nothing without both days."""
    if not begins or not ends or not 0 <= ends.year - begins.year <= 1:
        return ""
    return f"{begins.year}" if begins.year == ends.year else f"{begins.year}/{ends.year % 100:02}"


def why_out(begins: str, ends: str, today: date) -> str:
    """Return why somebody enrolled between these days is not in the class today; empty: they are."""
    first, last = day(begins), day(ends)
    if last and last < today:
        return f"{ENDED}:{last}"
    return f"{BEGINS}:{first}" if first and first > today else ""


def called(rows: list[ListRow], people: Mapping[str, Person]) -> list[ListRow]:
    """Return the rows under the shortened names of their class."""
    return named(rows, [people[row.source].family if row.source in people else "" for row in rows])


@dataclass(frozen=True, slots=True)
class People:
    """Everybody of a file by number; `shared` has the names of two children by the number that stands for both."""

    by_number: dict[str, Person]
    shared: dict[str, str]

    @classmethod
    def of(cls, found: Iterable[tuple[str, Person]]) -> "People":
        """Gather the rows of each number: being at the school counts more than having left, else the first."""
        people: dict[str, Person] = {}
        shared: dict[str, str] = {}
        for number, person in found:
            known = people.setdefault(number, person)
            if known.left and not person.left:
                people[number] = person
            elif not person.left and known.full != person.full:
                shared[number] = f"{known.called} / {person.called}"
            people[number].is_student |= known.is_student or person.is_student
        return cls(people, shared)


@dataclass(frozen=True, slots=True)
class Enrolled:
    """Children in classes, each once in each; `unplaced` and `repeated` count lines as in `Bundle`."""

    rows: list[ListRow]
    unplaced: int
    repeated: int

    @classmethod
    def of(cls, found: Iterable[ListRow]) -> "Enrolled":
        lines = list(found)
        placed = [row for row in lines if row.source and row.room]
        rows = once_each(placed)
        return cls(rows, len(lines) - len(placed), len(placed) - len(rows))


def once_each(rows: Iterable[ListRow]) -> list[ListRow]:
    """Return each child once in each class: a line that says they are in it counts more than one that says not."""
    kept: dict[tuple[str, str], ListRow] = {}
    for row in rows:
        known = kept.get((row.room, row.source))
        if known is None or (known.why and not row.why):
            kept[row.room, row.source] = row
    return list(kept.values())


def in_order(rooms: Iterable[Room]) -> list[Room]:
    """Return homerooms first: there a child is once, and not once for each subject."""
    return sorted(rooms, key=lambda room: not room.is_homeroom)


def addresses_of(taught: Mapping[str, list[Person]]) -> dict[str, set[str]]:
    return {key: {person.email for person in people if person.email} for key, people in taught.items()}


def with_teachers(rooms: Iterable[Room], taught: Mapping[str, list[Person]], email: str) -> list[Room]:
    """Return the classes with their teachers; `taught` says who teaches each, `email` who the reader is."""
    mine = email.lower()
    full = []
    for room in rooms:
        people = taught.get(room.key, [])
        others = tuple(person.full for person in people if person.full and not (mine and person.email == mine))
        is_mine = any(mine and person.email == mine for person in people)
        full.append(replace(room, is_mine=is_mine, teachers=tuple(dict.fromkeys(others))[:10]))
    return full
