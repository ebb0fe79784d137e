"""`manage.py backup [FILE]`: one file with all of Cardinal's data, made while people play."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from classroom.server.recovery import backups


class Command(BaseCommand):
    help = "Write everything that Cardinal keeps into one file, while people play."
    requires_system_checks: list[str] = []
    """Skipped, so that a failing check does not prevent a backup."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="where to; without it, the data folder's own backups")

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        try:
            made = backups.write(_target(file)) if file else backups.take(backups.BY_HAND)
        except backups.BackupError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{made} ({made.stat().st_size / 1024**2:.1f} MB). Keep a copy on another machine.")


def _target(file: Path) -> Path:
    if file.exists():
        raise CommandError(f"{file} is there already. Name a new file.")
    if not file.absolute().parent.is_dir():
        raise CommandError(f"There is no folder {file.absolute().parent}.")
    return file.absolute()
