"""Joining of rows in several classes that are one child: from then on they share one card, one face and one practice,
and all play counts in each of the classes. Every class keeps its own row, lessons and results, so nothing moves.

It can be undone for a day: until then each row stores its own former values, those before an earlier join included.

Children of several classes are moved into new ones all at once or not at all: schools mix classes for a new year.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from classroom import persons
from classroom.models import Classroom, Homework, Student
from classroom.rosters import faces, roster
from classroom.rosters.merging import ClashError, bring_groups, clashing
from classroom.rosters.roster import AlreadyThereError
from classroom.rosters.still_playing import refuse_while_playing
from classroom.server.database import changes
from classroom.server.http import disconnects

TAKEN_BACK_WITHIN = timedelta(days=1)
OWN = ("person", *persons.OWN, "secret")


class TooLateToPartError(Exception):
    """The row was not joined to another child within the last day."""


@transaction.atomic
def join(kept: Student, other: Student) -> None:
    """Make the child of `other` one with `kept`, whose card, face and settings are used. Raises AlreadyThereError where
    both are on the list of one class."""
    if kept.person != other.person and not join_all([(kept, other)]):
        raise AlreadyThereError


def join_all(children: Iterable[Sequence[Student]]) -> list[int]:
    """Join several children, each given by some of its rows, the first of which is kept; return the numbers of the rows
    that changed. A child who would be in a class twice is not joined. Two queries beside the writing."""
    kept = {other.person: first for first, *others in children for other in others if other.person != first.person}
    coming = list(Student.everybody.filter(person__in=kept).exclude(person="").order_by("pk"))
    there = Student.objects.filter(person__in={first.person for first in kept.values()})
    places = Counter((row.person, row.classroom_id) for row in there)
    places.update((kept[row.person].person, row.classroom_id) for row in coming if row.removed_at is None)
    twice = {person for (person, _classroom), count in places.items() if count > 1}
    rows = [row for row in coming if kept[row.person].person not in twice]
    for row in rows:
        before = {"before": row.alone} if is_new(row) else {}
        row.alone = {name: getattr(row, name) for name in OWN} | {"at": timezone.now().isoformat()} | before
        row.secret = ""
        persons.take_over(row, kept[row.person])
    _write(rows)
    return [row.pk for row in rows]


def _write(rows: Sequence[Student]) -> None:
    changes.write_each(rows, *OWN, "alone")
    classroom_ids = {row.classroom_id for row in rows}
    persons.share_secrets(*classroom_ids)
    faces.give(*classroom_ids)
    disconnects.hang_up(players=[row.pk for row in rows])


def is_new(row: Student) -> bool:
    """Return whether the join of this row's child can still be undone."""
    return bool(row.alone) and timezone.now() - datetime.fromisoformat(row.alone["at"]) < TAKEN_BACK_WITHIN


@transaction.atomic
def part(row: Student) -> list[int]:
    """Undo a join: this row's child, in all the classes with which it came, is again who it was. Return the numbers of
    its rows. Raises TooLateToPartError."""
    row = changes.locked(row)
    if not is_new(row):
        raise TooLateToPartError
    came = [each for each in persons.every_row_of(row) if each.alone.get("person") == row.alone["person"]]
    part_rows(came)
    return [each.pk for each in came]


def part_rows(rows: Iterable[Student]) -> None:
    """Give these rows their former values back, where this can still be undone."""
    parted = [row for row in rows if is_new(row)]
    for row in parted:
        for name in OWN:
            setattr(row, name, row.alone[name])
        row.alone = row.alone.get("before", {})
    _write(parted)


def forget_old() -> None:
    """Delete the former values of rows whose join can no longer be undone."""
    old = [row for row in Student.everybody.exclude(alone={}) if not is_new(row)]
    Student.everybody.filter(pk__in=[row.pk for row in old]).update(alone={})


@transaction.atomic
def mix(moves: Mapping[int, int], *, among: Iterable[int]) -> int:
    """Move children into other classes; `moves` maps their numbers to those of the classes. Return how many moved.

    `among` are the classes that may be mixed; children of any other class stay. All results move along, and so does a
    standing group whose children all move to the same class. Raises ClashError, StillPlayingError.
    """
    mixed = set(among)
    list(Classroom.objects.select_for_update().filter(pk__in=mixed).order_by("pk").values_list("pk"))
    there = list(Student.objects.select_for_update().filter(classroom__in=mixed).order_by("name_key", "pk"))
    leaving = [child for child in there if moves.get(child.pk, child.classroom_id) in mixed - {child.classroom_id}]
    affected = {child.classroom_id for child in leaving} | {moves[child.pk] for child in leaving}
    refuse_while_playing(affected)
    along = _groups_along(leaving, moves)
    for child in leaving:
        child.classroom_id, child.group_id = moves[child.pk], child.group_id if child.group_id in along else None
    if clash := clashing(there):
        raise ClashError(list(dict.fromkeys(child.name for child in clash)))
    _move_groups(along)
    roster.write_at_once(leaving, "classroom", "group")
    faces.give(*affected)
    return len(leaving)


def _groups_along(leaving: Sequence[Student], moves: Mapping[int, int]) -> dict[int, int]:
    """Return the groups of two and more whose children all move to the same class, with that class."""
    goes: dict[int, list[int]] = {}
    for child in leaving:
        if child.group_id is not None:
            goes.setdefault(child.group_id, []).append(moves[child.pk])
    stay = set(
        Student.objects.filter(group__in=goes)
        .exclude(pk__in=[child.pk for child in leaving])
        .values_list("group", flat=True)
    )
    whole = {group: to for group, to in goes.items() if len(to) > 1 and len(set(to)) == 1 and group not in stay}
    return {group: to[0] for group, to in whole.items()}


def _move_groups(along: Mapping[int, int]) -> None:
    """Move groups into other classes. Their homework stays with its class, for the children to whom it was set."""
    Homework.objects.filter(group__in=along).update(group=None)
    for classroom in Classroom.objects.filter(pk__in=set(along.values())):
        bring_groups([group for group, to in along.items() if to == classroom.pk], classroom)
