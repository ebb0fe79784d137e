"""Forms about classes and their students. Names follow the rules of `names`."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from classroom.forms.fields import LanguageField
from classroom.forms.people import NameField
from classroom.models import Classroom, Student, Teacher
from classroom.naming import names
from classroom.rosters import roster


class ClassroomForm(forms.Form):
    """The name of a class, new or renamed; a teacher's classes have different names."""

    name = NameField(
        label=_("Name of the class"),
        help_text=_("For example: 4B. Students see it."),
        error_messages={"required": _("Give the class a name.")},
    )

    language = LanguageField(
        label=_("Language of the class"),
        help_text=_("The projector speaks it, and every child who has chosen no other."),
    )

    def __init__(self, *args: Any, teacher: Teacher, classroom: Classroom | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.taken = roster.names_taken([teacher], but=classroom.pk if classroom else 0)

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if names.key(name) in self.taken:
            raise ValidationError(gettext("You have a class with this name already."))
        return name


class RemoveClassForm(forms.Form):
    """The name of the class, typed by hand, so that nobody removes a class by accident."""

    name = forms.CharField(
        label=_("Type the name of the class"),
        error_messages={"required": _("Type the name of the class to remove it.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": names.LONGEST_NAME}),
    )

    def __init__(self, *args: Any, classroom: Classroom, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.classroom = classroom

    def clean_name(self) -> str:
        typed: str = self.cleaned_data["name"]
        if names.key(names.tidy(typed)) != names.key(self.classroom.name):
            raise ValidationError(
                gettext("This is not the name of the class. It is called %(name)s.") % {"name": self.classroom}
            )
        return typed


class StudentForm(forms.Form):
    """A student's new name, different from all others in the class."""

    name = NameField(
        label=_("Name as students see it"),
        help_text=_("First name and first letter of the last name."),
        error_messages={"required": _("Type a name.")},
    )

    def renames(self, student: Student) -> bool:
        """Rename the child. Return False, with an error on the form, for an invalid name, and one of a classmate."""
        if self.is_valid():
            name = self.cleaned_data["name"]
            try:
                roster.rename_student(student, name)
            except roster.NameTakenError:
                self.add_error("name", gettext("%(name)s is in this class already.") % {"name": name})
        return self.is_valid()


class ClassMoveForm(forms.Form):
    """The other class of the teacher to which a student moves, with a new name where theirs is taken there."""

    classroom = forms.ModelChoiceField(
        label=_("To which class?"),
        queryset=Classroom.objects.none(),
        empty_label=None,
        error_messages={"required": _("Choose a class."), "invalid_choice": _("Choose a class from the list.")},
    )
    name = NameField(label=_("Name in that class"), error_messages={"required": _("Type a name.")})

    def __init__(self, *args: Any, teacher: Teacher, student: Student, **kwargs: Any) -> None:
        kwargs.setdefault("initial", {"name": student.name})
        super().__init__(*args, **kwargs)
        others = roster.may_move_to(teacher, student.classroom_id)
        self.only_helps = not student.classroom.is_owned_by(teacher)
        self.fields["classroom"].queryset = others  # type: ignore[attr-defined]  # a ModelChoiceField

    def moves(self, student: Student) -> bool:
        """Move the child. Return False, with an error on the form, where the class has the child or its name already.

        Raises StillPlayingError, changes.Gone.
        """
        if self.is_valid():
            classroom, name = self.cleaned_data["classroom"], self.cleaned_data["name"]
            try:
                roster.move_student(student, to=classroom, name=name)
            except roster.AlreadyThereError:
                self.add_error("classroom", gettext("%(name)s is in this class already.") % {"name": student.name})
            except roster.NameTakenError:
                words = gettext("There is a %(name)s in %(class)s already. Add a letter.")
                self.add_error("name", words % {"name": name, "class": classroom.name})
        return self.is_valid()
