"""Children of several classes said to be one: from then on they have one card, one face and one practice, and what they
played counts in each of their classes. Every class keeps its own row, lessons and results, so nothing moves.

For a day it can be taken back: until then each row keeps beside it what it had of its own, and where it came to a child
and with that child to another one, both.
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
    """Nobody said in the last day that this child is one with another."""


@transaction.atomic
def join(kept: Student, other: Student) -> None:
    """Make the child of this other row one with `kept`, whose card, face and settings hold. Raises AlreadyThereError
    where both have a place in one class."""
    if kept.person != other.person and not join_all([(kept, other)]):
        raise AlreadyThereError


def join_all(children: Iterable[Sequence[Student]]) -> list[int]:
    """Do the same for several children, each by some of its rows, of which the first is kept; return the numbers of the
    rows that changed. Who would be in a class twice stays apart. Two queries beside the writing."""
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
    """Return whether it can still be taken back that this row's child is one with another."""
    return bool(row.alone) and timezone.now() - datetime.fromisoformat(row.alone["at"]) < TAKEN_BACK_WITHIN


@transaction.atomic
def part(row: Student) -> list[int]:
    """Take it back: this row's child, in all the classes with which it came, is again who it was. Raises
    TooLateToPartError."""
    row = changes.locked(row)
    if not is_new(row):
        raise TooLateToPartError
    came = [each for each in persons.every_row_of(row) if each.alone.get("person") == row.alone["person"]]
    part_rows(came)
    return [each.pk for each in came]


def part_rows(rows: Iterable[Student]) -> None:
    """Let these rows be whose they were, as far as it can be taken back."""
    parted = [row for row in rows if is_new(row)]
    for row in parted:
        for name in OWN:
            setattr(row, name, row.alone[name])
        row.alone = row.alone.get("before", {})
    _write(parted)


def forget_old() -> None:
    """Forget what rows had of their own, where it is too late to take it back."""
    old = [row for row in Student.everybody.exclude(alone={}) if not is_new(row)]
    Student.everybody.filter(pk__in=[row.pk for row in old]).update(alone={})
