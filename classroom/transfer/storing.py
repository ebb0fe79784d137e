"""Storing a valid file in the database, completely or not at all.

It is written in small transactions, because a large class would otherwise delay every card of the school. Until the
last one its classes are removed and have no teacher, so nobody sees half a class; a failure deletes everything again.
Every row gets a new number, every child a new card.
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
from classroom.rosters.roster import NameTakenError, names_taken
from classroom.server.database import changes
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
    """The children of a file: the persons that are `taken` here, and a row of each child that was stored or found."""

    taken: set[str]
    rows: dict[str, Student]
    words: dict[int, str] = field(default_factory=dict)
    """By the row's number in the file."""

    @classmethod
    def of(cls, wanted: Mapping[str, Collection[datetime]], by: Teacher) -> "FilePersons":
        """Find the file's children here; `wanted` are the creation times of each child's classes. Two queries."""
        here = Student.everybody.filter(person__in=wanted).exclude(person="")
        rows = list(here.values_list("person", "classroom__created_at"))
        again = {person for person, made in rows if made in wanted[person]}
        taught = here.filter(persons.TAUGHT_NOW, classroom__teachers=by).exclude(person__in=again)
        return cls({person for person, _made in rows}, {row.person: row for row in taught})

    def settle(self, row: Mapping[str, Any], student: Student) -> None:
        """Make the unsaved row one of its child."""
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
"""Rows in a transaction: some 20 ms, for which cards wait."""


@dataclass(slots=True)
class Storage:
    """The state of an import: the new numbers by table and number in the file; `by` is the importing teacher."""

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
    """A class whose name here differs from the file, because one of its teachers has a class of that name."""

    before: str
    now: str


def store(
    archive: Archive, contents: Contents, *, by: Teacher, name: str = "", renames: bool = True
) -> tuple[list[Classroom], list[Renamed]]:
    """Write a valid file; return its classes, and those that were renamed.

    `name` is the name here of the file's one class that is not archived. Without `renames` a name that is taken by then
    raises NameTakenError: two that read in the same file at the same moment both find it free before.
    """
    storage = Storage(archive, contents, by)
    try:
        for table in TABLES:
            STEPS.get(table, _rows)(storage, table)
        for round_id in storage.numbers["round"].values():
            project.project(round_id)
        return _show(storage, name, renames)
    except BaseException:
        _take_away(storage)
        raise


def _rows(storage: Storage, table: str) -> None:
    """Write the rows of a table. A row that references another row of the same table is written after it."""
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
    """Yield a table's rows again; references are known from the first reading, and the rows' own numbers are collected
    anew."""
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
"""Values here that are not in the file; the columns' defaults make cards and codes."""


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
    """Find the teachers by their addresses. A teacher without an account gets one that can be opened with a new
    password."""
    for row in _read(storage, table):
        known = Teacher.objects.filter(email__lower=row["email"].lower()).first()
        if known is None:
            columns = {column: row[column] for column in ("name", "language", "theme")}
            known = Teacher.objects.create_user(row["email"], None, **columns)
            storage.new_teachers.append(known.pk)
        storage.numbers["teacher"][row["id"]] = known.pk


def _teachings(storage: Storage, table: str) -> None:
    """Remember who teaches which class: these rows are written last, and make the classes visible."""
    storage.teachings = list(_read(storage, table))


STEPS: dict[str, Callable[[Storage, str], None]] = {
    "event": _events,
    "teacher": _teachers,
    "teaching": _teachings,
}


@transaction.atomic
def _show(storage: Storage, name: str, renames: bool) -> tuple[list[Classroom], list[Renamed]]:
    """Give the classes their teachers and names, which makes them visible. Raises NameTakenError."""
    changes.in_turn(f"classes of {storage.by.pk}")
    classrooms = list(Classroom.everything.filter(pk__in=storage.numbers["classroom"].values()).order_by("pk"))
    _give_teachers(storage, classrooms)
    renamed = [found for classroom in classrooms if classroom.archived_at is None and (found := _call(classroom, name))]
    if renamed and not renames:
        raise NameTakenError(renamed[0].before)
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
    """Give the class a name that no class of its teachers has; return a Renamed if it differs from the file's."""
    taken = names_taken(classroom.teachers.all(), but=classroom.pk)
    before = name or classroom.name
    classroom.name = names.first_free(before, taken)
    Classroom.everything.filter(pk=classroom.pk).update(**named(classroom.name))
    return Renamed(before, classroom.name) if classroom.name != before else None


def _take_away(storage: Storage) -> None:
    """Delete what was written, in reverse order, and overwrite it in the database file."""
    tables = list(storage.numbers["table"].values())
    for start in range(0, len(tables), 20):
        Table.objects.filter(pk__in=tables[start : start + 20]).delete()
    Classroom.everything.filter(pk__in=storage.numbers["classroom"].values()).delete()
    Teacher.objects.filter(pk__in=storage.new_teachers).delete()
    leave_no_trace()
