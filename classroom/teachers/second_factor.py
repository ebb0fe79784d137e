"""The second factor of teachers' accounts: how django-allauth's is configured here.

It is a code of an app on a phone (TOTP), a security key where the browser supports it (WebAuthn needs HTTPS and a host
name, which most servers lack), and ten recovery codes on paper for a lost phone. Its pages are in templates/mfa.
"""

import base64
import hashlib
import json
from typing import Any

import segno
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base import forms
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from cryptography.exceptions import InvalidSignature
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import CharField, HiddenInput, JSONField
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from classroom.server.http.hosts import is_address
from classroom.teachers.accounts import MISSING, OurLabels

SALT = b"classroom.teachers.second_factor"
MALFORMED = (AttributeError, InvalidSignature, LookupError, TypeError, ValueError)
"""Errors that allauth and fido2 raise for what is no answer of a security key, or one with a wrong signature."""


class SecondFactorAdapter(DefaultMFAAdapter):
    """Draws the QR code with the library of our sign-in cards, and stores secrets encrypted in the database.

    The encryption key is derived from the secret key in the data folder, so a stolen database alone opens no account.
    """

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("This code is not right. Codes change every half minute: type the one that is there now."),
    }

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:
        count = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return _("Key %(number)s") % {"number": count + 1}

    def get_totp_issuer(self) -> str:
        return "Cardinal"

    def build_totp_svg(self, url: str) -> str:
        return str(segno.make(url, micro=False).svg_inline(scale=5, border=4, dark="#000", light="#fff"))

    def encrypt(self, text: str) -> str:
        return cipher(settings.SECRET_KEY).encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return cipher(settings.SECRET_KEY).decrypt(encrypted_text.encode()).decode()


def keys_work(request: HttpRequest) -> bool:
    """Return whether browsers support security keys at this address: HTTPS with a host name, or localhost."""
    name = request.get_host().partition(":")[0]
    return name == "localhost" or (request.is_secure() and not is_address(name))


def cipher(key: str) -> Fernet:
    """Return the cipher for second factors on a server with this secret key."""
    digest = hashlib.blake2b(key.encode(), key=SALT, digest_size=32).digest()
    return Fernet(base64.urlsafe_b64encode(digest))


class ActivateForm(OurLabels, ActivateTOTPForm):
    """The first code, which activates the second factor."""


class KeyAnswerDecoder(json.JSONDecoder):
    """Refuses what is nested too deeply as it refuses what is no JSON."""

    def decode(self, s: str, *args: Any) -> Any:
        try:
            return super().decode(s, *args)
        except RecursionError:
            raise json.JSONDecodeError("nested too deeply", s, 0) from None


class AddKeyForm(OurLabels, AddWebAuthnForm):
    """A new security key, with a name."""

    name = CharField(label=_("Name"), required=False)
    credential = JSONField(widget=HiddenInput, decoder=KeyAnswerDecoder)

    def clean(self) -> Any:
        try:
            return super().clean()
        except MALFORMED:
            raise ValidationError(MISSING["credential"]) from None


class RenameKeyForm(OurLabels, EditWebAuthnForm):
    """A new name for a security key."""

    name = CharField(label=_("Name"))


class OneAtATime(OurLabels):
    """Mixin for allauth's forms that ask for a code, placed first among the bases: one recovery code cannot be used
    twice at the same moment."""

    user: AbstractBaseUser

    def clean_code(self) -> str:
        """Check the code while the account's factors are locked; a failure is committed all the same. No code is right
        for a factor that was encrypted with another secret key, as one that came from an older backup."""
        with transaction.atomic():
            list(Authenticator.objects.select_for_update().filter(user_id=self.user.pk))
            try:
                return str(super().clean_code())  # type: ignore[misc]
            except ValidationError as wrong:
                refused = wrong
            except InvalidToken:
                refused = SecondFactorAdapter().validation_error("incorrect_code")
        raise refused


class CodeForm(OneAtATime, forms.AuthenticateForm):
    """The code for a sign-in."""


class CodeAgainForm(OneAtATime, forms.ReauthenticateForm):
    """The code before an act that cannot be undone."""


class JudgedKey(OurLabels):
    """Mixin for allauth's forms that check a security key, placed first among the bases."""

    def clean_credential(self) -> Authenticator:
        try:
            found: Authenticator = super().clean_credential()  # type: ignore[misc]
        except MALFORMED:
            raise ValidationError(MISSING["credential"]) from None
        return found


class KeyForm(JudgedKey, AuthenticateWebAuthnForm):
    """The security key for a sign-in."""

    credential = JSONField(widget=HiddenInput, decoder=KeyAnswerDecoder)


class KeyAgainForm(JudgedKey, ReauthenticateWebAuthnForm):
    """The security key before an act that cannot be undone."""

    credential = JSONField(widget=HiddenInput, decoder=KeyAnswerDecoder)
