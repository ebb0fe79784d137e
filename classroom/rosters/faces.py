"""Characters beside the children's names: given at random, chosen by the child, different in a class."""

from django.db import transaction

from classroom.models import Classroom, Student
from classroom.naming.characters import Face, exists, shuffled
from classroom.server.database import changes


class FaceTakenError(ValueError):
    """A classmate has this character in this colour; nothing was written."""


def face_of(student: Student) -> Face:
    return Face(student.character, student.colour)


def give(*classrooms: int) -> None:
    """Give a face to everybody on these rosters who has none, or the same as somebody who came before them."""
    for classroom in classrooms:
        _give(list(Student.objects.filter(classroom=classroom).order_by("pk")))


def _give(students: list[Student]) -> None:
    taken: set[Face] = set()
    without: list[Student] = []
    for student in students:
        face = face_of(student)
        (without.append(student) if face in taken or not exists(face) else taken.add(face))
    for student, face in zip(without, shuffled(taken), strict=False):  # more than 160 children: the rest stay without
        student.character, student.colour = face
    changes.write_each(without, "character", "colour")


def taken_by_others(student: Student) -> set[Face]:
    others = Student.objects.filter(classroom=student.classroom_id).exclude(pk=student.pk)
    return {Face(*row) for row in others.values_list("character", "colour")}


@transaction.atomic
def choose(student: Student, face: Face) -> None:
    """Put this face beside the child's name. Raises FaceTakenError, changes.Gone."""
    changes.locked(Classroom.objects.get(pk=student.classroom_id))
    if not exists(face) or face in taken_by_others(student):
        raise FaceTakenError
    changes.change(student, character=face.character, colour=face.colour)
