"""The second factor of teachers' accounts: how django-allauth's behaves here.

It is a code of an app on a phone (TOTP), and ten codes on paper for the day the phone is lost. Its pages are in
templates/mfa. Keys for the browser (WebAuthn) are off: they need HTTPS and a name, and the usual box has neither.
"""

import base64
import hashlib

import segno
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base import forms
from allauth.mfa.totp.forms import ActivateTOTPForm
from cryptography.fernet import Fernet
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from classroom.teachers.accounts import OurLabels

SALT = b"classroom.teachers.second_factor"


class SecondFactorAdapter(DefaultMFAAdapter):
    """Draws the QR code with the library of our sign-in cards, and keeps secrets encrypted in the database.

    The key comes from the box's own (`secret_key` in the data folder): a stolen database alone opens no account.
    """

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("This code is not right. Codes change every half minute: type the one that is there now."),
    }

    def get_totp_issuer(self) -> str:
        return "Cardinal"

    def build_totp_svg(self, url: str) -> str:
        return str(segno.make(url, micro=False).svg_inline(scale=5, border=4, dark="#000", light="#fff"))

    def encrypt(self, text: str) -> str:
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _cipher().decrypt(encrypted_text.encode()).decode()


def _cipher() -> Fernet:
    digest = hashlib.blake2b(settings.SECRET_KEY.encode(), key=SALT, digest_size=32).digest()
    return Fernet(base64.urlsafe_b64encode(digest))


class ActivateForm(OurLabels, ActivateTOTPForm):
    """Switching it on: the first code."""


class CodeForm(OurLabels, forms.AuthenticateForm):
    """The code at a sign-in."""


class CodeAgainForm(OurLabels, forms.ReauthenticateForm):
    """The code before something that cannot be undone."""
