"""Joining of rows in several classes that are one child: from then on they share one card, one face and one practice,
and all play counts in each of the classes. Every class keeps its own row, lessons and results, so nothing moves.

It can be undone for a day: until then each row stores its own former values, those before an earlier join included.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from classroom import persons
from classroom.models import Student
from classroom.rosters import faces
from classroom.rosters.roster import AlreadyThereError
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
