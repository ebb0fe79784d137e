"""Another secret key of the box: for the day on which somebody may have seen the old one.

Everybody is signed out, links in mails open nothing any more, and what was encrypted with the old key is written anew
with the new one. Children's own pictures and words cannot be carried over (only their hashes are kept): they choose
them again; given ones change, so that cards are printed again.
"""

import secrets
from pathlib import Path

from allauth.mfa.models import Authenticator
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction

from classroom.models import BrowserSession, Student
from classroom.teachers import second_factor

ENCRYPTED = ("secret", "seed")
"""Fields of a second factor that are kept encrypted: of the app on the phone, and of the codes on paper."""


@transaction.atomic
def rotate() -> int:
    """Write a new key; return how many second factors were encrypted anew. The server has to be stopped."""
    new = secrets.token_urlsafe(50)
    count = sum(_encrypted_anew(factor, new) for factor in Authenticator.objects.all())
    Student.everybody.exclude(secret="").update(secret="")
    if apps.is_installed("lti_tool"):  # the next word to a platform makes another key; it fetches the public one
        apps.get_app_config("lti_tool").get_model("Key")._default_manager.all().delete()
    Session.objects.all().delete()
    BrowserSession.objects.all().delete()
    path = Path(settings.DATA) / "secret_key"
    written = path.with_suffix(".new")
    written.touch(mode=0o600)
    written.write_text(new)
    transaction.on_commit(lambda: written.replace(path))
    return count


def _encrypted_anew(factor: Authenticator, new: str) -> bool:
    old_cipher, new_cipher = second_factor.cipher(settings.SECRET_KEY), second_factor.cipher(new)
    found = [name for name in ENCRYPTED if name in factor.data]
    for name in found:
        factor.data[name] = new_cipher.encrypt(old_cipher.decrypt(factor.data[name].encode())).decode()
    factor.save(update_fields=["data"])
    return bool(found)
