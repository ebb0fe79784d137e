"""A school's file combined with what the teacher has: numbers as they are spelled here, children and classes that left.

A delta file identifies a child or a class by number only; the names are known from an earlier file.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.utils.translation import gettext as _

from classroom.models import Classroom, Student, Teacher
from classroom.rosters.imports.decisions import NOT_ON_A_LINE
from classroom.rosters.imports.plan import ListRow
from classroom.rosters.imports.readers import bundle as values
from classroom.rosters.imports.readers import oneroster, sets
from classroom.rosters.imports.readers.bundle import Bundle
from classroom.rosters.imports.readers.text_files import NotAListError
from classroom.rosters.imports.readers.zip_files import SafeZip

READ = sets.FILES | frozenset(oneroster.FILES)
MOST_CHILDREN = 50_000
"""In one file: a large district, and more than anybody wants to choose from."""


@dataclass(frozen=True, slots=True)
class Mine:
    """What a teacher has from the school's system: children (number, name on the list, number of the class, which is ""
    where it is unknown) and classes (our number, name, the system's number)."""

    children: list[tuple[str, str, str]]
    classrooms: list[tuple[int, str, str]]

    @classmethod
    def of(cls, teacher: Teacher) -> "Mine":
        """Return what this teacher has. Two queries."""
        known = Student.objects.filter(classroom__teachers=teacher, classroom__archived_at=None).exclude(source_id="")
        classrooms = Classroom.objects.filter(teachers=teacher, archived_at=None).exclude(source_id="")
        return cls(
            list(known.values_list("source_id", "source_name", "classroom__source_id")),
            list(classrooms.values_list("pk", "name", "source_id")),
        )


def spelled_as(mine: Mine, found: Bundle) -> Bundle:
    """Return the file with numbers spelled as they are here, where they differ only in case."""
    people = {row.source for row in found.rows} | found.called.keys() | found.left.keys()
    child = _spelled((source for source, _name, _section in mine.children), people)
    listed = {section.key for section in found.sections} | found.ended
    section = _spelled((source for _pk, _name, source in mine.classrooms), listed)
    return replace(
        found,
        sections=[replace(each, key=section(each.key)) for each in found.sections],
        rows=[replace(row, source=child(row.source), section=section(row.section)) for row in found.rows],
        called={child(number): name for number, name in found.called.items()},
        left={child(number): why for number, why in found.left.items()},
        ended={section(key) for key in found.ended},
    )


def _spelled(known: Iterable[str], in_file: Collection[str]) -> Callable[[str], str]:
    """Return a function that maps a number of the file to its spelling here; two numbers of one file are never
    merged."""
    find = values.spelled(known)
    found = {number: find(number) for number in in_file}
    spelled = {number: here for number, here in found.items() if here != number and here not in found}
    return lambda number: spelled.get(number, number)


def named_by(mine: Mine, rows: Iterable[ListRow]) -> list[ListRow]:
    """Return the rows, with names from an earlier file where this one has none."""
    known = {source: name for source, name, _section in mine.children}
    return [row if row.name else replace(row, name=known.get(row.source, "")) for row in rows]


def of_those_who_left(mine: Mine, bundle: Bundle, rows: Sequence[ListRow]) -> list[ListRow]:
    """Return rows for the teacher's children whom the system has deleted, in classes that the file does not list them
    in."""
    listed = {(row.section, row.source) for row in rows}
    there = [child for child in mine.children if child[0] in bundle.left and child[2]]
    gone = [child for child in there if (child[2], child[0]) not in listed]
    return [
        ListRow(number, name, source, section, leaves=True, why=bundle.left[source])
        for number, (source, name, section) in enumerate(gone, start=2 * NOT_ON_A_LINE)
    ]


def renamed(mine: Mine, bundle: Bundle, rows: Sequence[ListRow]) -> list[ListRow]:
    """Return rows for the teacher's children of whom a delta only says that they have a new name."""
    listed = {row.source for row in rows}
    there = [child for child in mine.children if child[0] in bundle.called and child[0] not in listed and child[2]]
    numbered = enumerate(there, start=NOT_ON_A_LINE)
    return [ListRow(number, bundle.called[source], source, section) for number, (source, _name, section) in numbered]


def of_classes(mine: Mine, bundle: Bundle) -> tuple[list[tuple[int, str]], list[tuple[int, str, str]]]:
    """Return the teacher's classes that the system has ended, and those that a delta renames."""
    titles = {section.key: section.name for section in bundle.sections if section.name}
    ended = [(pk, name) for pk, name, source in mine.classrooms if source in bundle.ended]
    retitled = [
        (pk, name, titles[source])
        for pk, name, source in mine.classrooms
        if titles.get(source, name) != name and not name.startswith(f"{titles[source]} (")
    ]
    return ended, [] if bundle.is_whole else retitled


def read_zip(data: bytes, *, email: str, today: date) -> Bundle:
    """Read OneRoster's files or one of the `sets`. `email` is the reader's. Raises NotAListError."""
    files = SafeZip(data, READ)
    layout = sets.layout_of(files)
    if layout:
        found = sets.read(files, layout, email=email, today=today)
    else:
        found = oneroster.read(files, email=email, today=today)
    if len(found.rows) > MOST_CHILDREN:
        raise NotAListError(_("This file lists %(count)d children. Export fewer classes.") % {"count": len(found.rows)})
    return found
