"""Form of a standing group."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from classroom.forms.fields import OneOf
from classroom.forms.people import NameField, StudentsField
from classroom.models import Classroom, StandingGroup, Student
from classroom.naming import names
from classroom.naming.word_lists import PICTURES
from classroom.sessions import accommodations, table_options
from classroom.sessions.games import catalogue
from game.rules.picture_ladder import SETTING
from game.screens.options import Option, key_of

LONGEST = 40
SIGNS = ("moon", *(picture.id for picture in PICTURES if picture.id != "moon"))
"""In the order in which they are offered to the groups of a class, so that no two look alike."""


class _MembersField(StudentsField):
    """The children of a class; the label of a child in another group names that group."""

    def __init__(self, *, group: StandingGroup | None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.group = group

    def label_from_instance(self, obj: Student) -> str:
        return f"{obj} ({obj.group})" if obj.group and obj.group != self.group else f"{obj}"


class GroupForm(forms.Form):
    """Name, sign and children of a group, and the settings in which its tables differ from the class."""

    name = NameField(
        label=_("Name of the group"),
        help_text=_("For example: Moons. Children never see it, and it says nothing about a level."),
        max_length=LONGEST,
        error_messages={"required": _("Give the group a name.")},
    )
    pictures = OneOf(
        label=_("Number pictures on the cards"),
        coerce=lambda text: int(text) if text else None,
        usual="",
        choices=[("", _("As each child has them")), *accommodations.SHOWN],
        help_text=_("For all of the group, in every lesson and in practice. What is set for one child goes before it."),
        wrong=_("Choose from the list when number pictures are shown."),
    )
    listed = forms.CharField(
        label=_("A list of names"),
        required=False,
        widget=forms.Textarea({"rows": 4}),
        help_text=_("Paste it as it is: one name on each line, or columns of a spreadsheet."),
    )
    sign = OneOf(
        label=_("Sign"),
        choices=[(picture.id, picture.name) for picture in PICTURES],
        usual=SIGNS[0],
        wrong=_("Choose a sign."),
    )

    def __init__(self, *args: Any, classroom: Classroom, group: StandingGroup | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = classroom.groups.exclude(pk=group.pk) if group else classroom.groups.all()
        found = list(others.values_list("name", "sign"))
        self.taken = {names.key(name) for name, _sign in found}
        signs = {sign for _name, sign in found}
        self.initial.setdefault("sign", next((key for key in SIGNS if key not in signs), SIGNS[0]))
        self.fields["students"] = _MembersField(
            group=group,
            label=_("Who is in it"),
            queryset=classroom.students.select_related("group"),
            help_text=_("Whoever is in another group leaves that one."),
            error_messages={
                "required": _("Choose at least one child."),
                "invalid_choice": _("Choose students of this class."),
            },
        )
        self.choices = every_choice()
        own = group.options if group else {}
        self.fields |= {f"own_{choice.name}": table_options.field_of(choice, own) for choice in self.choices}
        self.initial.setdefault(SETTING, key_of(own.get(SETTING)))

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if names.key(name) in self.taken:
            raise ValidationError(gettext("The class has a group with this name already."))
        return name

    @property
    def own(self) -> list[forms.BoundField]:
        return [self[f"own_{choice.name}"] for choice in self.choices]

    @property
    def ticked(self) -> list[Student]:
        """The children whom the link to this page has ticked, in the order of the list."""
        asked = set() if self.is_bound else set(self.initial.get("students", ()))
        return [student for student in self.fields["students"].queryset if student.pk in asked]  # type: ignore[attr-defined]

    @property
    def summary(self) -> list[str]:
        return table_options.said(self.own)

    def values(self) -> dict[str, Any]:
        """Return the group's fields as `members` stores them."""
        chosen = self.cleaned_data
        own = table_options.meant([(choice, chosen[f"own_{choice.name}"]) for choice in self.choices])
        if chosen[SETTING] is not None:
            own[SETTING] = chosen[SETTING]
        return {name: chosen[name] for name in ("name", "sign", "students")} | {"options": own}


def every_choice() -> list[Option]:
    """Return the options in which a table of any game may differ from its class, each once."""
    found = {choice.name: choice for game in catalogue.all_games() for choice in table_options.own_options(game.name)}
    return list(found.values())
