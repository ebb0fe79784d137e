"""Forms about teachers, and the fields that all forms about people share. Names follow the rules of `names`."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from classroom.languages import choice
from classroom.models import Classroom, Teacher
from classroom.naming import names
from classroom.server import keep_years, time_zone
from classroom.server.database import changes


class NameField(forms.CharField):
    """A name of at most 60 characters, tidied, with the error messages of `names.problem_of`. Browsers autofill what
    `autocomplete` says: nothing, except for one's own name."""

    def __init__(self, *, autocomplete: str = "off", **kwargs: Any) -> None:
        attrs = {"autocomplete": autocomplete, "maxlength": names.LONGEST_NAME}
        super().__init__(widget=forms.TextInput(attrs=attrs), **kwargs)

    def to_python(self, value: Any) -> str:
        return names.tidy(super().to_python(value) or "")

    def validate(self, value: str) -> None:
        super().validate(value)
        problem = names.problem_of(value) if value else ""
        if problem:
            raise ValidationError(problem)


def posted_number(text: str | None) -> int:
    """Return the posted number of a student, a join request or a card; 0, which belongs to nobody, for anything
    else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 16 else 0


class StudentsField(forms.ModelMultipleChoiceField):
    """Children of a list, as checkboxes. A value that cannot be a child's number is treated as an unknown child."""

    widget = forms.CheckboxSelectMultiple

    def clean(self, value: Any) -> Any:
        return super().clean([posted_number(str(each)) for each in value or ()])


class TeacherNameForm(forms.Form):
    """The sign-up questions beside e-mail and password; allauth's sign-up form inherits from it."""

    name = NameField(
        label=_("Name to show to students"),
        help_text=_("For example: Ms Okoro"),
        error_messages={"required": _("Type the name that students will see.")},
        autocomplete="name",
    )

    @transaction.atomic
    def signup(self, request: HttpRequest, teacher: Teacher) -> None:
        """Save the new teacher's name. The first teacher on a server has set it up, and becomes the school's admin."""
        changes.in_turn("admins")
        teacher.name, teacher.language = self.cleaned_data["name"], choice.active()
        teacher.is_school_admin = not Teacher.objects.filter(is_school_admin=True).exists()
        teacher.tour_began = timezone.now()
        teacher.save(update_fields=["name", "language", "is_school_admin", "tour_began"])


class InvitationForm(forms.Form):
    """The e-mail address of a teacher who is invited to teach a class too."""

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
        if self.classroom and self.classroom.teachers.filter(email__lower=email.lower()).exists():
            raise ValidationError(gettext("This teacher teaches the class already."))
        return email


class KeepYearsForm(forms.Form):
    """Number of years for which classes that nobody plays in are kept."""

    years = forms.TypedChoiceField(
        label=_("Keep a class after its last game for"),
        coerce=int,
        choices=lambda: [(number, ngettext("%d year", "%d years", number) % number) for number in keep_years.CHOICES],
        help_text=_("Then it is removed. For 30 days its owner can take it back; after that it is forgotten."),
    )


class TimeZoneForm(forms.Form):
    zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=time_zone.choices,
        help_text=_("A day of the reports and of homework begins and ends at midnight there."),
    )


def _clock() -> forms.TimeInput:
    return forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


class SchoolHoursForm(forms.Form):
    """The hours of the day at which the school begins and ends."""

    begins = forms.TimeField(label=_("From"), widget=_clock(), input_formats=["%H:%M"])
    ends = forms.TimeField(label=_("Till"), widget=_clock(), input_formats=["%H:%M"])

    def clean(self) -> dict[str, Any]:
        chosen: dict[str, Any] = super().clean() or {}
        begins, ends = chosen.get("begins"), chosen.get("ends")
        if begins and ends and begins >= ends:
            raise ValidationError(gettext("The end comes before the beginning."))
        return chosen
