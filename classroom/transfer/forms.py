"""The form that uploads a file of another Cardinal."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from classroom.forms.people import NameField
from classroom.models import Teacher
from classroom.naming import names
from classroom.rosters.roster import names_taken


class ArchiveForm(forms.Form):
    """A file with a class, or with a school."""

    file = forms.FileField(
        label=_("The file"),
        help_text=_("The zip file that the other Cardinal made."),
        error_messages={
            "required": _("Choose the file first."),
            "empty": _("This file is empty. Choose another one."),
            "invalid": _("Choose the file first."),
        },
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
    )


class ClassArchiveForm(ArchiveForm):
    """A file with a class, and the name of the class here."""

    name = NameField(
        label=_("Name of the class here"),
        help_text=_("Leave it empty to keep the name that the class has."),
        required=False,
    )

    def __init__(self, *args: Any, teacher: Teacher, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.teacher = teacher

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        self.refuse_taken(name)
        return name

    def refuse_taken(self, name: str) -> None:
        """Raise ValidationError where a class of the teacher has this name."""
        if name and names.key(name) in names_taken([self.teacher]):
            raise self.taken(name)

    def taken(self, name: str) -> ValidationError:
        words = gettext("You have a class called %(name)s already. Type another name for this one.")
        return ValidationError(words % {"name": name})
