"""Undoing an import within a day, as long as none of its children has been in a session."""

from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from classroom.models import Attendance, Classroom, Practice, RosterImport, StandingGroup, Student, Teacher, named
from classroom.models.teachers import IMPORT_IS_UNDONE_WITHIN
from classroom.rosters import roster
from classroom.rosters.imports import apply, joining
from classroom.rosters.merging import persons as merged
from classroom.rosters.roster import NameTakenError
from classroom.rosters.still_playing import refuse_while_playing
from classroom.server.database.changes import locked
from classroom.server.http import disconnects


class TooLateError(Exception):
    """The import cannot be undone any more: a day or the school year is over, it was undone already, or the teacher no
    longer teaches one of its classes."""


class HaveComeError(Exception):
    """Children of the list have come into a session since, so it is not undone; each child can still be removed
    alone."""


def last_applied(teacher: Teacher, classroom: Classroom | None) -> RosterImport | None:
    """Return the list that this teacher can undo on the page of a class, or with None on the page of all classes."""
    since = timezone.now() - IMPORT_IS_UNDONE_WITHIN
    applied = RosterImport.objects.filter(teacher=teacher, classroom=classroom, applied_at__gt=since, undone_at=None)
    last = applied.exclude(changes={}).first()
    return last if last and not have_come(last) else None


def children_of(applied: RosterImport) -> list[int]:
    """Return the numbers of the children whom the list has added or changed."""
    return [*applied.changes["added"], *(line[0] for line in applied.changes["before"])]


def have_come(applied: RosterImport) -> bool:
    """Return whether any child of the list has come into a session since: then undoing would take away what they
    did."""
    came = Attendance.objects.filter(student__classroom__teachers=applied.teacher, arrived_at__gt=applied.applied_at)
    return not set(children_of(applied)).isdisjoint(came.values_list("student", flat=True))


def undo_context(applied: RosterImport) -> dict[str, Any]:
    """Return the context of the page that asks before undoing: who would be removed (`has_played`: they have
    practised), and whose row would be restored; only of classes that the teacher still teaches. Two queries."""
    played = Practice.objects.filter(student=OuterRef("pk"), round__events__kind__in=("played", "wrong", "laid"))
    taught = Student.everybody.filter(classroom__teachers=applied.teacher)
    leaving = taught.filter(removed_at=None, pk__in=applied.changes["added"]).annotate(has_played=Exists(played))
    changed = taught.filter(pk__in=[line[0] for line in applied.changes["before"]])
    return {"applied": applied, "leaving": list(leaving), "changed": [child.name for child in changed]}


def undo(applied: RosterImport) -> None:
    """Restore everything as it was before the list; children whom it added are removed (and kept for 30 days).

    Raises TooLateError, StillPlayingError, HaveComeError, and NameTakenError where a child has got one of the old names
    since.
    """
    try:
        with transaction.atomic():
            _undo(locked(applied))
    except IntegrityError as error:
        raise NameTakenError from error


def _undo(applied: RosterImport) -> None:
    if not applied.can_be_undone:
        raise TooLateError
    added = Student.objects.filter(pk__in=applied.changes["added"])
    before = {line[0]: line for line in applied.changes["before"]}
    children = Student.everybody.filter(merged_into=None).in_bulk(before)
    classroom_ids = {
        *added.values_list("classroom_id", flat=True),
        *(child.classroom_id for child in children.values()),
    }
    refuse_while_playing(classroom_ids)
    if applied.teacher.classrooms.filter(pk__in=classroom_ids, archived_at=None).count() < len(classroom_ids):
        raise TooLateError
    if have_come(applied):
        raise HaveComeError
    disconnects.hang_up(players=applied.changes["added"])
    added.update(removed_at=timezone.now())
    groups = set(StandingGroup.objects.filter(classroom__in=classroom_ids).values_list("pk", flat=True))
    for pk, child in children.items():
        for column, value in zip(apply.KEPT, before[pk], strict=False):  # an older list has fewer columns
            setattr(child, column, datetime.fromisoformat(value) if column == "removed_at" and value else value)
        child.group_id = child.group_id if child.group_id in groups else None
    apply.write(list(children.values()))
    merged.part_rows(Student.everybody.filter(pk__in=applied.changes.get("made_one", [])))
    for pk, name in applied.changes.get("retitled", []):
        applied.teacher.classrooms.filter(pk=pk).update(**named(name))
    joining.leave(applied.changes.get("joined", []))
    _unmake_classrooms(applied)
    applied.undone_at = timezone.now()
    applied.save(update_fields=["undone_at"])


def _unmake_classrooms(applied: RosterImport) -> None:
    """Remove the classes that the list made and the teacher still teaches, except those in which children have played
    or to which some were added since."""
    made = applied.teacher.classrooms.filter(pk__in=applied.changes["rooms"], sessions=None, homework=None)
    for classroom in made.exclude(students__in=Student.objects.all()):
        roster.remove_classroom(classroom)
