"""Context of the page on which a character is chosen, and the act of choosing."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from classroom.models import Student
from classroom.naming.characters import CHARACTERS, COLOURS, Face
from classroom.rosters import faces


def chosen(request: HttpRequest, student: Student) -> str | None:
    """Put the posted face beside the child's name; return what is wrong with it, nothing where it was put there."""
    if request.method != "POST":
        return ""
    try:
        faces.choose(student, Face(request.POST.get("character", ""), request.POST.get("colour", "")))
    except faces.FaceTakenError:
        return _("Somebody has this card already. Pick another one.")
    return None


def context(request: HttpRequest, student: Student, problem: str) -> dict[str, Any]:
    """Return all characters in the colour that is asked for; those of classmates are taken."""
    asked = request.GET.get("colour", student.colour)
    colour = asked if asked in COLOURS else next(iter(COLOURS))
    taken = faces.taken_by_others(student)
    shown = [
        {"character": word, "name": name, "taken": (word, colour) in taken, "chosen": word == student.character}
        for word, name in CHARACTERS.items()
    ]
    return {"student": student, "faces": shown, "colour": colour, "colours": COLOURS.items(), "problem": problem}
