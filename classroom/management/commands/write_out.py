"""`manage.py write_out FILE [--class NUMBER]`: export a class, or the whole school, as a file for another Cardinal."""

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError

from classroom.audit.log import record
from classroom.models import AuditEntry, Classroom
from classroom.transfer import writing


class Command(BaseCommand):
    help = "Write a class, or the whole school, into a file that another Cardinal reads in. It holds no password."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="where to; a new file")
        parser.add_argument("--class", type=int, dest="number", help="the class with this number in its address")

    def handle(self, *args: Any, file: Path, number: int | None, **options: Any) -> None:
        wanted = writing.of_school() if number is None else _of_class(number)
        try:
            with _new(file) as written:
                rows = writing.write(wanted, written)
        except OSError as error:
            raise CommandError(f"{file} could not be written: {error}") from None
        record(None, AuditEntry.Kind.EXPORT, page="write_out", about={"classes": rows["classroom"]})
        self.stdout.write(f"{file}: {rows['classroom']} classes, {rows['student']} children, {rows['round']} rounds.")


@contextmanager
def _new(file: Path) -> Iterator[IO[bytes]]:
    """Open a new file that its owner alone may read. It is removed again unless all of it is written, because the next
    try refuses a file that exists."""
    written = file.open("xb")
    try:
        with written:
            file.chmod(0o600)
            yield written
    except BaseException:
        file.unlink(missing_ok=True)
        raise


def _of_class(number: int) -> writing.ArchiveScope:
    classroom = Classroom.objects.filter(pk=number).first()
    if classroom is None:
        raise CommandError(f"There is no class with the number {number}.")
    return writing.of_class(classroom, Classroom.objects.all())
