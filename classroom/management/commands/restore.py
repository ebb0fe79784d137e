"""`manage.py restore FILE`: restore a backup. Children who were forgotten since stay forgotten."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from classroom import upkeep
from classroom.server.database import data_folder
from classroom.server.recovery import restoring


class Command(BaseCommand):
    help = "Bring back what `backup` saved. The server has to be stopped; what is there now is kept aside."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        with data_folder.held(settings.DATA, "restoring a backup"):
            data_folder.keep_private(settings.DATA)
            try:
                restoring.finish(upkeep.bring_up)
                aside, count = restoring.restore(file, upkeep.bring_up)
            except restoring.RestoreError as error:
                raise CommandError(str(error)) from None
        self.stdout.write(f"Restored. What was there before is in {aside}")
        if count:
            self.stdout.write(f"Forgotten again, because they were forgotten after the backup: {count}")
        self.stdout.write("Start Cardinal now.")
