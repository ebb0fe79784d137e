"""The second factor of teachers' accounts: how django-allauth's behaves here.

It is a code of an app on a phone (TOTP), a security key where the browser offers it (WebAuthn: with HTTPS and a name,
which the usual box has not), and ten codes on paper for the day the phone is lost. Its pages are in templates/mfa.
"""

import base64
import hashlib

import segno
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base import forms
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from cryptography.fernet import Fernet
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import CharField
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from classroom.server.http.hosts import is_address
from classroom.teachers.accounts import OurLabels

SALT = b"classroom.teachers.second_factor"


class SecondFactorAdapter(DefaultMFAAdapter):
    """Draws the QR code with the library of our sign-in cards, and keeps secrets encrypted in the database.

    The key comes from the box's own (`secret_key` in the data folder): a stolen database alone opens no account.
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
    """Return whether a browser offers security keys at the address that was typed: with HTTPS and a name, or on this
    box."""
    name = request.get_host().partition(":")[0]
    return name == "localhost" or (request.is_secure() and not is_address(name))


def cipher(key: str) -> Fernet:
    """Return what encrypts second factors in a box with this secret key."""
    digest = hashlib.blake2b(key.encode(), key=SALT, digest_size=32).digest()
    return Fernet(base64.urlsafe_b64encode(digest))


class ActivateForm(OurLabels, ActivateTOTPForm):
    """Switching it on: the first code."""


class AddKeyForm(OurLabels, AddWebAuthnForm):
    """Adding a security key, under a name."""

    name = CharField(label=_("Name"), required=False)


class RenameKeyForm(OurLabels, EditWebAuthnForm):
    """Another name of a security key."""

    name = CharField(label=_("Name"))


class OneAtATime(OurLabels):
    """Comes before one of allauth's forms that ask for a code: two who type the same code of the paper at once."""

    user: AbstractBaseUser

    def clean_code(self) -> str:
        """Judge it while the account's factors are locked; a failure is noted all the same."""
        with transaction.atomic():
            list(Authenticator.objects.select_for_update().filter(user_id=self.user.pk))
            try:
                return str(super().clean_code())  # type: ignore[misc]
            except ValidationError as wrong:
                refused = wrong
        raise refused


class CodeForm(OneAtATime, forms.AuthenticateForm):
    """The code at a sign-in."""


class CodeAgainForm(OneAtATime, forms.ReauthenticateForm):
    """The code before something that cannot be undone."""
