"""Forms for changes to a teacher's account. Changing the address or the password requires the present password."""

from typing import Any

from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from classroom.forms.people import NameField
from classroom.models import Teacher
from classroom.teachers.accounts import PASSWORD_HINT

TAKEN = _("There is an account with this e-mail already.")


class SelfForm(forms.ModelForm):
    """Name, language and look of the pages."""

    name = NameField(
        label=_("Name to show to students"),
        error_messages={"required": _("Type the name that students will see.")},
        autocomplete="name",
    )
    language = forms.ChoiceField(
        label=_("Language"), required=False, choices=[("", _("As this device")), *settings.LANGUAGES]
    )

    class Meta:
        model = Teacher
        fields = ("name", "language", "theme")
        labels = {"theme": _("Look of the pages")}


class _WithPassword(forms.Form):
    """A form that asks for the present password; `is_right` checks it, and needs a hash for that."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        error_messages={"required": _("Type your password.")},
    )

    def __init__(self, *args: Any, teacher: Teacher, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.teacher = teacher

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        if not self.teacher.check_password(password):
            raise ValidationError(_("This is not your password."))
        return password


class EmailForm(_WithPassword):
    """Another address to sign in with."""

    email = forms.EmailField(
        label=_("New e-mail"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        error_messages={"required": _("Type your e-mail.")},
    )
    field_order = ("email", "password")

    def clean_email(self) -> str:
        email = Teacher.objects.normalize_email(self.cleaned_data["email"])
        if is_taken(email, self.teacher):
            raise ValidationError(TAKEN)
        return email


class PasswordForm(_WithPassword):
    """Another password."""

    new = forms.CharField(
        label=_("New password"),
        strip=False,
        help_text=PASSWORD_HINT,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        error_messages={"required": _("Choose a password.")},
    )

    def clean_new(self) -> str:
        new = str(self.cleaned_data["new"])
        validate_password(new, self.teacher)
        return new


def is_taken(email: str, teacher: Teacher) -> bool:
    others = Teacher.objects.exclude(pk=teacher.pk).filter(email__lower=email.lower())
    return others.exists() or EmailAddress.objects.exclude(user=teacher).filter(email__lower=email.lower()).exists()
