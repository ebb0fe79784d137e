"""Merging of two records of one child, and of two classes; for 30 days a merge can be undone.

The log identifies players by seat: a child's rounds pass to another record together with the seats, and no log entry
changes. The merged record stays, removed and marked, as long as the other one, so that both are forgotten together.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import chain
from typing import Any

from django.db import transaction
from django.db.models import F, Model
from django.utils import timezone

from classroom.models import (
    Attendance,
    Classroom,
    ClassSession,
    Homework,
    Practice,
    RosterImport,
    Sitting,
    StandingGroup,
    Student,
)
from classroom.naming import names
from classroom.persons import is_in
from classroom.rosters import faces, roster
from classroom.rosters.still_playing import refuse_while_playing
from classroom.server.database import changes
from classroom.server.http import disconnects
from game.models import AnswerSheet, Evidence, Seat

OWN = ("source_id", "source_name", "previous_id", "family_words")
"""Columns that the kept record takes from the other one where its own are empty."""
ROWS: tuple[type[Model], ...] = (Attendance, Sitting, Practice)


class SatTogetherError(ValueError):
    """Both records sat at one table, so they are two children."""


class ClashError(ValueError):
    """Children of both classes have these names, or the same number of the school; nothing was changed."""

    def __init__(self, clashing: list[str]) -> None:
        super().__init__(", ".join(clashing))
        self.names = clashing


class CannotPartError(Exception):
    """The 30 days are over, or the other record no longer exists."""


@transaction.atomic
def merge_students(kept: Student, gone: Student) -> None:
    """Give all results of `gone` to `kept`. Raises StillPlayingError, SatTogetherError, changes.Gone."""
    refuse_while_playing([kept.classroom_id, gone.classroom_id])
    kept, gone = changes.locked(kept), changes.locked(gone)
    seats = dict(Seat.objects.filter(player=gone.pk).values_list("pk", "table"))
    if kept.pk == gone.pk or Seat.objects.filter(player=kept.pk, table__in=seats.values()).exists():
        raise SatTogetherError
    taken = {name: getattr(gone, name) for name in OWN if getattr(gone, name) and not getattr(kept, name)}
    moved = _rows_of(kept, gone) | {"seats": list(seats), "taken": taken}
    changes.change(gone, removed_at=timezone.now(), merged_into=kept, merged=moved)
    Student.everybody.filter(pk=gone.pk).update(**{name: _empty(name) for name in taken})
    if taken:
        changes.change(kept, **taken)
    _point(moved, kept, evidence_of=gone)
    disconnects.hang_up(players=[gone.pk])


def _rows_of(kept: Student, gone: Student) -> dict[str, Any]:
    """Return the numbers of the rows that pass to the other record. Where both came to a session, each keeps its
    attendance."""
    came = Attendance.objects.filter(student=kept).values("session")
    seated = Sitting.objects.filter(student=kept, left_at=None).values("session")
    both = gone.sittings.filter(left_at=None, session__in=seated)
    return {
        "Attendance": list(gone.attendances.exclude(session__in=came).values_list("pk", flat=True)),
        "Sitting": list(gone.sittings.values_list("pk", flat=True)),
        "Practice": list(gone.practices.values_list("pk", flat=True)),
        "left": list(both.values_list("pk", flat=True)),
        "homework": list(gone.tasks.exclude(pk__in=kept.tasks.values("pk")).values_list("pk", flat=True)),
    }


def _empty(name: str) -> Any:
    return None if name == "previous_id" else ""


def _point(moved: dict[str, Any], to: Student, *, evidence_of: Student) -> None:
    """Make these rows belong to `to`, with the evidence that `evidence_of` has at the same tables. The seats come
    first, since `project` holds their locks while it writes evidence."""
    Seat.objects.filter(pk__in=moved["seats"]).update(player=to.pk)
    at = Seat.objects.filter(pk__in=moved["seats"]).values("table")
    for kind in Evidence.kinds():
        kind._default_manager.filter(player=evidence_of.pk, round__table__in=at).update(player=to.pk)
    AnswerSheet.objects.filter(player=evidence_of.pk, table__in=at).update(player=to.pk)
    Sitting.objects.filter(pk__in=moved["left"]).update(left_at=timezone.now())
    for model in ROWS:
        model._default_manager.filter(pk__in=moved[model.__name__]).update(student=to)
    to.tasks.add(*Homework.objects.filter(pk__in=moved["homework"]))
    evidence_of.tasks.remove(*moved["homework"])


def merged_here(classroom: Classroom) -> Any:
    """Return the records that were merged into children of the class and can be separated again, the latest first."""
    since = timezone.now() - roster.KEPT_AFTER_REMOVAL
    found = Student.everybody.filter(merged_into__classroom=classroom, merged_into__removed_at=None)
    return found.filter(removed_at__gt=since).select_related("merged_into").order_by("-removed_at", "pk")


@transaction.atomic
def part_students(gone: Student) -> None:
    """Undo a merge: everything that belonged to the other record returns to it; what was added since stays.

    Raises CannotPartError, NameTakenError, AlreadyThereError, StillPlayingError.
    """
    kept = gone.merged_into
    if kept is None or not merged_here(kept.classroom).filter(pk=gone.pk).exists():
        raise CannotPartError
    refuse_while_playing([kept.classroom_id, gone.classroom_id])
    moved = gone.merged
    gone.removed_at, gone.merged_into, gone.merged = None, None, {}
    roster.refuse_taken(gone.classroom, [gone.name])
    if is_in(gone, gone.classroom):
        raise roster.AlreadyThereError
    for name, value in moved["taken"].items():
        if getattr(kept, name) == value:
            changes.change(kept, **{name: _empty(name)})
            setattr(gone, name, value)
    gone.source_id = roster.free_source(gone)
    gone.save()
    _point(moved | {"left": []}, gone, evidence_of=kept)
    Sitting.objects.filter(pk__in=moved["left"]).update(left_at=None)
    faces.give(gone.classroom_id)


@transaction.atomic
def merge_classes(kept: Classroom, gone: Classroom) -> None:
    """Move children, groups, sessions and homework of `gone` into `kept`. Raises ClashError, StillPlayingError."""
    RosterImport.objects.filter(classroom=gone, applied_at=None).delete()
    refuse_while_playing([kept.pk, gone.pk])
    changes.locked(kept)
    coming = list(gone.students.all())
    for child in coming:
        child.classroom_id = kept.pk
    if clash := [child.name for child in clashing([*kept.students.all(), *coming]) if child in coming]:
        raise ClashError(clash)
    moved = _parts_of(gone)
    _bring(moved, kept)
    changes.change(gone, removed_at=timezone.now(), merged_into=kept, merged=moved)
    disconnects.hang_up(players=moved["students"])


def clashing(children: Sequence[Student]) -> list[Student]:
    """Return those of these children who would share a name or the school's number with a classmate, or be in a class
    twice."""
    marks = {
        child.pk: {
            (child.classroom_id, "name", names.key(child.name)),
            (child.classroom_id, "number", child.source_id or child.pk),
            (child.classroom_id, "person", child.person or child.pk),
        }
        for child in children
    }
    often = Counter(chain(*marks.values()))
    return [child for child in children if any(often[mark] > 1 for mark in marks[child.pk])]


def _parts_of(classroom: Classroom) -> dict[str, list[int]]:
    """Return the numbers of the rows that belong to the class, by the words with which a merged class stores them."""
    parts = {
        "students": Student.everybody,
        "sessions": ClassSession.everything,
        "homework": Homework.objects,
        "groups": StandingGroup.objects,
    }
    return {part: list(rows.filter(classroom=classroom).values_list("pk", flat=True)) for part, rows in parts.items()}


def _bring(moved: dict[str, list[int]], to: Classroom) -> None:
    Student.everybody.filter(pk__in=moved["students"]).update(classroom=to)
    ClassSession.everything.filter(pk__in=moved["sessions"]).update(classroom=to)
    Homework.objects.filter(pk__in=moved["homework"]).update(classroom=to)
    bring_groups(moved["groups"], to)
    faces.give(to.pk)


@transaction.atomic
def part_classes(gone: Classroom) -> None:
    """Undo a merge of classes: all that came from `gone` and still exists returns to it. A child who has joined a group
    of the other class since leaves that group.

    Raises NameTakenError, StillPlayingError.
    """
    kept = gone.merged_into
    if kept is None:
        raise CannotPartError
    refuse_while_playing([kept.pk])
    roster.refuse_taken_class(gone)
    back = {part: sorted({*there}.intersection(gone.merged.get(part, ()))) for part, there in _parts_of(kept).items()}
    columns: dict[str, Any] = {"removed_at": None, "merged_into": None, "merged": {}, "taken_back_at": timezone.now()}
    Classroom.everything.filter(pk=gone.pk).update(**columns)
    _bring(back, gone)
    elsewhere = Student.everybody.filter(classroom__in=[kept, gone]).exclude(group__classroom=F("classroom"))
    elsewhere.exclude(group=None).update(group=None)


def bring_groups(groups: Collection[int], to: Classroom) -> None:
    """Move these groups into the class. Where a group there has the same name, the moved one gets a number appended."""
    coming = list(StandingGroup.objects.filter(pk__in=groups).order_by("pk"))
    taken = {names.key(name) for name in to.groups.exclude(pk__in=groups).values_list("name", flat=True)}
    for group in coming:
        group.name, group.classroom = names.first_free(group.name, taken), to
        taken.add(names.key(group.name))
    changes.write_each(coming, "name", "classroom")
