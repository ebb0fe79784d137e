"""One child in several classes: what its rows share, and whose answers count together.

A `Student` is a child on the list of one class. Rows with the same `person` are one child: it has one card, one secret,
one face and settings of its own, and all its practice and play count in each of its classes. A lesson reads one row a
child, so these shared values are stored on every row, and only `keep` writes them.
"""

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import RawSQL

from classroom.models import Classroom, ClassSession, Student
from classroom.server.database import changes

OWN = ("card", "language", "needs", "chosen", "character", "colour")
"""Columns that a child has once, in however many classes. The `secret` is shared by all classes with the same way to
sign in."""


TAUGHT_NOW = Q(removed_at=None, classroom__archived_at=None, classroom__removed_at=None)
"""Filters rows on the list of a class that is taught now."""


def every_row_of(student: Student) -> QuerySet[Student]:
    """Return all rows of the child, of whatever class and year."""
    return Student.everybody.filter(Q(pk=student.pk) | (Q(person=student.person) & ~Q(person="")))


def rows_of(student: Student) -> QuerySet[Student]:
    """Return the rows whose answers count together with this one's: the child's rows in all classes of this school
    year, also those it has left. For a row in a class of an earlier year, that row alone."""
    return Student.everybody.filter(pk__in=players_of(student.pk))


_STUDENTS, _CLASSES = Student._meta.db_table, Classroom._meta.db_table
_TOGETHER = f"""
SELECT id FROM {_STUDENTS} WHERE id IN (%(players)s) UNION
SELECT row.id FROM {_STUDENTS} AS row JOIN {_CLASSES} AS classroom ON classroom.id = row.classroom_id
WHERE classroom.archived_at IS NULL AND classroom.removed_at IS NULL AND row.person IN (
    SELECT asked.person FROM {_STUDENTS} AS asked JOIN {_CLASSES} AS its ON its.id = asked.classroom_id
    WHERE asked.id IN (%(players)s) AND asked.person <> '' AND its.archived_at IS NULL)
"""
"""Written as SQL, because a child's waiting page runs it several times, and Django would build it anew each time."""


def players_of(*students: int) -> RawSQL:
    """Return a subquery for the player numbers of these children, to select their answers."""
    marks = ", ".join(["%s"] * len(students)) or "NULL"
    return RawSQL(_TOGETHER % {"players": marks}, [*students, *students])


def students_by_player(students: Collection[int], numbers: Iterable[int]) -> dict[int, int]:
    """Return for each of these player numbers the child, among `students`, to whom it counts. One query, or none where
    all are in `students`."""
    own = {pk: pk for pk in students}
    return own if own.keys() >= set(numbers) else players(students)


def players(students: Collection[int]) -> dict[int, int]:
    """Return all player numbers of these children, each with the row, among `students`, to which its answers count (see
    `rows_of`). One query.

    Where a child has two rows among them, each row's answers count for itself.
    """
    asked = Student.everybody.filter(pk__in=students, classroom__archived_at=None).exclude(person="").values("person")
    rows = Student.everybody.filter(person__in=asked, classroom__archived_at=None, classroom__removed_at=None)
    together = list(rows.values_list("pk", "person"))
    row_of = {person: pk for pk, person in together if pk in students}
    return {pk: row_of[person] for pk, person in together if person in row_of} | {pk: pk for pk in students}


def players_of_classes(classrooms: Collection[int]) -> dict[int, list[tuple[int, int]]]:
    """Return all player numbers of the children of these classes, each with (class, student) pairs: where its answers
    count, and for which row (see `players`). Two queries."""
    rows = Student.objects.filter(classroom__in=classrooms, classroom__archived_at=None)
    found: dict[int, list[tuple[int, int]]] = {}
    of_person: dict[str, list[tuple[int, int]]] = {}
    for pk, classroom_id, person in rows.order_by("pk").values_list("pk", "classroom", "person"):
        found[pk] = [(classroom_id, pk)]
        of_person.setdefault(person, []).append((classroom_id, pk))
    together = Student.everybody.filter(classroom__archived_at=None, classroom__removed_at=None)
    shared = together.exclude(person="").filter(person__in=rows.order_by().values("person"))
    for pk, person in shared.values_list("pk", "person"):
        own = [classroom_id for classroom_id, _student in found.setdefault(pk, [])]
        found[pk] += [(classroom_id, student) for classroom_id, student in of_person[person] if classroom_id not in own]
    return found


def counted_once(classrooms: Collection[int]) -> set[int]:
    """Return the numbers of the rows that count each child of these classes once: its oldest row."""
    rows = Student.objects.filter(classroom__in=classrooms).order_by("-pk").values_list("pk", "person")
    return set({person or f"{pk}": pk for pk, person in rows}.values())


def how_many(rows: QuerySet[Student]) -> int:
    """Return how many different children these rows stand for."""
    alone = Q(person="")
    found = rows.aggregate(alone=Count("pk", filter=alone), persons=Count("person", filter=~alone, distinct=True))
    return int(found["alone"] + found["persons"])


def present(student: Student) -> QuerySet[Student]:
    """Return the rows that count together with this one and are on a list now, the oldest first."""
    return rows_of(student).filter(removed_at=None).select_related("classroom").order_by("pk")


def also_elsewhere(classroom: Classroom) -> QuerySet[Student]:
    """Return the children of a class who are now also taught in another class."""
    other = Student.everybody.filter(TAUGHT_NOW, person=OuterRef("person")).exclude(classroom=classroom)
    return classroom.students.filter(Exists(other)).exclude(person="")


def is_in(student: Student, classroom: Classroom) -> bool:
    """Return whether another row of the child is on the list of this class."""
    return every_row_of(student).filter(classroom=classroom, removed_at=None).exclude(pk=student.pk).exists()


def place_in(student: Student, classroom: int) -> Student:
    """Return the child's row in this class; the given row where it has none there."""
    if student.classroom_id == classroom:
        return student
    return present(student).filter(classroom=classroom).first() or student


def with_card(card: str) -> QuerySet[Student]:
    """Return the rows of the child with this card in classes that are taught now: in a class with an open session
    first, then the oldest first."""
    session = ClassSession.objects.filter(classroom=OuterRef("classroom")).exclude(state=ClassSession.State.ENDED)
    return Student.objects.select_related("classroom").filter(TAUGHT_NOW, card=card).order_by(~Exists(session), "pk")


def keep(student: Student, **own: Any) -> None:
    """Set columns that the child shares among its rows, on all of them. Raises changes.Gone."""
    changes.change(student, **own)
    every_row_of(student).exclude(pk=student.pk).update(**own)


def take_over(student: Student, other: Student) -> None:
    """Make an unsaved row one of the child of `other`, and copy the shared columns."""
    student.person = other.person
    for column in OWN:
        setattr(student, column, getattr(other, column))


def signing_in_alike(student: Student) -> QuerySet[Student]:
    """Return the child's rows in classes with the same way to sign in, where one secret serves."""
    classroom = student.classroom
    alike = Q(classroom__sign_in=classroom.sign_in, classroom__own_secrets=classroom.own_secrets)
    return every_row_of(student).filter(alike, removed_at=None)


def share_secrets(*classrooms: int) -> None:
    """Copy to children of these classes who have no secret the one that they chose in a class with the same way to sign
    in."""
    here = Student.objects.filter(classroom__in=classrooms, classroom__own_secrets=True).select_related("classroom")
    rows = list(here.filter(secret="").exclude(person=""))
    chosen = Student.objects.filter(person__in={row.person for row in rows}, classroom__own_secrets=True)
    known = chosen.exclude(secret="").values_list("person", "classroom__sign_in", "secret")
    secrets = {(person, way): secret for person, way, secret in known}
    for row in rows:
        row.secret = secrets.get((row.person, row.classroom.sign_in), "")
    changes.write_each([row for row in rows if row.secret], "secret")
