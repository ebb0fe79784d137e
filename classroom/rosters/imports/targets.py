"""Matching of the classes of a list with the classes here: a first guess, which the teacher looks over."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from classroom.models import Classroom, Teacher
from classroom.naming import names
from classroom.rosters.imports.plan import ListRow
from classroom.rosters.imports.readers.bundle import Room

NEW = "new"
FEW = 6
"""From a list of so many classes all are wanted; from one of more only those that the reader teaches."""


def guessed(
    teacher: Teacher, classroom: Classroom | None, rooms: Sequence[Room], rows: Iterable[ListRow]
) -> dict[str, str]:
    """Guess for each class of the list: one of the teacher's by number or by name, a new one, or none.

    A list that is read into a class and speaks of one class only means that one, whatever it calls it.
    """
    if classroom and len(rooms) == 1:
        return {rooms[0].key: f"{classroom.pk}"}
    mine = list(teacher.classrooms.filter(archived_at=None))
    numbers = {room.source_id: f"{room.pk}" for room in mine if room.source_id}
    called = {names.key(room.name): f"{room.pk}" for room in mine}
    known = {room.key: numbers.get(room.key) or called.get(names.key(room.name)) or "" for room in rooms}
    return {room.key: known[room.key] for room in rooms} | _new(rooms, rows, known)


def _new(rooms: Sequence[Room], rows: Iterable[ListRow], known: dict[str, str]) -> dict[str, str]:
    """Offer the classes that bring children whom no class before them has: homerooms come first, subjects after."""
    is_few = len(rooms) <= FEW and not any(room.is_mine for room in rooms)
    listed: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        if not row.why:
            listed[row.room].add(row.source or f"{row.number}")
    seen = set().union(*(listed[room.key] for room in rooms if known[room.key]))
    offered = {}
    for room in rooms:
        brings = len(listed[room.key] - seen) * 2 >= len(listed[room.key])
        if room.name and not known[room.key] and (room.is_mine or is_few) and brings:
            offered[room.key] = NEW
            seen |= listed[room.key]
    return offered
