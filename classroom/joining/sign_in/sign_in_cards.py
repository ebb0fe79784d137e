"""Credentials of the children, set and printed by the teacher: cards, labels, one list."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from classroom import persons
from classroom.forms.fields import OneOf, YesOrNo
from classroom.joining.sign_in import credentials
from classroom.models import Classroom, Student
from classroom.server import school_hours
from classroom.server.database import changes
from classroom.server.http import disconnects
from classroom.server.http.links import qr, reachable_url
from game.codes import card_code

KINDS = {
    "cards": _("Cards, 8 on a page"),
    "labels": _("Labels, 24 on a page"),
    "tents": _("Name tents, 2 on a page"),
    "list": _("One list for you"),
}


class SignInSettingsForm(forms.Form):
    """How the children of a class sign in, and who chooses their pictures or words."""

    sign_in = OneOf(
        label=_("How children sign in"),
        choices=Classroom.SignIn.choices,
        help_text=_("A child can scan their card instead, or ask you."),
        wrong=_("Choose how children sign in."),
    )
    own_secrets = YesOrNo(
        label=_("Who makes up the pictures or words"),
        choices=[
            ("no", _("Cardinal: they stand on the cards and on your list")),
            ("yes", _("Each child, at the first sign-in: nobody else can see or print them")),
        ],
        usual="no",
    )
    typed_names = YesOrNo(
        label=_("How children say who they are"),
        choices=[
            ("no", _("They tap their name in the list")),
            ("yes", _("They type their name: a stranger who has the code cannot read the list")),
        ],
        usual="no",
    )
    cards_in_hours = YesOrNo(
        label=_("When cards work"),
        choices=lambda: [("no", _("Always")), ("yes", _in_hours())],
        help_text=_("An admin of the school sets the hours. The code on the board works at any time."),
        usual="no",
    )


def _in_hours() -> str:
    begins, ends = (f"{hour:%H:%M}" for hour in school_hours.now())
    return gettext("Monday to Friday from %(begins)s to %(ends)s") % {"begins": begins, "ends": ends}


@transaction.atomic
def keep(classroom: Classroom, *, sign_in: str, own_secrets: bool, **others: bool) -> None:
    """Store all settings of the form; `others` are columns that no secret depends on."""
    changes.change(classroom, **others)
    set_sign_in(classroom, sign_in=sign_in, own_secrets=own_secrets)


@transaction.atomic
def set_sign_in(classroom: Classroom, *, sign_in: str, own_secrets: bool) -> None:
    """Change how the class signs in. Secrets that children chose for another kind are deleted; those chosen in another
    class with the same kind are valid here, too."""
    if (classroom.sign_in, classroom.own_secrets) == (sign_in, own_secrets):
        return
    changes.change(classroom, sign_in=sign_in, own_secrets=own_secrets)
    classroom.students.update(secret="")
    persons.share_secrets(classroom.pk)


@transaction.atomic
def change(students: Iterable[Student]) -> None:
    """Give each student a new card, and so new pictures or words, in all their classes; the old ones become invalid,
    even in use."""
    given = list(students)
    for student in given:
        persons.keep(student, card=card_code(), secret="")
    disconnects.hang_up(players=[*persons.players([student.pk for student in given])])


def secret_of(student: Student) -> dict[str, Any]:
    """Return the child's `pictures` or `words` if they can be shown, and whether it has `chosen` its own."""
    given, in_pictures = credentials.given(student), credentials.board_of(student.classroom) is not None
    return {
        "pictures": credentials.pictures(given) if in_pictures else [],
        "words": "" if in_pictures else " ".join(given),
        "chosen": bool(student.secret),
    }


def printed(request: HttpRequest, classroom: Classroom) -> list[dict[str, Any]]:
    """Return the cards of all children in the order of the roster: name, card, secret. One query."""
    return [_printed(request, student) for student in classroom.students.select_related("classroom")]


def _printed(request: HttpRequest, student: Student) -> dict[str, Any]:
    url = reachable_url(request, reverse("card", args=[student.card]))
    shown = {
        "student": student.pk,
        "name": student.name,
        "character": student.character,
        "colour": student.colour,
        "hat": student.hat,
        "qr": qr(url),
        "address": url.split("//", 1)[1].rstrip("/"),
    }
    return shown | secret_of(student)


def context(classroom: Classroom, kind: str) -> dict[str, Any]:
    """Return the context of all pages about cards; an unknown kind counts as cards."""
    chosen = kind if kind in KINDS else "cards"
    return {"classroom": classroom, "kind": chosen, "kinds": KINDS.items(), "asked": credentials.is_asked(classroom)}
