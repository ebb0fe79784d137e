"""`manage.py rights EMAIL`: who may look after the school's numbers, and who may help with its data.

Rights are given on the box itself or, for school admins, by another one; nobody gets into the support pages otherwise.
"""

from argparse import ArgumentParser, BooleanOptionalAction
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from classroom.audit.log import record
from classroom.models import AuditEntry, Teacher


class Command(BaseCommand):
    help = "Say whether a teacher is an admin of the school (/school/) and gets into the support pages (/support/)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--school-admin", action=BooleanOptionalAction, help="sees the school's numbers")
        parser.add_argument("--support", action=BooleanOptionalAction, help="gets into the support pages")

    def handle(self, *args: Any, email: str, school_admin: bool | None, support: bool | None, **options: Any) -> None:
        teacher = Teacher.objects.filter(email__iexact=email).first()
        if teacher is None:
            raise CommandError(f"There is no teacher with the e-mail address {email}.")
        teacher.is_school_admin = teacher.is_school_admin if school_admin is None else school_admin
        teacher.is_staff = teacher.is_staff if support is None else support
        teacher.save(update_fields=["is_school_admin", "is_staff"])
        if school_admin is not None or support is not None:
            record(None, AuditEntry.Kind.RIGHTS, page="rights", about={"teacher": teacher.pk})
        held = {"school admin": teacher.is_school_admin, "support": teacher.is_staff}
        self.stdout.write(
            f"{teacher.email}: {', '.join(right for right, is_held in held.items() if is_held) or 'none'}"
        )
