"""Lists that were read and are not applied yet: kept as a draft, so that they can be looked over in peace.

A draft holds names, the school's numbers and words for classes; every other column is gone already. It goes when it
is applied, thrown away, or a day old.
"""

from collections import Counter
from dataclasses import asdict
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from classroom import changes, names
from classroom.imports import columns, compare, lists, oneroster
from classroom.imports.columns import Columns, Listing
from classroom.imports.decisions import MOST_STUDENTS
from classroom.imports.files import NotAListError
from classroom.imports.lists import Sheet
from classroom.imports.plan import Child, Plan, Row
from classroom.models import Attendance, Classroom, Practice, RosterImport, Student, Teacher
from classroom.rosters import KEPT_AFTER_REMOVAL
from classroom.school_models import IMPORT_IS_UNDONE_WITHIN

MOST_ROWS = 30_000
"""In one list of several classes."""
NEW = "new"
MOST_NUMBERS = 100
"""Of lines that hold no child, named to the teacher."""
MOST_WORDS = 300
"""Letters of the names of other sheets."""
MOST_NAMED = 20
"""Of children without a class, named to the teacher."""
NOT_ON_A_LINE = 1_000_000
"""From here on are numbers of rows that stand on no line of the file."""


class ColumnsUnknownError(Exception):
    """What is what in the list is not sure: the teacher says it. `sheet` has the guess."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet.size)
        self.sheet = sheet


def from_text(
    text: str,
    *,
    teacher: Teacher,
    classroom: Classroom | None,
    chosen: Columns | None = None,
    separator: str | None = None,
    is_file: bool = False,
    other_sheets: str = "",
) -> RosterImport:
    """Read a pasted list or a text file. Raises NotAListError, ColumnsUnknownError."""
    sheet = lists.read(text, separator, needs_class=classroom is None)
    used = columns.chosen(chosen, sheet.columns) if chosen else sheet.columns
    if sheet.size > MOST_ROWS:
        raise NotAListError(_too_long(sheet.size, MOST_ROWS))
    if not chosen and not sheet.is_sure and sheet.table:
        raise ColumnsUnknownError(sheet)
    notes = {"is_whole": is_file, "left_out": used.left_out, "other_sheets": other_sheets[:MOST_WORDS]}
    return _from_listing(columns.listing_of(sheet.table, used), used, teacher, classroom, notes)


def _from_listing(
    listing: Listing, used: Columns, teacher: Teacher, classroom: Classroom | None, notes: dict[str, Any]
) -> RosterImport:
    rows = listing.rows
    if not rows:
        raise NotAListError(_("There is no name in this list. Put one name on each line."))
    sizes = Counter(row.room for row in rows)
    if len(sizes) < 2 and classroom and len(rows) > MOST_STUDENTS:
        raise NotAListError(_too_long(len(rows), MOST_STUDENTS))
    unnamed = _("New class") if used.room is None else ""
    rooms = [oneroster.Room(word, word or unnamed, size=size) for word, size in sizes.items()]
    notes |= {
        "titles": listing.titles[:MOST_NUMBERS],
        "no_names": listing.nameless[:MOST_NUMBERS],
        "filled": listing.filled,
    }
    return _kept(teacher, classroom, rows, rooms, notes)


def _too_long(count: int, most: int) -> str:
    return _("There are %(count)d lines. Here is room for %(most)d students. Take only the list of the class.") % {
        "count": count,
        "most": most,
    }


def from_zip(data: bytes, *, teacher: Teacher, classroom: Classroom | None) -> RosterImport:
    """Read a OneRoster file. Raises NotAListError."""
    bundle = oneroster.read(data, email=teacher.email, today=timezone.localdate())
    known = _known(teacher)
    rows = [row if row.name else Row(row.number, known.get(row.source, ""), *_rest(row)) for row in bundle.rows]
    nameless = [row for row in rows if not row.name and not row.leaves]
    rows = [row for row in rows if row.name or row.leaves]
    rooms = list(bundle.rooms)
    if not bundle.is_whole:
        rows += _renamed(teacher, bundle, {row.source for row in rows})
        rooms += _rooms_of(rows, rooms)
    if not rows:
        raise NotAListError(_("No child of a class is in this file."))
    notes = {
        "is_whole": bundle.is_whole,
        "is_delta": not bundle.is_whole,
        "nameless": len(nameless),
        "has_demographics": bundle.has_demographics,
    }
    return _kept(teacher, classroom, rows, rooms, notes)


def _rest(row: Row) -> tuple[str, str, bool]:
    return row.source, row.room, row.leaves


def _known(teacher: Teacher) -> dict[str, str]:
    """Return the names, as the school's list has them, of the teacher's children by the school's numbers."""
    known = Student.objects.filter(classroom__teachers=teacher).exclude(source_id="")
    return dict(known.values_list("source_id", "source_name"))


def _renamed(teacher: Teacher, bundle: oneroster.Bundle, listed: set[str]) -> list[Row]:
    """Return rows for the teacher's children of whom a delta says only that they are called otherwise now."""
    children = Student.objects.filter(classroom__teachers=teacher, classroom__archived_at=None)
    there = children.filter(source_id__in=set(bundle.called) - listed).exclude(classroom__source_id="")
    numbered = enumerate(there.values_list("source_id", "classroom__source_id"), start=NOT_ON_A_LINE)
    return [Row(number, bundle.called[source], source, room) for number, (source, room) in numbered]


def _rooms_of(rows: list[Row], rooms: list[oneroster.Room]) -> list[oneroster.Room]:
    """Return the classes that rows speak of and the file does not name."""
    named = {room.key for room in rooms}
    return [oneroster.Room(key, "") for key in dict.fromkeys(row.room for row in rows) if key not in named]


def _kept(
    teacher: Teacher, classroom: Classroom | None, rows: list[Row], rooms: list[oneroster.Room], notes: dict[str, Any]
) -> RosterImport:
    """Keep the draft, with a first guess which classes are meant; old lists go."""
    forget_old()
    guesses = _targets(teacher, classroom, rooms)
    kept = [asdict(room) | {"target": guesses[room.key]} for room in rooms if _is_shown(room, guesses)]
    for room in kept:
        room["children"] = [row.name for row in rows if row.room == ""][:MOST_NAMED] if not room["name"] else []
    keys = {room["key"] for room in kept}
    lines = [[row.number, row.name, *_rest(row)] for row in rows if row.room in keys]
    return RosterImport.objects.create(teacher=teacher, classroom=classroom, rows=lines, rooms=kept, notes=notes)


def _is_shown(room: oneroster.Room, guesses: dict[str, str]) -> bool:
    """A class without a name is another teacher's, of whom a delta speaks; one without a key holds those without."""
    return bool(room.name or guesses[room.key] or not room.key)


def forget_old() -> None:
    """Delete drafts and applied lists a day old: they hold names, and nothing can be done with them any more."""
    since = timezone.now() - IMPORT_IS_UNDONE_WITHIN
    RosterImport.objects.filter(Q(applied_at=None, started_at__lt=since) | Q(applied_at__lt=since)).delete()


def _targets(teacher: Teacher, classroom: Classroom | None, rooms: list[oneroster.Room]) -> dict[str, str]:
    """Guess for each class of the list: one of the teacher's by number or by name, a new one, or none.

    A list that is read into a class and speaks of one class only means that one, whatever it calls it.
    """
    if classroom and len(rooms) == 1:
        return {rooms[0].key: f"{classroom.pk}"}
    mine = list(teacher.classrooms.filter(archived_at=None))
    numbers = {room.source_id: f"{room.pk}" for room in mine if room.source_id}
    called = {names.key(room.name): f"{room.pk}" for room in mine}
    is_few = len(rooms) <= 6 and not any(room.is_mine for room in rooms)
    return {
        room.key: numbers.get(room.key)
        or called.get(names.key(room.name))
        or (NEW if room.name and (room.is_mine or is_few) else "")
        for room in rooms
    }


def choose(draft: RosterImport, targets: dict[str, str]) -> None:
    """Keep the teacher's choice of classes: `targets` by the place of the class in the list, from 0."""
    allowed = {"", NEW} | {
        f"{pk}" for pk in draft.teacher.classrooms.filter(archived_at=None).values_list("pk", flat=True)
    }
    for place, room in enumerate(draft.rooms):
        chosen = targets.get(f"{place}", "")
        room["target"] = chosen if chosen in allowed else ""
    changes.change(draft, rooms=draft.rooms, notes=draft.notes | {"has_chosen": True})


def needs_choice(draft: RosterImport) -> bool:
    """Several classes are in the list, and nobody has said yet which are wanted."""
    is_settled = draft.classroom_id and len(draft.rooms) == 1
    return not is_settled and not draft.notes.get("has_chosen")


def plan_of(draft: RosterImport) -> Plan:
    """Compare the draft with the classes as they are now; three queries, however long the list."""
    chosen = {room["key"]: room["target"] for room in draft.rooms if room["target"]}
    targets = {key: None if target == NEW else int(target) for key, target in chosen.items()}
    rows = [Row(*line) for line in draft.rows]
    children = _children(draft.teacher, [pk for pk in targets.values() if pk])
    return compare.compare(rows, targets, children, is_whole=draft.notes.get("is_whole", False))


def _children(teacher: Teacher, targets: list[int]) -> list[Child]:
    """Return whom the teacher may move (of any class that is not archived) or take back (of these classes)."""
    since = timezone.now() - KEPT_AFTER_REMOVAL
    wanted = Q(removed_at=None) | Q(removed_at__gt=since, classroom__in=targets)
    mine = Classroom.objects.filter(teachers=teacher, archived_at=None).values("pk")
    students = Student.everybody.filter(wanted, classroom__in=mine).order_by("pk")
    kept = students.values_list("pk", "name", "classroom_id", "source_id", "source_name", "removed_at")
    return [
        Child(pk, name, room, source, source_name, removed_at is not None)
        for pk, name, room, source, source_name, removed_at in kept
    ]


def last_applied(teacher: Teacher, classroom: Classroom | None) -> RosterImport | None:
    """Return the list that this teacher can undo on the page of a class, or (None) of all classes."""
    since = timezone.now() - IMPORT_IS_UNDONE_WITHIN
    applied = RosterImport.objects.filter(teacher=teacher, classroom=classroom, applied_at__gt=since, undone_at=None)
    last = applied.exclude(changes={}).first()
    return last if last and not have_come(last) else None


def children_of(applied: RosterImport) -> list[int]:
    """Return the numbers of the children whom the list has added or changed."""
    return [*applied.changes["added"], *(line[0] for line in applied.changes["before"])]


def have_come(applied: RosterImport) -> bool:
    """Whether anybody of the list has come into a session since: then it is in use, and undoing it would hurt."""
    came = Attendance.objects.filter(student__in=children_of(applied), arrived_at__gt=applied.applied_at)
    return came.exists()


def undo_context(applied: RosterImport) -> dict[str, Any]:
    """Return what the page shows that asks before a list is undone: who leaves (`has_played`: in a practice), and
    whose line is as before. Two queries."""
    played = Practice.objects.filter(student=OuterRef("pk"), round__events__kind__in=("played", "wrong", "laid"))
    leaving = Student.objects.filter(pk__in=applied.changes["added"]).annotate(has_played=Exists(played))
    changed = Student.everybody.filter(pk__in=[line[0] for line in applied.changes["before"]])
    return {"applied": applied, "leaving": list(leaving), "changed": [child.name for child in changed]}
