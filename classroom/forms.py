"""The forms of the teachers' pages. Names of people and classes follow the rules of `rosters`."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from classroom import rosters
from classroom.models import Classroom, Student, Teacher


class NameField(forms.CharField):
    """A name of at most 60 characters, tidied; refused in the words of `rosters.problem_of`."""

    def to_python(self, value: Any) -> str:
        return rosters.tidy(super().to_python(value) or "")

    def validate(self, value: str) -> None:
        super().validate(value)
        problem = rosters.problem_of(value)
        if problem:
            raise ValidationError(problem)


class TeacherNameForm(forms.Form):
    """What sign-up asks beside e-mail and password; allauth's sign-up form inherits from it."""

    name = NameField(
        label=_("Name to show to students"),
        help_text=_("For example: Ms Okoro"),
        error_messages={"required": _("Type the name that students will see.")},
        widget=forms.TextInput(attrs={"autocomplete": "name", "maxlength": rosters.LONGEST_NAME}),
    )

    def signup(self, request: HttpRequest, teacher: Teacher) -> None:
        teacher.name = self.cleaned_data["name"]
        teacher.save(update_fields=["name"])


class ClassroomForm(forms.Form):
    """The name of a class, new or renamed; a teacher's classes have different names."""

    name = NameField(
        label=_("Name of the class"),
        help_text=_("For example: 4B. Students see it."),
        error_messages={"required": _("Give the class a name.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": rosters.LONGEST_NAME}),
    )

    def __init__(self, *args: Any, teacher: Teacher, classroom: Classroom | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = teacher.classrooms.exclude(pk=classroom.pk) if classroom else teacher.classrooms.all()
        self.taken = {rosters.key(name) for name in others.values_list("name", flat=True)}

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if rosters.key(name) in self.taken:
            raise ValidationError(gettext("You have a class with this name already."))
        return name


class StudentForm(forms.Form):
    """A student's new name; no two in a class have the same."""

    name = NameField(
        label=_("Name as students see it"),
        help_text=_("First name and first letter of the last name."),
        error_messages={"required": _("Type a name.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": rosters.LONGEST_NAME}),
    )

    def __init__(self, *args: Any, student: Student, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = Student.objects.filter(classroom=student.classroom_id).exclude(pk=student.pk)
        self.taken = {rosters.key(name) for name in others.values_list("name", flat=True)}

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if rosters.key(name) in self.taken:
            raise ValidationError(gettext("%(name)s is in this class already.") % {"name": name})
        return name
