"""The forms of the teachers' pages. Names of people and classes follow the rules of `names`."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from classroom.models import Classroom, Student, Teacher
from classroom.naming import names
from classroom.rosters import roster
from classroom.server import time_zone


class NameField(forms.CharField):
    """A name of at most 60 characters, tidied; refused in the words of `names.problem_of`."""

    def to_python(self, value: Any) -> str:
        return names.tidy(super().to_python(value) or "")

    def validate(self, value: str) -> None:
        super().validate(value)
        problem = names.problem_of(value)
        if problem:
            raise ValidationError(problem)


def posted_number(text: str | None) -> int:
    """Return the posted number of a student, a knock, a card; 0, which is nobody's, for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 16 else 0


class TeacherNameForm(forms.Form):
    """What sign-up asks beside e-mail and password; allauth's sign-up form inherits from it."""

    name = NameField(
        label=_("Name to show to students"),
        help_text=_("For example: Ms Okoro"),
        error_messages={"required": _("Type the name that students will see.")},
        widget=forms.TextInput(attrs={"autocomplete": "name", "maxlength": names.LONGEST_NAME}),
    )

    def signup(self, request: HttpRequest, teacher: Teacher) -> None:
        """Name the new teacher. The first one who signs up at a box has set it up, and is the school's admin."""
        teacher.name = self.cleaned_data["name"]
        teacher.is_school_admin = not Teacher.objects.filter(is_school_admin=True).exists()
        teacher.save(update_fields=["name", "is_school_admin"])


class ClassroomForm(forms.Form):
    """The name of a class, new or renamed; a teacher's classes have different names."""

    name = NameField(
        label=_("Name of the class"),
        help_text=_("For example: 4B. Students see it."),
        error_messages={"required": _("Give the class a name.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": names.LONGEST_NAME}),
    )

    def __init__(self, *args: Any, teacher: Teacher, classroom: Classroom | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = teacher.classrooms.filter(archived_at=None)
        others = others.exclude(pk=classroom.pk) if classroom else others
        self.taken = {names.key(name) for name in others.values_list("name", flat=True)}

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if names.key(name) in self.taken:
            raise ValidationError(gettext("You have a class with this name already."))
        return name


class RemoveClassForm(forms.Form):
    """The name of the class, typed by hand: nobody removes a class with one press too many."""

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
    """A student's new name; no two in a class have the same."""

    name = NameField(
        label=_("Name as students see it"),
        help_text=_("First name and first letter of the last name."),
        error_messages={"required": _("Type a name.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": names.LONGEST_NAME}),
    )

    def __init__(self, *args: Any, student: Student, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = Student.objects.filter(classroom=student.classroom_id).exclude(pk=student.pk)
        self.taken = {names.key(name) for name in others.values_list("name", flat=True)}

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if names.key(name) in self.taken:
            raise ValidationError(_is_taken(name))
        return name

    def renames(self, student: Student) -> bool:
        """Give the child its new name, or say here why not: a classmate may have got it since the form was checked."""
        if self.is_valid():
            try:
                roster.rename_student(student, self.cleaned_data["name"])
            except roster.NameTakenError:
                self.add_error("name", _is_taken(self.cleaned_data["name"]))
        return self.is_valid()


def _is_taken(name: str) -> str:
    return gettext("%(name)s is in this class already.") % {"name": name}


class MoveForm(forms.Form):
    """Into which of the teacher's other classes a student goes; with another name where theirs is taken there."""

    classroom = forms.ModelChoiceField(
        label=_("To which class?"),
        queryset=Classroom.objects.none(),
        empty_label=None,
        error_messages={"required": _("Choose a class."), "invalid_choice": _("Choose a class from the list.")},
    )
    name = NameField(
        label=_("Name in that class"),
        error_messages={"required": _("Type a name.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": names.LONGEST_NAME}),
    )

    def __init__(self, *args: Any, teacher: Teacher, student: Student, **kwargs: Any) -> None:
        kwargs.setdefault("initial", {"name": student.name})
        super().__init__(*args, **kwargs)
        others = teacher.classrooms.filter(archived_at=None).exclude(pk=student.classroom_id)
        self.fields["classroom"].queryset = others  # type: ignore[attr-defined]  # a ModelChoiceField

    def clean(self) -> dict[str, Any]:
        chosen: dict[str, Any] = super().clean() or {}
        room, name = chosen.get("classroom"), chosen.get("name")
        if room and name and names.key(name) in map(names.key, room.students.values_list("name", flat=True)):
            words = gettext("There is a %(name)s in %(class)s already. Add a letter.")
            self.add_error("name", words % {"name": name, "class": room.name})
        return chosen


class InvitationForm(forms.Form):
    """The e-mail address of a teacher who is asked to teach a class too."""

    email = forms.EmailField(
        label=_("E-mail of the other teacher"),
        max_length=254,
        error_messages={
            "required": _("Type the e-mail of the other teacher."),
            "invalid": _("This is no complete e-mail address. It looks like name@school.example."),
        },
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, classroom: Classroom | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.classroom = classroom

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"]
        if self.classroom and self.classroom.teachers.filter(email__iexact=email).exists():
            raise ValidationError(gettext("This teacher teaches the class already."))
        return email


class TimeZoneForm(forms.Form):
    """Where the school is."""

    zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=time_zone.choices,
        help_text=_("A day of the reports and of homework begins and ends at midnight there."),
    )
