"""Changes to the list of a class: add, rename, move, remove and take back a child; forget it for good. The same for
whole classes.

Each is one transaction. A removed child keeps all results for 30 days, on no list, and can be taken back; then it is
forgotten: the name, the results, and the name on old tables. Lists from elsewhere are read in `rosters.imports`.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from classroom import persons
from classroom.models import Classroom, ClassSession, Homework, RosterImport, Student, Teacher, Teaching, named
from classroom.models.classes import owned_by
from classroom.naming import names
from classroom.rosters import faces
from classroom.rosters.still_playing import refuse_while_playing
from classroom.server.database import changes
from classroom.server.database.sqlite.base import leave_no_trace
from classroom.server.http import disconnects
from classroom.server.recovery import forgotten
from game.models import AnswerSheet, Evidence, Seat, Table

KEPT_AFTER_REMOVAL = timedelta(days=30)


class NameTakenError(ValueError):
    """Somebody in the class has one of these names; nothing was written."""


class AlreadyThereError(NameTakenError):
    """The child is in that class already; nothing was written."""


@transaction.atomic
def add_students(*, classroom: Classroom, names: Sequence[str]) -> list[Student]:
    """Add all of these children; where a name is taken, none. Raises NameTakenError."""
    refuse_taken(classroom, names)
    added = Student.objects.bulk_create(Student(classroom=classroom, name=name) for name in names)
    faces.give(classroom.pk)
    return added


@transaction.atomic
def rename_student(student: Student, name: str) -> None:
    """Rename a child. Raises NameTakenError: a classmate may have got the name since the form was checked."""
    refuse_taken(student.classroom, [name], but=student.pk)
    if changes.locked(student).classroom_id != student.classroom_id:
        raise changes.Gone
    changes.change(student, **named(name))


def may_move_to(teacher: Teacher, classroom: int) -> QuerySet[Classroom]:
    """Return the other classes to which this teacher may move a child of a class: an owner to any of theirs, a
    co-teacher where an owner of the class teaches, too, so that nobody loses a child to somebody else's class."""
    others = teacher.classrooms.filter(archived_at=None).exclude(pk=classroom)
    owners = Teaching.objects.filter(classroom=classroom, is_owner=True).values("teacher")
    return others.filter(Exists(owners.filter(teacher=teacher)) | Q(teachers__in=owners)).distinct()


def may_come_from(teacher: Teacher, classroom: int) -> QuerySet[Classroom]:
    """Return the other classes from which this teacher may move a child into a class, by the rule of `may_move_to`."""
    others = teacher.classrooms.filter(archived_at=None).exclude(pk=classroom)
    owners = Teaching.objects.filter(classroom=OuterRef("pk"), is_owner=True)
    there = Teaching.objects.filter(classroom=classroom).values("teacher")
    return others.filter(Exists(owners.filter(teacher=teacher)) | Exists(owners.filter(teacher__in=there)))


def ways_out(teacher: Teacher, classrooms: Collection[int]) -> dict[int, frozenset[int]]:
    """Return, by class, to which of these classes its children may be moved; classes that the teacher owns, whose
    children may go anywhere, are left out. One query."""
    teachings = list(Teaching.objects.filter(classroom__in=classrooms))
    taught = {pk: {each.teacher_id for each in teachings if each.classroom_id == pk} for pk in classrooms}
    owned = {pk: {each.teacher_id for each in teachings if each.classroom_id == pk and each.is_owner} for pk in taught}
    helped = [pk for pk in classrooms if teacher.pk not in owned[pk]]
    return {pk: frozenset(to for to in classrooms if to == pk or owned[pk] & taught[to]) for pk in helped}


@transaction.atomic
def move_student(student: Student, *, to: Classroom, name: str = "") -> None:
    """Move the child to the list of another class, with all results.

    Raises NameTakenError, AlreadyThereError, StillPlayingError, changes.Gone.
    """
    refuse_while_playing([student.classroom_id])
    name = name or student.name
    refuse_taken(to, [name])
    if persons.is_in(student, to):
        raise AlreadyThereError
    changes.change(student, classroom=to, group=None, **named(name))
    faces.give(to.pk)


@transaction.atomic
def remove_student(student: Student) -> None:
    """Take the child off the list. Raises StillPlayingError."""
    refuse_while_playing([student.classroom_id])
    changes.change(student, removed_at=timezone.now())
    disconnects.hang_up(players=[student.pk])


@transaction.atomic
def take_back(student: Student) -> None:
    """Put a removed child on the list again, with all results. Raises NameTakenError, AlreadyThereError."""
    refuse_taken(student.classroom, [student.name])
    if persons.is_in(student, student.classroom):
        raise AlreadyThereError
    source_id = free_source(student)
    if not removed_from(student.classroom).filter(pk=student.pk).update(removed_at=None, source_id=source_id):
        raise changes.Gone
    student.removed_at, student.source_id = None, source_id
    faces.give(student.classroom_id)


def free_source(student: Student) -> str:
    """Return the school's number of the child; "" where another child on the list has it by now."""
    present = Student.objects.filter(classroom=student.classroom_id, source_id=student.source_id)
    return "" if student.source_id and present.exists() else student.source_id


@transaction.atomic
def take_all_back(classroom: Classroom) -> tuple[list[str], list[str]]:
    """Put all removed children on the list again, the latest first; return the names of those who are back, and of
    those whose name is taken."""
    back, left = [], []
    for student in removed_from(classroom):
        try:
            take_back(student)
            back.append(student.name)
        except NameTakenError:
            left.append(student.name)
    return back, left


def removed_from(classroom: Classroom) -> QuerySet[Student]:
    """Return the removed children who can be taken back, latest first."""
    since = timezone.now() - KEPT_AFTER_REMOVAL
    removed = Student.everybody.filter(classroom=classroom, removed_at__gt=since, merged_into=None)
    return removed.order_by("-removed_at", "pk")


@transaction.atomic
def forget_student(student: Student) -> None:
    """Delete the child of this and of earlier years, their evidence and their name on old tables, and overwrite them in
    the file; classmates' rounds stay. Data of another class that the child is in stays. Homework set for nobody else
    is deleted, as without students it would be for the whole class.

    Imported lists of the classes' teachers may contain the name, too: they are deleted, and can no longer be undone. A
    teacher's notes about a lesson stay. The list of the forgotten is written before the commit: no stop between them
    lets an older backup bring the child back. Raises OSError where it cannot be written.
    """
    gone = _all_of(student)
    disconnects.hang_up(players=gone)
    same = Student.everybody.filter(pk__in=gone)
    RosterImport.objects.filter(teacher__classrooms__students__in=same).delete()
    _delete_tables(Table.objects.filter(rounds__practice__student__in=same))
    others = Student.everybody.exclude(pk__in=gone).filter(tasks=OuterRef("pk"))
    Homework.objects.filter(~Exists(others), students__in=gone).delete()
    _forget_played(same)
    same.delete()
    forgotten.note(forgotten.STUDENT, gone)
    transaction.on_commit(leave_no_trace, robust=True)


def _all_of(student: Student) -> list[int]:
    """Return the numbers of the rows to delete with this one: the child's earlier years, and all its rows where it is
    in no other class by now."""
    years = years_of(student)
    theirs = persons.every_row_of(student).exclude(pk__in=years)
    return years if theirs.filter(persons.TAUGHT_NOW).exists() else years_of(student, *theirs)


def years_of(*rows: Student) -> list[int]:
    """Return the numbers of these rows, of the child's earlier years, and of records merged into any. One query a
    year."""
    latest = [row.pk for row in rows]
    found = list(latest)
    while latest:
        others = Student.everybody.filter(Q(following__in=latest) | Q(merged_into__in=latest)).exclude(pk__in=found)
        latest = list(others.order_by("-created_at", "-pk").values_list("pk", flat=True).distinct())
        found += latest
    return found


def forget_who_is_due() -> int:
    """Forget all classes that were removed more than 30 days ago, and all children who have been in no class for so
    long; return how many rows of children were due."""
    before = timezone.now() - KEPT_AFTER_REMOVAL
    for classroom in Classroom.everything.filter(removed_at__lt=before):
        forget_classroom(classroom)
    elsewhere = Student.everybody.filter(persons.TAUGHT_NOW, person=OuterRef("person")).exclude(person="")
    due = list(Student.everybody.filter(~Exists(elsewhere), removed_at__lt=before, merged_into=None))
    for student in due:
        forget_student(student)
    return len(due)


@transaction.atomic
def forget_again(*, students: Sequence[int], classrooms: Sequence[int], teachers: Sequence[int]) -> int:
    """Forget rows that an older backup has brought back; return how many children, classes and teachers."""
    colleagues = [teacher.delete() for teacher in Teacher.objects.filter(pk__in=teachers)]
    back = list(Classroom.everything.filter(pk__in=classrooms))
    ClassSession.objects.filter(classroom__in=back).update(state=ClassSession.State.ENDED)
    for classroom in back:
        forget_classroom(classroom)
    children = list(Student.everybody.filter(pk__in=students))
    for child in children:
        forget_student(child)
    return len(colleagues) + len(back) + len(children)


@transaction.atomic
def remove_classroom(classroom: Classroom) -> None:
    """Remove the class and all on its list; it can be taken back for 30 days. Raises StillPlayingError."""
    RosterImport.objects.filter(classroom=classroom, applied_at=None).delete()
    refuse_while_playing([classroom.pk])
    now = timezone.now()
    changes.change(classroom, removed_at=now)
    teachers, children = (part.values_list("pk", flat=True) for part in (classroom.teachers, classroom.students))
    disconnects.hang_up(teachers=list(teachers), players=list(children))
    classroom.students.update(removed_at=now)


def removed_classrooms_of(teacher: Teacher) -> QuerySet[Classroom]:
    """Return the classes of this owner that can be taken back, latest first."""
    theirs = Classroom.everything.filter(owned_by(teacher), removed_at__isnull=False)
    return theirs.select_related("merged_into").order_by("-removed_at", "pk")


@transaction.atomic
def take_classroom_back(classroom: Classroom) -> None:
    """Restore the class with all who were on its list and all results. A child who was removed before stays removed.

    Raises NameTakenError where one of its teachers has such a class now. A second press changes nothing.
    """
    refuse_taken_class(classroom)
    Student.everybody.filter(classroom=classroom, removed_at=classroom.removed_at).update(removed_at=None)
    Classroom.everything.filter(pk=classroom.pk).update(removed_at=None, taken_back_at=timezone.now())


def refuse_taken_class(classroom: Classroom) -> None:
    """Raise NameTakenError where one of the class's teachers has another class with its name."""
    if names.key(classroom.name) in names_taken(classroom.teachers.all(), but=classroom.pk):
        raise NameTakenError


def names_taken(teachers: Iterable[Teacher], but: int = 0) -> set[str]:
    """Return the keys of the names of these teachers' classes, without the class `but`."""
    others = Classroom.objects.filter(teachers__in=teachers, archived_at=None).exclude(pk=but)
    return {names.key(name) for name in others.values_list("name", flat=True)}


@transaction.atomic
def forget_classroom(classroom: Classroom) -> None:
    """Delete the class, its students, sessions and tables for good. Raises StillPlayingError, OSError."""
    refuse_while_playing([classroom.pk])
    _delete_tables(Table.objects.filter(seats__sitting__session__classroom=classroom))
    _delete_tables(Table.objects.filter(rounds__practice__student__classroom=classroom))
    _forget_played(Student.everybody.filter(classroom=classroom))
    number, is_empty = classroom.pk, classroom.merged_into_id is not None
    classroom.delete()
    if not is_empty:  # or an older backup would lose the children, who are in another class since
        forgotten.note(forgotten.CLASSROOM, [number])
    transaction.on_commit(leave_no_trace, robust=True)


def _delete_tables(tables: QuerySet[Table]) -> None:
    """Delete these tables with all that was played there. The seats are locked first, as in `_forget_played`."""
    list(Seat.objects.select_for_update().filter(table__in=tables.values("pk")).order_by("pk").values_list("pk"))
    tables.delete()


def _forget_played(students: QuerySet[Student]) -> None:
    """Delete all evidence of these children, also from former classes, and their names at tables. The seats come first,
    since `project` holds their locks while it writes evidence."""
    players = students.values("pk")
    Seat.objects.filter(player__in=players).update(player=None, name=_("Former student"))
    answers: list[type[Model]] = [*Evidence.kinds(), AnswerSheet]
    for kind in answers:
        kind._default_manager.filter(player__in=players).delete()


def write_at_once(children: Sequence[Student], *columns: str) -> None:
    """Write these columns. All these children are off the rosters for a moment, so that two may swap names, or
    classes. Those who stay off are disconnected."""
    disconnects.hang_up(players=[child.pk for child in children if child.removed_at])
    Student.everybody.filter(pk__in=[child.pk for child in children]).update(removed_at=timezone.now())
    changes.write_each(children, *columns, "removed_at")


def refuse_taken(classroom: Classroom, wanted: Sequence[str], but: int = 0) -> None:
    changes.locked(classroom)
    others = classroom.students.exclude(pk=but).values_list("name", flat=True)
    taken = {names.key(name) for name in others}
    if taken & {names.key(name) for name in wanted}:
        raise NameTakenError
