"""`manage.py read_in FILE --owner E-MAIL`: import a file that another Cardinal has exported, including a school of any
size."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from classroom.audit.log import record
from classroom.models import AuditEntry, Teacher
from classroom.transfer import checking, storing
from classroom.transfer.archive import Archive, BrokenFileError

LARGEST = 64 * 1024**3
"""Bytes to which a file may unpack; generous, because it was chosen by a person on the server."""


class Command(BaseCommand):
    help = "Read in a class or a school that another Cardinal wrote out. All of it, or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--owner", required=True, metavar="E-MAIL", help="who owns classes without a teacher")

    def handle(self, *args: Any, file: Path, owner: str, **options: Any) -> None:
        teacher = Teacher.objects.filter(email__lower=owner.lower()).first()
        if teacher is None:
            raise CommandError(f"There is no account {owner}.")
        try:
            with file.open("rb") as opened:
                archive = Archive(opened, largest=LARGEST)
                classrooms, renamed = storing.store(archive, checking.check(archive), by=teacher)
        except (OSError, BrokenFileError) as error:
            raise CommandError(f"{file}: {error} Nothing was changed.") from None
        record(None, AuditEntry.Kind.IMPORT, page="read_in", about={"classes": len(classrooms)})
        self.stdout.write(f"{len(classrooms)} classes are here.")
        for changed in renamed:
            self.stdout.write(f"There was a class called {changed.before}: the new one is called {changed.now}.")
