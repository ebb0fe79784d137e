"""A checked file into the database, whole or not at all.

It is written in small transactions, or a large class would make every card of the school wait. Until the last of them
its classes are removed ones of no teacher, so nobody meets half a class; what fails takes everything away again. Every
row gets a new number, every child a new card.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from classroom import persons
from classroom.models import Classroom, ClassSession, Student, Teacher, Teaching, named
from classroom.naming import names
from classroom.rosters import faces
from classroom.server.database.sqlite.base import leave_no_trace
from classroom.sessions.lifecycle import new_device
from classroom.transfer import checking
from classroom.transfer.archive import Archive
from classroom.transfer.checking import Contents, Row
from classroom.transfer.schema import TABLES
from game.log import journal
from game.models import Table
from game.projection import project


@dataclass(slots=True)
class FilePersons:
    """The children of a file: by its words those who are `taken` here, and a row of each who was met or found."""

    taken: set[str]
    rows: dict[str, Student]
    words: dict[int, str] = field(default_factory=dict)
    """By the row's number in the file."""

    @classmethod
    def of(cls, wanted: Mapping[str, Collection[datetime]], by: Teacher) -> "FilePersons":
        """`wanted` are the moments at which the classes of each child were made. Two queries."""
        here = Student.everybody.filter(person__in=wanted).exclude(person="")
        rows = list(here.values_list("person", "classroom__created_at"))
        again = {person for person, made in rows if made in wanted[person]}
        taught = here.filter(persons.TAUGHT_NOW, classroom__teachers=by).exclude(person__in=again)
        return cls({person for person, _made in rows}, {row.person: row for row in taught})

    def settle(self, row: Mapping[str, Any], student: Student) -> None:
        """Make the row that is to be stored one of its child."""
        said = row["person"] or ""
        word = self.words[row["id"]] = said or self.words.get(row["previous"] or 0) or f"row {row['id']}"
        if word in self.rows:
            persons.take_over(student, self.rows[word])
            return
        if said and said not in self.taken:
            student.person = said
        else:
            student.person = Student._meta.get_field("person").get_default()
        self.rows[word] = student


ROWS_AT_ONCE = 500
"""Rows a transaction: some 20 ms, for which cards wait."""


@dataclass(slots=True)
class Storage:
    """Rows being written: the new numbers by table and number in the file; `by` is the teacher who reads it in."""

    archive: Archive
    contents: Contents
    by: Teacher
    numbers: dict[str, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))
    persons: FilePersons = field(init=False)
    new_teachers: list[int] = field(default_factory=list)
    teachings: list[Row] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.persons = FilePersons.of(self.contents.persons, self.by)


@dataclass(frozen=True, slots=True)
class Renamed:
    """A class that has another name here than in the file, because one of its teachers has such a class."""

    before: str
    now: str


def store(
    archive: Archive, contents: Contents, *, by: Teacher, name: str = ""
) -> tuple[list[Classroom], list[Renamed]]:
    """Write the file that was checked; return its classes, and which have another name now.

    `name` is what the one class of the file that is not archived is called here.
    """
    storage = Storage(archive, contents, by)
    try:
        for table in TABLES:
            STEPS.get(table, _rows)(storage, table)
        for round_id in storage.numbers["round"].values():
            project.project(round_id)
        return _show(storage, name)
    except BaseException:
        _take_away(storage)
        raise


def _rows(storage: Storage, table: str) -> None:
    """Write the rows of a table. Where a row names an earlier one of its own table, that one is written first."""
    waiting: list[tuple[int, Model]] = []
    own = [column for column, other in TABLES[table].may.items() if other == table]
    for row in _read(storage, table):
        if any(row[column] in dict(waiting) for column in own):
            _write(storage, table, waiting)
        waiting.append((row["id"], _made(storage, table, row)))
        if len(waiting) >= ROWS_AT_ONCE:
            _write(storage, table, waiting)
    _write(storage, table, waiting)


def _read(storage: Storage, table: str) -> Iterator[Row]:
    """Read a table again; what its rows name is known from the first reading, its own numbers are found anew."""
    return checking.cleaned(storage.archive, table, {**storage.contents.known, table: set()})


def _made(storage: Storage, table: str, row: Row) -> Model:
    stored = TABLES[table]
    values = {column: row[column] for column in stored.columns}
    for column, other in (*stored.needs.items(), *stored.may.items()):
        values[stored.attribute(column)] = storage.numbers[other].get(row[column])
    made = stored.model(**values, **NEW.get(table, dict)())
    if isinstance(made, Student):
        storage.persons.settle(row, made)
    return made


NEW: dict[str, Callable[[], dict[str, Any]]] = {
    "classroom": lambda: {"removed_at": timezone.now()},
    "session": lambda: {"state": ClassSession.State.ENDED},
    "attendance": lambda: {"device": new_device()},
}
"""What a row has here that is not in the file; cards and codes are made by their columns."""


def _write(storage: Storage, table: str, waiting: list[tuple[int, Model]]) -> None:
    with transaction.atomic():
        made = TABLES[table].model._base_manager.bulk_create([row for _number, row in waiting])
    storage.numbers[table] |= {number: row.pk for (number, _row), row in zip(waiting, made, strict=True)}
    waiting.clear()


def _events(storage: Storage, table: str) -> None:
    entries = (_entry(storage, row) for row in checking.events(storage.archive))
    while some := list(islice(entries, ROWS_AT_ONCE)):
        with transaction.atomic():
            if not all(journal.insert(some)):
                raise RuntimeError("an entry of a new round was there already")


def _entry(storage: Storage, row: Row) -> journal.JournalEntry:
    values = {column: row[column] for column in TABLES["event"].columns}
    return journal.JournalEntry(round_id=storage.numbers["round"][row["round"]], **values)


@transaction.atomic
def _teachers(storage: Storage, table: str) -> None:
    """Find the teachers by their addresses. Who has no account gets one that needs a new password to be opened."""
    for row in _read(storage, table):
        known = Teacher.objects.filter(email__iexact=row["email"]).first()
        if known is None:
            columns = {column: row[column] for column in ("name", "language", "theme")}
            known = Teacher.objects.create_user(row["email"], None, **columns)
            storage.new_teachers.append(known.pk)
        storage.numbers["teacher"][row["id"]] = known.pk


def _teachings(storage: Storage, table: str) -> None:
    """Keep who teaches what for the end: then the classes are seen."""
    storage.teachings = list(_read(storage, table))


STEPS: dict[str, Callable[[Storage, str], None]] = {
    "event": _events,
    "teacher": _teachers,
    "teaching": _teachings,
}


@transaction.atomic
def _show(storage: Storage, name: str) -> tuple[list[Classroom], list[Renamed]]:
    """Give the classes their teachers and their names, and let them be seen."""
    classrooms = list(Classroom.everything.filter(pk__in=storage.numbers["classroom"].values()).order_by("pk"))
    _give_teachers(storage, classrooms)
    renamed = [found for classroom in classrooms if classroom.archived_at is None and (found := _call(classroom, name))]
    Classroom.everything.filter(pk__in=[classroom.pk for classroom in classrooms]).update(removed_at=None)
    numbers = [classroom.pk for classroom in classrooms]
    faces.give(*numbers)
    persons.share_secrets(*numbers)
    return classrooms, renamed


def _give_teachers(storage: Storage, classrooms: Sequence[Classroom]) -> None:
    for row in storage.teachings:
        Teaching.objects.create(
            classroom_id=storage.numbers["classroom"][row["classroom"]],
            teacher_id=storage.numbers["teacher"][row["teacher"]],
            is_owner=row["is_owner"],
            since=row["since"],
        )
    owned = set(Teaching.objects.filter(classroom__in=classrooms, is_owner=True).values_list("classroom", flat=True))
    for classroom in classrooms:
        if classroom.pk not in owned:
            Teaching.objects.update_or_create(classroom=classroom, teacher=storage.by, defaults={"is_owner": True})


def _call(classroom: Classroom, name: str) -> Renamed | None:
    """Give the class a name that none of its teachers' classes has; say so where it is another one."""
    taken = names_taken(classroom.teachers.all(), but=classroom.pk)
    before, classroom.name = classroom.name, names.first_free(name or classroom.name, taken)
    Classroom.everything.filter(pk=classroom.pk).update(**named(classroom.name))
    return Renamed(before, classroom.name) if classroom.name != (name or before) else None


def names_taken(teachers: Any, but: int = 0) -> set[str]:
    """Return the keys of the names of these teachers' classes."""
    others = Classroom.objects.filter(teachers__in=teachers, archived_at=None).exclude(pk=but)
    return {names.key(name) for name in others.values_list("name", flat=True)}


def _take_away(storage: Storage) -> None:
    """Delete what was written, the last first; nothing of it stays in the file of the database."""
    tables = list(storage.numbers["table"].values())
    for start in range(0, len(tables), 20):
        Table.objects.filter(pk__in=tables[start : start + 20]).delete()
    Classroom.everything.filter(pk__in=storage.numbers["classroom"].values()).delete()
    Teacher.objects.filter(pk__in=storage.new_teachers).delete()
    leave_no_trace()
