"""Characters beside the children's names: given at random, chosen on a page, different in a class."""

from collections import defaultdict
from typing import Any

from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from classroom import persons
from classroom.models import Classroom, Student
from classroom.naming.characters import CHARACTERS, COLOURS, Face, any_free, exists
from classroom.server.database import changes


class FaceTakenError(ValueError):
    """A classmate has this character in this colour; nothing was written."""


def face_of(student: Student) -> Face:
    return Face(student.character, student.colour)


def give(*classrooms: int) -> None:
    """Give a face to every child on these lists who has none, or whose face an earlier classmate has. A child has one
    face: a new one is free in all its classes or, where none is, in this one. At most four queries."""
    taken: dict[int, set[Face]] = defaultdict(set)
    without = []
    for student in Student.objects.filter(classroom__in=classrooms).order_by("pk"):
        face = face_of(student)
        is_free = exists(face) and face not in taken[student.classroom_id]
        (taken[student.classroom_id].add(face) if is_free else without.append(student))
    if without:
        _give(without)


def _give(without: list[Student]) -> None:
    """Give faces to these children; where a class has more than 160, the rest stay without."""
    rows = _rows_by_child(without)
    classroom_ids = {row.classroom_id for of_child in rows.values() for row in of_child}
    taken: dict[int, set[Face]] = defaultdict(set)
    there = Student.objects.filter(classroom__in=classroom_ids)
    for classroom_id, *words in there.values_list("classroom", "character", "colour"):
        taken[classroom_id].add(Face(*words))
    for of_child in rows.values():
        everywhere = set().union(*(taken[row.classroom_id] for row in of_child))
        if face := any_free(everywhere) or any_free(taken[of_child[0].classroom_id]):
            for row in of_child:
                row.character, row.colour = face
                taken[row.classroom_id].add(face)
    changes.write_each([row for of_child in rows.values() for row in of_child], "character", "colour")


def _rows_by_child(students: list[Student]) -> dict[str, list[Student]]:
    """Return all rows of these children, those of `students` first."""
    rows: dict[str, list[Student]] = defaultdict(list)
    for student in students:
        rows[student.person or f"row {student.pk}"].append(student)
    known = {student.pk for student in students}
    for row in Student.everybody.filter(person__in=rows).order_by("pk"):
        if row.pk not in known:
            rows[row.person].append(row)
    return rows


def taken_by_others(student: Student) -> set[Face]:
    """Return the faces of the child's classmates, in whatever class."""
    theirs = persons.present(student).values("classroom")
    others = Student.objects.filter(classroom__in=theirs).exclude(pk__in=persons.players_of(student.pk))
    return {Face(*row) for row in others.values_list("character", "colour")}


@transaction.atomic
def choose(student: Student, face: Face) -> None:
    """Set the child's face. Raises FaceTakenError, changes.Gone."""
    changes.locked(Classroom.objects.get(pk=student.classroom_id))
    if not exists(face) or face in taken_by_others(student):
        raise FaceTakenError
    persons.keep(student, character=face.character, colour=face.colour)


def chosen(request: HttpRequest, student: Student) -> str | None:
    """Set the face that was posted; return None where it was set, else what is wrong with it in words, "" where nothing
    was posted."""
    if request.method != "POST":
        return ""
    try:
        choose(student, Face(request.POST.get("character", ""), request.POST.get("colour", "")))
    except FaceTakenError:
        return _("Somebody has this card already. Pick another one.")
    return None


def context(request: HttpRequest, student: Student, problem: str) -> dict[str, Any]:
    """Return the context of the page on which a character is chosen: all characters in the colour that is asked for."""
    asked = request.GET.get("colour", student.colour)
    colour = asked if asked in COLOURS else next(iter(COLOURS))
    taken = taken_by_others(student)
    shown = [
        {"character": word, "name": name, "taken": (word, colour) in taken, "chosen": word == student.character}
        for word, name in CHARACTERS.items()
    ]
    return {"student": student, "faces": shown, "colour": colour, "colours": COLOURS.items(), "problem": problem}
