"""Context of the set-up page beside its form: the pictures, the children who would play, the teacher's presets."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom.models import Classroom, SessionPreset, Teacher
from classroom.sessions.forms import SessionForm
from classroom.sessions.games.contract import SessionGame
from classroom.sessions.seating.grouping import TooFew, count_of
from classroom.sessions.set_up import ways
from classroom.sessions.set_up.presets import token_of
from classroom.sessions.set_up.ways import Choice
from game import rules

FACES = 8


def context(
    classroom: Classroom, teacher: Teacher, choice: Choice, form: SessionForm, offers: list[ways.Offer]
) -> dict[str, Any]:
    students = list(classroom.students.all())
    mine = SessionPreset.objects.filter(teacher=teacher, game__in=rules.CATALOGUE.games)
    return {
        "classroom": classroom,
        "form": form,
        "game": choice.game,
        "chosen": choice.value,
        "ways": offers,
        "presets": [(preset, token_of(preset)) for preset in mine],
        "students": len(students),
        "faces": students[:FACES],
        "tables": tables_in_words(choice.game, form, len(students)),
        "with_needs": sum(bool(student.needs) for student in students),
    }


def posted(game: SessionGame, data: QueryDict) -> dict[str, Any]:
    """Return the form's present values as initial values: it is drawn again without validation."""
    values: dict[str, Any] = {}
    for name, field in game.form.base_fields.items():
        if isinstance(field, forms.BooleanField):
            values[name] = name in data
        elif isinstance(field, forms.MultipleChoiceField):
            values[name] = data.getlist(name)
        elif name in data:
            values[name] = data[name]
    return values


def tables_in_words(game: SessionGame, form: SessionForm, children: int) -> str:
    """Return in words at how many tables the class would sit; "" for one child."""
    options = {"mode": form.chosen_mode}
    if game.seats_of_all(options):
        return _("all at one table")
    size = form.chosen_size
    if game.is_alone(options) or size == 1 or form["computers"].value() == "each":
        return _("each at a table alone")
    try:
        tables = count_of(children, size)
    except (TooFew, ZeroDivisionError):
        return ""
    if children % tables == 0:
        words = ngettext("%(n)s table of %(size)s", "%(n)s tables of %(size)s", tables)
    else:
        words = ngettext("%(n)s table of up to %(size)s", "%(n)s tables of up to %(size)s", tables)
    return words % {"n": tables, "size": -(-children // tables)}
