"""`manage.py rights EMAIL`: make a teacher an admin of the school or support staff, or make a link for a new password.

These rights are given on the server itself or, for school admins, by another one; there is no other way into the
support pages.
"""

from argparse import ArgumentParser, BooleanOptionalAction
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.core.management.base import BaseCommand
from django.urls import reverse

from classroom.audit.log import record
from classroom.management.teachers import teacher_with
from classroom.models import AuditEntry, Teacher
from classroom.server.http.hosts import own_addresses


class Command(BaseCommand):
    help = "Say whether a teacher is an admin of the school (/school/) and gets into the support pages (/support/)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--school-admin", action=BooleanOptionalAction, help="sees the school's numbers")
        parser.add_argument("--support", action=BooleanOptionalAction, help="gets into the support pages")
        link = "print the link that a mail would bring: to a new password, once, for three days"
        parser.add_argument("--password-link", action="store_true", help=link)
        parser.add_argument("--port", type=int, default=8000, help="where Cardinal listens in the room (8000)")

    def handle(self, *args: Any, email: str, school_admin: bool | None, support: bool | None, **options: Any) -> None:
        teacher = teacher_with(email)
        if options["password_link"]:
            record(None, AuditEntry.Kind.PASSWORD, page="password_link", about={"teacher": teacher.pk})
            self.stdout.write(_home(options["port"]) + _link(teacher))
            return
        teacher.is_school_admin = teacher.is_school_admin if school_admin is None else school_admin
        teacher.is_staff = teacher.is_staff if support is None else support
        teacher.save(update_fields=["is_school_admin", "is_staff"])
        if school_admin is not None or support is not None:
            record(None, AuditEntry.Kind.RIGHTS, page="rights", about={"teacher": teacher.pk})
        held = {"school admin": teacher.is_school_admin, "support": teacher.is_staff}
        self.stdout.write(
            f"{teacher.email}: {', '.join(right for right, is_held in held.items() if is_held) or 'none'}"
        )


def _link(teacher: Teacher) -> str:
    known = {"uidb36": user_pk_to_url_str(teacher), "key": default_token_generator.make_token(teacher)}
    return reverse("account_reset_password_from_key", kwargs=known)


def _home(port: int) -> str:
    """Return the address at which others reach this server."""
    if settings.PUBLIC_HOST:
        return f"https://{settings.PUBLIC_HOST}"
    return f"http://{next(iter(own_addresses()), 'localhost')}:{port}"
