"""`manage.py new_secret`: replace the secret key, where others may have seen the old one, or it is lost."""

from argparse import ArgumentParser
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from allauth.mfa.models import Authenticator
from cryptography.fernet import InvalidToken
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from classroom.audit.log import record
from classroom.models import AuditEntry, BrowserSession, Student
from classroom.server import kept_file, secret_key
from classroom.server.database import data_folder
from classroom.server.recovery.copies import UNREADABLE
from classroom.teachers import second_factor

ENCRYPTED = ("secret", "seed")
"""Encrypted fields of second factors: of the app on the phone, and of the recovery codes."""
PAGE = "new_secret"
"""What the audit log calls the change of a key."""


@transaction.atomic
def rotate() -> int:
    """Write a new key; return how many second factors were encrypted anew. If the old key is lost, they are lost, too.
    The server has to be stopped."""
    new = secret_key.new()
    factors = [factor for factor in Authenticator.objects.all() if factor.data.keys() & set(ENCRYPTED)]
    count = sum(_encrypt_anew(factor, new) for factor in factors)
    Student.everybody.exclude(secret="").update(secret="")
    if apps.is_installed("lti_tool"):  # the next word to a platform makes another key; it fetches the public one
        apps.get_app_config("lti_tool").get_model("Key")._default_manager.all().delete()
    Session.objects.all().delete()
    BrowserSession.objects.all().delete()
    record(None, AuditEntry.Kind.SETTING, page=PAGE, about={"key": _mark(new)})
    path = Path(settings.DATA) / secret_key.FILE
    written = kept_file.aside(path, new)
    transaction.on_commit(lambda: kept_file.put(written, path))
    return count


def finish() -> None:
    """Put a new key in place whose database was changed before the command was killed; a key whose database was not is
    deleted. The audit log, written in the same transaction, says which."""
    path = Path(settings.DATA) / secret_key.FILE
    for written in path.parent.glob(f"{path.name}.*.new"):
        key = written.read_text(errors="replace")
        if secret_key.is_whole(key) and AuditEntry.objects.filter(page=PAGE, about__key=_mark(key)).exists():
            kept_file.put(written, path)
            settings.SECRET_KEY = key
        else:
            written.unlink()


def _mark(key: str) -> str:
    """Return 16 letters by which a key is known again, and which do not reveal it."""
    return sha256(f"{PAGE} {key}".encode()).hexdigest()[:16]


def bring_back(backup: Path) -> None:
    """Restore a lost key from a backup."""
    data = Path(settings.DATA)
    if not secret_key.fault(data):
        raise CommandError("There is a key. To change it, leave out the backup.")
    try:
        with ZipFile(backup) as archive:
            kept = archive.read(secret_key.FILE).decode(errors="replace")
    except UNREADABLE as error:
        raise CommandError(f"{backup} is no backup with a key: {error}") from None
    if not secret_key.is_whole(kept):
        raise CommandError(f"The key in {backup} is damaged, too. Take an older backup.")
    kept_file.write(data / secret_key.FILE, kept)


def _encrypt_anew(factor: Authenticator, new: str) -> bool:
    """Return True; delete the factor and return False where it was encrypted with a key that is gone, since no code is
    right for it any more."""
    old_cipher, new_cipher = second_factor.cipher(settings.SECRET_KEY), second_factor.cipher(new)
    try:
        for name in factor.data.keys() & set(ENCRYPTED):
            factor.data[name] = new_cipher.encrypt(old_cipher.decrypt(factor.data[name].encode())).decode()
    except InvalidToken:
        factor.delete()
        return False
    factor.save(update_fields=["data"])
    return True


class Command(BaseCommand):
    help = "Change the box's secret key. The server has to be stopped; everybody signs in anew after it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--from", dest="backup", type=Path, help="a key that is lost: take it from this backup")

    def handle(self, *args: Any, backup: Path | None, **options: Any) -> None:
        with data_folder.held(settings.DATA, "changing the secret key"):
            if backup:
                bring_back(backup)
                self.stdout.write("The key is back. Start Cardinal now.")
                return
            finish()
            count = rotate()
        self.stdout.write(f"The key is new. Second factors encrypted anew: {count}")
        self.stdout.write("Everybody signs in anew. Print the children's cards again where they have given secrets.")
