"""Making a teacher's account: the first one of a server without a condition, later ones by invitation or with the
school's word.

It reveals no address that has an account: without the word no address is looked up, and where mail is sent the answer
is the same for a taken address (its owner gets a mail).
"""

from typing import Any

from allauth.account import forms
from allauth.core import context
from django import forms as fields
from django.contrib import messages
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.http import HttpRequest
from django.shortcuts import redirect
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classroom.models import Invitation, Teacher
from classroom.server import school_word
from classroom.teachers.accounts import OurLabels


class SignUpForm(OurLabels, forms.SignupForm):
    """E-mail, name and password; also the school's word, where it is required."""

    word = fields.CharField(
        label=gettext_lazy("The school’s word"),
        help_text=gettext_lazy("An admin of your school finds it on the page “School”."),
        max_length=40,
        error_messages={"required": gettext_lazy("Type the word that your school gives its teachers.")},
        widget=fields.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not school_word.is_asked() or not Teacher.objects.of_school().exists() or is_invited(context.request):
            del self.fields["word"]

    def clean_word(self) -> str:
        typed = str(self.cleaned_data["word"])
        if not school_word.is_right(typed):
            raise ValidationError(_("This is not the school’s word. Ask an admin of your school."))
        return typed

    def validate_unique_email(self, value: str) -> str:
        """Look up the address only for visitors who may make an account."""
        may = "word" not in self.fields or school_word.is_right(self.data.get("word", ""))
        return str(super().validate_unique_email(value)) if may else value

    def try_save(self, request: HttpRequest) -> Any:
        """Hash the password for a taken address, too: a faster answer would reveal that it is taken."""
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
        try:
            return super().try_save(request)
        except IntegrityError:
            return self._taken_meanwhile(request)

    def _taken_meanwhile(self, request: HttpRequest) -> Any:
        """Answer as for any taken address where another request took it after the check: a second press on the button.
        Where no mail is sent, the sign-in page says so."""
        try:
            self.validate_unique_email(self.cleaned_data["email"])
        except ValidationError as taken:
            messages.error(request, taken.messages[0])
            return None, redirect("account_login")
        return super().try_save(request)


def is_invited(request: HttpRequest | None) -> bool:
    """Return whether the visitor has followed the link of an open invitation to teach a class."""
    if request is None:
        return False
    try:
        match = resolve(request.POST.get("next") or request.GET.get("next", ""))
    except Resolver404:
        return False
    token = match.kwargs.get("token") if match.url_name == "invitation" else None
    return bool(token) and Invitation.objects.open().filter(token=token).exists()
