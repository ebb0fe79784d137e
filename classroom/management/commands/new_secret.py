"""`manage.py new_secret`: another secret key of the box, where somebody may have seen the old one, or it is lost."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from classroom.server.database import data_folder
from classroom.teachers import new_secret


class Command(BaseCommand):
    help = "Change the box's secret key. The server has to be stopped; everybody signs in anew after it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--from", dest="backup", type=Path, help="a key that is lost: take it from this backup")

    def handle(self, *args: Any, backup: Path | None, **options: Any) -> None:
        with data_folder.held(settings.DATA, "changing the secret key"):
            if backup:
                return self._bring_back(backup)
            count = new_secret.rotate()
        self.stdout.write(f"The key is new. Second factors encrypted anew: {count}")
        self.stdout.write("Everybody signs in anew. Print the children's cards again where they have given secrets.")
        return None

    def _bring_back(self, backup: Path) -> None:
        try:
            new_secret.bring_back(backup)
        except ValueError as error:
            raise CommandError(str(error)) from None
        self.stdout.write("The key is back. Start Cardinal now.")
