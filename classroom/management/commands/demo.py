"""`make demo`: an invented class of 12 with four weeks of played sessions, and a teacher to look at it with.

The demo teacher's class is in a friendly challenge. A class that a teacher of the school is given is in none: it would
bring another invented account among the school's own.
"""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils import timezone

from classroom.management import demo
from classroom.management.teachers import teacher_with
from classroom.models import Teacher
from classroom.server.database import data_folder
from classroom.server.deployment import typed
from game.codes import new_code

DEMO_EMAIL = "demo@cardinal.example"


class Command(BaseCommand):
    help = "Make an invented class of 12 students with four weeks of played sessions."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--teacher", metavar="EMAIL", help="give the class to this teacher (default: a demo teacher)"
        )

    def handle(self, *args: Any, teacher: str | None, **options: Any) -> None:
        data_folder.keep_private(settings.DATA)
        call_command("migrate", interactive=False, verbosity=0)
        owner = teacher_with(teacher) if teacher else Teacher.objects.filter(email=DEMO_EMAIL).first()
        if owner and demo.demo_class_of(owner):
            self.stdout.write(f"The demo class is there already; it belongs to {owner.email}.")
            self._say_password("", lost=not teacher)
            return
        self.stdout.write("Playing four weeks of lessons ...")
        password = "" if owner else "-".join(new_code(4) for _ in range(3))
        owner = owner or Teacher.objects.create_user(DEMO_EMAIL, password, name="Demo teacher")
        made = demo.build(owner, timezone.localdate())
        if not teacher:
            demo.challenge(made, owner, timezone.localdate())
        self.stdout.write(f"Done: “{made}” with {len(demo.CAST)} students. Start Cardinal with: {typed.serve()}")
        self.stdout.write(f"  Sign in as  {owner.email}")
        self._say_password(password, lost=not teacher)

    def _say_password(self, new: str, *, lost: bool) -> None:
        """Print the password of an account that is new, or how the demo teacher's can be replaced: it is printed once,
        and perhaps never, where the command was stopped before."""
        if new:
            self.stdout.write(f"  Password    {new}")
        elif lost:
            self.stdout.write(f"Password lost? {typed.command('changepassword')} {DEMO_EMAIL}")
