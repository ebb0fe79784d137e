"""`manage.py restore FILE`: bring back what `backup` saved. Who was forgotten since stays forgotten."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from classroom.rosters import roster
from classroom.server.database import data_folder
from classroom.server.recovery import backups, forgotten, restoring


class Command(BaseCommand):
    help = "Bring back what `backup` saved. The server has to be stopped; what is there now is kept aside."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        if not backups.are_ours():
            raise CommandError(backups.ELSEWHERE)
        with data_folder.held(settings.DATA, "restoring a backup"):
            data_folder.keep_private(settings.DATA)
            restoring.finish()
            try:
                folder = restoring.unpacked(file)
                count = self._made_ready(folder)
                aside = restoring.put_in_place(folder)
            except restoring.RestoreError as error:
                raise CommandError(str(error)) from None
            finally:
                restoring.clear()
        self.stdout.write(f"Restored. What was there before is in {aside}")
        if count:
            self.stdout.write(f"Forgotten again, because they were forgotten after the backup: {count}")
        self.stdout.write("Start Cardinal now.")

    def _made_ready(self, folder: Path) -> int:
        """Bring the copy up to this version, and forget again; return how many rows of the list were there."""
        rows = restoring.forgotten_rows(folder)
        with restoring.database_at(folder / restoring.DATABASE):
            data_folder.refuse_newer_database()
            call_command("migrate", interactive=False, verbosity=0)
            with transaction.atomic():
                count = roster.forget_again(
                    students=forgotten.numbers(rows, forgotten.STUDENT),
                    classrooms=forgotten.numbers(rows, forgotten.CLASSROOM),
                )
        restoring.never_again(folder, rows)
        forgotten.write(folder, rows)
        return count
