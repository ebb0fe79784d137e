"""`manage.py second_factor EMAIL --off`: for a teacher who has lost the phone and the recovery codes."""

from argparse import ArgumentParser
from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand

from classroom.audit.log import record
from classroom.management.teachers import teacher_with
from classroom.models import AuditEntry


class Command(BaseCommand):
    help = "Say whether a teacher signs in with a second factor; --off takes it away."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--off", action="store_true", help="the password alone opens the account again")

    def handle(self, *args: Any, email: str, off: bool, **options: Any) -> None:
        teacher = teacher_with(email)
        factors = Authenticator.objects.filter(user=teacher)
        if off:
            factors.delete()
            record(None, AuditEntry.Kind.SECOND_FACTOR, page="second_factor", about={"teacher": teacher.pk})
        self.stdout.write(f"{teacher.email}: {'on' if factors.exists() else 'off'}")
