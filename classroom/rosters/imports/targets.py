"""Matching of the classes of a list with the classes here: a first guess, which the teacher looks over."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from classroom.models import Classroom, Teacher
from classroom.naming import names
from classroom.rosters.imports.plan import NEW, ListRow, Room

FEW = 6
"""From a list of so many classes all are wanted; from one of more only those that the reader teaches."""


def guessed(
    teacher: Teacher, classroom: Classroom | None, rooms: Sequence[Room], rows: Iterable[ListRow]
) -> dict[str, str]:
    """Guess for each class of the list: one of the teacher's by number or by name, a new one, or none.

    A list that is read into a class and speaks of one class only means that one, whatever it calls it, but for the name
    of another class of the teacher. Of several it means the one that is this class by name or number.
    """
    mine = list(teacher.classrooms.filter(archived_at=None))
    others = {names.key(room.name) for room in mine if not classroom or room.pk != classroom.pk}
    if classroom and len(rooms) == 1 and (not rooms[0].key or names.key(rooms[0].name) not in others):
        return {rooms[0].key: f"{classroom.pk}"}
    numbers = {room.source_id: f"{room.pk}" for room in mine if room.source_id}
    known = _called(rooms, mine) | {room.key: numbers[room.key] for room in rooms if room.key in numbers}
    if classroom:
        return {room.key: known[room.key] if known[room.key] == f"{classroom.pk}" else "" for room in rooms}
    return {room.key: known[room.key] for room in rooms} | _new(rooms, rows, known)


def _called(rooms: Sequence[Room], mine: Iterable[Classroom]) -> dict[str, str]:
    """Return by the list's class the teacher's class of the same name, without those that the list knows by their own
    number. Where several schools have a class of that name, the one that the reader teaches is taken."""
    listed = {room.key for room in rooms}
    called = {names.key(room.name): f"{room.pk}" for room in mine if not room.source_id or room.source_id not in listed}
    often = Counter(names.key(room.name) for room in rooms)
    taught = Counter(names.key(room.name) for room in rooms if room.is_mine)
    found = {}
    for room in rooms:
        name = names.key(room.name)
        is_it = often[name] == 1 or (room.is_mine and taught[name] == 1)
        found[room.key] = called.get(name, "") if is_it else ""
    return found


def told_apart(rooms: Sequence[Room]) -> list[Room]:
    """Return the classes of one name with the school behind it, where it is in several, and then with their code."""
    return _with_words(_with_words(rooms, lambda room: room.school), lambda room: room.code)


def _with_words(rooms: Sequence[Room], words_of: Callable[[Room], str]) -> list[Room]:
    """Return the classes of one name with these words behind it, where they differ."""
    words: dict[str, set[str]] = defaultdict(set)
    for room in rooms:
        words[names.key(room.name)].add(names.key(words_of(room)))
    differ = {name for name, said in words.items() if len(said) > 1}
    return [
        replace(room, name=_with(room.name, words_of(room))) if names.key(room.name) in differ else room
        for room in rooms
    ]


def _with(name: str, words: str) -> str:
    """Return "1A (Hill School)", within the length of a name and the number that may come behind it."""
    room_left = names.LONGEST_NAME - 4 - len(f"{name} ()")
    short = names.tidy(words.replace("\n", " "))[: max(room_left, 0)].strip()
    return f"{name} ({short})" if name and short else name


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
