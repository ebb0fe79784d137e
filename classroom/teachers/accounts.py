"""Teachers' accounts: how django-allauth is configured here. Its pages are in templates/account, its settings in
settings.

The forms are allauth's own with our labels and without its placeholders (a placeholder is no label).
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from allauth.account import forms
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.internal import ratelimit
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import validate_totp_code
from allauth.mfa.utils import decrypt
from cryptography.fernet import InvalidToken
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import CharField
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from classroom import known_browsers, sign_ins
from classroom.languages import choice
from classroom.models import Teacher
from classroom.server.database import changes
from classroom.server.hashers import TooManyAtOnce
from classroom.server.http import disconnects
from classroom.teachers import password_first

LABELS = {
    "login": _("E-mail"),
    "email": _("E-mail"),
    "password": _("Password"),
    "password1": _("Password"),
    "password2": _("Password again"),
    "code": _("Code"),
}
MISSING = {
    "login": _("Type your e-mail."),
    "email": _("Type your e-mail."),
    "password": _("Type your password."),
    "password1": _("Choose a password."),
    "password2": _("Type the new password once more."),
    "code": _("Type the code."),
    "credential": _("Your key did not answer. Try again."),
}
PASSWORD_HINT = _("At least 8 characters. Longer is safer.")
HELP = {"password": "", "password1": PASSWORD_HINT}


class AccountAdapter(DefaultAccountAdapter):
    """Says what went wrong in plain words, which are the same for an unknown address and a wrong password."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": _("This e-mail and password do not belong together. Check both."),
        "too_many_login_attempts": _("Too many tries with this e-mail. Wait five minutes, or reset the password."),
        "email_taken": _("There is an account with this e-mail already. Sign in, or reset its password."),
    }

    def is_safe_url(self, url: str) -> bool:
        """Return False for an invalid address (`http://[`), on which allauth raises an error."""
        try:
            return super().is_safe_url(url)
        except ValueError:
            return False

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count failures by account alone. allauth adds the Host header, which an attacker could change for each
        try."""
        return str(credentials["email"]).lower()

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the try before anything is hashed; a browser that has used this account before is counted separately.

        At any other browser, once the tries of its address or of the account are used up, a try with the code of the
        account's second factor is counted separately, too.
        """
        account = {"key": self._get_login_attempts_cache_key(request, **credentials)}
        code, at_browser = request.POST.get("code", ""), self._at_known_browser(request, **credentials)
        if self._consumes(request, at_browser or {"login_failed_at_address": {}, "login_failed": account}):
            return
        is_counted = code and not at_browser and self._consumes(request, {"login_failed_with_code": account})
        if not is_counted or not has_code_now(account["key"], code):
            raise self.validation_error("too_many_login_attempts")

    def _consumes(self, request: HttpRequest, counters: Mapping[str, dict[str, str]]) -> bool:
        """Count the try on all of these counters; return False where one of them is used up."""
        self._counted: list[ratelimit.RateLimitUsage] = []
        for action, key in counters.items():
            usage = ratelimit.consume(request, app="allauth.account", action=action, **key)
            if not usage:
                return False
            self._counted.append(usage)
        return True

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """Reset the count of failures after a new password, because they were made with the old one."""
        super()._delete_login_attempts_cached_email(request, **credentials)
        for action, key in self._at_known_browser(request, **credentials).items():
            ratelimit.clear(request, app="allauth.account", action=action, **key)

    def _at_known_browser(self, request: HttpRequest, **credentials: Any) -> dict[str, dict[str, str]]:
        """Return the counter for this account at this browser, {} where it has never signed in here."""
        browser = known_browsers.ACCOUNTS.known_for(request, str(credentials["email"]))
        key = f"{browser} {self._get_login_attempts_cache_key(request, **credentials)}"
        return {"login_failed_at_known_browser": {"key": key}} if browser else {}

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Check the password. A try that succeeds, or that was refused by the hashing queue, is not counted as a
        failure."""
        try:
            found: AbstractBaseUser | None = super().authenticate(request, **credentials)
        except TooManyAtOnce:
            self._count_back()
            raise
        if found:
            self._count_back()
        return found

    def _count_back(self) -> None:
        for usage in self._counted:
            usage.rollback()

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail in the language of the teacher's account; without an account, in that of the page."""
        known = context.get("user")
        with override(getattr(known, "language", "") or choice.active()):
            super().send_mail(template_prefix, email, context)

    def set_password(self, user: Teacher, password: str) -> None:
        """Set the password, end every sign-in with the old one, and close its sockets.

        allauth saves the whole row, which would undo a change of the name or the address in the same moment.
        """
        user.set_password(password)
        user.save(update_fields=["password"])
        disconnects.hang_up(teachers=[user.pk])
        here = self.request.session.session_key if self.request else None
        sign_ins.end(row for row in sign_ins.of(user) if row.session_key != here)

    def is_reauthentication_required(self, *, app: str) -> bool:
        """Require the password by the same rule on all pages; allauth's own rule does not count the sign-in."""
        return not password_first.is_recent(self.request)

    def post_login(self, request: HttpRequest, user: Teacher, **more: Any) -> HttpResponse:
        response = super().post_login(request, user, **more)
        known_browsers.ACCOUNTS.remember(request, response, user.email)
        return response


def has_code_now(email: str, code: str) -> bool:
    """Return whether this is the current code of the account's app. It is not used up, because the next page asks for
    it."""
    phones = Authenticator.objects.filter(user__email__lower=email.lower(), type=Authenticator.Type.TOTP)
    with suppress(InvalidToken):  # encrypted with another secret key
        return any(validate_totp_code(decrypt(phone.data["secret"]), code) for phone in phones)
    return False


class OurLabels:
    """Mixin for allauth's forms, placed first among the bases."""

    fields: dict[str, Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = LABELS.get(name, field.label)
            field.help_text = HELP.get(name, field.help_text)
            field.error_messages["required"] = MISSING.get(name, field.error_messages["required"])
            field.widget.attrs.pop("placeholder", None)


class SignInForm(OurLabels, forms.LoginForm):
    """E-mail and password; where others have used up the tries, also the code of a second factor."""

    code = CharField(
        required=False, max_length=20, help_text=_("With the code of your second factor you need not wait.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs["autocomplete"] = "one-time-code"
        self._code_field = self.fields["code"] if "code" in self.data else self.fields.pop("code")

    def clean(self) -> Any:
        try:
            return super().clean()
        except ValidationError as refused:
            if refused.code == "too_many_login_attempts":
                self.fields["code"] = self._code_field
            raise


class ResetPasswordForm(OurLabels, forms.ResetPasswordForm):
    pass


class NewPasswordForm(OurLabels, forms.ResetPasswordKeyForm):
    @transaction.atomic
    def save(self) -> None:
        """Save the password; the link works once. Raises changes.Gone where the same link was used a moment earlier."""
        if changes.locked(self.user).password != self.user.password:
            raise changes.Gone
        super().save()


class ReauthenticateForm(OurLabels, forms.ReauthenticateForm):
    pass
